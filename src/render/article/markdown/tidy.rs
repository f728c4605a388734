//! One form for runs of inlines that mean the same, so that every writer meets few cases: single spaces, none at the
//! edges, spaces outside of marks, no mark within its like, no empty and no split runs.

use super::Inline;

/// Which marks are already around.
#[derive(Clone, Copy, Default)]
struct Around {
    emphasis: bool,
    strong: bool,
    strike: bool,
}

/// Brings a run of inlines into its one form. Applying it twice changes nothing more.
pub fn tidy(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out = Vec::new();
    // At the start of a run, spaces are dropped as after another space.
    let mut after_space = true;
    walk(inlines, Around::default(), &mut after_space, &mut out);
    trim_end(&mut out);
    out
}

fn walk(inlines: Vec<Inline>, around: Around, after_space: &mut bool, out: &mut Vec<Inline>) {
    for inline in inlines {
        match inline {
            Inline::Text(text) => push(out, Inline::Text(collapse(&text, after_space))),
            Inline::Code(code) => {
                *after_space = false;
                push(out, Inline::Code(code));
            }
            Inline::FootnoteReference(index) => {
                *after_space = false;
                out.push(Inline::FootnoteReference(index));
            }
            Inline::LineBreak => {
                trim_end_spaces(out);
                if !out.is_empty() {
                    out.push(Inline::LineBreak);
                }
                *after_space = true;
            }
            Inline::Emphasis(inner) if around.emphasis => walk(inner, around, after_space, out),
            Inline::Strong(inner) if around.strong => walk(inner, around, after_space, out),
            Inline::Strike(inner) if around.strike => walk(inner, around, after_space, out),
            Inline::Emphasis(inner) => {
                let around = Around {
                    emphasis: true,
                    ..around
                };
                wrap(inner, around, after_space, out, Inline::Emphasis);
            }
            Inline::Strong(inner) => {
                let around = Around { strong: true, ..around };
                wrap(inner, around, after_space, out, Inline::Strong);
            }
            Inline::Strike(inner) => {
                let around = Around { strike: true, ..around };
                wrap(inner, around, after_space, out, Inline::Strike);
            }
            Inline::Link { target, title, text } => {
                let title = title.map(|title| collapse(&title, &mut true).trim_end_matches(' ').to_owned());
                let title = title.filter(|title| !title.is_empty());
                wrap(text, around, after_space, out, |text| Inline::Link {
                    target,
                    title,
                    text,
                });
            }
            Inline::Foreign { language, text } => {
                wrap(text, around, after_space, out, |text| Inline::Foreign {
                    language,
                    text,
                });
            }
        }
    }
}

/// Tidies what is inside a mark and puts the mark around it, with the spaces at its edges moved out.
fn wrap(
    inner: Vec<Inline>,
    around: Around,
    after_space: &mut bool,
    out: &mut Vec<Inline>,
    mark: impl FnOnce(Vec<Inline>) -> Inline,
) {
    let mut text = Vec::new();
    walk(inner, around, after_space, &mut text);
    let leading = take_edge_space(text.first_mut(), true);
    drop_empty(&mut text);
    let breaks_first = text.iter().take_while(|inline| **inline == Inline::LineBreak).count();
    let leading_breaks: Vec<Inline> = text.drain(..breaks_first).collect();
    let mut trailing = Vec::new();
    while let Some(last) = text.last_mut() {
        if *last == Inline::LineBreak {
            trailing.insert(0, Inline::LineBreak);
            text.pop();
        } else if take_edge_space(Some(last), false) {
            trailing.insert(0, Inline::Text(" ".into()));
            drop_empty(&mut text);
        } else {
            break;
        }
    }
    if leading {
        push(out, Inline::Text(" ".into()));
    }
    out.extend(leading_breaks);
    if !text.is_empty() {
        push(out, mark(text));
    }
    for inline in trailing {
        push(out, inline);
    }
}

fn drop_empty(inlines: &mut Vec<Inline>) {
    inlines.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
}

/// Removes a space at the edge of a text; `true` when there was one.
fn take_edge_space(inline: Option<&mut Inline>, start: bool) -> bool {
    let Some(Inline::Text(text)) = inline else {
        return false;
    };
    let trimmed = if start {
        text.strip_prefix(' ')
    } else {
        text.strip_suffix(' ')
    };
    match trimmed.map(str::to_owned) {
        Some(rest) => {
            *text = rest;
            true
        }
        None => false,
    }
}

/// Adds to a run; texts and equal marks that touch become one.
fn push(out: &mut Vec<Inline>, inline: Inline) {
    match (out.last_mut(), inline) {
        (_, Inline::Text(text)) if text.is_empty() => {}
        (Some(Inline::Text(before)), Inline::Text(text)) => before.push_str(&text),
        (Some(Inline::Code(before)), Inline::Code(code)) => before.push_str(&code),
        (Some(Inline::Emphasis(before)), Inline::Emphasis(inner))
        | (Some(Inline::Strong(before)), Inline::Strong(inner))
        | (Some(Inline::Strike(before)), Inline::Strike(inner)) => {
            for inline in inner {
                push(before, inline);
            }
        }
        (_, inline) => out.push(inline),
    }
}

/// Runs of spaces, tabs and line ends become one space; no-break and other spaces of typography stay.
fn collapse(text: &str, after_space: &mut bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let space = matches!(c, ' ' | '\t' | '\n' | '\r');
        if !space {
            out.push(c);
        } else if !*after_space {
            out.push(' ');
        }
        *after_space = space;
    }
    out
}

fn trim_end_spaces(out: &mut Vec<Inline>) {
    if take_edge_space(out.last_mut(), false) {
        drop_empty(out);
    }
}

fn trim_end(out: &mut Vec<Inline>) {
    loop {
        trim_end_spaces(out);
        match out.last() {
            Some(Inline::LineBreak) => out.pop(),
            _ => return,
        };
    }
}
