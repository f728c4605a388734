//! Published figures, recomputed from the data to the precision that they were printed with.

use super::{Comparison, Exact, Sample};
use crate::dataset::{Claim, ClaimSubject, Dataset, Printed};

/// Which figure of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Figure {
    Value,
    BaselineValue,
    CandidateValue,
    ReductionPercent,
    ChangePercent,
    Ratio,
}

impl Figure {
    /// The field of the data file.
    pub fn id(self) -> &'static str {
        match self {
            Figure::Value => "value",
            Figure::BaselineValue => "baseline_value",
            Figure::CandidateValue => "candidate_value",
            Figure::ReductionPercent => "reduction_percent",
            Figure::ChangePercent => "change_percent",
            Figure::Ratio => "ratio",
        }
    }
}

/// How a printed figure stands to the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// The exact value rounds to it; at a tie, to either side.
    Rounded,
    /// Digits were cut off where rounding gives another last digit.
    Truncated,
    /// Neither.
    Wrong,
}

/// A figure of a claim beside what the data say.
#[derive(Debug, Clone, PartialEq)]
pub struct RecomputedFigure {
    /// Index into the data set's claims.
    pub claim: usize,
    pub figure: Figure,
    pub printed: Printed,
    /// The exact value, in the unit of the printed one.
    pub exact: Exact,
    pub agreement: Agreement,
}

impl RecomputedFigure {
    /// What should have been printed, with as many digits.
    pub fn corrected(&self) -> String {
        self.exact.to_decimal(self.printed.digits)
    }

    /// The JSON path of the figure: `$.claims[7].change_percent`.
    pub fn path(&self) -> String {
        format!("$.claims[{}].{}", self.claim, self.figure.id())
    }
}

/// Every figure of every claim, recomputed, in the order of the file.
pub fn recompute_claims(dataset: &Dataset) -> Vec<RecomputedFigure> {
    let each = |(index, claim)| recompute(dataset, index, claim);
    dataset.claims.iter().enumerate().flat_map(each).collect()
}

fn recompute(dataset: &Dataset, index: usize, claim: &Claim) -> Vec<RecomputedFigure> {
    let measure = &dataset.measures[claim.measure];
    let figure = |variant| {
        let sample = Sample::of(dataset, claim.measure, variant, claim.case)?;
        let statistic = claim.statistic.unwrap_or(sample.statistics()[0]);
        sample.figure(statistic)
    };
    let shown = |value: &Option<Exact>| value.as_ref().map(|value| measure.in_display_unit(value));
    let figures: Vec<(Figure, Option<&Printed>, Option<Exact>)> = match &claim.subject {
        ClaimSubject::Value { variant, value } => vec![(Figure::Value, Some(value), shown(&figure(*variant)))],
        ClaimSubject::Comparison {
            baseline,
            candidate,
            baseline_value,
            candidate_value,
            reduction_percent,
            change_percent,
            ratio,
        } => {
            let (from, to) = (figure(*baseline), figure(*candidate));
            let comparison = (from.as_ref().zip(to.as_ref()))
                .and_then(|(from, to)| Comparison::of(from, to, *candidate, measure.better));
            let of = |part: fn(&Comparison) -> Option<Exact>| comparison.as_ref().and_then(part);
            vec![
                (Figure::BaselineValue, baseline_value.as_ref(), shown(&from)),
                (Figure::CandidateValue, candidate_value.as_ref(), shown(&to)),
                (
                    Figure::ReductionPercent,
                    reduction_percent.as_ref(),
                    of(|c| Some(c.reduction_percent.clone())),
                ),
                (
                    Figure::ChangePercent,
                    change_percent.as_ref(),
                    of(|c| Some(c.change_percent.clone())),
                ),
                (Figure::Ratio, ratio.as_ref(), of(|c| c.ratio.clone())),
            ]
        }
    };
    let compared = figures.into_iter().filter_map(|(figure, printed, exact)| {
        let (printed, exact) = (printed?, exact?);
        Some(RecomputedFigure {
            claim: index,
            figure,
            agreement: agreement(printed, &exact),
            printed: printed.clone(),
            exact,
        })
    });
    compared.collect()
}

fn agreement(printed: &Printed, exact: &Exact) -> Agreement {
    let unit = (0..printed.digits).fold(Exact::one(), |unit, _| unit / Exact::from(10));
    let half = unit / Exact::from(2);
    if (exact - &printed.value).abs() <= half {
        Agreement::Rounded
    } else if exact.truncate_to(printed.digits) == printed.value {
        Agreement::Truncated
    } else {
        Agreement::Wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_rounding_from_cutting_off_and_from_error() {
        let judge = |text: &str, exact: &str| {
            let printed = Printed {
                text: text.to_owned(),
                value: Exact::parse(text).unwrap(),
                digits: text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u8),
            };
            agreement(&printed, &Exact::parse(exact).unwrap())
        };
        assert_eq!(judge("31", "30.77"), Agreement::Rounded);
        assert_eq!(judge("30", "30.77"), Agreement::Truncated);
        assert_eq!(judge("-21", "-21.6"), Agreement::Truncated);
        assert_eq!(judge("0.3", "0.25"), Agreement::Rounded);
        assert_eq!(judge("0.2", "0.25"), Agreement::Rounded);
        assert_eq!(judge("140", "1400"), Agreement::Wrong);
        assert_eq!(judge("32", "30.77"), Agreement::Wrong);
    }
}
