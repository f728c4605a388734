//! Values far from the others.

use crate::check::data::values;
use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::stats::noise::outliers;

rule! {
    "outliers", Note, Look::Data(look),
    why: "A few extreme values can carry a mean; they are kept, and whoever publishes should know of them.",
    source: "Tukey 1977, Exploratory Data Analysis, section 2D",
    hint: "look at the dots of the infographic; compare mean and median before you speak of the mean",
    passes: "all calls within three interquartile ranges of the quartiles",
    fails: "one call of 90 ms among 150 of 8 ms",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    data.sampled()
        .filter_map(|(i, series)| {
            let values: Vec<f64> = values(series).iter().map(|v| v.to_f64()).collect();
            let found = outliers(&values);
            let severe = found.low_severe + found.high_severe;
            (severe > 0).then(|| {
                rule.fault(format!("{} has values far from the others", data.name(series)))
                    .path(format!("$.series[{i}]"))
                    .found(format!(
                        "{severe} of {} beyond three interquartile ranges",
                        values.len()
                    ))
            })
        })
        .collect()
}
