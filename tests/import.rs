//! Importers against real files of the tools: every figure, setting and note of each, and the faults of broken ones.

use benchfolio::dataset::import::{Imported, InputFile, Options, Tool, import};
use benchfolio::dataset::{Dataset, Observations};
use benchfolio::diagnostic::SourceText;
use benchfolio::stats::Exact;
use std::fmt::Write;
use std::path::Path;

#[path = "import/naming.rs"]
mod naming;

#[path = "import/faults.rs"]
mod faults;

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

/// Whether the data set is valid and reads back as it is.
fn check(imported: &Imported, names: &[&str]) {
    let written = SourceText::new("data.json", imported.dataset.to_json());
    match Dataset::read(&written) {
        Ok(read) => assert_eq!(read, imported.dataset, "{names:?} reads back as something else"),
        Err(faults) => panic!("{names:?} makes no valid data set:\n{faults}\n{}", written.text),
    }
}

fn read(tool: Tool, names: &[&str], options: &Options) -> String {
    let files: Vec<InputFile> = names.iter().map(|name| file(name)).collect();
    let named = import(Some(tool), &files, options).map(|imported| {
        check(&imported, names);
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
    hey_few_requests: Hey ["hey/hey.txt", "hey/hey-404.txt"] as "found,missing";
    hey_csv: Hey ["hey/hey.csv"];
    hey_nothing_answered: Hey ["hey/hey-refused.txt"];
    hyperfine_two: Hyperfine ["hyperfine/bencher-two.json"];
    hyperfine_exit_codes_and_memory: Hyperfine ["hyperfine/jdx-hk-all-files-exit1-memory.json"];
    hyperfine_parameter_list: Hyperfine ["hyperfine/tekknolagi-parameter-list.json"];
    hyperfine_parameter_as_variant: Hyperfine ["hyperfine/tekknolagi-parameter-list.json"] from "runtime";
    hyperfine_parameter_scan: Hyperfine ["hyperfine/hf-scan.json"];
    hyperfine_custom_names: Hyperfine ["hyperfine/hf-1.20.0-param-scan-custom-name.json"];
    hyperfine_non_ascii: Hyperfine ["hyperfine/hf-1.20.0-nonascii-params.json"];
    hyperfine_zeros_and_signals: Hyperfine ["hyperfine/hf-1.20.0-exit3-signal137-zero-mean.json"];
    hyperfine_single_run: Hyperfine ["hyperfine/hf-1.20.0-single-run-stddev-null.json"];
    hyperfine_second_schema: Hyperfine ["hyperfine/hf-2.0.0-alpha.2-single-run.json"];
    hyperfine_schemas_compared: Hyperfine ["hyperfine/hf-1.20.0-single-run-stddev-null.json", "hyperfine/hf-2.0.0-alpha.2-single-run.json"] as "old,new";
    hyperfine_repeated_files: Hyperfine ["hyperfine/bencher-two.json", "hyperfine/hf-two.json", "hyperfine/bencher-two.json"] as "a,b,a";
    google_benchmark_old_units_and_fits: GoogleBenchmark ["google-benchmark/gbench-test1-run1-bigo-rms.json"];
    google_benchmark_repetitions: GoogleBenchmark ["google-benchmark/gbench-test3-run0-repetitions.json"];
    google_benchmark_counters: GoogleBenchmark ["google-benchmark/ucsb-rocksdb-1TB-counters.json"];
    google_benchmark_skipped_and_nan: GoogleBenchmark ["google-benchmark/counters-nan-skipped-1.7.json"];
    google_benchmark_two_hosts: GoogleBenchmark ["google-benchmark/github-action-googlecpp.json", "google-benchmark/gbench-test1-run1-bigo-rms.json"] as "old,new";
    pytest_benchmark_cut_data: PytestBenchmark ["pytest-benchmark/github-action-pytest.json"];
    pytest_benchmark_2_5: PytestBenchmark ["pytest-benchmark/ionelmc-storage-0001-2015.json"];
    pytest_benchmark_4_0: PytestBenchmark ["pytest-benchmark/lagom-py311-baseline.json"];
    pytest_benchmark_rounds: PytestBenchmark ["pytest-benchmark/data-params-5.json"];
    pyperf_calibration: Pyperf ["pyperf/telco-4-runs.json"];
    pyperf_tags: Pyperf ["pyperf/mult-list-py37-tags.json"];
    pyperf_gzip: Pyperf ["pyperf/timeit.json.gz"];
    jmh_nan: Jmh ["jmh/clickhouse-jpa-NaN-strings.json"];
    jmh_parameters: Jmh ["jmh/bencher-six.json"];
    jmh_parameter_as_variant: Jmh ["jmh/bencher-six.json"] from "computeType";
    jmh_sampled: Jmh ["jmh/sample-and-single-shot-1.37.json"];
    jmh_forks: Jmh ["jmh/kamilkloch-fs2.json"];
    clickbench_nulls: ClickBench ["clickbench/mariadb-2022.json"];
    benchbase: BenchBase ["benchbase/tpcc-postgres.summary.json"];
    benchbase_two: BenchBase ["benchbase/tpcc-postgres.summary.json", "benchbase/tpcc-oracle.summary.json"] as "postgres,oracle";
    criterion_flat: Criterion ["criterion/ecs-hecs-benchmark.json", "criterion/ecs-hecs-estimates.json", "criterion/ecs-hecs-sample.json", "criterion/ecs-hecs-tukey.json"];
    criterion_old: Criterion ["criterion/dl-old-benchmark.json", "criterion/dl-old-estimates.json", "criterion/dl-old-sample.json"];
    criterion_estimates_only: Criterion ["criterion/ecs-hecs-benchmark.json", "criterion/ecs-hecs-estimates.json"];
    fio_read_write: Fio ["fio/virtualclient-readwrite-3.26.json"];
    fio_two_jobs: Fio ["fio/fio.json"];
    fio_group: Fio ["fio/fio-group.json"];
    k6_custom_trends: K6 ["k6/chatorbit-custom-trend-stats.json"];
    k6_handle_summary: K6 ["k6/quentinbadoud-handlesummary.json"];
    k6_summary_export: K6 ["k6/ratelimiter-heavy-summary-export-old.json"];
    oha_wrapped: Oha ["oha/wrapped-benchmark-data.json"];
    vegeta_old: Vegeta ["vegeta/vegeta-old-no-min-90th-throughput.json"];
    benchmark_dotnet_0_9: BenchmarkDotNet ["benchmarkdotnet/bencher-two.json"];
    go_count: Go ["go/go-count3.txt"];
}
