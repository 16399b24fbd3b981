//! Pepsin: a digest-driven abstract interpreter that proves C programs with threads free of data races.

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
