//! Order statistics of a list of exact numbers.

use super::Exact;
use num_traits::ToPrimitive;

/// The `p`-quantile (0 ≤ `p` ≤ 1) of numbers in ascending order: definition 7 of Hyndman and Fan, "Sample Quantiles in
/// Statistical Packages", The American Statistician 50 (1996), 361–365, which is the default of R, NumPy and
/// `statistics.quantiles(…, method="inclusive")`. With `h = (n − 1)·p` it is `x[⌊h⌋] + (h − ⌊h⌋)·(x[⌊h⌋ + 1] − x[⌊h⌋])`,
/// counting from 0. `None` when there are no numbers or `p` is out of range.
pub fn quantile(ascending: &[Exact], p: &Exact) -> Option<Exact> {
    if p.is_negative() || *p > Exact::one() {
        return None;
    }
    let position = &Exact::from(ascending.len().checked_sub(1)? as u64) * p;
    let whole = position.truncate_to(0);
    let index = whole.numerator().to_usize()?;
    let below = &ascending[index];
    let rest = &position - &whole;
    if rest.is_zero() {
        return Some(below.clone());
    }
    Some(below + &(&rest * &(&ascending[index + 1] - below)))
}

/// The middle number, or the mean of the two in the middle. `None` when there are no numbers.
pub fn median(values: &[Exact]) -> Option<Exact> {
    quantile(&ascending(values), &Exact::ratio(1, 2))
}

/// Least number, first quartile, median, third quartile, largest number (see [`quantile`]). `None` when there are no
/// numbers.
pub fn quartiles(values: &[Exact]) -> Option<[Exact; 5]> {
    let ascending = ascending(values);
    let at = |quarters: u64| quantile(&ascending, &Exact::ratio(quarters, 4));
    Some([at(0)?, at(1)?, at(2)?, at(3)?, at(4)?])
}

/// The numbers in ascending order.
pub fn ascending(values: &[Exact]) -> Vec<Exact> {
    let mut values = values.to_vec();
    values.sort();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: &[u64]) -> Vec<Exact> {
        values.iter().copied().map(Exact::from).collect()
    }

    /// What R's `quantile(c(3, 1, 4, 1, 5, 9), type = 7)` and NumPy give.
    #[test]
    fn quartiles_are_those_of_definition_7() {
        let [least, first, median, third, largest] = quartiles(&numbers(&[3, 1, 4, 1, 5, 9])).unwrap();
        assert_eq!([least, largest], [1, 9].map(Exact::from));
        assert_eq!(
            [first, median, third].map(|q| q.to_decimal(2)),
            ["1.50", "3.50", "4.75"]
        );
    }

    #[test]
    fn of_one_number_every_quantile_is_that_number() {
        assert_eq!(quartiles(&numbers(&[7])).unwrap(), [7; 5].map(Exact::from));
        assert_eq!(median(&[]), None);
        assert_eq!(quantile(&numbers(&[1, 2]), &Exact::ratio(3, 2)), None);
    }

    #[test]
    fn the_median_of_an_even_count_lies_in_the_middle() {
        assert_eq!(median(&numbers(&[10, 1, 2, 4])), Some(Exact::from(3)));
    }
}
