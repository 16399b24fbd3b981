//! Writing a witness for what an analysis found.

use super::{Failure, output};
use crate::config::Settings;
use crate::limits::Watch;
use crate::pipeline::{Analysis, invariants};
use crate::report::{Report, VerdictReport};
use crate::witness::{Subject, Timestamp, correctness, execution, violation};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Writes a witness of the verdict of a report to a file, and the execution that shows a race to one beside it; nothing is written if the verdict is
/// neither a race nor race freedom.
pub fn write(
    analysis: &Analysis,
    report: &Report,
    inputs: &[PathBuf],
    settings: &Settings,
    watch: &Watch,
    file: &Path,
) -> Result<(), Failure> {
    let subject = Subject {
        program: &analysis.program,
        inputs,
        made_at: now(),
    };
    match (report.verdict, analysis.executed.first()) {
        (VerdictReport::Race, Some(race)) => {
            let beside = execution_file(file);
            let name = beside.file_name().unwrap_or_default().to_string_lossy();
            output::write(&violation(&subject, race, &name), Some(file))?;
            output::write(&execution(&subject, race), Some(&beside))
        }
        (VerdictReport::RaceFree, _) => {
            let invariants = invariants(&analysis.program, settings, watch)?;
            output::write(&correctness(&subject, &invariants, &reasons(report)), Some(file))
        }
        _ => Ok(()),
    }
}

/// Why no two accesses of a proved program race, a line for each location; what locks, threads and ends of threads order has no form in the
/// format, which has expressions over variables only.
fn reasons(report: &Report) -> Vec<String> {
    let states = report
        .explored_states
        .map(|states| format!("All {states} states were visited."));
    let locations = report.locations.iter().filter(|location| !location.because.is_empty());
    let lines =
        locations.map(|location| format!("{}{}: {}", location.object, location.part, location.because.join(" ")));
    let mut lines: Vec<String> = states.into_iter().chain(lines).collect();
    lines.dedup();
    lines
}

/// The file for the execution, beside the witness: `race.execution.yml` for `race.yml`.
pub fn execution_file(witness: &Path) -> PathBuf {
    witness.with_extension("execution.yml")
}

/// The file for the witness of one of several programs: `race.server.yml` for `race.yml`.
pub fn file_of_program(witness: &Path, program: &str) -> PathBuf {
    let ending = witness.extension().unwrap_or_default().to_string_lossy().into_owned();
    let name = program.replace(['/', '\\'], "_");
    witness.with_extension(match ending.as_str() {
        "" => name,
        ending => format!("{name}.{ending}"),
    })
}

/// The moment that is written into files: that of `SOURCE_DATE_EPOCH` where whoever builds wants the same bytes each time.
fn now() -> Timestamp {
    let given = std::env::var("SOURCE_DATE_EPOCH")
        .ok()
        .and_then(|text| text.parse().ok());
    let clock = || {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    };
    Timestamp(given.unwrap_or_else(clock))
}
