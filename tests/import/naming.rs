//! What the user says of the files: names of variants and workloads, the figures to keep.

use super::sheet;
use benchfolio::dataset::Observations;
use benchfolio::dataset::import::{Imported, InputFile, Options, Tool, import};

fn words(text: &str) -> Vec<String> {
    text.split(',')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A report of sysbench 1.0 with so many transactions a second.
fn sysbench(rate: &str) -> InputFile {
    let text = format!(
        "sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\nNumber of threads: 2\n\nSQL statistics:\n    \
         transactions:                        10     ({rate} per sec.)\n    \
         queries:                             90     (45.00 per sec.)\n\nGeneral statistics:\n    \
         total time:                          2.{}s\n\nLatency (ms):\n         \
         sum:                                19.00\n",
        rate.replace('.', "")
    );
    InputFile::new(format!("{rate}.txt"), text)
}

fn four_runs(options: &Options) -> Result<Imported, String> {
    let files = ["5.01", "4.02", "6.03", "3.04"].map(sysbench);
    import(Some(Tool::Sysbench), &files, options).map_err(|faults| faults.to_string())
}

#[test]
fn workloads_are_named_for_tools_that_do_not_print_them() {
    let options = Options {
        variants: words("off,off,on,on"),
        cases: words("reads,writes,reads,writes"),
        only: words("throughput"),
        ..Options::default()
    };
    let imported = four_runs(&options).unwrap();
    let data = &imported.dataset;
    let found: Vec<(&str, &str, String)> = (data.series.iter())
        .map(|series| {
            let Observations::Aggregate(value) = &series.observations else {
                panic!("{}", sheet(&imported));
            };
            let case = series.case.map_or("", |case| &data.cases[case].id);
            (case, data.variants[series.variant].id.as_str(), value.to_decimal(2))
        })
        .collect();
    let expected = [
        ("reads", "off", "5.01"),
        ("reads", "on", "6.03"),
        ("writes", "off", "4.02"),
        ("writes", "on", "3.04"),
    ];
    assert_eq!(
        found,
        expected.map(|(case, variant, value)| (case, variant, value.to_owned()))
    );
}

#[test]
fn a_name_before_the_tools_own() {
    let text = |name: &str| format!("Benchmark{name}-8 100 12 ns/op\n");
    let files = [InputFile::new("a", text("Parse")), InputFile::new("b", text("Parse"))];
    let options = Options {
        variants: words("x,x"),
        cases: words("small,large"),
        ..Options::default()
    };
    let data = import(Some(Tool::Go), &files, &options).unwrap().dataset;
    let names: Vec<&str> = data.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["small, Parse", "large, Parse"]);
}

#[test]
fn a_name_for_each_run_or_none() {
    let options = Options {
        variants: words("off,off,on,on"),
        cases: words("reads,writes"),
        ..Options::default()
    };
    assert_eq!(
        four_runs(&options).unwrap_err(),
        "--cases does not name a workload for each run: found 2 names for 4 runs, expected one name a run, in the order \
         of the files (hint: a name may occur again: its files are then of one workload)"
    );
}

#[test]
fn what_was_not_asked_for_is_listed_once() {
    let options = Options {
        variants: words("off,on,off,on"),
        only: words("throughput"),
        ..Options::default()
    };
    let imported = four_runs(&options).unwrap();
    let data = &imported.dataset;
    assert_eq!(data.measures.len(), 1);
    assert_eq!(
        data.provenance.skipped,
        [
            "sum of latencies: the average tells the same",
            "figures that were not asked for: query_throughput"
        ]
    );
    let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    assert!(
        notes
            .iter()
            .any(|note| note.starts_with("5.01.txt: left out: sum of latencies")
                && note.ends_with("(and in 3 more files)")),
        "{notes:?}"
    );
    let unknown = Options {
        only: words("throughputs"),
        ..options
    };
    assert_eq!(
        four_runs(&unknown).unwrap_err(),
        "--only names no figure of the files: found `throughputs`, expected some of throughput, query_throughput \
         (hint: did you mean `throughput`?)"
    );
}

#[test]
fn what_differs_from_run_to_run_is_told_by_its_range() {
    let options = Options {
        variants: words("off,off,off,off"),
        ..Options::default()
    };
    let data = four_runs(&options).unwrap().dataset;
    let time = data
        .method
        .environment
        .details
        .iter()
        .find(|(name, _)| name == "total time");
    assert_eq!(time.map(|(_, value)| value.as_str()), Some("2.3040 … 2.6030 s"));
}

#[test]
fn what_one_file_compares_gets_the_names_of_the_user() {
    let text = r#"{"results": [{"command": "grep -F x", "times": [2.0, 2.5], "mean": 2.25},
        {"command": "rg -F x", "times": [1.0, 1.5], "mean": 1.25}]}"#;
    let named = |names: &str| {
        let options = Options {
            variants: words(names),
            only: words("time"),
            ..Options::default()
        };
        import(Some(Tool::Hyperfine), &[InputFile::new("bench.json", text)], &options)
    };
    let data = named("old,new").unwrap().dataset;
    let variants: Vec<&str> = data.variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!((variants, data.cases.len()), (vec!["old", "new"], 0));
    let one = named("mine").unwrap().dataset;
    assert_eq!((one.variants.len(), one.cases.len()), (1, 2));
    let faults = named("a,b,c").unwrap_err().to_string();
    assert!(
        faults.ends_with("(hint: the file compares 2 things: give a name for each, or one for all)"),
        "{faults}"
    );
}

#[test]
fn a_data_file_needs_no_import() {
    let file = [InputFile::new(
        "data.json",
        "{\"format\": \"benchfolio/1\", \"id\": \"a\"}",
    )];
    for tool in [None, Some(Tool::Hyperfine)] {
        let faults = import(tool, &file, &Options::default()).unwrap_err().to_string();
        assert_eq!(
            faults,
            "data.json: the file is a data file already: it needs no import: expected what a benchmark tool printed or \
             saved (hint: benchfolio build --data data.json)"
        );
    }
}
