//! The numbers of the examples, against what was published about them.

use super::{fixture, proxysql};
use benchfolio::dataset::Dataset;
use benchfolio::diagnostic::SourceText;
use benchfolio::stats::{Agreement, Counts, Exact, Sample, Statistic, Summary, Verdict, recompute_claims};
use std::process::Command;

/// Baseline, candidate, reduction in percent, ratio, in the display unit.
fn printed(dataset: &Dataset, summary: &Summary, measure: usize, statistic: Statistic) -> [String; 4] {
    let row = summary.row(measure, None, statistic).expect("the row is there");
    let shown = |variant: usize| {
        let value = row.values[variant].as_ref().expect("measured");
        dataset.measures[measure].in_display_unit(value).to_decimal(6)
    };
    let comparison = row.comparison(1).expect("compared");
    let ratio = comparison.ratio.as_ref().expect("not zero").to_decimal(2);
    [shown(0), shown(1), comparison.reduction_percent.to_decimal(2), ratio]
}

#[test]
fn the_published_figures_come_out_of_the_raw_values() {
    let dataset = proxysql();
    let summary = Summary::of(&dataset, 0);
    let of = |statistic| printed(&dataset, &summary, 0, statistic);
    assert_eq!(of(Statistic::Mean), ["8.112204", "2.014760", "75.16", "4.03"]);
    assert_eq!(
        of(Statistic::MedianOfBatchMeans),
        ["7.895812", "2.053810", "73.99", "3.84"]
    );
    assert_eq!(
        of(Statistic::MaxOfBatchMeans),
        ["11.914402", "2.919234", "75.50", "4.08"]
    );
    assert_eq!(
        printed(&dataset, &summary, 1, Statistic::Value),
        ["4.000000", "4.000000", "0.00", "1.00"]
    );
    let verdicts: Vec<Verdict> = summary.rows.iter().map(|row| row.comparisons[0].verdict).collect();
    let expected = [Verdict::Better, Verdict::Better, Verdict::Better, Verdict::Unchanged];
    assert_eq!(verdicts, expected);
}

#[test]
fn calls_are_counted_in_the_data() {
    let expected = Counts {
        batches_per_variant: Some(15),
        calls_per_batch: Some(10),
        calls_per_variant: Some(150),
        batches: 30,
        calls: 300,
        statements: Some(600),
    };
    assert_eq!(Summary::of(&proxysql(), 0).counts, expected);
    assert_eq!(
        Summary::of(&fixture("mysql-query-cache-hits.json"), 0).counts,
        Counts::default()
    );
}

/// A variant that runs three cases runs all of their calls.
#[test]
fn calls_of_a_variant_are_those_of_all_its_cases() {
    let series =
        |case: &str| format!(r#"{{"measure":"t","variant":"a","case":"{case}","batches":[{{"values":[1,2,3,4]}}]}}"#);
    let text = format!(
        r#"{{"format":"benchfolio/1","id":"x","provenance":{{"kind":"measured"}},"variants":[{{"id":"a","name":"A"}}],
        "cases":[{{"id":"p","name":"P"}},{{"id":"q","name":"Q"}},{{"id":"r","name":"R"}}],
        "measures":[{{"id":"t","unit":"ms","better":"lower"}}],"series":[{},{},{}]}}"#,
        series("p"),
        series("q"),
        series("r")
    );
    let dataset = Dataset::read(&SourceText::new("x.json", text)).unwrap_or_else(|faults| panic!("{faults}"));
    let counts = Summary::of(&dataset, 0).counts;
    assert_eq!(
        (
            counts.batches_per_variant,
            counts.calls_per_batch,
            counts.calls_per_variant
        ),
        (Some(3), Some(4), Some(12))
    );
}

/// What a headline may say: the slowest batch of 3.0.5 beats the mean of 2.7.3, and whether it beats each of its
/// batches is a matter of the data.
#[test]
fn facts_about_batches_are_derived_from_them() {
    let dataset = proxysql();
    let summary = Summary::of(&dataset, 0);
    let facts = summary.batch_facts(0, None, 1).unwrap();
    let means = |variant| Sample::of(&dataset, 0, variant, None).unwrap().batch_means();
    let (slowest, fastest) = (means(1).into_iter().max().unwrap(), means(0).into_iter().min().unwrap());
    assert!(facts.every_batch_better_than_baseline_mean);
    assert_eq!(facts.every_batch_better_than_every_baseline_batch, slowest < fastest);
    // The other way round nothing is better, and an aggregate shows nothing about batches.
    let reverse = Summary::of(&dataset, 1);
    let facts = reverse.batch_facts(0, None, 0).unwrap();
    assert!(!facts.every_batch_better_than_baseline_mean && !facts.every_batch_better_than_every_baseline_batch);
    assert_eq!(summary.batch_facts(1, None, 1), None);
}

