//! Data of SVG paths, short and exact to a hundredth. Knows nothing of what is drawn.

use resvg::tiny_skia::PathSegment;

/// Writes path data with relative coordinates in hundredths of a pixel: every point is rounded once, from its own place,
/// so that no error adds up.
#[derive(Default)]
pub struct Pen {
    at: (i64, i64),
    start: (i64, i64),
    command: char,
}

impl Pen {
    /// Appends the data of a path.
    pub fn write(mut self, segments: impl Iterator<Item = PathSegment>, data: &mut String) {
        for segment in segments {
            match segment {
                PathSegment::MoveTo(p) => {
                    self.start = hundredths(p);
                    self.draw('m', &[p], data);
                }
                PathSegment::LineTo(p) => self.draw('l', &[p], data),
                PathSegment::QuadTo(c, p) => self.draw('q', &[c, p], data),
                PathSegment::CubicTo(b, c, p) => self.draw('c', &[b, c, p], data),
                PathSegment::Close => {
                    data.push('z');
                    self.at = self.start;
                    self.command = 'z';
                }
            }
        }
    }

    fn draw(&mut self, command: char, points: &[resvg::tiny_skia::Point], data: &mut String) {
        // A letter is said once for all that follow; lines after a move would be lines without one.
        let repeated = self.command == command && command != 'm';
        if !repeated {
            data.push(command);
            self.command = command;
        }
        let mut to = self.at;
        let mut first = !repeated;
        for point in points {
            to = hundredths(*point);
            for offset in [to.0 - self.at.0, to.1 - self.at.1] {
                if !first && offset >= 0 {
                    data.push(' ');
                }
                first = false;
                decimal(offset, data);
            }
        }
        self.at = to;
    }
}

fn hundredths(point: resvg::tiny_skia::Point) -> (i64, i64) {
    let round = |value: f32| (f64::from(value) * 100.0).round() as i64;
    (round(point.x), round(point.y))
}

/// Hundredths as a decimal number.
pub fn decimal(value: i64, data: &mut String) {
    if value < 0 {
        data.push('-');
    }
    let (whole, part) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    if whole > 0 || part == 0 {
        push_integer(whole, data);
    }
    if part > 0 {
        data.push('.');
        data.push(char::from(b'0' + (part / 10) as u8));
        if part % 10 > 0 {
            data.push(char::from(b'0' + (part % 10) as u8));
        }
    }
}

fn push_integer(value: u64, data: &mut String) {
    if value >= 10 {
        push_integer(value / 10, data);
    }
    data.push(char::from(b'0' + (value % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_are_short_and_exact_to_a_hundredth() {
        let mut builder = resvg::tiny_skia::PathBuilder::new();
        builder.move_to(10.0, 20.004);
        builder.line_to(10.5, 20.0);
        builder.line_to(9.0, 120.256);
        builder.quad_to(0.0, 0.0, -1.5, 3.0);
        builder.close();
        builder.move_to(1.0, 1.0);
        builder.line_to(2.0, 1.0);
        let path = builder.finish().unwrap();
        let mut data = String::new();
        Pen::default().write(path.segments(), &mut data);
        assert_eq!(data, "m10 20l.5 0-1.5 100.26q-9-120.26-10.5-117.26zm-9-19l1 0");
    }
}
