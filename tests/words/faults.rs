//! What is told when a template is wrong.

use crate::proxysql;
use benchfolio::diagnostic::SourceText;
use tera::Context;

fn told(name: &str, template: &str) -> String {
    let source = SourceText::new(name, template);
    match proxysql("en").engine.render(&source, &Context::new()) {
        Ok(rendered) => panic!("{template:?} gave {:?}", rendered.text),
        Err(faults) => faults.to_string(),
    }
}

fn rendered(name: &str, template: &str) -> String {
    let source = SourceText::new(name, template);
    match proxysql("en").engine.render(&source, &Context::new()) {
        Ok(rendered) => rendered.text,
        Err(faults) => panic!("{faults}"),
    }
}

#[test]
fn filters_print_as_the_contract_says() {
    for (template, text) in [
        ("{{ m.audit_time.mean.baseline | quantity(digits=3) }}", "8.112\u{a0}ms"),
        ("{{ m.audit_time.mean.baseline | number(digits=6) }}", "8.112204"),
        ("{{ m.audit_time.mean.reduction | percent(digits=2) }}", "75.16%"),
        (
            "{{ m.audit_time.mean.change | percent(digits=2, sign=true) }}",
            "−75.16%",
        ),
        ("{{ m.audit_time.mean.ratio | ratio(digits=2) }}", "4.03×"),
        ("{{ counts.calls | count }}", "300"),
        (
            "{{ counts.batches | plural(one=\"# batch\", other=\"# batches\") }}",
            "30 batches",
        ),
        ("{{ variants | list }}", "ProxySQL 2.7.3 and ProxySQL 3.0.5"),
        ("{{ method.rows_per_call | list }}", "1 and 7"),
        ("{{ literal(\"1.5\") }}", "1.5"),
        (
            "{{ environment.memory_bytes | unit(from=\"B\", to=\"GiB\") }}",
            "4\u{a0}GiB",
        ),
        ("{{ m.php_peak_allocated.value.baseline | quantity }}", "4\u{a0}MiB"),
        ("{{ m.audit_time.mean.verdict }}", "better"),
        ("## Method {#method}", "## Method {#method}"),
    ] {
        assert_eq!(rendered("en/article.md", template), text, "{template}");
    }
}

