//! The variants of one row, best first: who is first, by how much, and whether the data tell.
//!
//! An order of values is no order of variants where their confidence intervals overlap: then no winner is named. Intervals
//! that overlap do not prove that there is no difference; they are the cautious way to say so of more than two variants.

use super::inference::RowIntervals;
use super::interval::Interval;
use super::{Exact, Row};
use crate::dataset::Better;

/// What the data say of the first place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lead {
    /// All variants have the same value.
    Level,
    /// Several, but not all, have the best value.
    Shared,
    /// One has the best value, and its interval overlaps that of another one.
    Open,
    /// One has the best value, and no interval speaks against it.
    Clear,
}

impl Lead {
    /// The name in templates.
    pub fn id(self) -> &'static str {
        match self {
            Lead::Level => "level",
            Lead::Shared => "shared",
            Lead::Open => "open",
            Lead::Clear => "clear",
        }
    }
}

/// The variants of a row that have a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking<'a> {
    /// Best first; equal ones in the order of the data.
    pub order: Vec<(usize, &'a Exact)>,
    /// Variants without the best value whose interval overlaps that of one which has it, in the order of the ranking.
    /// `None` where none of the best has an interval.
    overlapping: Option<Vec<usize>>,
}

impl<'a> Ranking<'a> {
    /// `intervals` are those of the row that are shown.
    pub fn of(row: &'a Row, better: Better, intervals: Option<&RowIntervals>) -> Self {
        let values = row.values.iter().enumerate();
        let mut order: Vec<(usize, &Exact)> = values.filter_map(|(i, value)| Some((i, value.as_ref()?))).collect();
        order.sort_by(|(_, a), (_, b)| match better {
            Better::Lower => a.cmp(b),
            Better::Higher => b.cmp(a),
        });
        let of = |variant: usize| intervals.and_then(|all| all.values[variant].as_ref());
        let best = order.first().map(|(_, value)| *value);
        let (first, others): (Vec<_>, Vec<_>) = order.iter().partition(|(_, value)| Some(*value) == best);
        let first: Vec<&Interval> = first.into_iter().filter_map(|(variant, _)| of(variant)).collect();
        let overlaps = |variant: &usize| {
            let own = of(*variant);
            own.is_some_and(|b| first.iter().any(|a| a.lower <= b.upper && b.lower <= a.upper))
        };
        let others = others.into_iter().map(|(variant, _)| variant).filter(overlaps);
        let overlapping = (!first.is_empty()).then(|| others.collect());
        Ranking { order, overlapping }
    }

    /// `None` where fewer than two variants have a value.
    pub fn lead(&self) -> Option<Lead> {
        let [(_, first), rest @ ..] = self.order.as_slice() else {
            return None;
        };
        let as_good = rest.iter().filter(|(_, value)| value == first).count();
        match as_good {
            _ if rest.is_empty() => None,
            all if all == rest.len() => Some(Lead::Level),
            0 if self.overlapping.as_ref().is_some_and(|others| !others.is_empty()) => Some(Lead::Open),
            0 => Some(Lead::Clear),
            _ => Some(Lead::Shared),
        }
    }

    /// Whether intervals tell the first from all others.
    pub fn is_established(&self) -> bool {
        self.lead() == Some(Lead::Clear) && self.overlapping.is_some()
    }

    /// Those that have the best value.
    pub fn leaders(&self) -> Vec<usize> {
        let best = self.order.first().map(|(_, value)| *value);
        let leaders = self.order.iter().take_while(|(_, value)| Some(*value) == best);
        leaders.map(|(variant, _)| *variant).collect()
    }

    /// Those with the best value, and those whose intervals overlap that of one of them: any of them may be the best.
    pub fn contenders(&self) -> Vec<usize> {
        let others = self.overlapping.iter().flatten().copied();
        self.leaders().into_iter().chain(others).collect()
    }

    /// The one after the first, when it is not as good.
    pub fn next(&self) -> Option<(usize, &'a Exact)> {
        let (first, second) = (self.order.first()?, self.order.get(1)?);
        (first.1 != second.1).then_some(*second)
    }

    /// The last one, when it is not as good as the first.
    pub fn last(&self) -> Option<(usize, &'a Exact)> {
        let (first, last) = (self.order.first()?, self.order.last()?);
        (first.1 != last.1).then_some(*last)
    }

    /// The place of a variant, from one on; equal ones share a place.
    pub fn place(&self, variant: usize) -> Option<usize> {
        let (_, own) = self.order.iter().find(|(other, _)| *other == variant)?;
        self.order.iter().position(|(_, value)| value == own).map(|at| at + 1)
    }

