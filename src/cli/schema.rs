//! `pepsin schema`: the schema of the JSON format.

use super::{Exit, Failure, output};
use crate::report;

/// Prints the schema of `check --format json`.
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_: &Arguments) -> Result<Exit, Failure> {
    output::write(&report::schema(), None)?;
    Ok(Exit::Success)
}
