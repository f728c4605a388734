//! Languages: numbers, plurals, lists, units and dates by CLDR (through ICU4X), text direction, fonts per script.
//!
//! Knows nothing of reports. One formatter serves words, tables, charts, HTML, PDF and posts alike.

mod digits;
mod format;
mod numerals;
mod scripts;
mod units;

pub use digits::telling_digits;
pub use format::{Locale, plural_categories};
pub use numerals::{Numerals, digit_value};
pub use scripts::{Direction, Justify, SCRIPTS, Script};
pub use units::UnitWords;
