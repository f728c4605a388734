//! JSON values that know their place: borrowed slices of the input, opened one level at a time.
//!
//! serde_json splits the text; the offset of a value is where its slice starts, and a number keeps its digits as
//! written. Nothing here knows the data format.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// How deep arrays and objects may nest.
pub(super) const MAX_DEPTH: usize = 64;

/// The way from the root to a value, kept on the stack and only written out for a fault.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'p> {
    Root,
    Field(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

/// `$.series[3].batches[2].values[4]`; a name that is no identifier stands in brackets, `$.parameters["a b"]`.
impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => write!(f, "$"),
            Path::Item(parent, index) => write!(f, "{parent}[{index}]"),
            Path::Field(parent, name) => {
                let identifier = !name.is_empty()
                    && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
                    && !name.as_bytes()[0].is_ascii_digit();
                if identifier {
                    write!(f, "{parent}.{name}")
                } else {
                    write!(f, "{parent}[{}]", serde_json::Value::from(*name))
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    /// With its article: `a number`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Boolean => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }
}

/// A value of a text that is known to be JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'s, 'p> {
    /// The value as written; a slice of the input.
    pub text: &'s str,
    pub path: &'p Path<'p>,
}

impl<'s> Value<'s, '_> {
    pub fn kind(&self) -> Kind {
        match self.text.as_bytes().first() {
            Some(b'n') => Kind::Null,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'"') => Kind::String,
            Some(b'[') => Kind::Array,
            Some(b'{') => Kind::Object,
            _ => Kind::Number,
        }
    }

    /// The string's characters; `None` when it is no string, or one with half of a surrogate pair.
    pub fn string(&self) -> Option<String> {
        string(self.text)
    }

    /// The items as written; `None` when it is no array.
    pub fn items(&self) -> Option<Vec<&'s str>> {
        let items: Vec<&'s RawValue> = serde_json::from_str(self.text).ok()?;
        Some(items.into_iter().map(RawValue::get).collect())
    }

    /// Names and values as written, duplicates included; `None` when it is no object.
    pub fn members(&self) -> Option<Vec<(&'s str, &'s str)>> {
        serde_json::from_str::<Members<'s>>(self.text)
            .ok()
            .map(|members| members.0)
    }
}

/// The characters of a string as written; `None` when it is no string, or one with half of a surrogate pair.
pub(super) fn string(text: &str) -> Option<String> {
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(plain) if !plain.contains('\\') => Some(plain.to_owned()),
        _ => serde_json::from_str(text).ok(),
    }
}

/// Where nesting first goes deeper than [`MAX_DEPTH`]; a flat scan, so a nesting bomb costs nothing.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Some(offset);
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

struct Members<'s>(Vec<(&'s str, &'s str)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                    members.push((name.get(), value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_text_and_their_duplicates() {
        let text = r#" {"a" : 1.50, "a":[ 2 ], "b\u0063": null}"#;
        let root = Path::Root;
        let value = Value {
            text: text.trim(),
            path: &root,
        };
        let expected = vec![(r#""a""#, "1.50"), (r#""a""#, "[ 2 ]"), (r#""b\u0063""#, "null")];
        assert_eq!(value.members(), Some(expected));
    }

    #[test]
    fn paths_quote_names_that_are_no_identifiers() {
        let root = Path::Root;
        let series = Path::Field(&root, "series");
        let first = Path::Item(&series, 0);
        assert_eq!(Path::Field(&first, "a \"b\"").to_string(), r#"$.series[0]["a \"b\""]"#);
    }
}
