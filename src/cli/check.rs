//! `pepsin check`: analyse a program and report its data races.

use super::progress::Progress;
use super::run::{LastWords, Run};
use super::sources::Sources;
use super::stopwatch::Stopwatch;
use super::{Exit, Failure, output, shown, witness};
use crate::config::{AllowRow, AllowedFindings, Convention, Resolved, SettingArguments, Settings};
use crate::files;
use crate::frontend::Input;
use crate::pipeline::{self, Analysis, Errors};
use crate::races::{self, Cut};
use crate::report::said::{self, Allowance, Allowed, Baseline};
use crate::report::{
    Detail, Disposition, FORMATS, FindingReport, Format, LocationReport, Report, RunReport, SettingReport, Status,
    VerdictReport, format_named, unfinished,
};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Analyses a program and reports its data races.
///
/// Exit status: 0 proved race-free, or with races that `--fail-on` leaves out; 1 races (possible or confirmed); 2 usage or input
/// error; 3 undecided; 4 internal error.
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
    /// Takes the findings of this file as known: they do not fail the run.
    #[arg(long, value_name = "FILE", help_heading = "What fails")]
    baseline: Option<PathBuf>,
    /// Writes the findings to a file for `--baseline`, and takes them as known.
    #[arg(long, value_name = "FILE", help_heading = "What fails")]
    write_baseline: Option<PathBuf>,
    /// Which findings fail the run, with exit status 1.
    #[arg(long, value_enum, default_value = "new", help_heading = "What fails")]
    fail_on: FailOn,
    /// Tells the verdict and one line for each finding.
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Tells everything: all findings in full, and why nothing excluded them.
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    settings: SettingArguments,
}

/// Which findings fail a run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Those that an execution shows, and that are neither allowed nor known.
    Confirmed,
    /// Those that are neither allowed nor known.
    New,
    /// All.
    Any,
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
    let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
    let written = [&arguments.output, &arguments.witness, &arguments.write_baseline];
    output::check_spared(&paths, written.into_iter().flatten())?;
    let format: &'static Format = format_named(&arguments.format).unwrap_or(&FORMATS[0]);
    let run = Run::begin(settings, {
        let (about, detail, file) = (
            run_report(&inputs, &resolved),
            arguments.detail(),
            arguments.output.clone(),
        );
        let stats = arguments.stats;
        move |cut| {
            let mut report = unfinished_report(cut, about);
            if stats {
                report.statistics.0.extend(Stopwatch::default().figures());
            }
            LastWords {
                text: (format.render)(&report, detail),
                file,
                exit: Exit::Undecided,
            }
        }
    });
    let stopwatch = Stopwatch::default();
    let analysis = analyse(&inputs, settings, &run, &stopwatch);
    let mut report = match &analysis {
        Ok(analysis) => Report {
            sources: shown::sources(analysis.program.files.names(), &inputs),
            run: run_report(&inputs, &resolved),
            ..analysis.report()
        },
        Err(Errors::Cut(cut)) => unfinished_report(*cut, run_report(&inputs, &resolved)),
        Err(errors @ Errors::Input(_)) => return Err(errors.clone().into()),
    };
    let baseline = note_what_is_said(&mut report, arguments, &resolved)?;
    if arguments.stats {
        report.statistics.0.extend(stopwatch.figures());
    }
    let exit = exit(&report, arguments.fail_on);
    run.tell(
        &(format.render)(&report, arguments.detail()),
        arguments.output.as_deref(),
        exit,
    )?;
    if let Some(file) = &arguments.write_baseline {
        output::write(
            &baseline.map_or_else(String::new, |baseline| baseline.text()),
            Some(file),
        )?;
    }
    if let (Some(file), Ok(analysis)) = (&arguments.witness, &analysis) {
        witness::write(analysis, report.verdict, &paths, settings, run.watch(), file)?;
    }
    Ok(exit)
}

fn analyse(inputs: &[Input], settings: &Settings, run: &Run, stopwatch: &Stopwatch) -> Result<Analysis, Errors> {
    let progress = Progress::new();
    let arguments = races::Arguments::standard();
    pipeline::analyse(inputs, settings, &arguments, run.watch(), &mut |stage| {
        stopwatch.begin(stage);
        progress.begin(stage)
    })
}

fn unfinished_report(cut: Cut, run: RunReport) -> Report {
    let first = run.inputs.first().map_or("", String::as_str);
    Report {
        run: run.clone(),
        ..unfinished(first, cut)
    }
}

/// Notes what the user has said of the findings; what is known already is returned.
fn note_what_is_said(
    report: &mut Report,
    arguments: &Arguments,
    resolved: &Resolved,
) -> Result<Option<Baseline>, Failure> {
    let mut allowances: Vec<Allowance> = resolved.allowed.iter().map(allowance).collect();
    if resolved.trust.allows_comments() {
        allowances.extend(said::comments(&report.sources));
    }
    let baseline = match (&arguments.write_baseline, &arguments.baseline) {
        (Some(_), _) => Some(Baseline::of(report)),
        (None, Some(path)) => Some(read_baseline(path)?),
        (None, None) => None,
    };
    said::apply(report, &allowances, baseline.as_ref());
    Ok(baseline)
}

fn allowance(row: &AllowRow) -> Allowance {
    Allowance {
        what: match &row.which {
            AllowedFindings::OnObject(object) => Allowed::Object(object.clone()),
            AllowedFindings::WithFingerprint(fingerprint) => Allowed::Fingerprint(fingerprint.clone()),
        },
        reason: row.reason.clone(),
        at: row.at.clone(),
    }
}

fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    let name = path.display().to_string();
    let text = files::read_text(path)
        .map_err(|error| Failure(vec![format!("{name}: error: The file can't be read: {error}.")]))?;
    Baseline::parse(&name, &text).map_err(|message| Failure(vec![message]))
}

/// The exit status. What is said of findings never makes a proof: where something could hide a race, the run is undecided still.
fn exit(report: &Report, fail_on: FailOn) -> Exit {
    let fails = |finding: &FindingReport| match fail_on {
        FailOn::Any => true,
        FailOn::New => finding.disposition == Disposition::New,
        FailOn::Confirmed => finding.disposition == Disposition::New && finding.status == Status::Confirmed,
    };
    // Of locations without a finding nobody has said anything.
    let told: BTreeSet<usize> = report
        .findings
        .iter()
        .flat_map(|it| it.locations.iter().copied())
        .collect();
    let is_untold = |(number, location): (usize, &LocationReport)| {
        location.status != Status::Safe && !told.contains(&number) && fail_on != FailOn::Confirmed
    };
    let untold = report.locations.iter().enumerate().any(is_untold);
    let hidden = report.obstacles.iter().any(|obstacle| obstacle.may_hide_race);
    match report.verdict {
        VerdictReport::RaceFree => Exit::Success,
        VerdictReport::Undecided => Exit::Undecided,
        VerdictReport::Race | VerdictReport::PossibleRace if untold || report.findings.iter().any(fails) => Exit::Races,
        VerdictReport::Race | VerdictReport::PossibleRace if hidden => Exit::Undecided,
        VerdictReport::Race | VerdictReport::PossibleRace => Exit::Success,
    }
}
