//! Importers against real files of the tools: every figure, setting and note of each, and the faults of broken ones.

use benchfolio::dataset::import::{Imported, InputFile, Options, Tool, import};
use benchfolio::dataset::{Dataset, Observations};
use benchfolio::diagnostic::SourceText;
use benchfolio::stats::Exact;
use std::fmt::Write;
use std::path::Path;

fn file(name: &str) -> InputFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import").join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    InputFile::new(name, bytes)
}

/// A number as the shortest decimal or, where there is none, as a fraction.
fn number(value: &Exact) -> String {
    let digits = (0..=30).find(|digits| value.round_to(*digits) == *value);
    digits.map_or_else(|| value.to_string(), |digits| value.to_decimal(digits))
}

fn few(values: &[Exact]) -> String {
    let texts: Vec<String> = values.iter().map(number).collect();
    match texts.as_slice() {
        [a, b, .., y, z] if texts.len() > 6 => {
            format!(
                "{a} {b} … {y} {z} ({} values, sum {})",
                texts.len(),
                number(&Exact::sum(values))
            )
        }
        few => few.join(" "),
    }
}

/// All that a data set holds, a line each.
fn sheet(imported: &Imported) -> String {
    let Dataset { id, method, .. } = &imported.dataset;
    let data = &imported.dataset;
    let mut out = String::new();
    let _ = writeln!(out, "{id}, by {}", method.tool.as_deref().unwrap_or("?"));
    for variant in &data.variants {
        let _ = writeln!(out, "variant {}: {}", variant.id, variant.name);
    }
    for case in &data.cases {
        let _ = writeln!(out, "case {}: {}", case.id, case.name);
    }
    let counts = [
        ("batches", method.batches_per_variant),
        ("calls", method.calls_per_batch),
        ("warm-ups", method.warmup_calls_per_batch),
        ("repeats", method.repeats),
        ("threads", method.threads),
    ];
    for (name, count) in counts.into_iter().filter_map(|(name, count)| Some((name, count?))) {
        let _ = writeln!(out, "{name} = {count}");
    }
    if let Some(duration) = &method.duration_s {
        let _ = writeln!(out, "duration = {} s", number(duration));
    }
    let environment = &method.environment;
    let texts = [
        ("revision", &method.revision),
        ("os", &environment.os),
        ("cpu", &environment.cpu),
        ("runtime", &environment.runtime),
    ];
    for (name, text) in texts
        .into_iter()
        .filter_map(|(name, text)| Some((name, text.as_ref()?)))
    {
        let _ = writeln!(out, "{name} = {text}");
    }
    for (name, count) in [("vcpus", environment.vcpus), ("memory", environment.memory_bytes)] {
        if let Some(count) = count {
            let _ = writeln!(out, "{name} = {count}");
        }
    }
    for (name, value) in method.parameters.iter().chain(&environment.details) {
        let _ = writeln!(out, "{name} = {value}");
    }
    for (index, measure) in data.measures.iter().enumerate() {
        let _ = writeln!(
            out,
            "{} [{}, shown in {}, per {}, {:?}]",
            measure.id,
            measure.unit.symbol(),
            measure.display_unit.symbol(),
            measure.per.as_deref().unwrap_or("-"),
            measure.better
        );
        for series in data.series.iter().filter(|s| s.measure == index) {
            let case = series.case.map_or("", |case| &data.cases[case].id);
            let _ = write!(out, "  {} {case}: ", data.variants[series.variant].id);
            let _ = match &series.observations {
                Observations::Aggregate(value) => writeln!(out, "{}", number(value)),
                Observations::Repetitions(values) => writeln!(out, "repeated {}", few(values)),
                Observations::Batches(batches) => {
                    let texts: Vec<String> = batches.iter().map(|batch| few(&batch.values)).collect();
                    writeln!(out, "batches [{}]", texts.join("] ["))
                }
            };
        }
    }
    for note in &imported.notes {
        let _ = writeln!(out, "{:?} {note}", note.severity);
    }
    for skipped in &data.provenance.skipped {
        let _ = writeln!(out, "skipped {skipped}");
    }
    out
}

