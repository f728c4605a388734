//! The statistics against scipy and numpy (`stats/make_fixtures.py` made the fixtures), and against the truth: how
//! often a 95 % interval holds the known mean of a distribution.

use benchfolio::stats::bootstrap::{Batches, Drawn};
use benchfolio::stats::interval::{self, Interval};
use benchfolio::stats::random::{Seed, Xoshiro256};
use benchfolio::stats::{Exact, autocorrelation, drift, noise};
use rayon::prelude::*;
use serde_json::Value;

fn fixtures(kind: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("stats/fixtures.json")).unwrap();
    all[kind].clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

#[track_caller]
fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance * expected.abs().max(1e-6),
        "{found} is not {expected} within {tolerance}"
    );
}

#[test]
fn trend_is_kendalls_tau_of_scipy() {
    for case in fixtures("trends").as_array().unwrap() {
        let trend = drift::trend(&numbers(&case["values"])).unwrap();
        assert_close(trend.tau, case["tau"].as_f64().unwrap(), 1e-12);
        assert_close(trend.p_value, case["p"].as_f64().unwrap(), 1e-9);
    }
}

#[test]
fn variance_components_are_those_of_the_f_test_of_scipy() {
    for case in fixtures("components").as_array().unwrap() {
        let batches = rows(&case["batches"]);
        let found = noise::variance_components(&batches).unwrap();
        assert_close(found.within, case["within"].as_f64().unwrap(), 1e-12);
        assert_close(found.between, case["between"].as_f64().unwrap(), 1e-9);
        let variation = noise::coefficient_of_variation(&Batches::new(&batches).unwrap()).unwrap();
        assert_close(variation, case["variation_of_means"].as_f64().unwrap(), 1e-12);
    }
}

#[test]
fn interval_of_the_median_is_that_of_the_quantile_test_of_scipy() {
    for case in fixtures("medians").as_array().unwrap() {
        let found = interval::of_median(&numbers(&case["values"])).unwrap();
        let expected = [&case["lower"], &case["upper"]].map(|v| v.as_f64().unwrap());
        assert_eq!([found.lower.to_f64(), found.upper.to_f64()], expected);
    }
}

#[test]
fn autocorrelation_is_that_of_numpy() {
    for case in fixtures("correlations").as_array().unwrap() {
        let found = autocorrelation::lag_1(&[numbers(&case["values"])]).unwrap();
        assert_close(found.lag_1, case["lag_1"].as_f64().unwrap(), 1e-12);
    }
}

#[test]
fn outliers_are_counted_as_numpy_counts_them() {
    for case in fixtures("outliers").as_array().unwrap() {
        let found = noise::outliers(&numbers(&case["values"]));
        for (name, count) in [
            ("low_severe", found.low_severe),
            ("low_mild", found.low_mild),
            ("high_mild", found.high_mild),
            ("high_severe", found.high_severe),
        ] {
            assert_eq!(Some(count as u64), case[name].as_u64(), "{name}");
        }
    }
}

#[test]
fn bootstrap_intervals_are_those_of_numpy_within_the_error_of_simulation() {
    for case in fixtures("bootstraps").as_array().unwrap() {
        let (baseline, candidate) = (rows(&case["baseline"]), rows(&case["candidate"]));
        let (baseline, candidate) = (Batches::new(&baseline).unwrap(), Batches::new(&candidate).unwrap());
        let error = case["standard_error_of_baseline"].as_f64().unwrap();
        assert_close(baseline.estimate().variance.sqrt(), error, 1e-12);
        let close = |found: Interval, expected: &Value| {
            let expected = numbers(expected);
            let width = expected[1] - expected[0];
            assert!(
                (found.lower.to_f64() - expected[0]).abs() < 0.02 * width,
                "{found:?} {expected:?}"
            );
            assert!(
                (found.upper.to_f64() - expected[1]).abs() < 0.02 * width,
                "{found:?} {expected:?}"
            );
        };
        let (baseline, candidate) = (Drawn::of(baseline), Drawn::of(candidate));
        close(interval::of_mean(&baseline).unwrap(), &case["mean_of_baseline"]);
        close(interval::of_quotient(&candidate, &baseline).unwrap(), &case["quotient"]);
    }
}

