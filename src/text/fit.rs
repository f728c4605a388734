//! Fitting a string into a box: wrapped in balanced lines, shrunk no further than a stated least size, or refused with
//! the amount that it is too wide.

use super::{Line, Shaped};

/// Half a unit may stick out: less than what rounding of advances can bring.
pub const TOLERANCE: f64 = 0.5;

/// Sizes are tried in steps of this, so that a design has few of them.
const STEP: f64 = 0.5;

/// A box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    pub width: f64,
    /// The largest number of lines.
    pub lines: usize,
    /// The preferred size.
    pub size: f64,
    /// The least size; equal to `size` where nothing may shrink.
    pub least: f64,
}

/// A string in its box.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    pub size: f64,
    pub lines: Vec<Line>,
}

impl Fitted {
    /// Width of the widest line.
    pub fn width(&self) -> f64 {
        self.lines.iter().map(|line| line.width).fold(0.0, f64::max)
    }
}

/// By how much a string does not fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unfit {
    /// How much wider the box would have to be, at the least size and with all its lines.
    pub excess: f64,
    pub least: f64,
}

/// Sets a string as large as its box allows, between the preferred and the least size, in lines of similar length.
pub fn fit(text: &mut Shaped, into: Fit) -> Result<Fitted, Unfit> {
    let mut size = into.size;
    while size > into.least && !fits(&text.lines(size, Some(into.width)), into) {
        size = (size - STEP).max(into.least);
    }
    let lines = text.lines(size, Some(into.width));
    if !fits(&lines, into) {
        return Err(Unfit {
            excess: needed_width(text, into) - into.width,
            least: into.least,
        });
    }
    Ok(Fitted {
        size,
        lines: balance(text, size, into.width, lines),
    })
}

/// The size at which all of some strings fit into boxes of one kind: siblings look alike.
pub fn common_size(texts: &mut [Shaped], into: Fit) -> Result<f64, (usize, Unfit)> {
    let mut size = into.size;
    for (index, text) in texts.iter_mut().enumerate() {
        let fitted = fit(text, Fit { size, ..into }).map_err(|unfit| (index, unfit))?;
        size = fitted.size;
    }
    Ok(size)
}

fn fits(lines: &[Line], into: Fit) -> bool {
    lines.len() <= into.lines && lines.iter().all(|line| line.width <= into.width + TOLERANCE)
}

/// The narrowest width that keeps the number of lines makes them similarly long. Two lines rather part where the
/// sentence pauses, when both are long enough all the same.
fn balance(text: &mut Shaped, size: f64, width: f64, lines: Vec<Line>) -> Vec<Line> {
    if lines.len() < 2 {
        return lines;
    }
    let (mut low, mut high) = (width * 0.4, width);
    for _ in 0..10 {
        let middle = (low + high) / 2.0;
        let tried = text.lines(size, Some(middle));
        if tried.len() <= lines.len() && tried.iter().all(|line| line.width <= middle + TOLERANCE) {
            high = middle;
        } else {
            low = middle;
        }
    }
    let balanced = text.lines(size, Some(high));
    if balanced.len() != 2 || pauses(&balanced[0]) {
        return balanced;
    }
    let wider = |step: u32| high + (width - high) * f64::from(step) / f64::from(WIDTHS);
    (1..=WIDTHS)
        .map(|step| text.lines(size, Some(wider(step))))
        .find(|lines| lines.len() == 2 && pauses(&lines[0]) && ratio(lines) >= LEAST_RATIO)
        .unwrap_or(balanced)
}

/// How many widths are tried for lines that part at a pause.
const WIDTHS: u32 = 16;

/// The shorter of two lines has at least this share of the longer one.
const LEAST_RATIO: f64 = 0.45;

fn ratio(lines: &[Line]) -> f64 {
    let widths = || lines.iter().map(|line| line.width);
    widths().fold(f64::INFINITY, f64::min) / widths().fold(0.0, f64::max)
}

/// Whether a line ends where a reader pauses.
fn pauses(line: &Line) -> bool {
    line.text()
        .trim_end()
        .ends_with([',', ';', ':', '.', '—', '，', '、', '；', '：', '。', '،', '؛'])
}

fn needed_width(text: &mut Shaped, into: Fit) -> f64 {
    let (mut low, mut high) = (into.width, text.width(into.least).max(into.width));
    for _ in 0..16 {
        let middle = (low + high) / 2.0;
        if fits(&text.lines(into.least, Some(middle)), Fit { width: middle, ..into }) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Face, Family, Typesetter};

    fn shaped(text: &str) -> Shaped {
        Typesetter::new(Family::Inter, false)
            .shape(text, Face::default())
            .unwrap()
    }

    #[test]
    fn shrinks_before_it_refuses_and_says_by_how_much() {
        let mut text = shaped("How it was measured and what it does not show");
        let natural = text.width(30.0);
        let into = |width, least| Fit {
            width,
            lines: 1,
            size: 30.0,
            least,
        };
        assert_eq!(fit(&mut text, into(natural, 20.0)).unwrap().size, 30.0);
        let shrunk = fit(&mut text, into(natural * 0.8, 20.0)).unwrap();
        assert!((22.0..24.5).contains(&shrunk.size), "{}", shrunk.size);
        let unfit = fit(&mut text, into(natural * 0.8, 30.0)).unwrap_err();
        assert!((unfit.excess - natural * 0.2).abs() < 1.0, "{unfit:?}");
    }

    #[test]
    fn lines_are_balanced() {
        let mut text =
            shaped("One shared virtual machine; the order of the versions was fixed and not randomised at all");
        let fitted = fit(
            &mut text,
            Fit {
                width: 700.0,
                lines: 2,
                size: 28.0,
                least: 28.0,
            },
        )
        .unwrap();
        assert_eq!(fitted.lines.len(), 2);
        let (first, second) = (fitted.lines[0].width, fitted.lines[1].width);
        assert!((first - second).abs() < 0.25 * first, "{first} and {second}");
    }

    #[test]
    fn two_lines_part_at_a_pause_and_chinese_ones_within_no_word() {
        let mut setter = Typesetter::new(Family::SimplifiedChinese, false);
        let mut lines = |text: &str, width| {
            let whole = setter.whole_words(text);
            let into = Fit {
                width,
                lines: 3,
                size: 30.0,
                least: 30.0,
            };
            let fitted = fit(&mut setter.shape(&whole, Face::default()).unwrap(), into).unwrap();
            fitted.lines.iter().map(Line::text).collect::<Vec<String>>()
        };
        assert_eq!(
            lines("MariaDB 查询缓存：关闭与启用", 340.0),
            ["MariaDB 查询缓存：", "关闭与启用"]
        );
        assert_eq!(
            lines("没有命中时，查询缓存的代价", 340.0),
            ["没有命中时，", "查询缓存的代价"]
        );
        // Nothing but a word is longer than the line.
        assert_eq!(lines("查询缓存", 70.0), ["查询", "缓存"]);
    }

    #[test]
    fn siblings_share_the_size_of_the_longest() {
        let mut texts = [
            shaped("short"),
            shaped("a much longer title of a card"),
            shaped("medium"),
        ];
        let into = Fit {
            width: 300.0,
            lines: 1,
            size: 30.0,
            least: 20.0,
        };
        let size = common_size(&mut texts, into).unwrap();
        assert_eq!(size, fit(&mut texts[1], into).unwrap().size);
        assert!(size < 30.0);
    }
}
