//! Figures that somebody published about the data (`claims`), as templates name them: beside the statistic that they
//! are about, with the digits that they were printed with.

use super::Subject;
use super::number::{Kind, Number};
use super::tree::{Table, identifier};
use crate::dataset::{Claim, ClaimSubject, Printed};
use crate::stats::{Exact, Row};
use tera::Value;

impl Subject {
    /// The published figures of one statistic: `values.<variant>`, and of the comparison `baseline`, `candidate`,
    /// `change`, `reduction`, `ratio`. `None` when nobody published any.
    pub(super) fn published_value(&self, path: &str, row: &Row) -> Option<Value> {
        let mut table = Table::default();
        let mut values = Table::default();
        for claim in self.dataset.claims.iter().filter(|claim| self.is_about(claim, row)) {
            match &claim.subject {
                ClaimSubject::Value { variant, value } => {
                    let value = Some(self.stored(row, value)).map(|exact| (exact, value.digits));
                    let id = identifier(&self.dataset.variants[*variant].id);
                    let kind = Kind::Quantity(row.measure);
                    put(&mut values, &format!("{path}.values"), &id, value.clone(), kind);
                    self.put_of_variant(&mut table, path, *variant, value, kind);
                }
                ClaimSubject::Comparison {
                    baseline,
                    candidate,
                    baseline_value,
                    candidate_value,
                    reduction_percent,
                    change_percent,
                    ratio,
                } if (*baseline, Some(*candidate)) == (self.comparison.baseline, self.comparison.candidate) => {
                    let kind = Kind::Quantity(row.measure);
                    for (variant, value) in [(*baseline, baseline_value), (*candidate, candidate_value)] {
                        let value = value.as_ref().map(|value| (self.stored(row, value), value.digits));
                        self.put_of_variant(&mut table, path, variant, value, kind);
                    }
                    let plain = |printed: &Option<Printed>| printed.as_ref().map(|p| (p.value.clone(), p.digits));
                    put(&mut table, path, "reduction", plain(reduction_percent), Kind::Percent);
                    put(&mut table, path, "change", plain(change_percent), Kind::Percent);
                    put(&mut table, path, "ratio", plain(ratio), Kind::Ratio);
                }
                ClaimSubject::Comparison { .. } => {}
            }
        }
        if !values.is_empty() {
            table.put("values", values.value());
        }
        (!table.is_empty()).then(|| table.value())
    }

    /// Whether a claim is about this row; one without a statistic means the first of its measure and case.
    fn is_about(&self, claim: &Claim, row: &Row) -> bool {
        let first = (self.summary.rows.iter()).find(|other| (other.measure, other.case) == (claim.measure, claim.case));
        let statistic = claim.statistic.or(first.map(|first| first.statistic));
        (claim.measure, claim.case, statistic) == (row.measure, row.case, Some(row.statistic))
    }

    fn put_of_variant(&self, table: &mut Table, path: &str, variant: usize, value: Option<(Exact, u8)>, kind: Kind) {
        if variant == self.comparison.baseline {
            put(table, path, "baseline", value, kind);
        } else if Some(variant) == self.comparison.candidate {
            put(table, path, "candidate", value, kind);
        }
    }

    /// A value that was published in the display unit, in the unit of the data.
    fn stored(&self, row: &Row, printed: &Printed) -> Exact {
        let measure = &self.dataset.measures[row.measure];
        (measure.display_unit.convert(&printed.value, measure.unit))
            .expect("the reader refuses a display unit of another dimension")
    }
}

/// Puts a figure that prints as many digits as were published, at most.
fn put(table: &mut Table, path: &str, key: &str, figure: Option<(Exact, u8)>, kind: Kind) {
    if let Some((exact, digits)) = figure {
        let number = Number::new(format!("{path}.{key}"), exact, kind).at_most(digits);
        table.put(key, number.to_value());
    }
}