#[test]
fn quotient_of_large_samples_solves_fiellers_equation() {
    let case = fixtures("fieller");
    let (above, below) = (numbers(&case["numerator"]), numbers(&case["denominator"]));
    let [above, below] = [above, below].map(|values| Drawn::of(Batches::of_single_values(&values).unwrap()));
    let found = interval::of_quotient(&above, &below).unwrap();
    assert_close(found.lower.to_f64(), case["lower"].as_f64().unwrap(), 1e-10);
    assert_close(found.upper.to_f64(), case["upper"].as_f64().unwrap(), 1e-10);
}

/// A distribution of calls in batches: its mean is known.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Normal calls around normal batches.
    Normal,
    /// Log-normal times log-normal: how durations look.
    LogNormal,
    /// Independent exponential calls.
    Exponential,
}

struct Draw(Xoshiro256);

impl Draw {
    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    fn batches(&mut self, shape: Shape, batches: usize, calls: usize) -> Batches {
        let drawn: Vec<Vec<f64>> = (0..batches)
            .map(|_| {
                let level = self.normal();
                (0..calls)
                    .map(|_| match shape {
                        Shape::Normal => 10.0 + level + 2.0 * self.normal(),
                        Shape::LogNormal => (0.2 * level + 0.3 * self.normal()).exp(),
                        Shape::Exponential => -self.uniform().ln(),
                    })
                    .collect()
            })
            .collect();
        Batches::new(&drawn).unwrap()
    }
}

fn true_mean(shape: Shape) -> f64 {
    match shape {
        Shape::Normal => 10.0,
        Shape::LogNormal => ((0.04 + 0.09) / 2.0f64).exp(),
        Shape::Exponential => 1.0,
    }
}

/// What became of the intervals of one kind.
struct Coverage {
    /// Intervals that were given, in percent of the experiments.
    given: f64,
    /// Intervals that hold the truth, in percent of those given.
    held: f64,
}

/// Of the mean, and of the quotient of two equal means.
fn coverage(shape: Shape, batches: usize, calls: usize, repeats: usize, replicates: usize) -> [Coverage; 2] {
    let truth = true_mean(shape);
    let holds = |interval: Interval, truth: f64| interval.lower.to_f64() <= truth && truth <= interval.upper.to_f64();
    let outcomes: Vec<[Option<bool>; 2]> = (0..repeats)
        .into_par_iter()
        .map(|repeat| {
            let seed = Seed::of(format!("{shape:?} {batches} {calls} {repeat}").as_bytes());
            let mut draw = Draw(Xoshiro256::new(seed));
            let mut drawn = || {
                let sample = draw.batches(shape, batches, calls);
                let seed = sample.seed();
                Drawn::with(sample, replicates, seed)
            };
            let (a, b) = (drawn(), drawn());
            [
                interval::of_mean(&a).map(|i| holds(i, truth)),
                interval::of_quotient(&a, &b).map(|i| holds(i, 1.0)),
            ]
        })
        .collect();
    [0, 1].map(|which| {
        let given = outcomes.iter().filter_map(|o| o[which]).count() as f64;
        let held = outcomes.iter().filter(|o| o[which] == Some(true)).count() as f64;
        Coverage {
            given: 100.0 * given / repeats as f64,
            held: 100.0 * held / given,
        }
    })
}

#[test]
fn intervals_of_95_percent_hold_the_truth_in_93_to_97_of_100_experiments() {
    for (shape, batches, calls) in [
        (Shape::LogNormal, 15, 10),
        (Shape::Exponential, 15, 4),
        (Shape::Normal, 8, 5),
        (Shape::LogNormal, 8, 5),
        (Shape::Normal, 30, 1),
    ] {
        for found in coverage(shape, batches, calls, 1000, 199) {
            let setting = format!("{shape:?} {batches}×{calls}");
            assert!((93.0..=97.0).contains(&found.held), "{setting}: {} %", found.held);
            assert!(found.given > 99.0, "{setting}: only {} % are given", found.given);
        }
    }
}

/// Prints the table of `docs/statistics.md`.
#[test]
#[ignore = "prints the table of docs/statistics.md; takes minutes"]
fn table_of_coverage() {
    for shape in [Shape::Normal, Shape::LogNormal, Shape::Exponential] {
        for (batches, calls) in [(8, 5), (15, 10), (30, 10), (10, 1), (30, 1), (100, 1)] {
            let [mean, quotient] = coverage(shape, batches, calls, 4000, 799);
            println!(
                "| {shape:?} | {batches} × {calls} | {:.1} % | {:.1} % | {:.1} % |",
                mean.held, quotient.held, quotient.given
            );
            assert!(mean.held > 92.0 && quotient.held > 92.0);
        }
    }
}

