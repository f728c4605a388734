//! What words can say of more than two variants: their ranking in the case of the headline, and how often each is the best.

use super::Subject;
use super::digits_for_one;
use super::facts::first_rows;
use super::number::{Kind, Number};
use super::tree::{Table, identifier};
use crate::dataset::Dataset;
use crate::project::Comparison;
use crate::stats::inference::RowIntervals;
use crate::stats::ranking::{Lead, Ranking, Wins};
use crate::stats::{Exact, Row, Summary};
use tera::Value;

/// As many variants make a ranking; two are compared.
const FEWEST: usize = 3;

/// The kind of story that the data of the primary measure tell, beside the comparison of two variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Story {
    /// Three or more variants of one case.
    Ranked,
    /// Three or more variants over several cases.
    Grid,
}

/// `None` for one variant and for two.
pub(super) fn story(dataset: &Dataset, summary: &Summary, comparison: &Comparison) -> Option<Story> {
    let better = dataset.measures[comparison.primary].better;
    let rankings: Vec<Ranking> = first_rows(summary, comparison.primary)
        .into_iter()
        .map(|row| Ranking::of(row, better, None))
        .filter(|ranking| ranking.order.len() > 1)
        .collect();
    let known = |variant: &usize| rankings.iter().any(|ranking| ranking.place(*variant).is_some());
    let variants = (0..dataset.variants.len()).filter(known).count();
    match rankings.len() {
        _ if variants < FEWEST => None,
        0 => None,
        1 => Some(Story::Ranked),
        _ => Some(Story::Grid),
    }
}

