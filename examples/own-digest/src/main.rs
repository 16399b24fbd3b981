//! Pepsin with one digest more. All subcommands know it: `check`, `explain`, `study`, `digests`, …

use pepsin::races::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::standard().with_digest(own_digest::row());
    pepsin::cli::run_with(std::env::args_os(), arguments)
}