/// How far the ends of an interval lie from those with other random numbers: the standard deviation, in percent of the
/// interval's half width; the greater of the two ends.
fn error_of_simulation(rounds: usize, sample: impl Fn(usize) -> Drawn, of: impl Fn(&Drawn) -> Interval) -> f64 {
    let found: Vec<[f64; 2]> = (0..rounds)
        .map(|round| of(&sample(round)))
        .map(|found| [found.lower.to_f64(), found.upper.to_f64()])
        .collect();
    let mean = |end: usize| found.iter().map(|ends| ends[end]).sum::<f64>() / found.len() as f64;
    let spread = |end: usize| {
        let squares: f64 = found.iter().map(|ends| (ends[end] - mean(end)).powi(2)).sum();
        (squares / (found.len() - 1) as f64).sqrt()
    };
    200.0 * spread(0).max(spread(1)) / (mean(1) - mean(0))
}

/// Prints the table of `docs/statistics.md`.
#[test]
#[ignore = "prints the table of docs/statistics.md; takes minutes"]
fn table_of_errors_of_simulation() {
    for (shape, batches, calls) in [
        (Shape::Normal, 15, 10),
        (Shape::LogNormal, 15, 10),
        (Shape::LogNormal, 8, 5),
        (Shape::Exponential, 16, 1),
        (Shape::Exponential, 8, 1),
    ] {
        let mut draw = Draw(Xoshiro256::new(Seed::of(b"errors")));
        let (a, b) = (draw.batches(shape, batches, calls), draw.batches(shape, batches, calls));
        let mut row = format!("| {shape:?} | {batches} × {calls} |");
        for replicates in [1_999, 19_999, 99_999] {
            let begun = std::time::Instant::now();
            let of = |sample: &Batches, round: usize| {
                let seed = sample.seed().branch(&round.to_string());
                Drawn::with(sample.clone(), replicates, seed)
            };
            let mean = error_of_simulation(100, |round| of(&a, round), |drawn| interval::of_mean(drawn).unwrap());
            let each = begun.elapsed().as_secs_f64() * 10.0;
            let below = of(&b, 1000);
            let quotient = error_of_simulation(
                100,
                |round| of(&a, round),
                |drawn| interval::of_quotient(drawn, &below).unwrap(),
            );
            row.push_str(&format!(" {mean:.1} % · {quotient:.1} % ({each:.2} ms) |"));
        }
        println!("{row}");
    }
}

#[test]
fn intervals_hardly_depend_on_the_random_numbers() {
    let mut draw = Draw(Xoshiro256::new(Seed::of(b"errors")));
    let sample = draw.batches(Shape::LogNormal, 8, 5);
    let with = |round: usize| {
        let seed = sample.seed().branch(&round.to_string());
        Drawn::with(sample.clone(), sample.replicates(), seed)
    };
    let error = error_of_simulation(20, with, |drawn| interval::of_mean(drawn).unwrap());
    assert!(error < 1.5, "{error} % of the half width");
}

#[test]
fn medians_of_95_percent_hold_the_truth_in_95_to_98_of_100_experiments() {
    let held = (0..4000u32)
        .filter(|repeat| {
            let mut draw = Draw(Xoshiro256::new(Seed::of(&repeat.to_le_bytes())));
            let values: Vec<f64> = (0..15).map(|_| draw.normal().exp()).collect();
            interval::of_median(&values).unwrap().contains(&Exact::one())
        })
        .count();
    // By the binomial distribution 96.5 %.
    assert!((3800..=3920).contains(&held), "{held} of 4000");
}

#[test]
fn the_same_values_give_the_same_bits() {
    let batches: Vec<Vec<f64>> = (0..15)
        .map(|b| {
            (0..10)
                .map(|c| 8.0 + f64::from(b * 7 % 5) * 0.3 + f64::from(c * 3 % 10) * 0.1)
                .collect()
        })
        .collect();
    let found = interval::of_mean(&Drawn::of(Batches::new(&batches).unwrap())).unwrap();
    // Written down once; it must never change on any platform.
    insta::assert_snapshot!(
        format!("{:016x} {:016x}", found.lower.to_f64().to_bits(), found.upper.to_f64().to_bits()),
        @"40219d28c7aa485b 402297c54783f4ff"
    );
}
