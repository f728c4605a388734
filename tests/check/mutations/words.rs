//! Words with one fault each, and what must find it.

pub struct Mutation {
    /// Id of a rule, or the whole code of another room's fault.
    pub code: &'static str,
    pub what: &'static str,
    /// A file of the report folder.
    pub file: &'static str,
    /// The first place of this is replaced; the end of the file when empty.
    pub from: &'static str,
    pub to: &'static str,
}

const fn fault(
    code: &'static str,
    what: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
) -> Mutation {
    Mutation {
        code,
        what,
        file,
        from,
        to,
    }
}

const EN: &str = "en/article.md";
const PL: &str = "pl/article.md";
const ZH: &str = "zh-Hans/article.md";
const MEAN: &str = "m.audit_time.mean.baseline | quantity(digits=3)";

pub const ALL: &[Mutation] = &[
    fault(
        "context::literal-digit",
        "a figure typed into English",
        EN,
        "{{ table() }}",
        "\n\n{{ table() }} 8.112 ms,",
    ),
    fault(
        "context::literal-digit",
        "a figure typed into Polish",
        PL,
        "{{ table() }}",
        "\n\n{{ table() }} 2,015 ms i",
    ),
    fault(
        "context::literal-digit",
        "a figure typed into Chinese",
        ZH,
        "{{ table() }}",
        "计时 2.015 毫秒，覆盖",
    ),
    fault(
        "context::literal-digit",
        "a figure typed into a post",
        "en/linkedin.txt",
        "Same code",
        "4 times faster. Same code",
    ),
    fault(
        "context::literal-digit",
        "a figure in full-width digits",
        ZH,
        "{{ table() }}",
        "计时８毫秒，覆盖",
    ),
    fault(
        "context::literal-digit",
        "a figure hidden in a string",
        EN,
        "{{ table() }}",
        "{{ \"75%\" }} \n\n{{ table() }}",
    ),
    fault(
        "context::bare-number",
        "a number without a filter",
        EN,
        "m.audit_time.mean.ratio | ratio(digits=2)",
        "m.audit_time.mean.ratio",
    ),
    fault(
        "context::unknown-name",
        "a name that nobody knows",
        PL,
        MEAN,
        "m.audit_tme.mean.baseline | quantity(digits=3)",
    ),
    fault(
        "context::template",
        "a share printed as a quantity",
        EN,
        "m.audit_time.mean.reduction | percent(digits=2)",
        "m.audit_time.mean.reduction | quantity(digits=2)",
    ),
    fault(
        "context::syntax",
        "a tag that does not end",
        ZH,
        "{{ table() }}",
        "{{ table( }}",
    ),
    fault(
        "literal-is-no-figure",
        "a share declared as a name",
        PL,
        "{{ table() }}",
        "Krócej o {{ literal(\"75,16%\") }}. \n\n{{ table() }}",
    ),
    fault(
        "literal-is-no-figure",
        "a mean declared as a name",
        EN,
        "{{ table() }}",
        "It took {{ literal(\"8.112 ms\") }}. \n\n{{ table() }}",
    ),
    fault(
        "literal-is-no-figure",
        "a wrong share declared as a name",
        "zh-Hans/linkedin.txt",
        "",
        "\n减少 {{ literal(\"80%\") }}。",
    ),
    fault(
        "translations-agree",
        "the median for the mean in Polish",
        PL,
        "{{ table() }}",
        "{{ m.audit_time.median_of_batch_means.difference | quantity }} \n\n{{ table() }}",
    ),
    fault(
        "translations-agree",
        "the difference in Chinese only",
        ZH,
        "{{ table() }}",
        "{{ m.audit_time.mean.difference | quantity(digits=3) }}。\n\n{{ table() }}",
    ),
    fault(
        "translations-agree",
        "the counts left out in Polish",
        PL,
        "{{ counts.statements |",
        "{{ counts.calls |",
    ),
    fault(
        "translations-agree",
        "another measure in the English post",
        "en/linkedin.txt",
        "m.audit_time.mean.ratio | ratio(digits=2)",
        "m.audit_time.median_of_batch_means.ratio | ratio(digits=2)",
    ),
    fault(
        "translations-agree",
        "the candidate twice in the Polish post",
        "pl/linkedin.txt",
        "m.audit_time.median_of_batch_means.baseline",
        "m.audit_time.median_of_batch_means.candidate",
    ),
    fault(
        "translations-agree",
        "warm-up left out in Chinese",
        ZH,
        "counts.warmup_calls_per_batch",
        "counts.calls_per_batch",
    ),
    fault(
        "disclosure-shown",
        "an undisclosed post in English",
        "en/linkedin.txt",
        "{{ provenance.disclosure }}",
        "",
    ),
    fault(
        "disclosure-shown",
        "an undisclosed post in Polish",
        "pl/linkedin.txt",
        "{{ provenance.disclosure }}",
        "",
    ),
    fault(
        "disclosure-shown",
        "a post that is disclosed in another language",
        "zh-Hans/linkedin.txt",
        "{{ provenance.disclosure }}",
        "Synthetic data.",
    ),
    fault(
        "variants-named",
        "a post without the baseline",
        "en/linkedin.txt",
        "{{ baseline.name }} → {{ candidate.short }}",
        "ProxySQL → {{ candidate.short }}",
    ),
    fault(
        "variants-named",
        "a post without the candidate",
        "pl/linkedin.txt",
        "{{ candidate.short }}",
        "nowa",
    ),
    fault(
        "scope-of-words",
        "always",
        EN,
        "The ratio of the means is",
        "It is always so: the ratio of the means is",
    ),
    fault(
        "scope-of-words",
        "proves",
        EN,
        "{{ table() }}",
        "This proves the gain. \n\n{{ table() }}",
    ),
    fault(
        "scope-of-words",
        "a cause",
        "en/linkedin.txt",
        "on average (",
        "on average, thanks to the new cache (",
    ),
    fault("scope-of-words", "zawsze", PL, "Średnia jest", "Średnia jest zawsze"),
    fault(
        "scope-of-words",
        "dowodzi",
        PL,
        "{{ table() }}",
        "To dowodzi zysku. \n\n{{ table() }}",
    ),
    fault(
        "scope-of-words",
        "总是",
        ZH,
        "{{ table() }}",
        "{{ headline.baseline | quantity }} 总是如此。\n\n{{ table() }}",
    ),
    fault(
        "scope-of-words",
        "证明",
        ZH,
        "{{ table() }}",
        "这证明了优势。\n\n{{ table() }}",
    ),
    fault(
        "dispersion-shown",
        "an article without its table",
        EN,
        "{{ table() }}",
        "{{ m.audit_time.mean.candidate | quantity }}",
    ),
    fault(
        "project::missing-translation",
        "a language without words",
        "report.toml",
        "\"zh-Hans\"]",
        "\"zh-Hans\", \"de\"]",
    ),
    fault(
        "claim-recomputed",
        "a call changed after publication",
        "data.json",
        "8481692",
        "9481692",
    ),
];
