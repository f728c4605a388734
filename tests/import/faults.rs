//! Broken and misleading files: the message of each, or how it is read.

use super::{few, file, sheet};
use benchfolio::dataset::import::{InputFile, Options, Tool, import};
use benchfolio::dataset::{Better, Observations};

/// The faults of one file's text, a line each.
fn faults(tool: Tool, name: &str, text: &str) -> String {
    faults_of(tool, &[InputFile::new(name, text)], &Options::default())
}

fn faults_of(tool: Tool, files: &[InputFile], options: &Options) -> String {
    match import(Some(tool), files, options) {
        Ok(imported) => panic!("it was read:\n{}", sheet(&imported)),
        Err(faults) => faults.to_string(),
    }
}

fn named(variants: &[&str]) -> Options {
    Options {
        variants: variants.iter().map(|name| (*name).to_owned()).collect(),
        ..Options::default()
    }
}

const SYSBENCH: &str = "sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\nNumber of threads: 2\n\nSQL statistics:\n    \
transactions:                        10 (5.00 per sec.)\n\nGeneral statistics:\n    \
total time:                          2.0000s\n\nLatency (ms):\n         avg:                                  1.50\n";

#[test]
fn every_fault_names_the_file_the_place_and_what_is_expected() {
    let hyperfine = r#"{"results": [{"command": "a", "times": [1.0, null, "2"]}]}"#;
    let cases: &[(Tool, &str, &str, &str)] = &[
        (
            Tool::Hyperfine,
            "a.json",
            "",
            "a.json: the file holds nothing: expected the output of a benchmark tool (hint: did the run fail, or was its output sent elsewhere?)",
        ),
        (
            Tool::Sysbench,
            "a.txt",
            " \r\n\u{feff}\n",
            "a.txt: the file holds nothing: expected the output of a benchmark tool (hint: did the run fail, or was its output sent elsewhere?)",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            "{\"results\": [{\"command\": \"a\", \"mean\": 1,\n \"times\": [1.0, 2",
            "a.json:2:17: the file ends inside its JSON (hint: it may have been cut off)",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            "{\"results\": [{\"command\": \"a\", \"mean\": 1,}]}",
            "a.json:1:41: not JSON: key must be a string: found `}` (hint: take away the comma before the closing bracket)",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            "no JSON here\n",
            "a.json:1:1: there is no JSON in the file: expected an object or an array",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            "{\"results\": []}",
            "a.json: the file holds no result: expected the JSON of --export-json (hint: did the run fail or end early?)",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            "{\"result\": []}",
            "a.json:1:1: $: `results` is missing",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            hyperfine,
            "a.json:1:46: $.results[0].times[1]: wrong type: found null, expected a number\n\
             a.json:1:52: $.results[0].times[2]: wrong type: found a string (\"2\"), expected a number",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            "{\"results\": [{\"command\": \"a\", \"times\": [-0.5, NaN]}]}",
            "a.json:1:41: $.results[0].times[0]: a measurement below zero: found -0.5, expected 0 or more\n\
             a.json:1:47: $.results[0].times[1]: the value is not finite: found `NaN`, expected a number",
        ),
        (
            Tool::Hyperfine,
            "a.json",
            "{\"results\": [{\"command\": \"a\"}]}",
            "a.json:1:14: $.results[0]: `times` is missing",
        ),
        (
            Tool::Sysbench,
            "run.txt",
            "sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\n[ 1s ] thds: 2 eps: 1.00 lat (ms,95%): 2.00\n",
            "run.txt:3:1: the report ends before its summary: expected a line `total time:` (hint: the run was stopped or the output cut; interval lines alone are no result)",
        ),
        (
            Tool::Sysbench,
            "run.txt",
            "sysbench 1.0.20 (using system LuaJIT 2.1.0)\nFATAL: unable to connect to MySQL server\n",
            "run.txt:2:1: sysbench reports a fatal error: found `FATAL: unable to connect to MySQL server`\n\
             run.txt:2:1: the report ends before its summary: found `FATAL: unable to connect to MySQL server`, expected a line `total time:` (hint: the run failed; run it again)",
        ),
        (
            Tool::Mysqlslap,
            "a.txt",
            "Benchmark\n\tAverage number of seconds to run all queries: 0.678 seconds\n",
            "a.txt:1:1: the block of a benchmark is not whole: expected average, minimum and maximum seconds, clients and queries per client",
        ),
        (
            Tool::Mysqlslap,
            "a.csv",
            "innodb,mixed,0.232,0.035,0.496,1,200\ninnodb,mixed,0.232\n",
            "a.csv:2:1: the line has not the columns of mysqlslap's CSV: found 3 columns, expected engine, load, average, minimum, maximum, clients, queries per client",
        ),
        (
            Tool::Pgbench,
            "p.txt",
            "transaction type: <builtin: select only>\nscaling factor: 1\nlatency average = 1.5 ms\n",
            "p.txt:1:1: the report ends before its rate: expected a line `tps = …` (hint: the run failed or was stopped, or the output was cut)",
        ),
        (
            Tool::Pgbench,
            "p.txt",
            "transaction type: x\nscaling factor: 1\ntps = 1,234 (without initial connection time)\n",
            "p.txt:3:7: the comma may be a decimal mark or a thousands mark: found `1,234`, expected a number with a decimal point and without thousands marks (hint: run the tool with LC_ALL=C, or write the number without the comma)",
        ),
        (
            Tool::Pgbench,
            "p.txt",
            "pgbench (16.1)\npgbench: error: client 3 aborted in command 4 (SQL) of script 0\ntransaction type: x\nscaling factor: 1\ntps = 1.5\nRun was aborted; the above results are incomplete.\n",
            "p.txt:2:1: the run was aborted, so its results are incomplete: found `pgbench: error: client 3 aborted in command 4 (SQL) of script 0` (hint: run pgbench again)\n\
             p.txt:6:1: the run was aborted, so its results are incomplete: found `Run was aborted; the above results are incomplete.` (hint: run pgbench again)",
        ),
        (
            Tool::Pgbench,
            "pgbench_log.1",
            "0 1 1976 0 1796057244 273143\n0 2 61\n",
            "pgbench_log.1:2:1: the line has not the columns of a pgbench log: found 3 columns, expected client, transaction, time in µs, script, seconds, microseconds (hint: the log may be cut short)",
        ),
        (
            Tool::Go,
            "b.txt",
            "BenchmarkA-8 100 12 ns/op 7\n",
            "b.txt:1:27: a value stands without its unit: found `7`, expected pairs of a value and its unit",
        ),
        (
            Tool::Wrk,
            "w.txt",
            "Running 2s test @ http://x/\n  1 threads and 4 connections\n    Latency     3.44xs    2.18ms  18.54ms   73.90%\n",
            "w.txt:3:17: no unit of time is known by this name: found `3.44xs`, expected a number with us, ms, s, m or h\n\
             w.txt:1:1: the report ends before its rate: expected a line `Requests/sec: …` (hint: the run failed or was stopped, or the output was cut)",
        ),
        (
            Tool::Ab,
            "a.txt",
            "This is ApacheBench, Version 2.3\nBenchmarking x (be patient)\napr_socket_recv: Connection refused (111)\n",
            "a.txt:3:5: ab reports an error: found `apr_socket_recv: Connection refused (111)`\n\
             a.txt:1:1: the report ends before its rate: expected a line `Requests per second: …` (hint: the run failed or was stopped, or the output was cut)",
        ),
        (
            Tool::ClickBench,
            "umbra.json",
            "{\"error\": \"Was not able to load the complete dataset\"}",
            "umbra.json:1:11: $.error: the file holds an error where a result was expected: found \"Was not able to load the complete dataset\" (hint: leave this file out)",
        ),
        (
            Tool::Jmh,
            "j.json",
            r#"[{"benchmark": "a.b", "mode": "avgt", "primaryMetric": {"scoreUnit": "ops/s", "rawData": [[1]]}}]"#,
            "j.json:1:70: $[0].primaryMetric.scoreUnit: the unit of the score does not fit the mode: found \"ops/s\", expected a unit such as \"ops/s\" or \"ns/op\"",
        ),
        (
            Tool::Criterion,
            "new/sample.json",
            r#"{"sampling_mode": "Linear", "iters": [1, 2], "times": [10]}"#,
            "new/sample.json:1:55: $.times: there are not as many times as iteration counts: found 1, expected 2",
        ),
        (
            Tool::Criterion,
            "new/sample.json",
            "[[1, 0], [10, 20]]",
            "new/sample.json:1:2: $[0]: a sample of no iterations has no time: found 0 at index 1, expected at least 1",
        ),
        (
            Tool::GoogleBenchmark,
            "g.json",
            r#"{"context": {}, "benchmarks": [{"name": "a", "real_time": 1, "cpu_time": 1, "time_unit": "m"}]}"#,
            "g.json:1:90: $.benchmarks[0].time_unit: no unit of time is known by this name: found \"m\", expected \"ns\", \"us\", \"ms\" or \"s\"",
        ),
        (
            Tool::Vegeta,
            "v.csv",
            "1796057153000000000,200,1000,0,32,,,atk,0\n1796057153000000001,200\n",
            "v.csv:2:1: the line has not the columns of vegeta's CSV: found 2 columns, expected timestamp, code, latency, bytes out, bytes in, error, body, attack, sequence (hint: the file may be cut short)",
        ),
    ];
    let mut wrong = Vec::new();
    for (tool, name, text, expected) in cases {
        let found = faults(*tool, name, text);
        if found != *expected {
            wrong.push(format!("{text}\nfound    {found}\nexpected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_file_of_another_tool_is_named() {
    assert_eq!(
        faults(Tool::Jmh, "out.txt", SYSBENCH),
        "out.txt: the file is of another tool: found what looks like the text of its standard output of sysbench, \
         expected the JSON of -rf json of jmh (hint: benchfolio import sysbench out.txt)"
    );
    let fault = Tool::from_name("hyperfin").unwrap_err().to_string();
    assert!(
        fault.starts_with("no such tool is known: found `hyperfin`, expected one of ab, "),
        "{fault}"
    );
    assert!(fault.ends_with("(hint: did you mean `hyperfine`?)"), "{fault}");
    let guess = import(None, &[InputFile::new("notes.md", "# Notes\n")], &Options::default()).unwrap_err();
    assert_eq!(
        guess.to_string(),
        "notes.md: no known tool writes such a file (hint: name the tool: benchfolio import TOOL FILE)"
    );
    let mixed = [InputFile::new("a.txt", SYSBENCH), file("hyperfine/hf-two.json")];
    let mixed = import(None, &mixed, &Options::default()).unwrap_err().to_string();
    assert_eq!(
        mixed,
        "hyperfine/hf-two.json: the files are of different tools: found hyperfine, expected sysbench \
         (hint: import the files of each tool on their own)"
    );
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let of = |bytes: &[u8]| faults_of(Tool::Go, &[InputFile::new("b", bytes)], &Options::default());
    assert_eq!(
        of(b"BenchmarkA 1 1 ns/op\n\xff\xfe"),
        "b:2:1: the file is not UTF-8 text: found byte 0xff, expected text in UTF-8, or in UTF-16 with a byte order mark"
    );
    assert_eq!(
        of(b"\xff\xfeB\x00\x00\xd8"),
        "b: the file is not UTF-16 text: expected whole UTF-16 characters after the byte order mark"
    );
    assert!(of(b"\x1f\x8b\x08garbage").starts_with("b: the gzip file cannot be unpacked: found "));
    let bomb = "[".repeat(5000);
    assert_eq!(
        faults(Tool::Jmh, "deep.json", &bomb),
        "deep.json:1:65: arrays and objects nest too deep: expected at most 64 levels"
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let two = [file("hyperfine/bencher-two.json"), file("hyperfine/hf-two.json")];
    assert_eq!(
        faults_of(Tool::Hyperfine, &two, &named(&["baseline"])),
        "--as does not name a variant for each run: found 1 names for 2 runs, expected one name a run, in the order of \
         the files (hint: a name may occur again: its files are then repetitions of one variant)"
    );
    let same = [
        InputFile::new("a/run.txt", SYSBENCH),
        InputFile::new("b/run.txt", SYSBENCH),
    ];
    assert_eq!(
        faults_of(Tool::Sysbench, &same, &Options::default()),
        "the files do not say what to call their variants: found files of the same name, expected a name a run (hint: \
         name them: --as baseline,candidate)"
    );
    let from = Options {
        variants_from: Some("colour".to_owned()),
        ..Options::default()
    };
    assert_eq!(
        faults_of(Tool::Jmh, &[file("jmh/bencher-six.json")], &from)
            .lines()
            .next()
            .unwrap(),
        "jmh/bencher-six.json: --variants-from names no setting of a result: found `colour`, expected one of \
         `computeType`, `threads`, `forks`, `warm-up iterations`, `warm-up time`, `iterations`, `iteration time`, \
         `batch size`, `JVM arguments`, `VM version`, `name`"
    );
    let better = Options {
        better: vec![("speed".to_owned(), Better::Higher)],
        ..Options::default()
    };
    assert_eq!(
        faults_of(Tool::Sysbench, &[InputFile::new("a", SYSBENCH)], &better),
        "--better names no figure of the files: found `speed`"
    );
}

/// The values of one measure of the first variant.
fn values(text: &str, tool: Tool, measure: &str) -> String {
    values_of(&[InputFile::new("file", text)], tool, measure, &Options::default())
}

fn values_of(files: &[InputFile], tool: Tool, measure: &str, options: &Options) -> String {
    let imported = import(Some(tool), files, options).unwrap_or_else(|faults| panic!("{faults}"));
    let data = &imported.dataset;
    let index = data
        .measures
        .iter()
        .position(|m| m.id == measure)
        .expect("the measure is there");
    let series: Vec<String> = (data.series.iter().filter(|series| series.measure == index))
        .map(|series| match &series.observations {
            Observations::Aggregate(value) => few(std::slice::from_ref(value)),
            Observations::Repetitions(values) => format!("repeated {}", few(values)),
            Observations::Batches(batches) => batches
                .iter()
                .map(|batch| format!("[{}]", few(&batch.values)))
                .collect(),
        })
        .collect();
    series.join("; ")
}

#[test]
fn marks_line_ends_and_encodings_of_every_system_are_read() {
    let crlf = format!("\u{feff}{}", SYSBENCH.replace('\n', "\r\n"));
    assert_eq!(values(&crlf, Tool::Sysbench, "throughput"), "5");
    let comma = SYSBENCH.replace("5.00 per", "1.234,50 per").replace("1.50", "1,50");
    assert_eq!(values(&comma, Tool::Sysbench, "throughput"), "1234.5");
    assert_eq!(values(&comma, Tool::Sysbench, "latency_avg"), "1.5");
    let utf16: Vec<u8> = std::iter::once(0xfeff_u16)
        .chain(SYSBENCH.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let file = [InputFile::new("powershell.txt", utf16)];
    assert_eq!(
        values_of(&file, Tool::Sysbench, "latency_avg", &Options::default()),
        "1.5"
    );
    // mysqlslap always prints three digits after the mark.
    assert_eq!(
        values(
            "innodb,mixed,0.232,0.035,1.496,1,200\n",
            Tool::Mysqlslap,
            "round_time_max"
        ),
        "1.496"
    );
    let block = "Benchmark\n\tAverage number of seconds to run all queries: 3,032 seconds\n\tMinimum number of seconds \
                 to run all queries: 2,905 seconds\n\tMaximum number of seconds to run all queries: 3,234 seconds\n\t\
                 Number of clients running queries: 10\n\tAverage number of queries per client: 1000\n";
    assert_eq!(values(block, Tool::Mysqlslap, "round_time_avg"), "3.032");
}

#[test]
fn text_around_json_and_several_documents_are_read() {
    let one = |n: u32| format!("{{\"latencies\":{{\"mean\":{n}}},\"status_codes\":{{\"200\":1}},\"success\":1}}\n");
    let text = format!("[INFO] start\nRequests [total] 5\n{}{}done\n", one(100), one(200));
    assert_eq!(values(&text, Tool::Vegeta, "latency_avg"), "repeated 100 200");
    let imported = import(None, &[InputFile::new("v", text)], &Options::default()).unwrap();
    assert_eq!(
        imported.dataset.provenance.skipped[0],
        "text around the JSON, first `[INFO] start`"
    );
}

#[test]
fn every_single_request_of_encode_and_csv_is_kept() {
    let lines = "{\"attack\":\"\",\"seq\":0,\"code\":200,\"timestamp\":\"2026-01-01T00:00:00Z\",\"latency\":1500,\
                 \"bytes_out\":0,\"bytes_in\":3,\"error\":\"\"}\n{\"attack\":\"\",\"seq\":1,\"code\":503,\"timestamp\":\
                 \"2026-01-01T00:00:01Z\",\"latency\":2500,\"bytes_out\":0,\"bytes_in\":3,\"error\":\"503\"}\n";
    assert_eq!(values(lines, Tool::Vegeta, "latency"), "[1500 2500]");
    assert_eq!(values(lines, Tool::Vegeta, "responses_not_2xx"), "1");
    let csv = "1796057153000000000,200,1000,0,32,,,atk,0\n1796057153000000001,0,3000,0,0,\"timeout\",,atk,1\n";
    assert_eq!(values(csv, Tool::Vegeta, "latency"), "[1000 3000]");
    let hey = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset\n\
               0.0123,0.0001,0.0000,0.0000,0.0120,0.0001,200,0.0000\n0.0456,0.0001,0.0000,0.0000,0.0120,0.0001,500,0.0100\n";
    assert_eq!(values(hey, Tool::Hey, "latency"), "[0.0123 0.0456]");
    assert_eq!(values(hey, Tool::Hey, "responses_not_2xx"), "1");
}

#[test]
fn several_runs_and_repeated_labels_are_repetitions() {
    let slow = SYSBENCH.replace("5.00 per", "4.00 per");
    assert_eq!(
        values(&format!("{SYSBENCH}{slow}"), Tool::Sysbench, "throughput"),
        "repeated 5 4"
    );
    let files: Vec<InputFile> = ["a1", "b1", "b2", "a2"]
        .iter()
        .map(|name| InputFile::new(*name, if name.starts_with('a') { SYSBENCH } else { &slow }))
        .collect();
    assert_eq!(
        values_of(&files, Tool::Sysbench, "throughput", &named(&["a", "b", "b", "a"])),
        "repeated 5 5; repeated 4 4"
    );
}

#[test]
fn units_of_files_are_brought_together_exactly() {
    let row = |time: &str, unit: &str| {
        let text = format!(
            "{{\"context\": {{}}, \"benchmarks\": [{{\"name\": \"a\", \"real_time\": {time}, \"cpu_time\": {time}, \
             \"time_unit\": \"{unit}\"}}]}}"
        );
        InputFile::new(unit, text)
    };
    let files = [row("1.25", "ms"), row("3.7e2", "us"), row("12345.6789", "ns")];
    assert_eq!(
        values_of(&files, Tool::GoogleBenchmark, "real_time", &named(&["x", "y", "z"])),
        "1250000; 370000; 12345.6789"
    );
    let jmh = |unit: &str| {
        format!(
            "[{{\"benchmark\": \"a\", \"mode\": \"thrpt\", \"primaryMetric\": {{\"scoreUnit\": \"{unit}\", \
             \"rawData\": [[90], [30]]}}}}]"
        )
    };
    assert_eq!(values(&jmh("ops/ms"), Tool::Jmh, "throughput"), "repeated 90000 30000");
    assert_eq!(values(&jmh("ops/min"), Tool::Jmh, "throughput"), "repeated 1.5 0.5");
}

#[test]
fn histograms_of_sample_mode_are_single_calls() {
    let text = r#"[{"benchmark": "a", "mode": "sample", "primaryMetric": {"scoreUnit": "us/op",
        "rawDataHistogram": [[[[1.5, 2], [3.0, 1]]], [[[2.0, 1]]]]}}]"#;
    assert_eq!(values(text, Tool::Jmh, "sampled_time"), "[1.5 1.5 3][2]");
    let shot = r#"[{"benchmark": "a", "mode": "ss", "primaryMetric": {"scoreUnit": "s/op", "rawData": [[1.5], [2]]}}]"#;
    assert_eq!(values(shot, Tool::Jmh, "single_shot_time"), "[1.5][2]");
}

#[test]
fn a_direction_that_nobody_gave_is_asked_for() {
    let text = "BenchmarkA-8 100 12 ns/op 3 widgets\n";
    let plain = import(None, &[InputFile::new("b", text)], &Options::default()).unwrap();
    assert_eq!(plain.dataset.measures.len(), 1);
    assert_eq!(
        plain.dataset.provenance.skipped,
        [
            "`widgets`: nothing says whether more or less of it is better (say so with --better 'widgets=lower' or =higher)"
        ]
    );
    let told = Options {
        better: vec![("widgets".to_owned(), Better::Higher)],
        ..Options::default()
    };
    assert_eq!(values_of(&[InputFile::new("b", text)], Tool::Go, "widgets", &told), "3");
    let unit_line = format!("Unit widgets better=lower\n{text}");
    assert_eq!(values(&unit_line, Tool::Go, "widgets"), "3");
}

#[test]
fn thresholds_have_opposite_signs_in_the_two_summaries() {
    let old = r#"{"root_group": {}, "metrics": {"http_req_duration": {"avg": 2, "thresholds": {"p(95)<50": true}}}}"#;
    let new = r#"{"root_group": {}, "metrics": {"http_req_duration": {"type": "trend", "contains": "time",
        "values": {"avg": 2}, "thresholds": {"p(95)<50": {"ok": true}}}}}"#;
    for (text, state, warnings) in [(old, "crossed", 1), (new, "held", 0)] {
        let imported = import(Some(Tool::K6), &[InputFile::new("k", text)], &Options::default()).unwrap();
        let details = &imported.dataset.method.environment.details;
        assert_eq!(
            details,
            &[("threshold http_req_duration p(95)<50".to_owned(), state.to_owned())]
        );
        assert_eq!(imported.notes.len(), warnings, "{:?}", imported.notes);
    }
}

