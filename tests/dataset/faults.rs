//! What the reader refuses, and in which words: one small file a kind of fault.
//!
//! Each case changes one spot of a valid file, `PLAIN` or `CASES`, and states the whole line that the user gets.

use benchfolio::dataset::{Dataset, MAX_BYTES};
use benchfolio::diagnostic::SourceText;

/// Sampled data, with everything that a method can say about them.
const PLAIN: &str = r#"{
  "format": "benchfolio/1",
  "id": "demo",
  "provenance": { "kind": "measured", "note": "Two runs.", "source": { "title": "T", "published": "2026-02-28" } },
  "variants": [
    { "id": "old", "name": "Old" },
    { "id": "new", "name": "New", "build": "2.0" }
  ],
  "measures": [
    { "id": "time", "unit": "ns", "display_unit": "ms", "better": "lower" },
    { "id": "memory", "unit": "B", "better": "lower" }
  ],
  "method": {
    "batches_per_variant": 2, "calls_per_batch": 2, "warmup_calls_per_batch": 1,
    "statements_per_call": 1, "rows_per_call": [3], "duration_s": 1.5, "variant_order": "fixed",
    "parameters": { "cache": "on" }, "environment": { "vcpus": 2, "shared_host": true },
    "code_sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
  },
  "series": [
    { "measure": "time", "variant": "old", "batches": [
      { "sequence": 1, "warmup_calls": 1, "values": [10, 12], "rows_returned": [[3], [3]] },
      { "sequence": 2, "process_order": "AB", "values": [11, 13] }
    ] },
    { "measure": "time", "variant": "new", "batches": [
      { "code_sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "values": [5, 6] },
      { "values": [6, 7] }
    ] },
    { "measure": "memory", "variant": "old", "repetitions": [64, 65] },
    { "measure": "memory", "variant": "new", "value": 32 }
  ],
  "claims": [
    { "measure": "time", "baseline": "old", "candidate": "new", "statistic": "mean", "reduction_percent": "48" },
    { "measure": "memory", "variant": "new", "value": "32" }
  ]
}
"#;

/// Aggregates of two cases, with a derived measure.
const CASES: &str = r#"{
  "format": "benchfolio/1", "id": "demo", "provenance": { "kind": "published-aggregates" },
  "variants": [{ "id": "a", "name": "A" }, { "id": "b", "name": "B" }],
  "cases": [
    { "id": "read", "name": "Reading", "operations": 100 },
    { "id": "write", "name": "Writing", "operations": 50 }
  ],
  "measures": [
    { "id": "elapsed", "unit": "s", "better": "lower" },
    { "id": "rate", "unit": "1/s", "better": "higher", "derived": "operations / elapsed" }
  ],
  "series": [
    { "measure": "elapsed", "variant": "a", "case": "read", "value": 10 },
    { "measure": "elapsed", "variant": "b", "case": "read", "value": 8 },
    { "measure": "elapsed", "variant": "a", "case": "write", "value": 7.5 }
  ]
}
"#;

