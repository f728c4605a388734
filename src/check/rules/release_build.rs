//! Debug builds and uncommitted code.

use crate::check::data::has_word;
use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "release-build", Error, Look::Data(look),
    why: "A debug build is not what anybody runs, and a dirty tree is not what anybody can check out.",
    source: "Google Benchmark, `library_build_type`; pytest-benchmark, `commit_info.dirty`",
    hint: "measure an optimised build of committed code",
    passes: "`\"build\": \"2.7.3-12-g50b7f85\"`",
    fails: "`\"build\": \"2.7.3-12-g50b7f85-dirty\"`, `library_build_type: debug`",
}

const WORDS: &[&str] = &["debug", "dirty", "unoptimized", "unoptimised", "asan", "tsan", "O0"];

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let described = data
        .descriptions()
        .into_iter()
        .filter(|(_, text)| has_word(text, WORDS));
    let set = data.settings().filter(|(_, name, value)| {
        let about_build = has_word(name, &["build", "profile", "type", "mode", "assertions", "cflags"]);
        (about_build && has_word(value, WORDS))
            || (has_word(name, WORDS) && matches!(*value, "true" | "1" | "yes" | "on"))
    });
    described
        .chain(set.map(|(path, _, value)| (path, value)))
        .map(|(path, text)| {
            rule.fault("this is no release build of committed code")
                .path(path)
                .found(format!("`{text}`"))
        })
        .collect()
}