#[test]
fn secrets_of_a_setup_are_never_read() {
    let imported = import(
        None,
        &[file("k6/chatorbit-custom-trend-stats.json")],
        &Options::default(),
    )
    .unwrap();
    let json = imported.dataset.to_json();
    assert!(!json.contains("cookie") && !json.contains("jwt"), "{json}");
}

#[test]
fn a_baseline_of_zeros_moves_into_the_details() {
    let files = [
        InputFile::new(
            "a",
            SYSBENCH.replace("\nGeneral", "    ignored errors:  0 (0.00 per sec.)\n\nGeneral"),
        ),
        InputFile::new(
            "b",
            SYSBENCH.replace("\nGeneral", "    ignored errors:  7 (3.50 per sec.)\n\nGeneral"),
        ),
    ];
    let imported = import(Some(Tool::Sysbench), &files, &named(&["old", "new"])).unwrap();
    assert!(
        imported
            .dataset
            .measures
            .iter()
            .all(|measure| measure.id != "ignored_errors")
    );
    let details = &imported.dataset.method.environment.details;
    assert!(
        details.contains(&("ignored_errors (new)".to_owned(), "7".to_owned())),
        "{details:?}"
    );
    assert_eq!(
        imported.dataset.provenance.skipped,
        ["`ignored_errors`: 0 with old, so no change in per cent can be given (kept in the details)"]
    );
}

