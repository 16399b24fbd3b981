//! Pepsin: a digest-driven abstract interpreter that proves C programs with threads free of data races.
//!
//! **In**: C files with the options of their compilation, and settings. **Out**: a report with a verdict on the data races of the program.
//!
//! ```
//! use pepsin::config::{Convention, Settings};
//! use pepsin::frontend::Input;
//! use pepsin::report::VerdictReport;
//! use std::path::Path;
//!
//! # fn main() -> Result<(), pepsin::pipeline::Errors> {
//! let input = Input::new(Path::new("tests/c/locks/array-of-mutexes-in-step.c"));
//! let report = pepsin::pipeline::check(&[input], &Settings::new(Convention::Check))?;
//! assert_eq!(report.verdict, VerdictReport::RaceFree);
//! # Ok(())
//! # }
//! ```
//!
//! [`pipeline`] is the order of the stages; `ARCHITECTURE.md` is the map.

mod cache;
pub mod cli;
pub mod config;
pub mod deadlocks;
pub mod explore;
pub mod files;
pub mod frontend;
pub mod ir;
pub mod library;
pub mod limits;
pub mod pipeline;
pub mod races;
pub mod report;
pub mod semantics;
pub mod study;
pub mod tasks;
pub mod values;
pub mod witness;
mod yaml;
