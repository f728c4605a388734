//! The rules, one a file, in the order in which they look and in which `docs/checks.md` lists them.

use super::Rule;

mod balanced;
mod bars_from_zero;
mod bars_say_their_values;
mod baseline_shown;
mod builds_recorded;
mod cases_shown;
mod claim_agrees_with_itself;
mod claim_recomputed;
mod claim_rounded;
mod closed_loop;
mod contrast;
mod correlated_values;
mod difference_above_noise;
mod difference_established;
mod digits_within_uncertainty;
mod direction_fits_unit;
mod direction_shown;
mod disclosure_shown;
mod dispersion_shown;
mod distribution_drawn;
mod drift;
mod environment_recorded;
mod error_bars_true;
mod errors_counted;
mod files_current;
mod forms_agree;
mod label_fits_number;
mod literal_is_no_figure;
mod mean_of_rates;
mod mean_of_ratios;
mod names_short;
mod no_gaps;
mod not_by_colour_alone;
mod number_has_origin;
mod order_recorded;
mod outliers;
mod percentile_samples;
mod picture_described;
mod possible_values;
mod provenance_told;
mod release_build;
mod removed_samples;
mod same_work;
mod sample_size_known;
mod sample_size_shown;
mod scope_of_words;
mod slow_first_batch;
mod steady_clock;
mod terms_of_publication;
mod text_size;
mod throughput_fits_latency;
mod translation_complete;
mod translation_current;
mod translation_figures;
mod translation_order;
mod translations_agree;
mod variants_distinct;
mod variants_named;
mod warm_up_stated;

/// Every rule.
pub const RULES: &[&Rule] = &[
    &claim_recomputed::RULE,
    &claim_rounded::RULE,
    &claim_agrees_with_itself::RULE,
    &digits_within_uncertainty::RULE,
    &throughput_fits_latency::RULE,
    &possible_values::RULE,
    &direction_fits_unit::RULE,
    &variants_distinct::RULE,
    &provenance_told::RULE,
    &removed_samples::RULE,
    &balanced::RULE,
    &no_gaps::RULE,
    &same_work::RULE,
    &errors_counted::RULE,
    &sample_size_known::RULE,
    &percentile_samples::RULE,
    &mean_of_rates::RULE,
    &mean_of_ratios::RULE,
    &difference_established::RULE,
    &difference_above_noise::RULE,
    &order_recorded::RULE,
    &drift::RULE,
    &slow_first_batch::RULE,
    &correlated_values::RULE,
    &outliers::RULE,
    &warm_up_stated::RULE,
    &environment_recorded::RULE,
    &builds_recorded::RULE,
    &release_build::RULE,
    &steady_clock::RULE,
    &closed_loop::RULE,
    &names_short::RULE,
    &terms_of_publication::RULE,
    &number_has_origin::RULE,
    &literal_is_no_figure::RULE,
    &forms_agree::RULE,
    &translation_complete::RULE,
    &translation_current::RULE,
    &translation_figures::RULE,
    &translation_order::RULE,
    &translations_agree::RULE,
    &label_fits_number::RULE,
    &disclosure_shown::RULE,
    &variants_named::RULE,
    &cases_shown::RULE,
    &baseline_shown::RULE,
    &sample_size_shown::RULE,
    &dispersion_shown::RULE,
    &picture_described::RULE,
    &bars_from_zero::RULE,
    &bars_say_their_values::RULE,
    &error_bars_true::RULE,
    &distribution_drawn::RULE,
    &direction_shown::RULE,
    &contrast::RULE,
    &text_size::RULE,
    &not_by_colour_alone::RULE,
    &scope_of_words::RULE,
    &files_current::RULE,
];