#[test]
fn criterion_folders_are_runs_and_functions_are_variants() {
    let benchmark = |group: &str, function: &str| {
        format!(
            "{{\"group_id\": \"{group}\", \"function_id\": \"{function}\", \"value_str\": null, \"throughput\": null, \
             \"full_id\": \"{group}/{function}\", \"directory_name\": \"{group}/{function}\"}}"
        )
    };
    let sample = |time: u32| format!("{{\"sampling_mode\": \"Flat\", \"iters\": [1, 1], \"times\": [{time}, {time}]}}");
    let mut files = Vec::new();
    for (function, time) in [("fast", 10), ("slow", 30)] {
        for (baseline, more) in [("base", 5), ("new", 0)] {
            let folder = format!("target/criterion/sort/{function}/{baseline}/");
            files.push(InputFile::new(
                format!("{folder}benchmark.json"),
                benchmark("sort", function),
            ));
            files.push(InputFile::new(format!("{folder}sample.json"), sample(time + more)));
        }
    }
    let imported = import(None, &files, &Options::default()).unwrap();
    let names = |imported: &benchfolio::dataset::import::Imported| {
        let data = &imported.dataset;
        let variants: Vec<String> = data.variants.iter().map(|v| v.name.clone()).collect();
        let cases: Vec<String> = data.cases.iter().map(|c| c.name.clone()).collect();
        format!("{} | {}", variants.join(", "), cases.join(", "))
    };
    assert_eq!(names(&imported), "base, new | fast, slow");
    let new: Vec<InputFile> = files.iter().filter(|f| f.name.contains("/new/")).cloned().collect();
    assert_eq!(
        names(&import(None, &new, &Options::default()).unwrap()),
        "fast, slow | "
    );
    assert_eq!(
        values_of(&new, Tool::Criterion, "time", &Options::default()),
        "[10 10]; [30 30]"
    );
}

