//! Two JSON texts: the paths at which their values differ.

use super::{Difference, Kind, shown};
use serde_json::Value;

/// `None` when one of them is no JSON.
pub(super) fn differences(found: &str, expected: &str) -> Option<Vec<Difference>> {
    let found: Value = serde_json::from_str(found).ok()?;
    let expected: Value = serde_json::from_str(expected).ok()?;
    let mut list = Vec::new();
    compare("$", Some(&found), Some(&expected), &mut list);
    Some(list)
}

fn compare(path: &str, found: Option<&Value>, expected: Option<&Value>, list: &mut Vec<Difference>) {
    match (found, expected) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            for key in keys {
                compare(&format!("{path}{}", member(key)), a.get(key), b.get(key), list);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for at in 0..a.len().max(b.len()) {
                compare(&format!("{path}[{at}]"), a.get(at), b.get(at), list);
            }
        }
        _ if found == expected => {}
        _ => {
            let text = |value: &Value| match value {
                Value::Array(_) | Value::Object(_) | Value::String(_) => shown(&value.to_string()),
                _ => value.to_string(),
            };
            list.push(Difference {
                kind: Kind::Value,
                place: path.to_owned(),
                found: found.map(text),
                expected: expected.map(text),
            });
        }
    }
}

fn member(key: &str) -> String {
    let is_plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
    match is_plain {
        true => format!(".{key}"),
        false => format!("[{}]", Value::from(key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_that_differs_is_told_with_its_path() {
        let found = r#"{"rows": [{"mean": 8.2, "id": "a"}], "no-1": 1, "gone": null}"#;
        let expected = r#"{"rows": [{"id": "a", "mean": 8.112204}, {}], "no-1": 2}"#;
        let told: Vec<String> = differences(found, expected)
            .unwrap()
            .into_iter()
            .map(|d| format!("{}: {:?} {:?}", d.place, d.found, d.expected))
            .collect();
        assert_eq!(
            told,
            [
                r#"$.rows[0].mean: Some("8.2") Some("8.112204")"#,
                r#"$.rows[1]: None Some("`{}`")"#,
                r#"$["no-1"]: Some("1") Some("2")"#,
                r#"$.gone: Some("null") None"#,
            ]
        );
        assert_eq!(differences("{", "{}"), None);
    }
}
