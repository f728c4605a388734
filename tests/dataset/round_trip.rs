//! What is written reads back equal, whatever the data set.

use super::{fixture, proxysql};
use benchfolio::dataset::*;
use benchfolio::diagnostic::SourceText;
use benchfolio::stats::{Exact, Statistic};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

#[test]
fn the_examples_are_in_canonical_form() {
    let names = [
        "mysql-query-cache-cost.json",
        "mysql-query-cache-hits.json",
        "proxysql-2.4.4-query-cache.json",
        "proxysql-2.4.4-vs-direct.json",
    ];
    for name in names {
        let text = std::fs::read_to_string(super::root().join("tests/data").join(name)).unwrap();
        assert_eq!(fixture(name).to_json(), text, "{name}");
    }
    let report = super::root().join("reports/proxysql-2.7-vs-3.0/data.json");
    assert_eq!(proxysql().to_json(), std::fs::read_to_string(report).unwrap());
}

#[test]
fn the_example_of_the_documentation_is_a_data_set() {
    let page = std::fs::read_to_string(super::root().join("docs/data-format.md")).unwrap();
    let example = page
        .split_once("```json\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .unwrap()
        .0;
    let dataset =
        Dataset::read(&SourceText::new("docs/data-format.md", example)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(dataset.series.len(), 2);
}

fn text() -> impl Strategy<Value = String> {
    "[a-zA-Z\"\\\\/ąć中🦀]([ -~ąć中🦀]{0,12}[!-~中])?"
}

fn number() -> impl Strategy<Value = Exact> {
    (1..=u64::MAX, 0..=20_u32).prop_map(|(n, places)| Exact::ratio(n, num_bigint::BigInt::from(10).pow(places)))
}

fn settings() -> impl Strategy<Value = Vec<(String, String)>> {
    proptest::collection::btree_map(text(), text(), 0..3).prop_map(|settings| settings.into_iter().collect())
}

fn method() -> impl Strategy<Value = Method> {
    let environment =
        (of(text()), of(1..100_u64), of(any::<bool>()), settings()).prop_map(|(os, vcpus, shared_host, details)| {
            Environment {
                os,
                vcpus,
                shared_host,
                details,
                ..Environment::default()
            }
        });
    let orders = select(vec![
        VariantOrder::Fixed,
        VariantOrder::Alternated,
        VariantOrder::Randomised,
    ]);
    (
        of(text()),
        of(number()),
        of(orders),
        settings(),
        environment,
        of("[0-9a-f]{64}"),
    )
        .prop_map(
            |(tool, duration_s, variant_order, parameters, environment, code_sha256)| Method {
                tool,
                duration_s,
                variant_order,
                parameters,
                environment,
                code_sha256,
                ..Method::default()
            },
        )
}

fn observations() -> impl Strategy<Value = Observations> {
    let batch = (of(text()), of(0..9_u64), vec(number(), 1..5), any::<bool>());
    let batch = batch.prop_map(|(process_order, warmup_calls, values, rows)| Batch {
        sequence: None,
        process_order,
        warmup_calls,
        code_sha256: None,
        rows_returned: if rows {
            vec![vec![1, 7]; values.len()]
        } else {
            Vec::new()
        },
        values,
    });
    prop_oneof![
        vec(batch, 1..5).prop_map(|mut batches| {
            for (index, batch) in batches.iter_mut().enumerate() {
                batch.sequence = Some(index as u64 + 1);
            }
            Observations::Batches(batches)
        }),
        vec(number(), 1..5).prop_map(Observations::Repetitions),
        number().prop_map(Observations::Aggregate),
    ]
}

fn printed() -> impl Strategy<Value = Printed> {
    (0..10_000_u64, 0..=4_u8).prop_map(|(n, digits)| {
        let value = Exact::ratio(n, 10_u64.pow(digits.into()));
        Printed {
            text: value.to_decimal(digits),
            value,
            digits,
        }
    })
}

/// Two variants, one or two measures (the second a rate of the first), no case or two.
fn dataset() -> impl Strategy<Value = Dataset> {
    let names = vec(text(), 4..=4).prop_filter("names differ", |names| names[0] != names[1] && names[2] != names[3]);
    let units = select(vec![
        (Unit::Nanosecond, Unit::Millisecond),
        (Unit::Second, Unit::Second),
        (Unit::Minute, Unit::Second),
    ]);
    let parts = (
        names,
        units,
        any::<bool>(),
        any::<bool>(),
        method(),
        vec(observations(), 4..=4),
        printed(),
        of(text()),
    );
    parts.prop_map(
        |(names, (unit, display_unit), with_cases, derived, method, observations, printed, note)| {
            let variant = |index: usize| Variant {
                id: format!("v{index}"),
                name: names[index].clone(),
                build: note.clone(),
            };
            let case = |index: usize| Case {
                id: format!("c.{index}"),
                name: names[2 + index].clone(),
                operations: derived.then_some(1 + index as u64),
            };
            let measure = |id: &str, unit, display_unit, better, derived| Measure {
                id: id.to_owned(),
                unit,
                display_unit,
                per: note.clone(),
                better,
                derived,
            };
            let rate = measure(
                "rate",
                Unit::PerSecond,
                Unit::PerSecond,
                Better::Higher,
                Some(Derived::OperationsPer(0)),
            );
            let cases = if with_cases { vec![Some(0), Some(1)] } else { vec![None] };
            let keys: Vec<(usize, Option<usize>)> = cases.iter().flat_map(|case| [(0, *case), (1, *case)]).collect();
            let first = Statistic::of(&observations[0])[0];
            Dataset {
                id: "demo-1.x".to_owned(),
                provenance: Provenance {
                    kind: ProvenanceKind::Synthetic,
                    note: note.clone(),
                    source: note.clone().map(|title| PublishedSource {
                        title,
                        author: None,
                        url: Some("https://example.org/a?b=%20".to_owned()),
                        published: Some("2024-02-29".to_owned()),
                    }),
                    skipped: note.iter().cloned().collect(),
                },
                variants: vec![variant(0), variant(1)],
                cases: if with_cases { vec![case(0), case(1)] } else { Vec::new() },
                measures: std::iter::once(measure("time", unit, display_unit, Better::Lower, None))
                    .chain((with_cases && derived).then_some(rate))
                    .collect(),
                method,
                series: (keys.into_iter().zip(observations))
                    .map(|((variant, case), observations)| Series {
                        measure: 0,
                        variant,
                        case,
                        observations,
                    })
                    .collect(),
                claims: vec![Claim {
                    measure: 0,
                    case: cases[0],
                    statistic: Some(first),
                    subject: ClaimSubject::Value {
                        variant: 0,
                        value: printed,
                    },
                }],
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn what_is_written_reads_back_equal(dataset in dataset()) {
        let text = dataset.to_json();
        match Dataset::read(&SourceText::new("written.json", text.as_str())) {
            Ok(read) => prop_assert_eq!(read, dataset),
            Err(faults) => prop_assert!(false, "{}\n{}", faults, text),
        }
    }

    /// Whatever bytes come: an answer, and every fault with a place that exists.
    #[test]
    fn no_bytes_bring_the_reader_down(at in 0..3000_usize, length in 0..40_usize, noise in vec(any::<u8>(), 0..12)) {
        let mut bytes = fixture("mysql-query-cache-hits.json").to_json().into_bytes();
        let start = at.min(bytes.len());
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, noise);
        if let Err(faults) = Dataset::read_bytes("noise.json", bytes) {
            prop_assert!(faults.iter().all(|fault| fault.file_name() == Some("noise.json")));
            prop_assert!(faults.iter().all(|f| f.line_column().is_none_or(|(line, column)| line > 0 && column > 0)));
        }
    }
}
