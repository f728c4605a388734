//! The licence of a published work, by its id in the list of SPDX (<https://spdx.org/licenses/>).

use spdx::LicenseId;

/// A licence of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Licence(LicenseId);

impl Licence {
    /// The licence of that id, written as the list writes it: `CC-BY-4.0`.
    pub fn of(id: &str) -> Option<Licence> {
        // The crate also takes ids with a `+` behind them, which the list does not have.
        spdx::license_id(id).filter(|found| found.name == id).map(Licence)
    }

    pub fn id(self) -> &'static str {
        self.0.name
    }

    /// The name in full: `Creative Commons Attribution 4.0 International`.
    #[expect(clippy::misnamed_getters, reason = "the list calls an id a name")]
    pub fn name(self) -> &'static str {
        self.0.full_name
    }

    /// Where the list shows its text.
    pub fn address(self) -> String {
        format!("https://spdx.org/licenses/{}", self.id())
    }

    /// Every id of the list.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        spdx::identifiers::LICENSES.iter().map(|licence| licence.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_has_an_id_a_name_and_an_address() {
        let licence = Licence::of("CC-BY-4.0").unwrap();
        assert_eq!(licence.name(), "Creative Commons Attribution 4.0 International");
        assert_eq!(licence.address(), "https://spdx.org/licenses/CC-BY-4.0");
        for id in ["cc-by-4.0", "CC-BY-4.0+", "CC BY 4.0", ""] {
            assert_eq!(Licence::of(id), None, "{id}");
        }
    }
}