impl Subject {
    fn ranking_of<'a>(&self, row: &'a Row) -> Ranking<'a> {
        let better = self.dataset.measures[row.measure].better;
        let intervals = RowIntervals::of_row(&self.intervals, &self.summary, row);
        Ranking::of(row, better, intervals)
    }

    /// The row of the headline, or the first one with several values.
    fn ranked_row(&self) -> Option<&Row> {
        let several = |row: &Row| row.values.iter().flatten().count() > 1;
        self.headline().filter(|row| several(row)).or_else(|| {
            let rows = first_rows(&self.summary, self.comparison.primary);
            rows.into_iter().find(|row| several(row))
        })
    }

    /// What was found of three or more variants, as a post prints it: the best value, or how many cases
    /// there are. A post begins with it.
    pub fn finding_of_several(&self) -> Vec<String> {
        let found = match story(&self.dataset, &self.summary, &self.comparison) {
            None => None,
            Some(Story::Ranked) => self.ranked_row().and_then(|row| {
                let ranking = self.ranking_of(row);
                let (_, value) = ranking.order.first()?;
                let measure = &self.dataset.measures[row.measure];
                let shown = measure.in_display_unit(value);
                let digits = digits_for_one(&shown, self.report.digits.graphic);
                Some(self.locale.quantity(value, measure, digits))
            }),
            Some(Story::Grid) => {
                let rows = first_rows(&self.summary, self.comparison.primary);
                let rankings: Vec<Ranking> = rows.iter().map(|row| self.ranking_of(row)).collect();
                let wins = Wins::of(&rankings, self.dataset.variants.len());
                // How many of them each wins may have no room in the first line.
                Some(self.locale.count(wins.cases as u64))
            }
        };
        found.into_iter().collect()
    }

    /// Of three or more variants the one that a text has to name: the first, or the one that is the best in most cases;
    /// `None` where nothing leads, and for fewer variants.
    pub fn leader(&self) -> Option<usize> {
        let rows = first_rows(&self.summary, self.comparison.primary);
        match story(&self.dataset, &self.summary, &self.comparison)? {
            Story::Ranked => Some(self.ranking_of(self.ranked_row()?).order.first()?.0),
            Story::Grid => {
                let rankings: Vec<Ranking> = rows.iter().map(|row| self.ranking_of(row)).collect();
                let wins = Wins::of(&rankings, self.dataset.variants.len());
                let widest = || rankings.iter().max_by(|a, b| a.span().cmp(&b.span()));
                let most = wins.by_count().first().map(|(variant, _)| *variant);
                most.or_else(|| Some(widest()?.order.first()?.0))
            }
        }
    }

    /// Whether three or more variants have one and the same value in each case: then no text has to name any of them.
    pub fn are_level(&self) -> bool {
        let is_level = |row: &Row| self.ranking_of(row).lead() == Some(Lead::Level);
        match story(&self.dataset, &self.summary, &self.comparison) {
            None => false,
            Some(Story::Ranked) => self.ranked_row().is_some_and(is_level),
            Some(Story::Grid) => first_rows(&self.summary, self.comparison.primary)
                .into_iter()
                .all(is_level),
        }
    }

    fn path_of(&self, row: &Row) -> String {
        let mut path = format!("m.{}", identifier(&self.dataset.measures[row.measure].id));
        if let Some(case) = row.case {
            path = format!("{path}.cases.{}", identifier(&self.dataset.cases[case].id));
        }
        format!("{path}.{}", row.statistic.id())
    }

    /// A variant with its names.
    fn entrant(&self, variant: usize) -> Table {
        let of = &self.dataset.variants[variant];
        let mut table = Table::default();
        table
            .name(self, "name", Some(self.variant_name(of)))
            .name(self, "short", Some(self.variant_short(of)));
        table
    }

    fn entrants(&self, variants: &[usize]) -> Vec<Value> {
        variants.iter().map(|variant| self.entrant(*variant).value()).collect()
    }

    /// A variant with its value, and how that stands against the first one.
    fn placed(&self, row: &Row, ranking: &Ranking<'_>, variant: usize) -> Table {
        let mut table = self.entrant(variant);
        let path = self.path_of(row);
        let id = identifier(&self.dataset.variants[variant].id);
        let value = row.values[variant].clone();
        let change = value.as_ref().and_then(|value| ranking.against_first(value));
        put(
            &mut table,
            &format!("{path}.values.{id}"),
            "value",
            value,
            Kind::Quantity(row.measure),
        );
        put(&mut table, "ranking.change", "change", change, Kind::Percent);
        let place = ranking.place(variant).map(|place| Exact::from(place as u64));
        put(&mut table, "ranking.place", "place", place, Kind::Count);
        table
    }

    /// `ranking`: the variants of the headline, best first.
    pub(super) fn ranking_value(&self) -> Option<Value> {
        let row = self.ranked_row()?;
        let ranking = self.ranking_of(row);
        let lead = ranking.lead()?;
        let mut table = Table::default();
        table
            .put("lead", lead.id())
            .put("established", ranking.is_established());
        let count = Exact::from(ranking.order.len() as u64);
        put(&mut table, "counts.variants", "count", Some(count), Kind::Count);
        let baseline = self.comparison.baseline;
        let entries = [
            ("best", ranking.order.first().map(|(variant, _)| *variant)),
            ("next", ranking.next().map(|(variant, _)| variant)),
            ("last", ranking.last().map(|(variant, _)| variant)),
            // Of the first one all is said already.
            (
                "baseline",
                ranking.place(baseline).filter(|place| *place > 1).map(|_| baseline),
            ),
        ];
        for (key, variant) in entries {
            if let Some(variant) = variant {
                table.put(key, self.placed(row, &ranking, variant).value());
            }
        }
        table.put("leaders", self.entrants(&ranking.leaders()));
        table.put("contenders", self.entrants(&ranking.contenders()));
        let span = ranking.span();
        put(
            &mut table,
            &format!("{}.ratio", self.path_of(row)),
            "ratio",
            span,
            Kind::Ratio,
        );
        if let Some(case) = row.case {
            table.name(self, "case", Some(self.case_name(&self.dataset.cases[case])));
        }
        Some(table.value())
    }

    /// `grid`: in how many cases each variant is the best, and the case in which they are furthest apart.
    pub(super) fn grid_value(&self) -> Option<Value> {
        let rows = first_rows(&self.summary, self.comparison.primary);
        let rankings: Vec<Ranking> = rows.iter().map(|row| self.ranking_of(row)).collect();
        let wins = Wins::of(&rankings, self.dataset.variants.len());
        let count = |count: usize| Some(Exact::from(count as u64));
        let mut table = Table::default();
        for (key, number) in [("cases", wins.cases), ("shared", wins.shared), ("open", wins.open)] {
            put(&mut table, &format!("grid.{key}"), key, count(number), Kind::Count);
        }
        let winners = wins.by_count().into_iter().map(|(variant, cases)| {
            let mut winner = self.entrant(variant);
            put(&mut winner, "grid.wins", "cases", count(cases), Kind::Count);
            winner.value()
        });
        table.put("wins", winners.collect::<Vec<Value>>());
        let pairs = rows.iter().zip(&rankings);
        let apart = pairs.filter_map(|(row, ranking)| Some((row, ranking, ranking.span()?, ranking.last()?.0)));
        if let Some((row, ranking, span, last)) = apart.reduce(|a, b| if b.2 > a.2 { b } else { a }) {
            let mut widest = Table::default();
            if let Some(case) = row.case {
                widest.name(self, "case", Some(self.case_name(&self.dataset.cases[case])));
            }
            put(
                &mut widest,
                &format!("{}.ratio", self.path_of(row)),
                "ratio",
                Some(span),
                Kind::Ratio,
            );
            widest.put("best", self.placed(row, ranking, ranking.order[0].0).value());
            widest.put("last", self.placed(row, ranking, last).value());
            table.put("widest", widest.value());
        }
        (wins.cases > 0).then(|| table.value())
    }
}

fn put(table: &mut Table, path: &str, key: &str, number: Option<Exact>, kind: Kind) {
    if let Some(exact) = number {
        table.put(key, Number::new(path.to_owned(), exact, kind).to_value());
    }
}
