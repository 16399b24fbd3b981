//! Lists the mutants of the digests, and the law that catches each.
//!
//! Run it as `cargo run --release -p pepsin-digests --example mutants`.

use pepsin_digests::laws::mutants::{caught_by, mutants};
use std::io::{self, Write};
use std::process::ExitCode;

/// A mutant that no law catches on so many programs survives.
const PROGRAMS: u64 = 10_000;

fn main() -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut survivors = 0;
    for mutant in mutants() {
        let (formula, change) = (mutant.formula, mutant.change);
        match caught_by(&mutant, PROGRAMS) {
            Some((seed, failure)) => {
                let law = failure.law;
                writeln!(out, "{formula}: {change} Caught by ‘{law}’, program {seed}.")?;
            }
            None => {
                survivors += 1;
                writeln!(out, "{formula}: {change} SURVIVES.")?;
            }
        }
    }
    Ok(if survivors == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
