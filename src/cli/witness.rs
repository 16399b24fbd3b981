//! Writing a witness for what an analysis found.

use super::{Failure, output};
use crate::config::Settings;
use crate::limits::Watch;
use crate::pipeline::{Analysis, invariants};
use crate::report::VerdictReport;
use crate::witness::{Subject, Timestamp, correctness, violation};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Writes a witness of a verdict to a file; nothing is written if the verdict is neither a race nor race freedom.
pub fn write(
    analysis: &Analysis,
    verdict: VerdictReport,
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
    let text = match (verdict, analysis.executed.first()) {
        (VerdictReport::Race, Some(race)) => violation(&subject, race),
        (VerdictReport::RaceFree, _) => correctness(&subject, &invariants(&analysis.program, settings, watch)?),
        _ => return Ok(()),
    };
    output::write(&text, Some(file))
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
