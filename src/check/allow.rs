//! Findings that somebody answers for: `--allow RULE=reason`. The reason is published with the report.

use super::{RULES, Rule};
use crate::diagnostic::{Class, Fault, Severity};
use std::str::FromStr;

/// The code of an allowance that covers nothing.
pub const ALLOWED_NOTHING: &str = "check::allowed-nothing";

/// A rule that may be broken, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowance {
    pub rule: &'static Rule,
    pub reason: String,
}

/// What the rules found, after the allowances.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    pub faults: Vec<Fault>,
    /// For each allowance how many findings it covered.
    pub allowed: Vec<usize>,
}

/// Reads `RULE=reason`, as on the command line.
impl FromStr for Allowance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (id, reason) = text.split_once('=').ok_or("say why: RULE=reason")?;
        let id = id.trim().trim_start_matches("check::");
        let rule = Rule::of(id).ok_or_else(|| {
            let nearest = RULES
                .iter()
                .max_by(|a, b| strsim::jaro(a.id, id).total_cmp(&strsim::jaro(b.id, id)));
            let nearest = nearest.map_or("", |rule| rule.id);
            format!("there is no rule `{id}`; the nearest is `{nearest}`")
        })?;
        let reason = reason.trim();
        if reason.chars().count() < 10 {
            return Err("a reason has at least ten characters; readers will see it".into());
        }
        Ok(Allowance {
            rule,
            reason: reason.to_owned(),
        })
    }
}

/// Turns findings of allowed rules into notes that tell the reason. An allowance that covers nothing is a warning: it
/// would hide the next finding.
pub fn apply(faults: Vec<Fault>, allowances: &[Allowance]) -> Verdict {
    let mut allowed = vec![0; allowances.len()];
    let mut faults: Vec<Fault> = faults
        .into_iter()
        .map(|mut fault| {
            let covering = allowances
                .iter()
                .position(|allowance| allowance.rule.code == fault.code);
            if let Some(at) = covering.filter(|_| fault.severity != Severity::Note) {
                allowed[at] += 1;
                fault.severity = Severity::Note;
                fault.hint = Some(format!("allowed: {}", allowances[at].reason));
            }
            fault
        })
        .collect();
    for (allowance, _) in allowances.iter().zip(&allowed).filter(|(_, count)| **count == 0) {
        faults.push(
            Fault::error(Class::Finding, ALLOWED_NOTHING, "an allowance covers no finding")
                .severity(Severity::Warning)
                .found(format!("`{}={}`", allowance.rule.id, allowance.reason))
                .hint("take it away, or it will hide the next finding"),
        );
    }
    Verdict { faults, allowed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_needed_and_a_rule_must_exist() {
        assert!("drift=the run was stopped for an hour".parse::<Allowance>().is_ok());
        assert_eq!("drift".parse::<Allowance>().unwrap_err(), "say why: RULE=reason");
        assert!("drift=ok".parse::<Allowance>().unwrap_err().contains("ten characters"));
        assert_eq!(
            "drfit=the run was stopped".parse::<Allowance>().unwrap_err(),
            "there is no rule `drfit`; the nearest is `drift`"
        );
    }

    #[test]
    fn allowed_findings_become_notes_and_idle_allowances_are_told() {
        let allowances: Vec<Allowance> = [
            "drift=the machine was heating up",
            "no-gaps=the candidate lacks the feature",
        ]
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
        let drift = Rule::of("drift").unwrap();
        let verdict = apply(vec![drift.fault("it rises")], &allowances);
        assert_eq!(verdict.allowed, [1, 0]);
        let severities: Vec<Severity> = verdict.faults.iter().map(|f| f.severity).collect();
        assert_eq!(severities, [Severity::Note, Severity::Warning]);
        assert_eq!(
            verdict.faults[0].hint.as_deref(),
            Some("allowed: the machine was heating up")
        );
    }
}
