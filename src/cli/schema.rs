//! `pepsin schema`: the schema of the JSON format.

use super::check::Stage;
use super::{Exit, Failure, output};
use crate::report;

/// Prints the schema of `check --format json`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The stage whose reports are meant.
    #[arg(long, value_enum, value_name = "STAGE", default_value_t = Stage::Precise)]
    stage: Stage,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let schema = match arguments.stage {
        Stage::Fast => report::fast::schema(),
        Stage::Precise => report::schema(),
    };
    output::write(&schema, None)?;
    Ok(Exit::Success)
}
