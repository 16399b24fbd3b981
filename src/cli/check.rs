//! `pepsin check`: analyse a program, or the programs of a build, and report their data races.

use super::checking::{Checking, Outcome, Teller};
use super::failing::Failing;
use super::keeping::Keeping;
use super::run::{LastWords, Run};
use super::sources::Sources;
use super::stopwatch::Stopwatch;
use super::{Exit, Failure, fast, output};
use crate::config::{Checks, SettingArguments};
use crate::report::{Detail, FORMATS, Format, ProjectReport, Report, format_named};
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::sync::Arc;

/// Analyses a program, or all programs of a build, and reports their data races.
///
/// Exit status: 0 proved race-free, or with races that `--fail-on` leaves out; 1 races (possible or confirmed); 2 usage or input
/// error; 3 undecided; 4 internal error. Where deadlocks are checked they count as races do. Of several programs it is the worst: 2, then 1, then 3, then 0.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub sources: Sources,
    /// The format of the report.
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].name,
          value_parser = PossibleValuesParser::new(FORMATS.iter().map(|format| format.name)))]
    format: String,
    /// How far to go. The fast stage tells in seconds, also of very large programs, which locations need no more (only one thread reaches
    /// them, nobody writes them once there are threads, one lock is held everywhere) and which need the precise analysis; it proves nothing.
    #[arg(long, value_enum, value_name = "STAGE", default_value_t = Stage::Precise)]
    stage: Stage,
    /// Writes the report to a file.
    #[arg(short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// Adds to the figures of the report what the run took: milliseconds a stage, and memory.
    #[arg(long)]
    stats: bool,
    /// Writes a witness of a race, or of race freedom, to a file, and the execution of the race beside it (`….execution.yml`). Of several
    /// programs each has its own, with its name before the ending: `race.server.yml`.
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    #[command(flatten)]
    pub failing: Failing,
    #[command(flatten)]
    keeping: Keeping,
    /// Tells the verdict and one line for each finding.
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Tells everything: all findings in full, and why nothing excluded them.
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    pub settings: SettingArguments,
}

/// How far a check goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Stage {
    /// To what needs no precise analysis.
    Fast,
    /// To a verdict.
    Precise,
}

impl Arguments {
    fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Brief,
            (false, true) => Detail::Full,
            (false, false) => Detail::Ordinary,
        }
    }

    /// What speaks of findings, verdicts or figures has no meaning for the fast stage.
    fn check_fast(&self, checking: &Checking) -> Result<(), Failure> {
        let given = [
            (self.stats, "--stats"),
            (self.witness.is_some(), "--witness"),
            (self.keeping.names_folder(), "--cache-dir"),
            (self.failing.judges(), "--baseline, --write-baseline and --fail-on"),
        ];
        if let Some((_, option)) = given.into_iter().find(|(is_given, _)| *is_given) {
            let message = format!("the fast stage finds no races, so there is no use for {option}");
            return Err(Failure::general(message));
        }
        if checking.resolved.settings.checks == Checks::RacesAndDeadlocks {
            return Err(Failure::general("the fast stage does not look for deadlocks"));
        }
        output::check_written(&checking.inputs, &self.output)
    }
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut checking = Checking::new(&arguments.sources, &arguments.settings)?;
    if arguments.stage == Stage::Fast {
        arguments.check_fast(&checking)?;
        return fast::run(
            &checking,
            &arguments.format,
            arguments.output.as_deref(),
            arguments.detail(),
        );
    }
    checking.stats = arguments.stats;
    checking.witness.clone_from(&arguments.witness);
    // What a run takes, and what a witness tells, is not part of what is kept.
    if !arguments.stats && arguments.witness.is_none() {
        checking.kept = arguments
            .keeping
            .open(&arguments.sources, &checking.inputs, &checking.resolved);
    }
    let written = [&arguments.output, &arguments.failing.write_baseline];
    checking.written.extend(written.into_iter().flatten().cloned());
    arguments.failing.note_baseline();
    let format: &'static Format = format_named(&arguments.format).unwrap_or(&FORMATS[0]);
    let (run, outcome) = checking.run(&teller(arguments, format))?;
    match outcome {
        Outcome::One(mut report, analysis) => {
            let exit = tell_one(arguments, &checking, format, &run, &mut report)?;
            if let Some(analysis) = &analysis {
                checking.write_witness(analysis, &report, &checking.inputs, &run, None)?;
            }
            Ok(exit)
        }
        Outcome::Several(programs) => tell_several(arguments, &checking, format, &run, programs),
    }
}

/// What is told of a run that does not end by itself.
fn teller(arguments: &Arguments, format: &'static Format) -> Teller {
    let (detail, file, stats) = (arguments.detail(), arguments.output.clone(), arguments.stats);
    Arc::new(move |outcome| LastWords {
        text: match outcome {
            Outcome::One(report, _) => {
                let mut report = Report::clone(report);
                if stats {
                    Stopwatch::default().add_to(&mut report);
                }
                (format.render)(&report, detail)
            }
            Outcome::Several(programs) => (format.render_project)(&ProjectReport::new(programs.clone()), detail),
        },
        file: file.clone(),
        exit: Exit::Undecided,
    })
}

fn tell_one(
    arguments: &Arguments,
    checking: &Checking,
    format: &Format,
    run: &Run,
    report: &mut Report,
) -> Result<Exit, Failure> {
    let baseline = arguments.failing.note(&mut [&mut *report], &checking.resolved)?;
    let exit = arguments.failing.exit(report);
    let text = (format.render)(report, arguments.detail());
    run.write(&text, arguments.output.as_deref(), exit)?;
    arguments.failing.keep(baseline)?;
    Ok(exit)
}

fn tell_several(
    arguments: &Arguments,
    checking: &Checking,
    format: &Format,
    run: &Run,
    mut programs: Vec<crate::report::ProgramReport>,
) -> Result<Exit, Failure> {
    let mut reports: Vec<&mut Report> = programs.iter_mut().filter_map(|it| it.report.as_mut()).collect();
    let baseline = arguments.failing.note(&mut reports, &checking.resolved)?;
    let exits = reports.iter().map(|report| arguments.failing.exit(report));
    let exit = exits.fold(Exit::Success, Exit::worse);
    let errors: Vec<String> = programs.iter().flat_map(|program| program.errors.clone()).collect();
    let text = (format.render_project)(&ProjectReport::new(programs), arguments.detail());
    run.write(&text, arguments.output.as_deref(), exit)?;
    arguments.failing.keep(baseline)?;
    match errors.is_empty() {
        true => Ok(exit),
        false => Err(Failure::new(errors)),
    }
}
