//! Data sets with one fault each, and the rule that must find it.

use serde_json::{Value, json};

pub struct Mutation {
    /// Id of the rule; the whole code for what the reader of data already refuses.
    pub rule: &'static str,
    pub what: &'static str,
    pub edit: fn(&mut Value),
}

/// Makes the synthetic example one that was measured and recorded well.
pub fn measured(data: &mut Value) {
    data["provenance"] = json!({"kind": "measured"});
}

const fn fault(rule: &'static str, what: &'static str, edit: fn(&mut Value)) -> Mutation {
    Mutation { rule, what, edit }
}

/// Multiplies each call of a series by what `factor` says of its batch and its place in it.
fn scale(data: &mut Value, series: usize, factor: impl Fn(usize, usize) -> f64) {
    for (b, batch) in data["series"][series]["batches"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .enumerate()
    {
        for (c, value) in batch["values"].as_array_mut().unwrap().iter_mut().enumerate() {
            *value = json!((value.as_f64().unwrap() * factor(b, c)).round() as u64);
        }
    }
    without_claims(data);
}

fn without_claims(data: &mut Value) {
    data.as_object_mut().unwrap().remove("claims");
}

/// Adds a measure with one figure a variant.
fn add(data: &mut Value, measure: Value, values: [f64; 2]) {
    let id = measure["id"].clone();
    data["measures"].as_array_mut().unwrap().push(measure);
    for (variant, value) in ["2.7.3", "3.0.5"].iter().zip(values) {
        let series = json!({"measure": id, "variant": variant, "value": value});
        data["series"].as_array_mut().unwrap().push(series);
    }
}

/// Adds a measure of which only the candidate has several values.
fn add_repeated(data: &mut Value, measure: Value, values: &[f64]) {
    let id = measure["id"].clone();
    data["measures"].as_array_mut().unwrap().push(measure);
    for variant in ["2.7.3", "3.0.5"] {
        let series = json!({"measure": id, "variant": variant, "repetitions": values});
        data["series"].as_array_mut().unwrap().push(series);
    }
}

/// Gives the candidate the baseline's calls, times a factor.
fn candidate_like_baseline(data: &mut Value, factor: f64) {
    let batches = data["series"][0]["batches"].clone();
    data["series"][1]["batches"] = batches;
    scale(data, 1, |_, _| factor);
}

pub const ALL: &[Mutation] = &[
    fault("claim-recomputed", "a digit of a mean changed", |d| {
        d["claims"][0]["baseline_value"] = json!("8.112304")
    }),
    fault("claim-recomputed", "a digit of a median changed", |d| {
        d["claims"][1]["candidate_value"] = json!("2.053910")
    }),
    fault("claim-recomputed", "two digits swapped", |d| {
        d["claims"][0]["reduction_percent"] = json!("71.56")
    }),
    fault("claim-recomputed", "baseline and candidate swapped", |d| {
        d["claims"][2]["baseline"] = json!("3.0.5");
        d["claims"][2]["candidate"] = json!("2.7.3");
    }),
    fault("claim-recomputed", "the mean called a median", |d| {
        d["claims"][0]["statistic"] = json!("median_of_batch_means")
    }),
    fault("claim-recomputed", "a call changed after publication", |d| {
        d["series"][0]["batches"][3]["values"][4] = json!(99_000_000)
    }),
    fault("claim-recomputed", "a comma read as a factor of ten", |d| {
        d["claims"][0]["candidate_value"] = json!("20.14760")
    }),
    fault("claim-rounded", "digits cut off", |d| {
        d["claims"][0]["reduction_percent"] = json!("75.1")
    }),
    fault("claim-agrees-with-itself", "a ratio of another reduction", |d| {
        d["claims"][0]["ratio"] = json!("3.03")
    }),
    fault("claim-agrees-with-itself", "a change with the wrong sign", |d| {
        d["claims"][0]["change_percent"] = json!("75.16")
    }),
    fault("dataset::claim", "divided by the candidate", |d| {
        d["claims"][0]["reduction_percent"] = json!("302.64")
    }),
    fault("dataset::claim", "a change below −100 %", |d| {
        d["claims"][0]["change_percent"] = json!("-302.64")
    }),
    fault("digits-within-uncertainty", "many digits of a change", |d| {
        d["claims"][0]["reduction_percent"] = json!("75.163844")
    }),
    fault("throughput-fits-latency", "a lost decimal point", |d| {
        add(
            d,
            json!({"id": "latency_avg", "unit": "ms", "better": "lower"}),
            [10.0, 5.0],
        );
        add(
            d,
            json!({"id": "throughput", "unit": "1/s", "better": "higher"}),
            [1000.0, 200.0],
        );
    }),
    fault("possible-values", "a duration of zero", |d| {
        d["series"][0]["batches"][0]["values"][0] = json!(0)
    }),
    fault("possible-values", "a stuck clock", |d| scale_to(d, 1_000_000)),
    fault("possible-values", "more errors than requests", |d| {
        add(
            d,
            json!({"id": "error_rate", "unit": "%", "better": "lower"}),
            [0.1, 140.0],
        )
    }),
    fault("direction-fits-unit", "longer is better", |d| {
        d["measures"][0]["better"] = json!("higher");
        without_claims(d);
    }),
    fault("direction-fits-unit", "fewer requests are better", |d| {
        add(
            d,
            json!({"id": "throughput", "unit": "1/s", "better": "lower"}),
            [9.0, 8.0],
        )
    }),
    fault("variants-distinct", "two variants of one name", |d| {
        d["variants"][1]["name"] = json!("proxysql 2.7.3")
    }),
    fault("provenance-told", "synthetic, and no note", |d| {
        d["provenance"] = json!({"kind": "synthetic"})
    }),
    fault("provenance-told", "republished, and no source", |d| {
        d["provenance"] = json!({"kind": "published-aggregates"});
        d["series"].as_array_mut().unwrap().drain(..2);
        d["measures"].as_array_mut().unwrap().remove(0);
        without_claims(d);
    }),
    fault("removed-samples", "a run left out", |d| {
        d["provenance"]["skipped"] = json!(["run 16: the network failed"])
    }),
    fault("balanced", "a batch dropped", |d| {
        d["series"][1]["batches"].as_array_mut().unwrap().pop();
        d["method"].as_object_mut().unwrap().remove("batches_per_variant");
        without_claims(d);
    }),
    fault("no-gaps", "a figure of one variant only", |d| {
        d["series"].as_array_mut().unwrap().pop();
    }),
    fault("same-work", "another code for the candidate", |d| {
        d["method"].as_object_mut().unwrap().remove("code_sha256");
        for batch in d["series"][1]["batches"].as_array_mut().unwrap() {
            batch["code_sha256"] = json!("0".repeat(64));
        }
    }),
    fault("same-work", "other rows for the candidate", |d| {
        d["method"].as_object_mut().unwrap().remove("rows_per_call");
        for batch in d["series"][1]["batches"].as_array_mut().unwrap() {
            batch["rows_returned"] = json!(vec![vec![1, 6]; 10]);
        }
    }),
    fault("errors-counted", "faster, and failing", |d| {
        add(
            d,
            json!({"id": "error_rate", "unit": "%", "better": "lower"}),
            [0.1, 3.0],
        )
    }),
    fault("sample-size-known", "a lone mean", |d| {
        add(
            d,
            json!({"id": "startup", "unit": "ms", "better": "lower"}),
            [120.0, 90.0],
        )
    }),
    fault("percentile-samples", "a p99 of six values", |d| {
        add_repeated(
            d,
            json!({"id": "latency_p99", "unit": "ms", "better": "lower"}),
            &[9.0, 9.5, 9.1, 9.9, 8.7, 9.2],
        );
        // Single calls; a repetition would be a percentile of a tool.
        for series in d["series"].as_array_mut().unwrap().iter_mut().rev().take(2) {
            let values = series.as_object_mut().unwrap().remove("repetitions").unwrap();
            series["batches"] = json!([{ "values": values }]);
        }
        d["method"]
            .as_object_mut()
            .unwrap()
            .retain(|name, _| name == "environment");
    }),
    fault("mean-of-rates", "rates of runs of unknown length", |d| {
        add_repeated(
            d,
            json!({"id": "throughput", "unit": "1/s", "better": "higher"}),
            &[100.0, 110.0, 90.0],
        );
    }),
    fault("mean-of-ratios", "an average of speed-ups", |d| {
        add_repeated(
            d,
            json!({"id": "speedup", "unit": "1", "better": "higher"}),
            &[4.0, 3.9, 4.1],
        );
    }),
    fault("difference-established", "one per cent faster", |d| {
        candidate_like_baseline(d, 0.99)
    }),
    fault("difference-above-noise", "eight per cent faster", |d| {
        candidate_like_baseline(d, 0.92)
    }),
    fault("order-recorded", "no order", |d| {
        d["method"].as_object_mut().unwrap().remove("variant_order");
    }),
    fault("drift", "slower from batch to batch", |d| {
        scale(d, 1, |b, _| 1.0 + 0.2 * b as f64)
    }),
    fault("drift", "faster from batch to batch", |d| {
        scale(d, 0, |b, _| 1.0 / (1.0 + 0.3 * b as f64))
    }),
    fault("slow-first-batch", "a cold start", |d| {
        scale(d, 1, |b, _| if b == 0 { 4.0 } else { 1.0 })
    }),
    fault("correlated-values", "one long batch in waves", |d| {
        for series in 0..2 {
            let values: Vec<u64> = (0..60u64)
                .map(|i| 2_000_000 + 900_000 * (i / 6 % 2) + 1_000 * (i * 7 % 11))
                .collect();
            d["series"][series]["batches"] = json!([{ "warmup_calls": 3, "values": values }]);
        }
        for field in ["batches_per_variant", "calls_per_batch", "rows_per_call", "code_sha256"] {
            d["method"].as_object_mut().unwrap().remove(field);
        }
        without_claims(d);
    }),
    fault("outliers", "one call of half a second", |d| {
        scale(d, 1, |b, c| if (b, c) == (7, 3) { 250.0 } else { 1.0 })
    }),
    fault("warm-up-stated", "no word about warm-up", |d| {
        d["method"].as_object_mut().unwrap().remove("warmup_calls_per_batch");
        for series in 0..2 {
            for batch in d["series"][series]["batches"].as_array_mut().unwrap() {
                batch.as_object_mut().unwrap().remove("warmup_calls");
            }
        }
    }),
    fault("environment-recorded", "no operating system", |d| {
        d["method"]["environment"].as_object_mut().unwrap().remove("os");
    }),
    fault("environment-recorded", "no processors", |d| {
        d["method"]["environment"].as_object_mut().unwrap().remove("vcpus");
    }),
    fault("builds-recorded", "a version for a build", |d| {
        d["variants"][1].as_object_mut().unwrap().remove("build");
    }),
    fault("release-build", "uncommitted code", |d| {
        d["variants"][1]["build"] = json!("3.0.5-60-g7e9e009-dirty")
    }),
    fault("release-build", "a debug build", |d| {
        d["variants"][0]["build"] = json!("2.7.3 (debug)")
    }),
    fault("release-build", "a debug library", |d| {
        d["method"]["parameters"] = json!({"library_build_type": "debug"})
    }),
    fault("steady-clock", "a saving governor", |d| {
        d["method"]["environment"]["details"] = json!({"scaling_governor": "powersave"})
    }),
    fault("closed-loop", "a p99 of wrk", |d| {
        d["method"]["tool"] = json!("wrk 4.2.0");
        add(
            d,
            json!({"id": "latency_p99", "unit": "ms", "better": "lower"}),
            [30.0, 12.0],
        );
    }),
    fault("closed-loop", "a p95 of sysbench at rate zero, which is none", |d| {
        d["method"]["tool"] = json!("sysbench");
        d["method"]["parameters"] = json!({"rate": "0"});
        add(
            d,
            json!({"id": "latency_p95", "unit": "ms", "better": "lower"}),
            [30.0, 12.0],
        );
    }),
    fault("terms-of-publication", "a product whose licence forbids it", |d| {
        d["variants"][0]["name"] = json!("Oracle Database 19c")
    }),
    fault("terms-of-publication", "the name of an audited benchmark", |d| {
        d["method"]["parameters"] = json!({"workload": "TPC-C, 100 warehouses"})
    }),
];

fn scale_to(data: &mut Value, value: u64) {
    for batch in data["series"][1]["batches"].as_array_mut().unwrap() {
        batch["values"] = json!(vec![value; 10]);
    }
    without_claims(data);
}