#[test]
fn criterion_raw_csv_is_read_with_quotes_and_throughput() {
    let csv = "group,function,value,throughput_num,throughput_type,sample_measured_value,unit,iteration_count\n\
               \"sort, stable\",merge,100,800,bytes,1000.0,ns,2\n\"sort, stable\",merge,100,800,bytes,2100.0,ns,4\n";
    assert_eq!(values(csv, Tool::Criterion, "time"), "repeated 500 525");
    assert_eq!(
        faults(Tool::Criterion, "raw.csv", &csv.replace(",ns,4", ",parsecs,4")),
        "raw.csv:3:43: no unit of time is known by this name: found `parsecs`, expected ns"
    );
}

#[test]
fn clones_of_fio_are_no_repetitions_and_failed_jobs_are_left_out() {
    let job = |error: u32, rate: u32| {
        format!(
            "{{\"jobname\": \"x\", \"error\": {error}, \"read\": {{\"io_bytes\": 5, \"bw\": {rate}, \"iops\": 2.5, \
             \"clat\": {{\"mean\": 1.5, \"percentile\": {{\"99.000000\": 7, \"0.00\": 0, \"0.00\": 0}}}}}}}}"
        )
    };
    let text = |jobs: &[String]| {
        format!(
            "fio: warning\n{{\"fio version\": \"fio-2.1\", \"jobs\": [{}]}}",
            jobs.join(",")
        )
    };
    let clones = text(&[job(0, 4), job(0, 8)]);
    assert_eq!(values(&clones, Tool::Fio, "bandwidth"), "4; 8");
    assert_eq!(values(&clones, Tool::Fio, "completion_latency_p99"), "7; 7");
    let imported = import(None, &[InputFile::new("f", clones)], &Options::default()).unwrap();
    let unit = |id: &str| {
        imported
            .dataset
            .measures
            .iter()
            .find(|m| m.id == id)
            .unwrap()
            .unit
            .symbol()
    };
    assert_eq!((unit("bandwidth"), unit("completion_latency_avg")), ("KiB/s", "us"));
    let failed = text(&[job(5, 4), job(0, 8)]);
    let imported = import(None, &[InputFile::new("f", failed)], &Options::default()).unwrap();
    assert_eq!(
        imported.dataset.provenance.skipped[..2],
        [
            "text around the JSON, first `fio: warning`",
            "job `x`: the job ended with an error: found error 5"
        ]
    );
}

