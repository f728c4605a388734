//! Every command does what its help says.

use super::bench_of_work::Workshop;
use std::io::Read;
use std::process::Stdio;

#[test]
fn help_shows_examples_and_exit_codes() {
    let workshop = Workshop::empty();
    let help = workshop.run(&["--help"]).ends_with(0).stdout;
    assert!(help.contains("Exit codes:"));
    for command in [
        "build",
        "status",
        "archive",
        "verify",
        "summary",
        "import",
        "new",
        "schema",
        "completions",
        "man",
    ] {
        assert!(help.contains(&format!("\n  {command}")), "{command} is not in:\n{help}");
    }
    let help = workshop.run(&["build", "--help"]).ends_with(0).stdout;
    assert!(help.contains("Examples:\n  benchfolio build"));
    assert!(!help.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn a_wrong_command_line_is_exit_code_two() {
    let workshop = Workshop::empty();
    workshop.run(&[]).ends_with(2);
    workshop.run(&["biuld"]).ends_with(2).says("build");
    workshop
        .run(&["build", "--only", "docx"])
        .ends_with(2)
        .says("possible values");
    for jobs in ["0", "257", "100000"] {
        workshop
            .run(&["build", "--jobs", jobs])
            .ends_with(2)
            .says("not in 1..=256");
    }
    for command in ["build", "check"] {
        workshop
            .run(&[command, "--templates", "no/templates"])
            .ends_with(2)
            .says("no/templates: there is no such folder of templates");
    }
    workshop
        .run(&["build", "a", "--data", "b"])
        .ends_with(2)
        .says("cannot be used with");
    workshop
        .run(&["build"])
        .ends_with(2)
        .says("error[cli::no-reports]")
        .says("--data");
}

#[test]
fn completions_and_manual_pages() {
    let workshop = Workshop::empty();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = workshop.run(&["completions", shell]).ends_with(0).stdout;
        assert!(script.contains("benchfolio") && script.contains("summary"), "{shell}");
    }
    let page = workshop.run(&["man"]).ends_with(0).stdout;
    assert!(page.contains(".TH benchfolio"));
    let page = workshop.run(&["man", "build"]).ends_with(0).stdout;
    assert!(page.contains(".TH benchfolio-build") && page.contains("only"), "{page}");
    workshop.run(&["man", "nothing"]).ends_with(2).says("summary");
}

#[test]
fn the_table_in_every_form() {
    let workshop = Workshop::with_report();
    let data = workshop.report().join("data.json");
    let summary = |more: &[&str]| {
        let mut arguments = vec!["summary", data.to_str().unwrap()];
        arguments.extend(more);
        workshop.run(&arguments).ends_with(0).stdout
    };
    for (more, expected) in [
        (&["--format", "table"][..], "8.112204"),
        (&["--format", "csv"], "8.112204"),
        (&["--format", "markdown"], "| "),
        (&["--format", "markdown", "--lang", "pl"], "8,112204"),
        (&["--format", "table", "--lang", "zh-Hans"], "毫秒"),
        (
            &["--format", "markdown", "--lang", "ar", "--numerals", "arab"],
            "٨٫١١٢٢٠٤",
        ),
    ] {
        let text = summary(more);
        assert!(text.contains(expected), "{more:?}: {expected:?} is not in:\n{text}");
    }
    let value: serde_json::Value = serde_json::from_str(&summary(&["--format", "json"])).unwrap();
    assert!(value.is_object());
    workshop
        .run(&["summary", data.to_str().unwrap(), "--lang", "pl", "--numerals", "arab"])
        .ends_with(2)
        .says("numbers in `pl` do not have these digits");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let workshop = Workshop::with_report();
    let data = workshop.report().join("data.json");
    let mut child = workshop
        .command(&["summary", data.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(said, "");
}

#[test]
fn a_new_report_builds_at_once() {
    let workshop = Workshop::with_report();
    let data = workshop.report().join("data.json");
    let data = data.to_str().unwrap();
    workshop
        .run(&["new", "mine", "--data", data, "--lang", "pl,en"])
        .ends_with(0)
        .says("reports/mine");
    workshop
        .run(&["new", "mine", "--data", data])
        .ends_with(2)
        .says("already");
    workshop
        .run(&["new", "../mine", "--data", data])
        .ends_with(2)
        .says("`../mine`");
    workshop
        .run(&["new", "yours", "--data", data, "--lang", "tlh"])
        .ends_with(2)
        .says("zh-Hans");
    workshop
        .run(&["new", "yours", "--data", data, "--lang", "en,sv"])
        .ends_with(2)
        .says("no standard words in this language: found `sv`, expected one of ");
    workshop
        .run(&["new", "yours", "--data", "no.json"])
        .ends_with(3)
        .says("no.json");
    assert!(!workshop.path("reports/yours").exists());
    workshop.run(&["build", "reports/mine", "--only", "md"]).ends_with(0);
    assert!(workshop.path("out/mine/article.pl.md").exists());
    assert!(workshop.path("out/mine/article.en.md").exists());
    // What explains the file to its author is nothing to translate.
    let exported = workshop
        .run(&["i18n", "export", "reports/mine", "--lang", "en"])
        .ends_with(0);
    assert!(!exported.stdout.contains("standard"), "{}", exported.stdout);
    // The article to begin with says what the standard one says, until somebody writes into it.
    let article = |id: &str| std::fs::read_to_string(workshop.path(&format!("out/{id}/article.pl.md"))).unwrap();
    std::fs::copy(data, workshop.path("mine.json")).unwrap();
    let begun = article("mine");
    workshop
        .run(&["build", "--data", "mine.json", "--lang", "pl", "--only", "md"])
        .ends_with(0);
    assert_eq!(article("mine"), begun);
}

#[test]
fn what_a_tool_printed_becomes_a_data_file() {
    let workshop = Workshop::empty();
    let printed = "goos: linux\npkg: example.org/parser\ncpu: Some CPU\n\
                   BenchmarkOld-8 \t 1000 \t 250.5 ns/op\nBenchmarkOld-8 \t 1000 \t 260.5 ns/op\nPASS\n";
    std::fs::write(workshop.path("go.txt"), printed).unwrap();
    let to_stdout = workshop.run(&["import", "go", "go.txt"]).ends_with(0).stdout;
    assert!(to_stdout.contains("benchfolio/1"));
    // Recognised without its name, from standard input, into a file.
    let mut child = workshop
        .command(&["import", "-", "-o", "data.json"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), printed.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let written = std::fs::read_to_string(workshop.path("data.json")).unwrap();
    assert!(written.contains("250.5") && written.ends_with('\n'));
    workshop
        .run(&["import", "sysbnch", "go.txt"])
        .ends_with(2)
        .says("did you mean `sysbench`?");
    workshop
        .run(&["import", "go", "nothing.txt"])
        .ends_with(3)
        .says("nothing.txt");
    workshop
        .run(&["import", "nothing.json"])
        .ends_with(3)
        .says("nothing.json: the file cannot be read");
    workshop
        .run(&["import", "go", "go.txt", "-o", "no/folder/data.json"])
        .ends_with(4)
        .says("no/folder/data.json");
}

#[test]
fn a_folder_of_criterion_and_names_with_commas_can_be_imported() {
    let workshop = Workshop::empty();
    for (run, time) in [("base", 30), ("new", 10)] {
        let folder = workshop.path(&format!("target/criterion/sort/{run}"));
        std::fs::create_dir_all(&folder).unwrap();
        let sample = format!("{{\"sampling_mode\": \"Flat\", \"iters\": [1], \"times\": [{time}]}}");
        std::fs::write(folder.join("sample.json"), sample).unwrap();
        std::fs::write(folder.join("tukey.json"), "[1, 2, 3, 4]").unwrap();
    }
    let data = workshop
        .run(&["import", "criterion", "target/criterion"])
        .ends_with(0)
        .stdout;
    assert!(
        data.contains("\"name\": \"base\"") && data.contains("\"name\": \"new\""),
        "{data}"
    );
    workshop
        .run(&["import", "go", "target"])
        .ends_with(3)
        .says("the folder holds no results that could be looked for");
    let counters = "{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"real_time\": 1, \"cpu_time\": 1, \
                    \"time_unit\": \"ns\", \"disk,bytes\": 7}]}";
    std::fs::write(workshop.path("counters.json"), counters).unwrap();
    let plain = workshop.run(&["import", "counters.json"]).ends_with(0);
    plain.says("--better 'disk,bytes=lower'");
    let told = workshop
        .run(&["import", "counters.json", "--better", "disk,bytes=lower"])
        .ends_with(0)
        .stdout;
    assert!(told.contains("disk_bytes"), "{told}");
}

#[test]
fn the_schema_is_json() {
    let text = Workshop::empty().run(&["schema"]).ends_with(0).stdout;
    let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(schema["$schema"].as_str().unwrap().contains("json-schema.org"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_end_is_no_data_file() {
    let workshop = Workshop::empty();
    for arguments in [
        &["summary", "/dev/zero"][..],
        &["build", "--data", "/dev/zero"],
        &["new", "mine", "--data", "/dev/zero"],
    ] {
        workshop.run(arguments).ends_with(3).says("no regular file");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn events_that_cannot_be_written_are_an_error() {
    let workshop = Workshop::with_report();
    for command in [&["build", "--only", "post"][..], &["check"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = workshop.command(command);
        let output = command.args(["--format", "json"]).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{said}");
        assert_eq!(said.matches("cannot write to standard output").count(), 1, "{said}");
    }
}
