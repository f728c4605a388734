//! Benchfolio turns one benchmark JSON file into everything a team publishes about it, in every language it
//! publishes in. Data flows one way, and each stage is one room:
//!
//! `project` (the report folder) → `dataset` → `stats` → `context` → `render` → `publish`,
//! with `locale`, `text` and `translation` beside them, `check` over all of them and `cli` in front.

pub mod check;
pub mod cli;
pub mod compare;
pub mod context;
pub mod dataset;
pub mod diagnostic;
pub mod locale;
pub mod pipeline;
pub mod project;
pub mod publish;
pub mod render;
pub mod stats;
pub mod text;
pub mod translation;