#[test]
fn measurements_of_benchmark_dotnet_are_per_operation() {
    let text = r#"{"HostEnvironmentInfo": {"BenchmarkDotNetVersion": "0.13.5", "ProcessorName": "X"}, "Benchmarks": [{
        "DisplayInfo": "Sort.Quick: DefaultJob [N=100]", "FullName": "Demo.Sort.Quick(N: 100)", "Parameters": "N=100",
        "Memory": {"Gen0Collections": 1, "BytesAllocatedPerOperation": 24, "TotalOperations": 8},
        "Statistics": {"N": 2, "Mean": 11},
        "Measurements": [
            {"IterationMode": "Overhead", "IterationStage": "Actual", "Operations": 8, "Nanoseconds": 1},
            {"IterationMode": "Workload", "IterationStage": "Actual", "Operations": 8, "Nanoseconds": 99},
            {"IterationMode": "Workload", "IterationStage": "Result", "Operations": 8, "Nanoseconds": 84},
            {"IterationMode": "Workload", "IterationStage": "Result", "Operations": 8, "Nanoseconds": 92}]}]}"#;
    assert_eq!(values(text, Tool::BenchmarkDotNet, "time"), "repeated 10.5 11.5");
    assert_eq!(values(text, Tool::BenchmarkDotNet, "allocated"), "24");
    let original = text
        .replace("\"Measurements\"", "\"Other\"")
        .replace("\"N\": 2", "\"OriginalValues\": [3, 4]");
    assert_eq!(values(&original, Tool::BenchmarkDotNet, "time"), "repeated 3 4");
}

