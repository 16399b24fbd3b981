//! Pepsin: a digest-driven abstract interpreter that proves C programs with threads free of data races.
//!
//! [`pipeline`] leads from source files, with the options of their compilation, to a report with a verdict; [`report`] renders it; [`cli`]
//! is the command line program, also with digests of one's own. `ARCHITECTURE.md` is the map of all modules.
//!
//! ```
//! use pepsin::config::{Convention, Settings};
//! use pepsin::frontend::Input;
//! use pepsin::pipeline;
//! use pepsin::report::VerdictReport;
//!
//! let program = Input::preprocessed("counter.i", "int counter; int main(void) { counter++; return 0; }");
//! let report = pipeline::check(&[program], &Settings::new(Convention::Check)).expect("it is C");
//! assert_eq!(report.verdict, VerdictReport::RaceFree);
//! ```

mod cache;
pub mod cli;
pub mod config;
pub mod deadlocks;
pub mod explore;
pub mod fast;
pub mod files;
pub mod frontend;
pub mod ir;
pub mod library;
pub mod limits;
pub mod nulls;
pub mod open;
pub mod pipeline;
pub mod races;
pub mod report;
pub mod semantics;
pub mod study;
pub mod tasks;
mod tested;
pub mod values;
pub mod witness;
mod yaml;
