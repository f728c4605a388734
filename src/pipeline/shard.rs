//! Which of several machines makes which report.
//!
//! The reports are dealt in the order of the digests of their ids. Each goes to the shard that its digest names, or to
//! the next one with room: so every machine that sees the same reports deals alike, shards differ by one report at most,
//! and a report that is added moves few others.

use super::make::Source;
use crate::publish::sha256_hex;
use std::fmt;
use std::str::FromStr;

/// One of several parts of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: usize,
    pub of: usize,
}

/// More machines than anyone has.
const MOST: usize = 10_000;

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        // `parse` takes signs too.
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
        let numbers = parts.and_then(|(k, of)| Some((number(k)?, number(of)?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => Ok(Shard { number, of }),
            _ => Err(format!(
                "expected K/N with K from 1 to N and N at most {MOST}, such as 1/4"
            )),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The name that a report is dealt by: its id, or that of its file where it says none.
pub(super) fn key(source: &Source, id: Option<&str>) -> String {
    match id {
        Some(id) => id.to_owned(),
        None => {
            let file = source.path().file_name().unwrap_or_default();
            format!("?{}", file.to_string_lossy())
        }
    }
}

/// For each key the number of its shard, from 1, in the order of the keys.
pub(super) fn deal(keys: &[String], shards: usize) -> Vec<usize> {
    let digests: Vec<String> = keys.iter().map(|key| sha256_hex(key.as_bytes())).collect();
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|a, b| digests[*a].cmp(&digests[*b]));
    let (least, mut larger) = (keys.len() / shards, keys.len() % shards);
    let mut loads = vec![0; shards];
    let mut dealt = vec![0; keys.len()];
    for at in order {
        let named = usize::from_str_radix(&digests[at][..8], 16).expect("eight hexadecimal digits") % shards;
        let next = (0..shards).map(|step| (named + step) % shards);
        let has_room = |shard: &usize| loads[*shard] < least || loads[*shard] == least && larger > 0;
        let shard = { next }.find(has_room).expect("the shards have room for all keys");
        if loads[shard] == least {
            larger -= 1;
        }
        loads[shard] += 1;
        dealt[at] = shard + 1;
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("report-{i}")).collect()
    }

    #[test]
    fn shards_are_of_one_size() {
        for (count, shards) in [(0, 3), (1, 3), (7, 3), (100, 7), (1000, 16)] {
            let dealt = deal(&keys(count), shards);
            let sizes: Vec<usize> = (1..=shards)
                .map(|shard| dealt.iter().filter(|dealt| **dealt == shard).count())
                .collect();
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            assert!(most - least <= 1, "{sizes:?}");
            assert_eq!(sizes.iter().sum::<usize>(), count);
        }
    }

    #[test]
    fn the_order_of_the_reports_does_not_matter_and_one_more_moves_few() {
        let (mut keys, shards) = (keys(200), 5);
        let dealt = deal(&keys, shards);
        let mut reversed = keys.clone();
        reversed.reverse();
        let mut again = deal(&reversed, shards);
        again.reverse();
        assert_eq!(dealt, again);
        keys.push("another".into());
        let after = deal(&keys, shards);
        let moved = dealt.iter().zip(&after).filter(|(a, b)| a != b).count();
        assert!(moved < 40, "{moved} of 200 moved");
    }

    #[test]
    fn shards_are_written_as_fractions() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for bad in [
            "0/3", "4/3", "1", "1/0", "a/b", "1/10001", "-1/2", "+1/3", "1/+3", "1 /3", "/3",
        ] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
