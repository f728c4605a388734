//! A first batch that is out of line.

use super::drift::in_time;
use crate::check::data::four_digits;
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::Better;
use crate::diagnostic::Fault;
use crate::stats::drift::{OUTLYING_SCORE, first_value_score};

rule! {
    "slow-first-batch", Warning, Look::Data(look),
    why: "A first batch much slower than the others shows a cold start that the warm-up did not cover.",
    source: "hyperfine, `outlier_detection.rs` and its warnings; Iglewicz and Hoaglin 1993",
    hint: "warm up longer, or publish the cold start as a figure of its own",
    passes: "a first batch within the spread of the others",
    fails: "a first batch of 20 ms where the others take 8 ms",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    data.sampled()
        .filter_map(|(i, series)| {
            let score = first_value_score(&in_time(series)?)?;
            let slow = match data.measure(series).better {
                Better::Lower => score > OUTLYING_SCORE,
                Better::Higher => score < -OUTLYING_SCORE,
            };
            slow.then(|| {
                rule.fault(format!("{} starts slowly", data.name(series)))
                    .path(format!("$.series[{i}]"))
                    .found(format!("a modified z-score of {}", four_digits(score.abs())))
                    .expected(format!("at most {OUTLYING_SCORE}"))
            })
        })
        .collect()
}
