//! `pepsin check`: analyse a program and report its data races.

use super::progress::Progress;
use super::sources::Sources;
use super::stopwatch::Stopwatch;
use super::{Exit, Failure, output, witness};
use crate::config::{Convention, SettingArguments};
use crate::report::{FORMATS, Format, VerdictReport, format_named};
use crate::{pipeline, races};
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// Analyses a program and reports its data races.
///
/// Exit status: 0 proved race-free, 1 races (possible or confirmed), 2 usage or input error, 3 undecided.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    sources: Sources,
    /// The format of the report.
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].name,
          value_parser = PossibleValuesParser::new(FORMATS.iter().map(|format| format.name)))]
    format: String,
    /// Writes the report to a file.
    #[arg(short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// Adds to the figures of the report what the run took: milliseconds a stage, and memory.
    #[arg(long)]
    stats: bool,
    /// Writes a witness of a race, or of race freedom, to a file.
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let inputs = arguments.sources.inputs()?;
    let anchor = arguments.sources.anchor().map(PathBuf::as_path);
    let settings = arguments.settings.resolve(Convention::Check, anchor)?;
    let progress = Progress::new();
    let stopwatch = Stopwatch::default();
    let analysis = pipeline::analyse(&inputs, &settings, &races::Arguments::standard(), &mut |stage| {
        stopwatch.begin(stage);
        progress.begin(stage)
    })?;
    drop(progress);
    let mut report = analysis.report();
    if arguments.stats {
        report.statistics.0.extend(stopwatch.figures());
    }
    let format: &Format = format_named(&arguments.format).unwrap_or(&FORMATS[0]);
    output::write(&(format.render)(&report), arguments.output.as_deref())?;
    if let Some(file) = &arguments.witness {
        let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
        witness::write(&analysis, report.verdict, &paths, &settings, file)?;
    }
    Ok(match report.verdict {
        VerdictReport::RaceFree => Exit::Success,
        VerdictReport::Race | VerdictReport::PossibleRace => Exit::Races,
        VerdictReport::Undecided => Exit::Undecided,
    })
}