/// A valid file, the text that is replaced in it, what replaces it, and the fault.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// Every fault of the text, a line each.
fn faults(text: &str) -> String {
    match Dataset::read(&SourceText::new("d.json", text)) {
        Ok(_) => "no fault".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

fn check(cases: &[Case]) {
    let mut wrong = String::new();
    for (base, from, to, expected) in cases {
        assert_eq!(base.matches(from).count(), 1, "{from:?} must be in the file once");
        let found = faults(&base.replace(from, to));
        if found != *expected {
            wrong += &format!("{from} → {to}\n   found: {found}\nexpected: {expected}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_files_that_the_cases_start_from_are_valid() {
    assert_eq!(faults(PLAIN), "no fault");
    assert_eq!(faults(CASES), "no fault");
}

#[test]
#[rustfmt::skip]
fn what_is_no_json() {
    check(&[
        (PLAIN, r#""id": "demo","#, r#""id": "demo""#,
         r#"d.json:4:3: not JSON: expected `,` or `}`: found `"` (hint: a comma may be missing before it)"#),
        (PLAIN, "\"value\": 32 }\n  ]", "\"value\": 32 },\n  ]",
         "d.json:30:3: not JSON: expected value: found `]` (hint: take away the comma before the closing bracket)"),
        (PLAIN, "[10, 12]", "[10, NaN]",
         "d.json:21:58: not JSON: expected value: found `NaN` (hint: JSON has no NaN and no infinity: leave the call out and say so in the note)"),
        (PLAIN, "[10, 12]", "[10, -Infinity]",
         "d.json:21:58: not JSON: invalid number: found `-Infinity` (hint: JSON has no NaN and no infinity: leave the call out and say so in the note)"),
        (PLAIN, r#""shared_host": true"#, r#""shared_host": True"#,
         "d.json:16:82: not JSON: expected value: found `True` (hint: JSON writes true, false and null in lower case)"),
        (PLAIN, r#""Old""#, "'Old'",
         "d.json:6:28: not JSON: expected value: found `'` (hint: JSON takes double quotes only)"),
        (PLAIN, r#""id": "demo","#, r#""id": "demo", // a comment"#,
         "d.json:3:17: not JSON: key must be a string: found `/` (hint: JSON has no comments: put it into the note)"),
        (PLAIN, r#""format": "b"#, r#"format: "b"#,
         "d.json:2:3: not JSON: key must be a string: found `format` (hint: the name of a field stands in double quotes)"),
        (PLAIN, "[10, 12]", "[10, +12]",
         "d.json:21:58: not JSON: expected value: found `+12` (hint: a number begins with a digit or a minus sign)"),
        (PLAIN, "[10, 12]", "[10, .5]",
         "d.json:21:58: not JSON: expected value: found `.5` (hint: a number begins with a digit or a minus sign)"),
        (PLAIN, "[10, 12]", "[10, 012]",
         "d.json:21:58: not JSON: invalid number: found `012` (hint: a number has no zeros before its first digit and no hexadecimal form)"),
        (PLAIN, r#""Two runs.""#, "\"Two\truns.\"",
         r#"d.json:4:51: not JSON: control character (\u0000-\u001F) found while parsing a string: found U+0009 (hint: write a line break in a string as \n and a tab as \t)"#),
        (PLAIN, "\"value\": \"32\" }\n  ]\n}\n", "\"value\": \"32\" }\n  ]\n",
         "d.json:35:1: not JSON: EOF while parsing an object (hint: the file ends before its arrays, objects and strings are closed: it may have been cut off)"),
        (PLAIN, "\"value\": \"32\" }\n  ]\n}\n", "\"value\": \"32\" }\n  ]\n}\n}\n",
         "d.json:36:1: not JSON: trailing characters: found `}` (hint: a file holds one value: what follows its end does not belong there)"),
        (PLAIN, r#""Two runs.""#, r#""Two \x runs.""#,
         r#"d.json:4:53: not JSON: invalid escape: found `x` (hint: write a backslash in a string as \\)"#),
    ]);
}

#[test]
#[rustfmt::skip]
fn fields_and_types() {
    check(&[
        (PLAIN, r#""benchfolio/1""#, r#""benchfolio/2""#,
         r#"d.json:2:13: $.format: unknown format: found "benchfolio/2", expected "benchfolio/1""#),
        (PLAIN, "  \"format\": \"benchfolio/1\",\n", "",
         r#"d.json:1:1: $: the field `format` is missing (hint: the first field is "format": "benchfolio/1"; files of other tools are read by `benchfolio import`)"#),
        (PLAIN, r#""format": "benchfolio/1""#, r#""format": 1"#,
         "d.json:2:13: $.format: wrong type: found a number (1), expected a string"),
        (PLAIN, r#""name": "Old""#, r#""nmae": "Old", "name": "Old""#,
         "d.json:6:20: $.variants[0].nmae: unknown field: found `nmae` (hint: did you mean `name`?)"),
        (PLAIN, r#""id": "demo","#, r#""id": "demo", "colour": "red","#,
         "d.json:3:17: $.colour: unknown field: found `colour`, expected `format`, `id`, `provenance`, `variants`, `cases`, `measures`, `method`, `series` or `claims`"),
        (PLAIN, "  \"id\": \"demo\",\n", "",
         "d.json:1:1: $: the field `id` is missing"),
        (PLAIN, r#""kind": "measured", "#, "",
         "d.json:4:17: $.provenance: the field `kind` is missing"),
        (PLAIN, r#", "name": "Old""#, "",
         "d.json:6:5: $.variants[0]: the field `name` is missing"),
        (PLAIN, r#""id": "demo""#, r#""id": "demo", "id": "demo""#,
         "d.json:3:17: $.id: the field stands twice in one object: found `id`"),
        (PLAIN, r#""id": "demo""#, r#""id": 7"#,
         "d.json:3:9: $.id: wrong type: found a number (7), expected a string"),
        (PLAIN, r#"{ "kind": "measured", "note": "Two runs.", "source": { "title": "T", "published": "2026-02-28" } }"#, r#""measured""#,
         r#"d.json:4:17: $.provenance: wrong type: found a string ("measured"), expected an object"#),
        (PLAIN, r#""build": "2.0""#, r#""build": null"#,
         "d.json:7:44: $.variants[1].build: wrong type: found null, expected a string (hint: leave it out when it is not known)"),
        (PLAIN, r#""parameters": { "cache": "on" }"#, r#""parameters": { "cache": ["on"] }"#,
         "d.json:16:30: $.method.parameters.cache: wrong type: found an array, expected a string, a number or a boolean"),
        (PLAIN, r#""repetitions": [64, 65]"#, r#""repetitions": 64"#,
         "d.json:28:61: $.series[2].repetitions: wrong type: found a number (64), expected an array"),
        (PLAIN, r#""shared_host": true"#, r#""shared_host": "yes""#,
         r#"d.json:16:82: $.method.environment.shared_host: wrong type: found a string ("yes"), expected a boolean"#),
        (PLAIN, r#""repetitions": [64, 65]"#, r#""repetitions": []"#,
         "d.json:28:61: $.series[2].repetitions: an empty list: expected at least one number"),
        (PLAIN, r#"{ "measure": "memory", "variant": "old", "repetitions": [64, 65] },"#, "7,",
         "d.json:28:5: $.series[2]: wrong type: found a number (7), expected an object"),
    ]);
}

#[test]
#[rustfmt::skip]
fn texts_and_words() {
    check(&[
        (PLAIN, r#""id": "demo""#, r#""id": "Demo 1""#,
         r#"d.json:3:9: $.id: not usable as an id: found "Demo 1", expected 1 to 64 of a–z, 0–9, `.`, `_`, `-`, the first no `.` (hint: for example `demo-1`)"#),
        (PLAIN, r#""id": "demo""#, r#""id": ".demo""#,
         r#"d.json:3:9: $.id: not usable as an id: found ".demo", expected 1 to 64 of a–z, 0–9, `.`, `_`, `-`, the first no `.` (hint: for example `demo`)"#),
        (PLAIN, r#""name": "Old""#, r#""name": """#,
         "d.json:6:28: $.variants[0].name: an empty text (hint: leave the field out when it is not known)"),
        (PLAIN, r#""name": "Old""#, r#""name": "Old ""#,
         r#"d.json:6:28: $.variants[0].name: white space at the beginning or the end of a text: found "Old ", expected "Old""#),
        (PLAIN, r#""name": "Old""#, r#""name": "O\u0007ld""#,
         "d.json:6:28: $.variants[0].name: an invisible control character in a text: found U+0007, expected visible text"),
        (PLAIN, r#""name": "Old""#, r#""name": "O\u202eld""#,
         "d.json:6:28: $.variants[0].name: an invisible control character in a text: found U+202E, expected visible text"),
        (PLAIN, r#""name": "Old""#, r#""name": "O\ud83dld""#,
         r#"d.json:6:28: $.variants[0].name: half of a surrogate pair in a text: found "O\ud83dld", expected whole characters (hint: a character beyond U+FFFF is written as two escapes, such as "\ud83d\ude00")"#),
        (PLAIN, r#""name": "Old""#, r#""name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx""#,
         "d.json:6:28: $.variants[0].name: the text is too long: found 201 characters, expected at most 200"),
        (PLAIN, r#""2026-02-28""#, r#""2026-02-29""#,
         r#"d.json:4:99: $.provenance.source.published: not a date: found "2026-02-29", expected year-month-day, such as "2026-11-30""#),
        (PLAIN, r#""title": "T""#, r#""title": "T", "url": "example.org""#,
         r#"d.json:4:93: $.provenance.source.url: not a web address: found "example.org", expected an address with https:// or http:// and no spaces"#),
        (PLAIN, r#""kind": "measured""#, r#""kind": "measurd""#,
         r#"d.json:4:27: $.provenance.kind: unknown kind of provenance: found "measurd", expected `measured`, `synthetic` or `published-aggregates` (hint: did you mean `measured`?)"#),
        (PLAIN, r#""variant_order": "fixed""#, r#""variant_order": "random""#,
         r#"d.json:15:89: $.method.variant_order: unknown order of the variants: found "random", expected `fixed`, `alternated` or `randomised`"#),
        (PLAIN, r#""display_unit": "ms", "better": "lower""#, r#""display_unit": "ms", "better": "less""#,
         r#"d.json:10:67: $.measures[0].better: unknown direction: found "less", expected `lower` or `higher`"#),
        (PLAIN, r#""unit": "ns""#, r#""unit": "nanoseconds""#,
         r#"d.json:10:29: $.measures[0].unit: unknown unit: found "nanoseconds" (hint: did you mean `ns`?)"#),
        (PLAIN, r#""display_unit": "ms""#, r#""display_unit": "MiB""#,
         r#"d.json:10:51: $.measures[0].display_unit: no unit that `ns` converts to: found "MiB", expected `ns`, `us`, `ms`, `s` or `min`"#),
        (PLAIN, "rows_per_call\": [3], \"duration_s\": 1.5, \"variant_order\": \"fixed\",\n    \"parameters\": { \"cache\": \"on\" }, \"environment\": { \"vcpus\": 2, \"shared_host\": true },\n    \"code_sha256\": \"0123", "rows_per_call\": [3],\n    \"code_sha256\": \"ABCD",
         r#"d.json:16:20: $.method.code_sha256: not a SHA-256: found "ABCD456789abcdef0123456789abcdef0123456789abcdef0123456789a… (64 characters), expected 64 hexadecimal digits in lower case"#),
    ]);
}

#[test]
#[rustfmt::skip]
fn numbers_and_their_range() {
    check(&[
        (PLAIN, "[10, 12]", r#"[10, "NaN"]"#,
         r#"d.json:21:58: $.series[0].batches[0].values[1]: wrong type: found a string ("NaN"), expected a number (hint: a call without a result is no measurement: leave it out and say so in the note)"#),
        (PLAIN, "[10, 12]", r#"[10, "12"]"#,
         r#"d.json:21:58: $.series[0].batches[0].values[1]: wrong type: found a string ("12"), expected a number (hint: write it without quotes: 12)"#),
        (PLAIN, "[10, 12]", "[10, -12]",
         "d.json:21:58: $.series[0].batches[0].values[1]: a negative measurement: found -12, expected 0 or more"),
        (PLAIN, "[10, 12]", "[10, null]",
         "d.json:21:58: $.series[0].batches[0].values[1]: wrong type: found null, expected a number (hint: leave it out when it is not known)"),
        (PLAIN, "[10, 12]", "[10, 1e50]",
         "d.json:21:58: $.series[0].batches[0].values[1]: the number is too long for a measurement: found 1e50, expected at most 40 digits before and 40 after the point"),
        (PLAIN, r#""duration_s": 1.5"#, r#""duration_s": 0"#,
         "d.json:15:67: $.method.duration_s: a duration of zero: found 0, expected more than 0"),
        (PLAIN, r#""vcpus": 2"#, r#""vcpus": 2.5"#,
         "d.json:16:64: $.method.environment.vcpus: not a whole number in range: found 2.5, expected a whole number from 1 to 2^53 − 1"),
        (PLAIN, r#""vcpus": 2"#, r#""vcpus": 0"#,
         "d.json:16:64: $.method.environment.vcpus: not a whole number in range: found 0, expected a whole number from 1 to 2^53 − 1"),
        (PLAIN, r#""sequence": 1"#, r#""sequence": -1"#,
         "d.json:21:21: $.series[0].batches[0].sequence: not a whole number in range: found -1, expected a whole number from 1 to 2^53 − 1"),
        (PLAIN, r#""repetitions": [64, 65]"#, r#""repetitions": [0, 0]"#,
         "d.json:28:61: $.series[2].repetitions: a baseline of zero, which nothing can be compared with: found only zeros of `old`, the first variant, expected more than 0 (hint: put another variant first, or leave this measure out)"),
    ]);
}

#[test]
#[rustfmt::skip]
fn names_and_what_they_name() {
    check(&[
        (PLAIN, r#""id": "new""#, r#""id": "old""#,
         r#"d.json:7:13: $.variants[1].id: a second variant with this id: found "old""#),
        (PLAIN, r#""name": "New""#, r#""name": "Old""#,
         r#"d.json:7:28: $.variants[1].name: a second variant with this name: found "Old" (hint: nobody could tell them apart in a table)"#),
        (CASES, r#""derived": "operations / elapsed" }"#, "\"derived\": \"operations / elapsed\" },\n    { \"id\": \"r.1\", \"unit\": \"1/s\", \"better\": \"higher\", \"derived\": \"operations / elapsed\" },\n    { \"id\": \"r-1\", \"unit\": \"1/s\", \"better\": \"higher\", \"derived\": \"operations / elapsed\" }",
         r#"d.json:12:13: $.measures[3].id: two measures with one name in templates, `r_1`: found "r-1" (hint: the other is `r.1`: rename one of them)"#),
        (PLAIN, r#""time", "variant": "old""#, r#""tme", "variant": "old""#,
         r#"d.json:20:18: $.series[0].measure: unknown measure: found "tme" (hint: did you mean `time`?)"#),
        (PLAIN, r#""time", "variant": "old""#, r#""time", "variant": "ancient""#,
         r#"d.json:20:37: $.series[0].variant: unknown variant: found "ancient", expected `old` or `new`"#),
        (CASES, r#""a", "case": "write""#, r#""a", "case": "writes""#,
         r#"d.json:15:53: $.series[2].case: unknown case: found "writes" (hint: did you mean `write`?)"#),
        (CASES, r#", "case": "write""#, "",
         "d.json:15:5: $.series[2]: the field `case` is missing"),
        (PLAIN, r#""memory", "variant": "old", "#, r#""memory", "variant": "old", "case": "read", "#,
         r#"d.json:28:54: $.series[2].case: a case in a data set without cases: found "read" (hint: declare it in `cases`, or leave the field out)"#),
        (CASES, r#""value": 7.5 }"#, "\"value\": 7.5 },\n    { \"measure\": \"elapsed\", \"variant\": \"a\", \"case\": \"write\", \"value\": 8 }",
         "d.json:16:5: $.series[3]: a second series of one measure, variant and case: found measure `elapsed`, variant `a`, case `write` (hint: the first is $.series[2])"),
        (CASES, r#"{ "id": "write", "name": "Writing", "operations": 50 }"#, r#"{ "id": "write", "name": "Writing", "operations": 50 }, { "id": "scan", "name": "Scanning" }"#,
         "d.json:6:61: $.cases[2]: a case without numbers: found `scan`, expected at least one series of each case"),
        (PLAIN, r#"{ "id": "memory", "unit": "B", "better": "lower" }"#, r#"{ "id": "memory", "unit": "B", "better": "lower" }, { "id": "cpu", "unit": "%", "better": "lower" }"#,
         "d.json:11:57: $.measures[2]: a measure without numbers: found `cpu`, expected at least one series of each measure"),
    ]);
}

#[test]
#[rustfmt::skip]
fn batches_against_the_method() {
    check(&[
        (PLAIN, ",\n      { \"values\": [6, 7] }", "",
         "d.json:24:55: $.series[1].batches: another number of batches than the method says: found 1, expected 2 (`batches_per_variant`)"),
        (PLAIN, "[11, 13]", "[11, 13, 14]",
         "d.json:22:57: $.series[0].batches[1].values: another number of calls than the method says: found 3, expected 2 (`calls_per_batch`)"),
        (PLAIN, "[11, 13]", "[]",
         "d.json:22:57: $.series[0].batches[1].values: an empty list: expected at least one value"),
        (PLAIN, "[\n      { \"code_sha256\": \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\", \"values\": [5, 6] },\n      { \"values\": [6, 7] }\n    ]", "[]",
         "d.json:24:55: $.series[1].batches: an empty list: expected at least one batch"),
        (PLAIN, r#""warmup_calls": 1, "values""#, r#""warmup_calls": 3, "values""#,
         "d.json:21:40: $.series[0].batches[0].warmup_calls: another number of warm-up calls than the method says: found 3, expected 1 (`warmup_calls_per_batch`)"),
        (PLAIN, r#"{ "code_sha256": "0123"#, r#"{ "code_sha256": "ffff"#,
         "d.json:25:24: $.series[1].batches[0].code_sha256: measured with other code than the method says: found `ffff456789ab…`, expected `0123456789ab…`"),
        (PLAIN, r#""sequence": 2"#, r#""sequence": 1"#,
         "d.json:22:21: $.series[0].batches[1].sequence: a second batch with this sequence number: found 1"),
        (PLAIN, "[[3], [3]]", "[[3], [4]]",
         "d.json:21:86: $.series[0].batches[0].rows_returned[1]: other rows than the method says: found [4], expected [3] (`rows_per_call`)"),
        (PLAIN, "[[3], [3]]", "[[3]]",
         "d.json:21:80: $.series[0].batches[0].rows_returned: rows for another number of calls: found 1, expected 2, one for each of `values`"),
        (PLAIN, r#""rows_per_call": [3]"#, r#""rows_per_call": [3, 3]"#,
         "d.json:15:48: $.method.rows_per_call: rows for another number of statements: found 2 numbers, expected 1 (`statements_per_call`)"),
        (PLAIN, r#""AB", "values": [11, 13]"#, r#""AB""#,
         "d.json:22:7: $.series[0].batches[1]: the field `values` is missing"),
        (PLAIN, r#""repetitions": [64, 65]"#, r#""repetitions": [64, 65], "value": 64"#,
         "d.json:28:5: $.series[2]: numbers of more than one kind in a series: found `repetitions` and `value`, expected one of them"),
        (PLAIN, r#", "value": 32"#, "",
         "d.json:29:5: $.series[3]: the field `batches`, `repetitions` or `value` is missing"),
    ]);
}

#[test]
#[rustfmt::skip]
fn derived_measures() {
    check(&[
        (CASES, r#""operations": 100"#, r#""operations": 0"#,
         "d.json:5:54: $.cases[0].operations: not a whole number in range: found 0, expected a whole number from 1 to 2^53 − 1"),
        (CASES, r#""operations / elapsed""#, r#""elapsed / operations""#,
         r#"d.json:10:67: $.measures[1].derived: not a formula: found "elapsed / operations", expected `operations / MEASURE`"#),
        (CASES, r#""operations / elapsed""#, r#""operations / elapsd""#,
         "d.json:10:67: $.measures[1].derived: a formula with an unknown measure: found `elapsd`, expected `elapsed` (hint: did you mean `elapsed`?)"),
        (CASES, r#""operations / elapsed""#, r#""operations / rate""#,
         "d.json:10:67: $.measures[1].derived: a formula with a derived measure: found `rate`, expected a measure with series of its own"),
        (CASES, r#""elapsed", "unit": "s""#, r#""elapsed", "unit": "B""#,
         "d.json:10:67: $.measures[1].derived: a formula that divides by no time: found `elapsed` in `B`, expected a measure in a unit of time"),
        (CASES, r#""rate", "unit": "1/s""#, r#""rate", "unit": "s""#,
         "d.json:10:65: $.measures[1].derived: the formula's result has another unit: found `s`, expected `1/s`"),
        (CASES, r#""Writing", "operations": 50"#, r#""Writing""#,
         "d.json:10:67: $.measures[1].derived: a formula without the operations of a case: found `write`, expected `operations` of each case with numbers"),
        (CASES, r#""variant": "b", "case": "read", "value": 8"#, r#""variant": "b", "case": "read", "value": 0"#,
         "d.json:14:70: $.series[1].value: a zero, by which `rate` divides: expected more than 0"),
        (CASES, r#""elapsed", "variant": "b""#, r#""rate", "variant": "b""#,
         r#"d.json:14:18: $.series[1].measure: a series of a measure that is derived: found "rate" (hint: leave the series out, or the formula of the measure)"#),
    ]);
}

#[test]
#[rustfmt::skip]
fn claims() {
    check(&[
        (PLAIN, r#""statistic": "mean""#, r#""statistic": "median""#,
         "d.json:32:78: $.claims[0].statistic: no statistic of these numbers: found `median`, expected `mean`, `median_of_batch_means`, `min_of_batch_means` or `max_of_batch_means` (hint: did you mean `mean`?)"),
        (PLAIN, r#""reduction_percent": "48""#, r#""reduction_percent": 48.0"#,
         r#"d.json:32:107: $.claims[0].reduction_percent: wrong type: found a number (48.0), expected a string (hint: write "48.0": only a string keeps the digits that were printed)"#),
        (PLAIN, r#""reduction_percent": "48""#, r#""reduction_percent": "48 %""#,
         r#"d.json:32:107: $.claims[0].reduction_percent: not a printed decimal: found "48 %", expected digits with a point and at most a minus sign, such as "-75.16""#),
        (PLAIN, r#""reduction_percent": "48""#, r#""reduction_percent": "148""#,
         r#"d.json:32:107: $.claims[0].reduction_percent: a reduction by more than everything: found "148", expected at most 100"#),
        (PLAIN, r#""reduction_percent": "48""#, r#""change_percent": "-148""#,
         r#"d.json:32:104: $.claims[0].change_percent: a fall by more than everything: found "-148", expected at least -100"#),
        (PLAIN, r#""reduction_percent": "48""#, r#""ratio": "-1.9""#,
         r#"d.json:32:95: $.claims[0].ratio: a negative figure: found "-1.9", expected 0 or more"#),
        (PLAIN, r#", "reduction_percent": "48""#, "",
         "d.json:32:5: $.claims[0]: the field `baseline_value`, `candidate_value`, `reduction_percent`, `change_percent` or `ratio` is missing"),
        (PLAIN, r#""candidate": "new""#, r#""candidate": "old""#,
         r#"d.json:32:58: $.claims[0].candidate: a comparison of a variant with itself: found "old""#),
        (PLAIN, r#""variant": "new", "value": "32""#, r#""variant": "new""#,
         "d.json:33:5: $.claims[1]: the field `value` is missing"),
        (PLAIN, r#""new", "value": "32""#, r#""next", "value": "32""#,
         r#"d.json:33:39: $.claims[1].variant: unknown variant: found "next" (hint: did you mean `new`?)"#),
        (CASES, "\"value\": 7.5 }\n  ]", "\"value\": 7.5 }\n  ],\n  \"claims\": [{ \"measure\": \"rate\", \"case\": \"write\", \"variant\": \"b\", \"value\": \"1\" }]",
         r#"d.json:17:63: $.claims[0].variant: a claim about a variant without numbers in this measure and case: found "b""#),
    ]);
}

#[test]
fn all_faults_of_a_file_are_reported_in_the_order_of_their_places() {
    let text = PLAIN
        .replace(r#""note": "Two runs.""#, r#""notes": "Two runs.""#)
        .replace(r#""name": "Old""#, r#""name": 1"#)
        .replace(r#""unit": "B""#, r#""unit": "bytes""#)
        .replace("[10, 12]", r#"[-10, "12", 13]"#)
        .replace(r#""sequence": 2"#, r#""sequence": 1"#)
        .replace(r#""value": 32 }"#, r#""value": 32, "value": 33 }"#)
        .replace(r#""measure": "time", "baseline""#, r#""measure": "times", "baseline""#);
    let expected = [
        r#"d.json:4:39: $.provenance.notes: unknown field: found `notes` (hint: did you mean `note`?)"#,
        "d.json:6:28: $.variants[0].name: wrong type: found a number (1), expected a string",
        r#"d.json:11:31: $.measures[1].unit: unknown unit: found "bytes" (hint: did you mean `B`?)"#,
        "d.json:21:53: $.series[0].batches[0].values: another number of calls than the method says: found 3, expected 2 \
         (`calls_per_batch`)",
        "d.json:21:54: $.series[0].batches[0].values[0]: a negative measurement: found -10, expected 0 or more",
        r#"d.json:21:59: $.series[0].batches[0].values[1]: wrong type: found a string ("12"), expected a number (hint: write it without quotes: 12)"#,
        "d.json:21:87: $.series[0].batches[0].rows_returned: rows for another number of calls: found 2, expected 3, one \
         for each of `values`",
        "d.json:22:21: $.series[0].batches[1].sequence: a second batch with this sequence number: found 1",
        "d.json:29:59: $.series[3].value: the field stands twice in one object: found `value`",
        r#"d.json:32:18: $.claims[0].measure: unknown measure: found "times" (hint: did you mean `time`?)"#,
    ];
    let found = faults(&text);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_that_is_wrong_a_million_times_is_not_listed_a_million_times() {
    let zeros = vec!["-1"; 20_000].join(",");
    let found = faults(&PLAIN.replace("[64, 65]", &format!("[{zeros}]")));
    assert_eq!(found.lines().count(), 1001);
    assert_eq!(found.lines().last(), Some("d.json: 19000 more faults are not listed"));
}

fn faults_of_bytes(bytes: &[u8]) -> String {
    match Dataset::read_bytes("d.json", bytes.to_vec()) {
        Ok(_) => "no fault".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn a_byte_order_mark_is_accepted_and_shifts_no_column() {
    assert_eq!(faults(&format!("\u{FEFF}{PLAIN}")), "no fault");
    let bytes = format!("\u{FEFF}{}", CASES.replacen("{", "{\"x\": 1,", 1));
    assert!(faults_of_bytes(bytes.as_bytes()).starts_with("d.json:1:2: $.x: unknown field: found `x`"));
}

#[test]
fn what_is_no_utf_8_is_refused_with_its_offset() {
    let mut bytes = PLAIN.as_bytes().to_vec();
    bytes[40] = 0xE9;
    let expected = "d.json: the file is not UTF-8: found byte 0xE9 at offset 40, expected UTF-8";
    assert_eq!(faults_of_bytes(&bytes), expected);
    let utf_16: Vec<u8> = "\u{FEFF}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let expected = "d.json: the file is not UTF-8: found byte 0xFF at offset 0, expected UTF-8 (hint: it looks like UTF-16: \
                    save it as UTF-8)";
    assert_eq!(faults_of_bytes(&utf_16), expected);
}

#[test]
fn an_empty_file_is_no_data_set() {
    let expected = "not JSON: EOF while parsing a value (hint: the file is empty)";
    assert_eq!(faults_of_bytes(b""), format!("d.json:1:1: {expected}"));
    assert_eq!(
        faults_of_bytes(b"[]"),
        "d.json:1:1: $: wrong type: found an array, expected an object"
    );
}

#[test]
fn a_nesting_bomb_is_refused_before_it_is_opened() {
    let bomb = PLAIN.replace("[64, 65]", &"[".repeat(1_000_000));
    let expected = "d.json:28:122: arrays and objects nest too deep: expected at most 64 levels";
    assert_eq!(faults(&bomb), expected);
    // Brackets in texts do not nest.
    assert_eq!(faults(&PLAIN.replace("Two runs.", &"[{".repeat(500))), "no fault");
}

#[test]
fn a_file_over_the_size_limit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for one file");
    let path = folder.path().join("large.json");
    let file = std::fs::File::create(&path).expect("it can be created");
    file.set_len(MAX_BYTES + 5).expect("a file with a hole");
    let found = Dataset::read_file(&path).expect_err("too large").to_string();
    let expected = format!(
        "{}: the data file is too large: found 67108869 bytes, expected at most 67108864 bytes",
        path.display()
    );
    assert_eq!(found, expected);
}

#[test]
fn a_file_that_cannot_be_opened_is_named() {
    let found = Dataset::read_file("no/such/data.json".as_ref()).expect_err("it is not there");
    assert!(
        found
            .to_string()
            .starts_with("no/such/data.json: the data file cannot be read: "),
        "{found}"
    );
    assert_eq!(found.exit_code(), 3);
}