    /// `100 × (value/first − 1)`, in percent; `None` where the first is zero.
    pub fn against_first(&self, value: &Exact) -> Option<Exact> {
        let (_, first) = self.order.first()?;
        let hundred = Exact::from(100);
        (!first.is_zero()).then(|| &hundred * &(&(value - *first) / *first))
    }

    /// The larger of the first and the last by the smaller; `None` when that is zero.
    pub fn span(&self) -> Option<Exact> {
        let (a, b) = (self.order.first()?.1, self.order.last()?.1);
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        (!small.is_zero()).then(|| large / small)
    }
}

/// How often each variant is the best, over several cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wins {
    /// Cases with values of several variants.
    pub cases: usize,
    /// For each variant, in how many cases it alone is the best and nothing speaks against it.
    pub clear: Vec<usize>,
    /// Cases in which several have the best value.
    pub shared: usize,
    /// Cases in which intervals leave open which is the best.
    pub open: usize,
}

impl Wins {
    pub fn of(rankings: &[Ranking<'_>], variants: usize) -> Wins {
        let mut wins = Wins {
            clear: vec![0; variants],
            ..Wins::default()
        };
        for ranking in rankings {
            let Some(lead) = ranking.lead() else { continue };
            wins.cases += 1;
            match lead {
                Lead::Clear => wins.clear[ranking.order[0].0] += 1,
                Lead::Open => wins.open += 1,
                Lead::Level | Lead::Shared => wins.shared += 1,
            }
        }
        wins
    }

    /// Variants that are the best somewhere, those with the most cases first.
    pub fn by_count(&self) -> Vec<(usize, usize)> {
        let mut counted: Vec<(usize, usize)> = self.clear.iter().copied().enumerate().collect();
        counted.retain(|(_, count)| *count > 0);
        counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Statistic;
    use crate::stats::interval::Interval;

    fn row(values: &[Option<u64>]) -> Row {
        Row {
            measure: 0,
            case: None,
            statistic: Statistic::Mean,
            values: values.iter().map(|value| value.map(Exact::from)).collect(),
            comparisons: Vec::new(),
        }
    }

    fn intervals(ends: &[(u64, u64)]) -> RowIntervals {
        let interval = |(lower, upper): &(u64, u64)| {
            Some(Interval {
                lower: Exact::from(*lower),
                upper: Exact::from(*upper),
            })
        };
        RowIntervals {
            row: 0,
            values: ends.iter().map(interval).collect(),
            quotients: Vec::new(),
        }
    }

    #[test]
    fn the_first_place_is_clear_shared_or_level() {
        let lead = |values: &[Option<u64>]| Ranking::of(&row(values), Better::Lower, None).lead();
        assert_eq!(lead(&[Some(3), Some(1), None, Some(2)]), Some(Lead::Clear));
        assert_eq!(lead(&[Some(1), Some(1), Some(2)]), Some(Lead::Shared));
        assert_eq!(lead(&[Some(1), Some(1)]), Some(Lead::Level));
        assert_eq!(lead(&[Some(1), None]), None);
    }

    #[test]
    fn any_interval_that_overlaps_the_first_leaves_it_open() {
        let row = row(&[Some(10), Some(12), Some(13)]);
        let of = |ends: &[(u64, u64)]| {
            let all = intervals(ends);
            let ranking = Ranking::of(&row, Better::Lower, Some(&all));
            (ranking.lead(), ranking.contenders(), ranking.is_established())
        };
        assert_eq!(of(&[(9, 11), (12, 12), (13, 13)]), (Some(Lead::Clear), vec![0], true));
        // The second is told apart, but the wide interval of the third is not.
        assert_eq!(
            of(&[(9, 11), (12, 12), (11, 15)]),
            (Some(Lead::Open), vec![0, 2], false)
        );
    }

    #[test]
    fn places_changes_and_spans_are_counted_from_the_best() {
        let row = row(&[Some(100), Some(400), Some(100), Some(200)]);
        let ranking = Ranking::of(&row, Better::Higher, None);
        assert_eq!(
            [1, 3, 0, 2].map(|v| ranking.place(v)),
            [Some(1), Some(2), Some(3), Some(3)]
        );
        assert_eq!(ranking.next().map(|(variant, _)| variant), Some(3));
        let change = ranking.next().and_then(|(_, value)| ranking.against_first(value));
        assert_eq!(change, Some(Exact::from(0) - Exact::from(50)));
        assert_eq!(ranking.span(), Some(Exact::from(4)));
        let again = ranking.clone();
        let wins = Wins::of(&[ranking, again], 4);
        assert_eq!((wins.cases, wins.by_count()), (2, vec![(1, 2)]));
    }
}
