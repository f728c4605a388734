//! The one place that lays out text: the font set, shaping, measuring, line breaking and fitting.
//!
//! Knows nothing of reports and file formats. Sizes are in the unit of the caller (pixels of an SVG, points of a
//! page); it is the same for every number of one call.

pub mod brand;
mod character_map;
mod drawn;
mod family;
mod fit;
mod font_bytes;
mod fonts;
mod joint;
pub mod paragraph;
mod shape;
mod shorten;
mod web_font;

pub use brand::Brand;
pub use family::{Span, is_right_to_left, spans};
pub use fit::{Fit, Fitted, Unfit, common_size, fit};
pub use fonts::{Family, FontSet};
pub use joint::{breakable, finely_breakable, held, join, join_finely, unbroken};
pub use shape::{Face, Line, Segment, Shaped, Typesetter};
pub use shorten::{room_of, shorten};
pub use web_font::{web_face, web_font};
