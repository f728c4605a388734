//! Data of rare shapes are published whole: variants that are all level, tables that are wider than a page.

use super::bench_of_work::Workshop;

/// A grid of one value for each variant and case.
fn grid(variants: &[String], cases: &[String], value: impl Fn(usize, usize) -> f64) -> String {
    let named = |letter: &str, names: &[String]| -> String {
        let each = names.iter().enumerate();
        let each = each.map(|(i, name)| format!(r#"{{"id":"{letter}{i}","name":"{name}"}}"#));
        each.collect::<Vec<_>>().join(",")
    };
    let mut series = Vec::new();
    for case in 0..cases.len() {
        for variant in 0..variants.len() {
            let value = value(variant, case);
            series.push(format!(
                r#"{{"measure":"time","variant":"v{variant}","case":"c{case}","value":{value}}}"#
            ));
        }
    }
    format!(
        r#"{{"format":"benchfolio/1","id":"rare","provenance":{{"kind":"measured"}},"variants":[{}],"cases":[{}],
            "measures":[{{"id":"time","unit":"ms","better":"lower"}}],"series":[{}]}}"#,
        named("v", variants),
        named("c", cases),
        series.join(",")
    )
}

fn names(count: usize, name: impl Fn(usize) -> String) -> Vec<String> {
    (0..count).map(name).collect()
}

fn published(data: String, languages: &str) {
    let workshop = Workshop::empty();
    std::fs::write(workshop.path("data.json"), data).unwrap();
    workshop
        .run(&["build", "--data", "data.json", "--lang", languages, "--out", "site"])
        .ends_with(0);
}

#[test]
fn variants_that_are_level_in_every_case_need_no_name() {
    let variants = names(4, |i| format!("Variant {i}"));
    let cases = names(6, |i| format!("case {i}"));
    published(grid(&variants, &cases, |_, _| 5.0), "en,pl");
}

/// Pages show such a table as several, so that its numbers stand in another order there.
#[test]
fn a_table_that_is_wider_than_a_page_is_published() {
    let variants = names(12, |i| format!("org.example.bench.Variant{i}#method(size={i})"));
    let cases = names(6, |i| format!("cargo run --release --bin thing-{i} data/input-{i}.txt"));
    let value = |variant: usize, case: usize| 5.125 + (variant * 7 + case * 3) as f64;
    published(grid(&variants, &cases, value), "en,ar");
}

/// The names of the cases stand in lines so near to each other that tall letters meet.
#[test]
fn many_cases_with_tall_names_are_published() {
    let variants = names(4, |i| format!("Variant {i}"));
    let cases = names(30, |i| format!("حالة ﷺ {i}"));
    published(
        grid(&variants, &cases, |variant, case| 5.5 + (variant * case) as f64),
        "ar,pl",
    );
}
