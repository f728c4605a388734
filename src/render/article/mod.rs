//! The article: Markdown → one tree of blocks → HTML, Markdown and PDF.

pub mod blocks;
pub mod markdown;
