//! `pepsin man`: manual pages.

use super::{Exit, Failure, output};
use clap::CommandFactory;

/// Prints a manual page, in the language of man.
#[derive(clap::Args)]
pub struct Arguments {
    /// The subcommand; without it, the page of the program.
    #[arg(value_name = "SUBCOMMAND")]
    subcommand: Option<String>,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let program = super::Arguments::command();
    let command = match &arguments.subcommand {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            let found = found.ok_or_else(|| Failure::general(format!("There is no subcommand `{name}`.")))?;
            found.name(format!("pepsin-{name}"))
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    output::write(&String::from_utf8_lossy(&text), None)?;
    Ok(Exit::Success)
}
