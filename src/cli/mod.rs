//! The command line: one file a subcommand, and the only place that prints.
//!
//! Exit status of `check`: 0 proved race-free, 1 races reported, 2 usage or input error, 3 undecided.

mod check;
mod digests;
mod explain;
mod output;
mod profile;
mod progress;
mod replay;
mod show;
mod sources;
mod stopwatch;
mod study;
mod svcomp;
mod witness;

use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Proves that C programs with threads have no data race, and shows where they may have one.
#[derive(Parser)]
#[command(name = "pepsin", version, about, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Svcomp(svcomp::Arguments),
    Explain(explain::Arguments),
    Study(study::Arguments),
    Digests(digests::Arguments),
    Show(show::Arguments),
    Profile(profile::Arguments),
    Replay(replay::Arguments),
}

/// How a subcommand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Done; for `check`, proved race-free.
    Success,
    /// Races are reported.
    Races,
    /// Nothing could be decided.
    Undecided,
}

/// What a subcommand failed with: messages in the form `file:line:column: error: …`.
struct Failure(Vec<String>);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string().lines().map(str::to_owned).collect())
    }
}

impl Failure {
    /// A failure that has no place in a file.
    fn general(message: impl AsRef<str>) -> Self {
        Failure(vec![format!("pepsin: error: {}", message.as_ref())])
    }
}

/// Runs the command line program and returns its exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let parsed = Arguments::try_parse_from(arguments.into_iter().map(sources::with_two_dashes));
    let command = match parsed {
        Ok(arguments) => arguments.command,
        Err(error) => {
            // Nothing can be done if even the message cannot be written.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let result = match command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Svcomp(arguments) => svcomp::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Digests(arguments) => digests::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Profile(arguments) => profile::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
    };
    match result {
        Ok(Exit::Success) => ExitCode::SUCCESS,
        Ok(Exit::Races) => ExitCode::from(1),
        Ok(Exit::Undecided) => ExitCode::from(3),
        Err(Failure(messages)) => {
            output::complain(&messages);
            ExitCode::from(2)
        }
    }
}
