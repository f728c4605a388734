//! How a language writes units: symbols, what stands between number and symbol, and words for what is counted.

use crate::dataset::Unit;
use std::collections::BTreeMap;

/// Words and symbols for units. The default is the international symbols after a no-break space; a language's
/// `terms.toml` says what differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitWords {
    symbols: BTreeMap<&'static str, String>,
    events: BTreeMap<String, String>,
    /// By event and CLDR's name of a plural category.
    counted: BTreeMap<(String, String), String>,
    per: BTreeMap<String, String>,
    gap: String,
}

const NO_BREAK_SPACE: &str = "\u{a0}";

impl Default for UnitWords {
    fn default() -> Self {
        UnitWords {
            symbols: BTreeMap::new(),
            events: BTreeMap::new(),
            counted: BTreeMap::new(),
            per: BTreeMap::new(),
            gap: NO_BREAK_SPACE.into(),
        }
    }
}

impl UnitWords {
    /// The language's symbol of a unit, for display.
    pub fn set_symbol(&mut self, unit: Unit, symbol: impl Into<String>) {
        self.symbols.insert(unit.symbol(), symbol.into());
    }

    /// What stands after the number of a rate whose events have this id: `query` → `queries/s`.
    pub fn set_events(&mut self, id: impl Into<String>, words: impl Into<String>) {
        self.events.insert(id.into(), words.into());
    }

    /// What stands instead after a number of this plural category: `query`, `one` → `query/s`.
    pub fn set_counted(&mut self, id: impl Into<String>, category: impl Into<String>, words: impl Into<String>) {
        self.counted.insert((id.into(), category.into()), words.into());
    }

    /// What one value is for, behind a slash: `audit` → `audyt` gives `ms/audyt`.
    pub fn set_per(&mut self, id: impl Into<String>, word: impl Into<String>) {
        self.per.insert(id.into(), word.into());
    }

    /// What stands between a number and its unit; a no-break space unless the language says otherwise.
    pub fn set_gap(&mut self, gap: impl Into<String>) {
        self.gap = gap.into();
    }

    pub(super) fn gap(&self) -> &str {
        &self.gap
    }

    /// The text after a number: `ms`, `毫秒`, `queries/s`; empty for pure numbers.
    pub fn symbol(&self, unit: Unit, per: Option<&str>) -> String {
        if let (Unit::PerSecond, Some(event)) = (unit, per) {
            return self
                .events
                .get(event)
                .cloned()
                .unwrap_or_else(|| format!("{event}{}", self.plain(unit)));
        }
        self.plain(unit)
    }

    /// As [`symbol`](Self::symbol), after a number of this plural category.
    pub(super) fn symbol_after(&self, category: &str, unit: Unit, per: Option<&str>) -> String {
        let counted = match (unit, per) {
            (Unit::PerSecond, Some(event)) => self.counted.get(&(event.to_owned(), category.to_owned())),
            _ => None,
        };
        counted.cloned().unwrap_or_else(|| self.symbol(unit, per))
    }

    /// The unit as a column head or an axis says it: `ms/audit`, `queries/s`.
    pub fn label(&self, unit: Unit, per: Option<&str>) -> String {
        let symbol = self.symbol(unit, per);
        match per {
            Some(id) if unit != Unit::PerSecond && !symbol.is_empty() => {
                format!("{symbol}/{}", self.per.get(id).map_or(id, String::as_str))
            }
            _ => symbol,
        }
    }

    fn plain(&self, unit: Unit) -> String {
        if let Some(symbol) = self.symbols.get(unit.symbol()) {
            return symbol.clone();
        }
        match unit {
            Unit::Microsecond => "µs",
            Unit::PerSecond => "/s",
            Unit::One => "",
            other => other.symbol(),
        }
        .into()
    }
}