#[test]
fn an_aggregate_gets_its_value_and_nothing_else() {
    let dataset = fixture("proxysql-2.4.4-vs-direct.json");
    let summary = Summary::of(&dataset, 0);
    assert!(summary.rows.iter().all(|row| row.statistic == Statistic::Value));
    assert!(summary.facts.is_empty());
    let throughput = summary
        .row(2, Some(0), Statistic::Value)
        .unwrap()
        .comparison(1)
        .unwrap();
    assert_eq!(throughput.verdict, Verdict::Worse);
    assert_eq!(throughput.change_percent.to_decimal(1), "-21.6");
    assert_eq!(throughput.ratio.as_ref().unwrap().to_decimal(3), "0.784");
    // Connection times were published for one of the two workloads only.
    assert_eq!(summary.rows_of(3, Some(1)).count(), 0);
}

#[test]
fn a_derived_rate_is_computed_exactly() {
    let dataset = fixture("mysql-query-cache-hits.json");
    let summary = Summary::of(&dataset, 0);
    let row = summary.row(1, Some(0), Statistic::Value).unwrap();
    assert_eq!(row.values[0], Some(Exact::ratio(5_000_000, 1082)));
    assert_eq!(row.comparison(2).unwrap().verdict, Verdict::Better);
}

#[test]
fn claims_are_recomputed_to_their_printed_precision() {
    for name in ["mysql-query-cache-cost.json", "mysql-query-cache-hits.json"] {
        let figures = recompute_claims(&fixture(name));
        let wrong: Vec<String> = figures
            .iter()
            .filter(|f| f.agreement != Agreement::Rounded)
            .map(|f| f.path())
            .collect();
        assert_eq!(wrong, [""; 0], "{name}");
        assert_eq!(figures.len(), if name.contains("cost") { 48 } else { 7 });
    }
    let figures = recompute_claims(&proxysql());
    assert_eq!(figures.len(), 9);
    assert!(figures.iter().all(|figure| figure.agreement == Agreement::Rounded));

    let figures = recompute_claims(&fixture("proxysql-2.4.4-vs-direct.json"));
    let not_rounded: Vec<(String, Agreement, &str, String)> = (figures.iter())
        .filter(|figure| figure.agreement != Agreement::Rounded)
        .map(|figure| {
            (
                figure.path(),
                figure.agreement,
                figure.printed.text.as_str(),
                figure.corrected(),
            )
        })
        .collect();
    let path = |claim: usize| format!("$.claims[{claim}].change_percent");
    let expected = [
        (path(0), Agreement::Truncated, "30", "31".to_owned()),
        (path(2), Agreement::Truncated, "-21", "-22".to_owned()),
        (path(4), Agreement::Truncated, "28", "29".to_owned()),
        (path(7), Agreement::Wrong, "140", "1400".to_owned()),
    ];
    assert_eq!(not_rounded, expected);
}

/// Runs a Python program and gives what it prints.
pub fn python(arguments: &[&str]) -> String {
    let output = Command::new("python3")
        .args(arguments)
        .output()
        .expect("python3 is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("python prints UTF-8")
}

#[test]
fn means_are_bit_for_bit_those_of_python() {
    let dataset = proxysql();
    let path = super::root().join("reports/proxysql-2.7-vs-3.0/data.json");
    let program = "import json, statistics, sys\n\
        for s in json.load(open(sys.argv[1]))['series'][:2]:\n\
        \x20   print(statistics.fmean([v for b in s['batches'] for v in b['values']]).hex())\n\
        \x20   for b in s['batches']: print(statistics.fmean(b['values']).hex())\n";
    let theirs: Vec<f64> = python(&["-c", program, path.to_str().unwrap()])
        .lines()
        .map(from_hex)
        .collect();
    let ours: Vec<f64> = (0..2)
        .flat_map(|variant| {
            let sample = Sample::of(&dataset, 0, variant, None).unwrap();
            let mean = sample.figure(Statistic::Mean).unwrap();
            std::iter::once(mean)
                .chain(sample.batch_means())
                .collect::<Vec<Exact>>()
        })
        .map(|mean| mean.to_f64())
        .collect();
    assert_eq!(ours, theirs);
}

/// Python's `float.hex()`: `0x1.ef1d6c3333333p+22`.
fn from_hex(text: &str) -> f64 {
    let (mantissa, exponent) = text.strip_prefix("0x1.").unwrap().split_once('p').unwrap();
    let exponent: i64 = exponent.parse().unwrap();
    f64::from_bits(u64::from_str_radix(mantissa, 16).unwrap() | (((exponent + 1023) as u64) << 52))
}
