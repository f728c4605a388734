//! The article: Markdown → one tree of blocks → HTML, Markdown and PDF.

pub mod blocks;
pub mod edition;
pub mod highlight;
pub mod html;
pub mod markdown;
pub mod pdf;
pub mod plain_markdown;
