//! What has little room in a picture is called by a short name.

use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::render::infographic::ROOM_BESIDE_MARKS as ROOM;
use crate::text::room_of;

rule! {
    "names-short", Note, Look::Editions(look),
    why: "A picture has little room beside a mark: longer names lose their middle there, and a reader must look them up.",
    source: "Tufte 1983, The Visual Display of Quantitative Information (words beside what they name, no key to look up)",
    hint: "give the variant a short name: `[variants.\"…\"] short = \"…\"` in report.toml, or another name by `import --as`",
    passes: "`[variants.\"find\"] short = \"find, 4 jobs\"`",
    fails: "`find /usr/share/doc -type f -name '*.md' -print0 | xargs -0 wc -l` and no short name",
}

fn look(rule: &Rule, editions: &[Edition]) -> Vec<Fault> {
    let Some(edition) = editions.first() else {
        return Vec::new();
    };
    let subject = edition.sources.subject;
    let variants = subject.dataset.variants.iter();
    let long = variants.filter(|variant| room_of(subject.variant_short(variant)) > ROOM);
    long.map(|variant| {
        rule.fault("pictures have no room for the whole name of a variant")
            .path(format!("variants.{}", variant.id))
            .found(format!("`{}`", subject.variant_short(variant)))
            .expected(format!("a short name of at most {ROOM} letters"))
    })
    .collect()
}