#[test]
fn aggregates_of_google_benchmark_are_kept_only_without_their_repetitions() {
    let row = |kind: &str, more: &str, time: u32| {
        format!(
            "{{\"name\": \"a{kind}\", \"run_name\": \"a\", {more} \"real_time\": {time}, \"cpu_time\": {time}, \
             \"time_unit\": \"ns\"}}"
        )
    };
    let aggregate = |name: &str| format!("\"run_type\": \"aggregate\", \"aggregate_name\": \"{name}\",");
    let file = |rows: &[String]| format!("{{\"context\": {{}}, \"benchmarks\": [{}]}}", rows.join(","));
    let only = file(&[
        row("_mean", &aggregate("mean"), 5),
        row("_stddev", &aggregate("stddev"), 1),
    ]);
    assert_eq!(values(&only, Tool::GoogleBenchmark, "real_time_mean"), "5");
    assert_eq!(values(&only, Tool::GoogleBenchmark, "real_time_stddev"), "1");
    let both = file(&[row("", "", 4), row("", "", 6), row("_mean", &aggregate("mean"), 5)]);
    assert_eq!(values(&both, Tool::GoogleBenchmark, "real_time"), "repeated 4 6");
}

/// Every fixture, cut, with lines left out, doubled or spoilt: whatever comes of it is a fault or a valid data set.
#[test]
fn broken_fixtures_are_refused_or_read_but_never_half_read() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import");
    let mut names = Vec::new();
    for folder in std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()) {
        if folder.is_dir() && !folder.ends_with("sheets") {
            let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
            names.extend(files.map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned()));
        }
    }
    names.sort();
    // A small generator of its own: the same damage on every machine.
    let mut state = 42_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let (mut read, mut refused) = (0, 0);
    for name in names.iter().filter(|name| !name.ends_with(".gz")) {
        let whole = String::from_utf8(file(name).bytes).unwrap();
        for round in 0..12 {
            let mut text = whole.clone();
            match round % 4 {
                0 => text.truncate(
                    (0..=random(text.len()))
                        .rev()
                        .find(|at| text.is_char_boundary(*at))
                        .unwrap(),
                ),
                1 | 2 => {
                    let mut lines: Vec<&str> = whole.split_inclusive('\n').collect();
                    let at = random(lines.len());
                    let line = if round % 4 == 1 { "" } else { lines[at] };
                    lines.splice(at..=at, [line, line]);
                    text = lines.concat();
                }
                _ => {
                    let digits: Vec<usize> = text
                        .char_indices()
                        .filter(|(_, c)| c.is_ascii_digit())
                        .map(|(at, _)| at)
                        .collect();
                    let Some(at) = digits.get(random(digits.len())) else {
                        continue;
                    };
                    let at = *at;
                    text.replace_range(
                        at..=at,
                        ["-", "x", "e", ",", "\u{2066}", "999999999999999999999"][random(6)],
                    );
                }
            }
            match import(None, &[InputFile::new(name.as_str(), text)], &Options::default()) {
                Ok(imported) => {
                    read += 1;
                    super::check(&imported, &[name]);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 200 && refused > 200, "read {read}, refused {refused}");
}

#[test]
fn sysbench_1_1_prints_its_rate_under_throughput() {
    let text = "sysbench 1.1.0-abc (using bundled LuaJIT 2.1.0)\n\nNumber of threads: 4\n\nThroughput:\n    events/s (eps): \
                                     1000.2500\n    time elapsed:                        10.0010s\n    total number of \
                events:              10003\n\nLatency (ms):\n         min:                                    0.50\n         \
                avg:                                    4.00\n         max:                                   20.00\n         \
                99th percentile:                        9.00\n         sum:                                40012.00\n\n\
                Threads fairness:\n    events (avg/stddev):           2500.7500/1.00\n";
    assert_eq!(values(text, Tool::Sysbench, "events_throughput"), "1000.25");
    assert_eq!(values(text, Tool::Sysbench, "latency_p99"), "9");
    let files = "sysbench 1.1.0-abc (using bundled LuaJIT 2.1.0)\n\nThroughput:\n         read:  IOPS=3963.58 61.93 MiB/s \
                 (64.94 MB/s)\n         write: IOPS=2642.38 41.29 MiB/s (43.29 MB/s)\n         fsync: IOPS=266.20\n\n    \
                 time elapsed:                        2.0\n    total number of events:              14040\n";
    assert_eq!(values(files, Tool::Sysbench, "read_throughput"), "3963.58");
    assert_eq!(values(files, Tool::Sysbench, "write_rate"), "41.29");
    assert_eq!(values(files, Tool::Sysbench, "fsync_throughput"), "266.2");
}

#[test]
fn sysbench_0_4_memory_counts_in_binary_megabytes() {
    let text = "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nNumber of threads: 1\n\nDoing memory \
                operations speed test\nMemory block size: 1K\n\nOperations performed: 104857600 (1768391.56 ops/sec)\n\n\
                102400.00 MB transferred (1726.94 MB/sec)\n\nTest execution summary:\n    total time:                  \
                        59.2954s\n    per-request statistics:\n         avg:                                  0.01ms\n";
    assert_eq!(values(text, Tool::Sysbench, "operations_throughput"), "1768391.56");
    assert_eq!(values(text, Tool::Sysbench, "transfer_rate"), "1726.94");
    let imported = import(None, &[InputFile::new("m", text)], &Options::default()).unwrap();
    let rate = imported
        .dataset
        .measures
        .iter()
        .find(|m| m.id == "transfer_rate")
        .unwrap();
    assert_eq!(rate.unit.symbol(), "MiB/s");
}

/// The table of the page, as the importers declare it.
#[test]
fn the_page_of_tools_lists_what_is_declared() {
    let mut expected = String::new();
    for tool in Tool::ALL {
        expected.push_str(&format!("### {}\n\nReads {}.\n\n", tool.name(), tool.reads()));
        expected.push_str("| measure | unit | per | better | in the file |\n|---|---|---|---|---|\n");
        for quantity in tool.declares() {
            let better = match quantity.better {
                Better::Lower => "lower",
                Better::Higher => "higher",
            };
            expected.push_str(&format!(
                "| `{}` | {} | {} | {better} | {} |\n",
                quantity.id,
                quantity.unit.symbol(),
                quantity.per.as_deref().unwrap_or(""),
                quantity.kind.words()
            ));
        }
        expected.push('\n');
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/import.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (start, table) = page.split_once("## Tools\n\n").expect("the page has a heading `Tools`");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{start}## Tools\n\n{}\n", expected.trim_end())).unwrap();
        return;
    }
    assert_eq!(table.trim(), expected.trim(), "run the test again with UPDATE_DOCS=1");
}

#[test]
fn runs_that_have_a_name_of_their_own_are_called_by_it() {
    let system = |name: &str, load: u32| {
        format!(
            "{{\"system\": \"{name}\", \"machine\": \"m\", \"load_time\": {load}, \"data_size\": 7, \"result\": [[3, 2, 1], \
             [null, 5, 4]]}}"
        )
    };
    let files = [
        InputFile::new("results/a.json", system("Row store", 0)),
        InputFile::new("results/b.json", system("Column store", 9)),
    ];
    let imported = import(None, &files, &Options::default()).unwrap();
    let names: Vec<&str> = imported
        .dataset
        .variants
        .iter()
        .map(|variant| variant.name.as_str())
        .collect();
    assert_eq!(names, ["Row store", "Column store"]);
    assert_eq!(
        imported.dataset.provenance.skipped,
        [
            "a.json, b.json: Q2: 1 of 3 tries gave no time",
            "a.json: `load_time`: given as 0, so there was nothing to load",
        ]
    );
    assert_eq!(
        values_of(&files, Tool::ClickBench, "hot_run", &Options::default()),
        "[2 1]; [2 1]; [5 4]; [5 4]"
    );
    let command = |name: &str| {
        InputFile::new(
            name,
            format!("{{\"results\": [{{\"command\": \"{name} -x\", \"times\": [1]}}]}}"),
        )
    };
    let imported = import(
        Some(Tool::Hyperfine),
        &[command("old"), command("new")],
        &Options::default(),
    )
    .unwrap();
    let names: Vec<&str> = imported
        .dataset
        .variants
        .iter()
        .map(|variant| variant.name.as_str())
        .collect();
    assert_eq!(names, ["old -x", "new -x"]);
}

#[test]
fn bytes_allocated_per_operation_are_kept_of_a_profiler() {
    let text = r#"[{"benchmark": "a", "mode": "avgt", "primaryMetric": {"scoreUnit": "us/op", "rawData": [[1.5, "NaN"]]},
        "secondaryMetrics": {"\u00b7gc.count": {"scoreUnit": "counts", "rawData": [[1]]}}},
        {"benchmark": "b", "mode": "avgt", "primaryMetric": {"scoreUnit": "us/op", "rawData": [[1.5], [2]]},
        "secondaryMetrics": {"\u00b7gc.alloc.rate.norm": {"scoreUnit": "B/op", "rawData": [[24.5], [24]]}}}]"#;
    assert_eq!(values(text, Tool::Jmh, "allocated"), "repeated 24.5 24");
    let imported = import(None, &[InputFile::new("j", text)], &Options::default()).unwrap();
    assert_eq!(
        imported.dataset.provenance.skipped,
        [
            "`a`: JMH gives no number for it",
            "secondary metric `gc.count`",
            "scores, errors, confidence intervals and percentiles: they follow from the raw data",
        ]
    );
}

#[test]
fn failures_in_a_go_run_are_told() {
    let text = "BenchmarkA-8 100 12 ns/op\n--- FAIL: BenchmarkB\n    b_test.go:7: boom\nFAIL\nexit status 1\n";
    let imported = import(None, &[InputFile::new("b", text)], &Options::default()).unwrap();
    let notes: Vec<String> = imported.notes.iter().map(|note| note.to_string()).collect();
    assert_eq!(
        notes,
        [
            "b: the file reports a failure: `--- FAIL: BenchmarkB`",
            "b: left out: line `b_test.go:7: boom`: it is no benchmark result",
            "b: the file reports a failure: `FAIL`",
            "b: left out: line `exit status 1`: it is no benchmark result",
        ]
    );
}
