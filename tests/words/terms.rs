//! Terms of the tools: every name that an importer gives to what a tool measures is a word in every language.

use crate::{languages, templates};
use benchfolio::context::{Words, read_terms};
use benchfolio::dataset::Unit;
use benchfolio::dataset::import::Tool;
use benchfolio::diagnostic::SourceText;
use benchfolio::locale::Locale;
use std::collections::{BTreeMap, BTreeSet};

/// Names that importers make of what the files of a tool hold, beside those that they declare.
const MADE: &[&str] = &[
    "completion_latency_p99_95",
    "latency_p10",
    "latency_p99_99",
    "latency_uncorrected_p99_9",
    "latency_uncorrected_max",
    "interval_latency_p99",
    "http_req_duration_expected_response_true_p95",
    "http_req_blocked_avg",
    "http_req_connecting_min",
    "http_req_tls_handshaking_p50",
    "http_req_sending_max",
    "http_req_receiving_p90",
    "http_req_waiting_p99_9",
    "http_req_failed",
    "http_req_failed_name_login",
    "iteration_duration_p99",
    "group_duration_avg",
    "ws_connecting_avg",
    "ws_session_duration_p90",
    "ws_ping_max",
    "grpc_req_duration_p95",
    "browser_http_req_duration_p50",
    "browser_web_vital_fcp_p95",
    "browser_web_vital_fid_p95",
    "browser_web_vital_inp_p95",
    "browser_web_vital_lcp_p95",
    "browser_web_vital_ttfb_p95",
    "real_time_mean",
    "real_time_median",
    "cpu_time_stddev",
    "items_throughput_mean",
    "transfer_rate_stddev",
    "gen0collects",
    "gen1collects",
    "gen2collects",
    "completedworkitemcount",
    "lockcontentioncount",
];

fn terms(tag: &str) -> Words {
    let path = templates().join(tag).join("terms.toml");
    let text = std::fs::read_to_string(path).expect("the terms can be read");
    read_terms(&[SourceText::new("terms.toml", text)]).unwrap_or_else(|faults| panic!("{tag}: {faults}"))
}

#[test]
fn every_figure_of_every_tool_has_a_name_in_every_language() {
    let mut missing = Vec::new();
    for tag in languages() {
        let terms = terms(&tag);
        let mut need = |key: String| {
            if terms.get(&key).is_none() {
                missing.push(format!("{tag}: {key}"));
            }
        };
        for quantity in Tool::ALL.iter().flat_map(|tool| tool.declares()) {
            if let Some(per) = &quantity.per {
                need(format!("per.{per}"));
                if quantity.unit == Unit::PerSecond {
                    need(format!("events.{per}"));
                }
            }
        }
        let declared = Tool::ALL.iter().flat_map(|tool| tool.declares());
        let ids = declared
            .map(|quantity| quantity.id.as_ref())
            .chain(MADE.iter().copied());
        missing.extend(
            ids.filter(|id| terms.measure_name(id).is_none())
                .map(|id| format!("{tag}: {id}")),
        );
    }
    missing.dedup();
    assert!(missing.is_empty(), "names without words:\n{}", missing.join("\n"));
}

/// What is counted has the same plural forms throughout a language, and the categories exist there.
#[test]
fn all_counted_words_have_the_plural_forms_of_their_language() {
    for tag in languages() {
        let terms = terms(&tag);
        let known: BTreeSet<&str> = Locale::load(&tag).unwrap().all_plural_forms().into_iter().collect();
        let mut forms: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (event, _) in terms.below("events") {
            forms.insert(event, BTreeSet::new());
        }
        for (key, _) in terms.below("counted") {
            let (event, category) = key.rsplit_once('.').expect("an event and a category");
            assert!(known.contains(category), "{tag}: {key} can never be used");
            let of_event = forms.get_mut(event);
            of_event
                .unwrap_or_else(|| panic!("{tag}: {event} is counted but no event"))
                .insert(category);
        }
        let usual = forms["query"].clone();
        assert!(
            known.len() == 1 || !usual.is_empty() || tag == "tr",
            "{tag}: a number of another category has no form"
        );
        for (event, of_event) in &forms {
            assert_eq!(of_event, &usual, "{tag}: {event} has other forms than query");
        }
    }
}