#[test]
fn unknown_names_are_all_told_with_the_nearest() {
    let told = told(
        "en/article.md",
        "One {{ m.audit_tme.mean.baseline | quantity }}\n{% if facts.shared_hst %}x{% endif %}\n\
         {% for v in variant %}{{ v.name }}{% endfor %} {{ m.audit_time.mean.bseline | number }}",
    );
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert_eq!(
        lines[0],
        "en/article.md:1:10: [en] `m` has no `audit_tme`, expected one of audit_time, php_peak_allocated (hint: did you \
         mean `audit_time`?)"
            .replace("`, expected", "`: expected")
    );
    assert!(
        lines[1].starts_with("en/article.md:2:13: [en] `facts` has no `shared_hst`"),
        "{}",
        lines[1]
    );
    assert!(
        lines[1].ends_with("(hint: did you mean `shared_host`?)"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with("en/article.md:3:13: [en] `variant` is not known"),
        "{}",
        lines[2]
    );
    assert!(lines[2].ends_with("(hint: did you mean `variants`?)"), "{}", lines[2]);
    assert!(
        lines[3].contains("`m.audit_time.mean` has no `bseline`"),
        "{}",
        lines[3]
    );
}

#[test]
fn a_number_without_a_filter_is_told_which_one() {
    let path = "m.audit_time.mean.baseline";
    for (name, template, place) in [
        (
            "en/article.md",
            "A {{ m.audit_time.mean.baseline }}",
            "en/article.md:1:3",
        ),
        (
            "infographic.svg",
            "<a>\n{{ m.audit_time.mean.baseline }}</a>",
            "infographic.svg:2:1",
        ),
        (
            "en/article.md",
            "{% set x = m.audit_time.mean.baseline %}A {{ \"a\" ~ x }}",
            "en/article.md:1:43",
        ),
    ] {
        let told = told(name, template);
        assert!(
            told.starts_with(&format!("{place}: [en] `{path}` is printed without a filter")),
            "{told}"
        );
        assert!(
            told.ends_with(&format!(
                "(hint: a number needs its language and its digits: `{path} | quantity`)"
            )),
            "{told}"
        );
    }
    let told = told("en/article.md", "There are {{ 1 + 2 }}.");
    assert!(
        told.contains("a number is printed without a filter: found `1 + 2` gives `3`"),
        "{told}"
    );
}

#[test]
fn filters_tell_what_is_wrong() {
    for (template, message) in [
        (
            "{{ m.audit_time.mean.baseline | percent }}",
            "en/article.md:1:33: [en] `m.audit_time.mean.baseline` is nothing for `percent` (hint: print it with `quantity`)",
        ),
        (
            "{{ m.audit_time.median.baseline | number }}",
            "[en] this has no value in these data: found `m.audit_time.median` (hint: ask first: `{% if … is defined %}`)",
        ),
        (
            "{{ m.audit_time.mean.baseline | quantity(digit=3) }}",
            "no argument is called `digit` (hint: did you mean `digits`?)",
        ),
        (
            "{{ counts.calls | counts }}",
            "en/article.md:1:19: [en] `counts` is not known: expected one of number, quantity, percent, ratio, count, plural, list, unit (hint: did you mean `count`?)",
        ),
        (
            "{{ tabel() }}",
            "`tabel` is not known: expected one of literal, table, figure, downloads, words, range, standard (hint: did you mean `table`?)",
        ),
        (
            "{{ counts.calls | plural(one=\"# call\") }}",
            "the forms other are missing (hint: in `en` numbers need all of them)",
        ),
        (
            "{{ counts.calls | plural(one=\"# call\", few=\"x\", other=\"# calls\") }}",
            "the form few does not exist in `en` (hint: it has one, other)",
        ),
        (
            "{{ report.id | number }}",
            "`number` prints numbers of the data (hint: this is a string)",
        ),
        ("{% if facts.better %}x", "en/article.md:1:"),
        (
            "{{ words(key=\"table.chnge\") }}",
            "terms have no `table.chnge` in `en`",
        ),
        (
            "{{ environment.memory_bytes | unit(from=\"B\", to=\"ms\") }}",
            "B is not measured in ms (hint: take two units of the same kind)",
        ),
        ("{{ report.id.x }}", "`report.id` has no parts: found `.x`"),
        ("{% include \"/etc/passwd\" %}", "`/etc/passwd` is not known"),
    ] {
        let told = told("en/article.md", template);
        assert!(told.contains(message), "{template}\n  told: {told}\n  not: {message}");
    }
}

#[test]
fn languages_ask_for_their_plural_forms() {
    let source = SourceText::new(
        "pl/article.md",
        "{{ counts.calls | plural(one=\"# x\", many=\"# y\", other=\"# z\") }}",
    );
    let told = proxysql("pl")
        .engine
        .render(&source, &Context::new())
        .unwrap_err()
        .to_string();
    assert!(
        told.contains("the forms few are missing (hint: in `pl` numbers need all of them)"),
        "{told}"
    );
}

#[test]
fn templates_cannot_run_away() {
    for (template, message) in [
        (
            "{% for a in range(end=10001) %}x{% endfor %}",
            "this range is too long: 10001 items (hint: at most 10000)",
        ),
        (
            "{% for a in range(end=10000) %}{% for b in range(end=10000) %}x{% endfor %}{% endfor %}",
            "too many turns of loops (hint: at most 1000000 in one text)",
        ),
        (
            "{% set s = \"xxxxxxxxxxxxxxxx\" %}{% for a in range(end=60) %}{% set_global s = s ~ s %}{% endfor %}",
            "a variable grows too long (hint: does a loop append it to itself?)",
        ),
        (
            "{% set s = \"xxxxxxxxxxxxxxxx\" %}{% for a in range(end=17) -%}\n{% set_global s = s ~ s %}{% endfor %}\
             {% for a in range(end=9) %}{{ s }}{% endfor %}",
            "the rendered text is too large: expected at most 16777216 bytes",
        ),
        (
            "{{ \"aaaaaaaa\" | replace(from=\"a\", to=\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\") | replace(from=\"a\", \
             to=\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\") | replace(from=\"a\", to=\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\") \
             | replace(from=\"a\", to=\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\") }}",
            "a filter makes the text too long (hint: at most 2097152 bytes)",
        ),
        (
            "{{ [[a for a in range(end=9)] for b in range(end=9)] }}",
            "a list comprehension within another one (hint: use two `for` loops)",
        ),
    ] {
        let told = told("en/article.md", template);
        assert!(told.contains(message), "{template}\n  told: {told}");
    }
    let many = format!("{{{{ lang{} }}}}", " ~ lang".repeat(101));
    let told = told("en/article.md", &many);
    assert!(
        told.contains("one tag joins too many texts: found `~` 101 times"),
        "{told}"
    );
}

#[test]
fn data_are_escaped_for_the_form_that_they_stand_in() {
    let mut extra = Context::new();
    extra.insert("name", "<b>a*b* & snake_case</b>");
    let engine = proxysql("en").engine;
    for (name, text) in [
        ("a.md", "\\<b\\>a\\*b\\* \\& snake_case\\</b\\>"),
        ("a.svg", "&lt;b&gt;a*b* &amp; snake_case&lt;/b&gt;"),
        ("a.txt", "<b>a*b* & snake_case</b>"),
    ] {
        let rendered = engine.render(&SourceText::new(name, "{{ name }}"), &extra).unwrap();
        assert_eq!(rendered.text.replace("&#x2F;", "/"), text, "{name}");
    }
}

#[test]
fn the_ledger_holds_every_number_with_its_expression_and_value() {
    let source = SourceText::new(
        "a.md",
        "{{ m.audit_time.mean.baseline | quantity }} {{ literal(\"v2\") }} {{ counts.batches | plural(one=\"#\", other=\"# b\") }}",
    );
    let rendered = proxysql("en").engine.render(&source, &Context::new()).unwrap();
    let ledger: Vec<(String, String, Option<String>)> = rendered
        .ledger
        .into_iter()
        .map(|entry| {
            (
                entry.text,
                entry.path,
                entry.exact.and_then(|exact| exact.to_exact_decimal()),
            )
        })
        .collect();
    assert_eq!(ledger[0].0, "8.112\u{a0}ms");
    assert_eq!(ledger[0].1, "m.audit_time.mean.baseline");
    assert_eq!(ledger[1], ("v2".into(), "literal".into(), None));
    assert_eq!(ledger[2], ("30".into(), "counts.batches".into(), Some("30".into())));
}
