//! The article: Markdown → one tree of blocks → HTML, Markdown and PDF.

pub mod blocks;
pub mod edition;
pub mod html;
pub mod markdown;
pub mod plain_markdown;
pub mod highlight;
pub mod markdown;
pub mod pdf;
