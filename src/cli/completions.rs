//! `pepsin completions`: completions for a shell.

use super::{Exit, Failure, output};
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints completions for a shell.
#[derive(clap::Args)]
pub struct Arguments {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "pepsin", &mut text);
    output::write(&String::from_utf8_lossy(&text), None)?;
    Ok(Exit::Success)
}
