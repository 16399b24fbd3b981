//! `pepsin check`: analyse a program and report its data races.

use super::progress::Progress;
use super::sources::Sources;
use super::stopwatch::Stopwatch;
use super::{Exit, Failure, output, shown, witness};
use crate::config::{Convention, Resolved, SettingArguments, Settings};
use crate::frontend::Input;
use crate::report::{Detail, FORMATS, Format, RunReport, SettingReport, VerdictReport, format_named};
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
    /// Tells the verdict and one line for each finding.
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Tells everything: all findings in full, and why nothing excluded them.
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    settings: SettingArguments,
}

impl Arguments {
    fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Brief,
            (false, true) => Detail::Full,
            (false, false) => Detail::Ordinary,
        }
    }
}

/// What made the report, of what.
fn run_report(inputs: &[Input], resolved: &Resolved) -> RunReport {
    let settings = resolved.changes.iter().map(|change| SettingReport {
        key: change.key.to_owned(),
        value: change.value.clone(),
        default: change.default.clone(),
        source: change.at.clone(),
    });
    RunReport {
        tool: format!("pepsin {}", super::version()),
        inputs: inputs.iter().map(|input| input.path.display().to_string()).collect(),
        root: std::env::current_dir().ok().map(|folder| folder.display().to_string()),
        configuration: resolved
            .changes
            .iter()
            .find_map(|change| configuration_file(&change.at)),
        settings: settings.collect(),
    }
}

/// The file of a place in a configuration file.
fn configuration_file(at: &str) -> Option<String> {
    let (file, _) = at.split_once(".toml:")?;
    Some(format!("{file}.toml"))
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let inputs = arguments.sources.inputs()?;
    let anchor = arguments.sources.anchor().map(PathBuf::as_path);
    let resolved = arguments
        .settings
        .resolve_with_sources(Settings::new(Convention::Check), anchor)?;
    let settings = &resolved.settings;
    let progress = Progress::new();
    let stopwatch = Stopwatch::default();
    let analysis = pipeline::analyse(&inputs, settings, &races::Arguments::standard(), &mut |stage| {
        stopwatch.begin(stage);
        progress.begin(stage)
    })?;
    drop(progress);
    let mut report = analysis.report();
    report.sources = shown::sources(analysis.program.files.names(), &inputs);
    report.run = run_report(&inputs, &resolved);
    if arguments.stats {
        report.statistics.0.extend(stopwatch.figures());
    }
    let format: &Format = format_named(&arguments.format).unwrap_or(&FORMATS[0]);
    output::write(
        &(format.render)(&report, arguments.detail()),
        arguments.output.as_deref(),
    )?;
    if let Some(file) = &arguments.witness {
        let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
        witness::write(&analysis, report.verdict, &paths, settings, file)?;
    }
    Ok(match report.verdict {
        VerdictReport::RaceFree => Exit::Success,
        VerdictReport::Race | VerdictReport::PossibleRace => Exit::Races,
        VerdictReport::Undecided => Exit::Undecided,
    })
}
