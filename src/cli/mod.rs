//! The command line: one file a subcommand, and the only place that prints.
//!
//! Exit status of `check`: 0 proved race-free, or nothing that `--fail-on` asks for; 1 races reported; 2 usage or input error; 3 undecided, 4 internal error.

mod check;
mod checking;
mod completions;
mod config;
mod digests;
mod explain;
mod failing;
mod fast;
mod keeping;
mod lsp;
mod man;
mod models;
mod nulls;
mod output;
mod profile;
mod progress;
mod replay;
mod run;
mod schema;
mod show;
mod shown;
mod signals;
mod sources;
mod stopwatch;
mod study;
mod svcomp;
mod trace;
mod unchanged;
mod watch;
mod witness;

use crate::pipeline::Errors;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// The version, with the commit where the one who built it named it in `PEPSIN_COMMIT`.
fn version() -> String {
    match option_env!("PEPSIN_COMMIT") {
        Some(commit) => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// Proves that C programs with threads have no data race, and shows where they may have one.
#[derive(Parser)]
#[command(name = "pepsin", version = version(), about, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Watch(Box<watch::Arguments>),
    Lsp(lsp::Arguments),
    Svcomp(svcomp::Arguments),
    Explain(explain::Arguments),
    Study(study::Arguments),
    Nulls(nulls::Arguments),
    Digests(digests::Arguments),
    Config(config::Arguments),
    Show(show::Arguments),
    Profile(profile::Arguments),
    Replay(replay::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    Models(models::Arguments),
    Schema(schema::Arguments),
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

impl Exit {
    /// The worse one of two, for programs that are checked together: races before what is undecided.
    fn worse(self, other: Exit) -> Exit {
        let order = [Exit::Races, Exit::Undecided];
        order
            .into_iter()
            .find(|exit| [self, other].contains(exit))
            .unwrap_or(Exit::Success)
    }

    /// How a process of Pepsin's own ended, by its exit status; one that failed decided nothing.
    fn of_status(status: Option<i32>) -> Self {
        let all = [Exit::Success, Exit::Races];
        let found = all.into_iter().find(|exit| status == Some(i32::from(exit.status())));
        found.unwrap_or(Exit::Undecided)
    }

    /// The exit status.
    fn status(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Races => 1,
            Exit::Undecided => 3,
        }
    }
}

/// The exit status after an error of the user's or of the input.
const USAGE_ERROR: u8 = 2;

/// The exit status after an error of Pepsin's own.
const INTERNAL_ERROR: u8 = 4;

/// What a subcommand failed with.
struct Failure {
    /// In the form `file:line:column: error: …`.
    messages: Vec<String>,
    /// Whether a limit ended the subcommand: then nobody made a mistake, and the answer is open.
    is_cut: bool,
}

impl<E: std::error::Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let errors = (&error as &dyn std::error::Error).downcast_ref();
        Failure {
            messages: error.to_string().lines().map(str::to_owned).collect(),
            is_cut: matches!(errors, Some(Errors::Cut(_))),
        }
    }
}

impl Failure {
    /// A failure because of a mistake of the user's or of the input.
    fn new(messages: Vec<String>) -> Self {
        let is_cut = false;
        Failure { messages, is_cut }
    }

    /// The exit status.
    fn status(&self) -> u8 {
        match self.is_cut {
            true => Exit::Undecided.status(),
            false => USAGE_ERROR,
        }
    }

    /// A failure that has no place in a file.
    fn general(message: impl AsRef<str>) -> Self {
        Failure::new(vec![format!("pepsin: error: {}", message.as_ref())])
    }
}

/// Says that Pepsin, not its input, is at fault.
fn internal_error() -> ExitCode {
    output::complain(&[format!(
        "pepsin: internal error: Pepsin {} failed; its input is not at fault. Please report this with the message above.",
        version()
    )]);
    ExitCode::from(INTERNAL_ERROR)
}

/// Says that the system does not give what Pepsin needs to begin: the result is open.
fn too_little_memory(stack: usize, error: &std::io::Error) -> ExitCode {
    output::complain(&[format!(
        "pepsin: error: There is too little address space (`ulimit -v`) or memory for a stack of {} MiB: {error}.",
        stack >> 20
    )]);
    ExitCode::from(Exit::Undecided.status())
}

/// Stack of the analysis, in bytes: expressions and types of the input may be nested deeply.
const STACK: usize = 256 << 20;

/// Runs the command line program, and returns its exit status. Settings, help and study know the digests and access facts that are given;
/// a program of one's own adds its rows to the standard ones:
///
/// ```no_run
/// let own = pepsin::races::Arguments::standard();
/// let status = pepsin::cli::run_with(std::env::args_os(), own);
/// ```
///
/// It is called once in a process: later, other digests and facts are refused as an internal error.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>, own: crate::races::Arguments) -> ExitCode {
    if own.install().is_err() {
        return internal_error();
    }
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let analysis = std::thread::Builder::new().stack_size(STACK).spawn(|| run(arguments));
    match analysis.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => internal_error(),
        Err(error) => too_little_memory(STACK, &error),
    }
}

/// Runs the command line program in this thread.
fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    signals::listen_to_aborts();
    let parsed = Arguments::try_parse_from(sources::as_for_cc(arguments));
    let command = match parsed {
        Ok(arguments) => arguments.command,
        Err(error) => {
            // Nothing can be done if even the message cannot be written.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE_ERROR } else { 0 });
        }
    };
    let result = trace::install().and_then(|()| match command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Svcomp(arguments) => svcomp::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Nulls(arguments) => nulls::run(&arguments),
        Command::Digests(arguments) => digests::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Profile(arguments) => profile::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Config(arguments) => config::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
        Command::Models(arguments) => models::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
    });
    match result {
        Ok(exit) => ExitCode::from(exit.status()),
        Err(failure) => {
            output::complain(&failure.messages);
            ExitCode::from(failure.status())
        }
    }
}