fn read(tool: Tool, names: &[&str], options: &Options) -> String {
    let files: Vec<InputFile> = names.iter().map(|name| file(name)).collect();
    let named = import(Some(tool), &files, options).map(|imported| {
        let written = SourceText::new("data.json", imported.dataset.to_json());
        match Dataset::read(&written) {
            Ok(read) => assert_eq!(read, imported.dataset, "{names:?} reads back as something else"),
            Err(faults) => panic!("{names:?} makes no valid data set:\n{faults}"),
        }
        sheet(&imported)
    });
    let guessed = import(None, &files, options).map(|imported| sheet(&imported));
    assert_eq!(named, guessed, "the guess of {names:?} differs");
    match named {
        Ok(sheet) => sheet,
        Err(faults) => format!("{faults}\n"),
    }
}

/// One snapshot a set of files.
macro_rules! sheets {
    ($($test:ident: $tool:ident [$($name:literal),+] $(as $variants:literal)? $(from $from:literal)?;)+) => {
        $(#[test]
        fn $test() {
            #[allow(unused_mut)]
            let mut options = Options::default();
            $(options.variants = $variants.split(',').map(str::to_owned).collect();)?
            $(options.variants_from = Some($from.to_owned());)?
            let text = read(Tool::$tool, &[$($name),+], &options);
            insta::with_settings!({snapshot_path => "import/sheets", prepend_module_to_snapshot => false, omit_expression => true}, {
                insta::assert_snapshot!(stringify!($test), text);
            });
        })+
    };
}

sheets! {
    sysbench_0_4: Sysbench ["sysbench/mariadb-0.4.12-ro-64thr.res"];
    sysbench_0_5: Sysbench ["sysbench/mariadb-0.5-ro-rocksdb-128thr.res"];
    sysbench_1_0_intervals: Sysbench ["sysbench/percona-meltdown-1.0.12.txt"];
    sysbench_two_versions: Sysbench ["sysbench/sql-proxy-1.0.20.log", "sysbench/percona-meltdown-1.0.12.txt"] as "proxy,direct";
    sysbench_cpu: Sysbench ["sysbench/sysbench-cpu.txt"];
    sysbench_memory: Sysbench ["sysbench/sysbench-memory.txt"];
    sysbench_fileio: Sysbench ["sysbench/sysbench-fileio.txt"];
    sysbench_oltp: Sysbench ["sysbench/sysbench-oltp.txt"];
    sysbench_histogram: Sysbench ["sysbench/sysbench-histogram.txt"];
    mysqlslap_engines: Mysqlslap ["mysqlslap/engines-two-blocks-5.5.50.txt"];
    mysqlslap_text: Mysqlslap ["mysqlslap/mysqlslap.txt"];
    mysqlslap_csv: Mysqlslap ["mysqlslap/mysqlslap.csv"];
    pgbench_new: Pgbench ["pgbench/felipebrgs1-pg13-standard-client18beta3.log"];
    pgbench_six_runs: Pgbench ["pgbench/percona-thp-60m-256clients-old.txt"];
    pgbench_scripts: Pgbench ["pgbench/pgbench-scripts.txt"];
    pgbench_log: Pgbench ["pgbench/pgbench-log-run.txt", "pgbench/pgbench_log.8653", "pgbench/pgbench_log.8653.1"];
    pgbench_aggregate_log: Pgbench ["pgbench/pgbench-agg-run.txt", "pgbench/pgbench_log.8685"];
    pgbench_rate_limited: Pgbench ["pgbench/pgbench-rate-run.txt", "pgbench/pgbench_log.8691"];
    pgbench_two_logs: Pgbench ["pgbench/pgbench_log.8653", "pgbench/pgbench_log.8653.1", "pgbench/pgbench_log.8697"] as "two,four";
    go_custom_units: Go ["go/github-action-go-output.txt"];
    go_repeats: Go ["go/suffixarray.bench"];
    go_parameter_as_variant: Go ["go/suffixarray.bench"] from "bits";
    wrk_mixed_units: Wrk ["wrk/wrk-vps-linode-mixed-units.log"];
    wrk_latency: Wrk ["wrk/wrk.txt"];
    wrk_two: Wrk ["wrk/wrk.txt", "wrk/wrk-404.txt"];
    wrk2_spectrum: Wrk2 ["wrk2/wrk2-deathstarbench.txt"];
    ab_whole_milliseconds: Ab ["ab/ab-oxide.txt"];
    ab_errors: Ab ["ab/ab-404.txt", "ab/ab.txt"] as "missing,found";
    hey_two_runs: Hey ["hey/hey-alb-two-runs-concatenated.txt"];
}
