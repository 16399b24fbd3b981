//! The stages from source files to a report, in order.
//!
//! [`check`] is the one entry point for users of the library, the command line and the tests.

mod confirm;
mod deadlocks;
mod fast;
mod invariants;
mod models;
mod nulls;
mod open;
mod project;
mod solving;

pub use confirm::{execution_settings, scheduling};
pub use fast::fast;
pub use invariants::invariants;
pub use nulls::{Asking, Within, nulls};
pub use project::{Member, Project};

use crate::config::{Failures, MemoryModel, Search, Settings, SignedOverflow};
use crate::deadlocks::{Executions, Notes};
use crate::explore::Race;
use crate::frontend::{self, Build, FrontendOptions, Input, SearchPath};
use crate::ir::{Position, Program};
use crate::library::Library;
use crate::limits::Watch;
use crate::races::facts::AccessFact;
use crate::races::{
    Arguments, Assumption, Cut, Evidence, ExecutionEnd, Explainer, Exploration, Pairing, Rows, Verdict,
};
use crate::report::code::Code;
use crate::report::{Findings, Report, build};
use crate::semantics::effort::Effort;
use crate::semantics::{Detail, Picture, Precision, cut_of};
use pepsin_digests::Catalogue;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use confirm::Found;
use solving::{Solved, solve, solve_by_last_resort};

/// Analyses a program given by its source files, and reports its data races.
///
/// # Errors
/// If the input cannot be read or is not C that Pepsin understands; each error has its place.
pub fn check(inputs: &[Input], settings: &Settings) -> Result<Report, Errors> {
    let watch = Watch::start(settings.limits(), |_| ());
    Ok(analyse(inputs, settings, &Arguments::standard(), &watch, &mut |_| ())?.report())
}

/// A stage of the analysis, for progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Source files become the intermediate representation.
    Reading,
    /// The constraint system is solved and verified.
    Solving,
    /// Accesses are compared.
    Pairing,
    /// Executions are searched.
    Exploring,
    /// All states are visited.
    Visiting,
}

/// The results of all stages.
pub struct Analysis {
    /// The program.
    pub program: Program,
    /// What the solution says.
    pub evidence: Evidence,
    /// The access facts in use.
    pub facts: Vec<&'static dyn AccessFact>,
    /// The rows that may exclude pairs.
    pub enabled: Rows,
    /// The conflicting pairs.
    pub pairing: Pairing,
    /// What executions showed.
    pub exploration: Exploration,
    /// The races that executions showed, each with all choices of its execution.
    pub executed: Vec<Race>,
    /// Where executions could not go on.
    pub ends: Vec<ExecutionEnd>,
    /// When threads may wait for locks and for each other, and what executions showed of that; if deadlocks are checked.
    pub blocking: Option<(Notes, Executions)>,
    /// The places of all instructions that the analysis found reachable.
    pub reached: BTreeSet<Position>,
    /// What functions without a body do.
    pub library: Arc<Library>,
}

/// When stages end at the latest, as shares of the time that the whole run may take. What is left behind the last one is for the report.
const END_OF_READING: f64 = 0.4;
const END_OF_SOLVING: f64 = 0.8;
const END_OF_EXPLORING: f64 = 0.9;
const END_OF_VISITING: f64 = 0.97;

/// Runs all stages with the given digests and access facts, within the limits of a watch; `progress` is told when a stage begins.
///
/// # Errors
/// If the input cannot be read or is not C that Pepsin understands; each error has its place.
pub fn analyse(
    inputs: &[Input],
    settings: &Settings,
    arguments: &Arguments,
    watch: &Watch,
    progress: &mut dyn FnMut(Stage),
) -> Result<Analysis, Errors> {
    // Source files to one linked program. Everything later works on the intermediate representation only.
    progress(Stage::Reading);
    watch.stage(END_OF_READING);
    let (program, assumptions) = read(inputs, settings, watch)?;
    analyse_program(program, assumptions, settings, arguments, watch, progress)
}

/// Runs all stages behind reading.
///
/// # Errors
/// If the system cannot be built of which the solution is sought.
pub fn analyse_program(
    program: Program,
    assumptions: Vec<Assumption>,
    settings: &Settings,
    arguments: &Arguments,
    watch: &Watch,
    progress: &mut dyn FnMut(Stage),
) -> Result<Analysis, Errors> {
    // Nobody knows what code outside really passes, so no execution of an open program shows anything.
    let unexecuted = Settings {
        exploration: Search::Off,
        ..settings.clone()
    };
    let settings = if program.open.is_some() { &unexecuted } else { settings };

    // The program to its solution, verified, and what can be seen in it; accesses to pairs. Pairs need the final solution: while
    // solving, accesses still come and go.
    watch.stage(match settings.exploration {
        Search::Off => END_OF_VISITING,
        Search::First | Search::All => END_OF_SOLVING,
    });
    let mut solved = solve(&program, settings, arguments, watch, progress)?;

    // What is not proved is executed: a race is only ever claimed when an execution shows it.
    let mut exploration = Exploration::Open;
    let mut found = Found::default();
    if solved.verdict() != Verdict::RaceFree {
        progress(Stage::Exploring);
        watch.stage(END_OF_EXPLORING);
        found = confirm::find(&program, settings, watch.interrupt());
        if !found.races.is_empty() {
            exploration = confirm::confirmed(&program, &found.races);
        } else if let Some(proof) = solve_by_last_resort(&program, settings, arguments, &solved, watch, progress)? {
            solved = proof;
        } else if settings.exploration != Search::Off && solved.evidence.is_complete() {
            progress(Stage::Visiting);
            watch.stage(END_OF_VISITING);
            let untouched = confirm::untouched_by_executions(&solved.evidence, &solved.pairing);
            if untouched.is_empty() {
                let scheduling = scheduling(&solved.evidence, &solved.pairing);
                let visited = confirm::prove(&program, settings, scheduling, watch.interrupt());
                exploration = visited.exploration;
                found.ends.extend(visited.ends);
                if visited.has_race {
                    let known = confirm::find_known(&program, settings, watch.interrupt());
                    if !known.races.is_empty() {
                        found = known;
                        exploration = confirm::confirmed(&program, &found.races);
                    }
                }
            }
            found.ends.extend(untouched);
        }
    }

    // Deadlocks are looked for in the solution that counts.
    let executions = deadlocks::executions(&program, settings, &solved, watch);

    let Solved {
        mut evidence,
        blocking,
        reached,
        facts,
        enabled,
        pairing,
        ..
    } = solved;
    evidence.assumptions.extend(assumptions);
    evidence.assumptions.extend(standing_assumptions(settings));
    evidence
        .assumptions
        .extend(models::assumptions(&program, &settings.library, &reached));

    Ok(Analysis {
        program,
        evidence,
        facts,
        enabled,
        pairing,
        exploration,
        executed: found.races,
        ends: found.ends,
        blocking: executions.map(|executions| (blocking, executions)),
        reached,
        library: Arc::clone(&settings.library),
    })
}

/// What every result takes for granted.
fn standing_assumptions(settings: &Settings) -> impl Iterator<Item = Assumption> {
    let always = [
        ("There is no undefined behaviour other than data races.", None),
        (
            "Operands are evaluated from first to last, or from last to first where one synchronises; initialisers from first to last.",
            None,
        ),
        (
            match settings.failures {
                Failures::Tested => "Threads are created and memory is had where the program does not test that.",
                Failures::Never => "Threads are created and memory is had.",
            },
            Some("failures"),
        ),
        (
            "Other pthread calls return 0, but for try and timed ones, which fail only because they are busy or time out.",
            None,
        ),
        ("Objects of pthread types are initialised before they are used.", None),
    ];
    let overflow = ("Signed arithmetic does not overflow.", Some("signed-overflow"));
    let consistent = ("Atomic accesses are sequentially consistent.", Some("memory-model"));
    let consistent = (settings.memory_model == MemoryModel::SequentialConsistency).then_some(consistent);
    let overflow = (settings.signed_overflow == SignedOverflow::Absent).then_some(overflow);
    always
        .into_iter()
        .chain(consistent)
        .chain(overflow)
        .map(|(what, setting)| Assumption {
            what: what.to_owned(),
            setting,
        })
}

/// Which of the analyses of a program is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analysed {
    /// The first one.
    Ordinarily,
    /// The one that is made where the first one takes too long.
    Coarsely,
}

/// Where the evaluations of an analysis go.
///
/// # Errors
/// If the program cannot be analysed.
pub fn effort(
    program: &Program,
    settings: &Settings,
    analysed: Analysed,
    catalogue: &Catalogue,
    watch: &Watch,
) -> Result<Effort, Errors> {
    watch.stage(END_OF_VISITING);
    let ordinary = Precision::ordinary(settings.contexts);
    let precision = match analysed {
        Analysed::Ordinarily => ordinary,
        Analysed::Coarsely => ordinary.coarser(),
    };
    let outcome = solving::analyse(program, settings, catalogue, precision, Detail::Effort, watch)?;
    Ok(outcome.effort)
}

/// What the solution of a first analysis knows, in words.
///
/// # Errors
/// If the program cannot be analysed.
pub fn picture(
    program: &Program,
    settings: &Settings,
    catalogue: &Catalogue,
    watch: &Watch,
) -> Result<Picture, Errors> {
    watch.stage(END_OF_VISITING);
    let ordinary = Precision::ordinary(settings.contexts);
    Ok(solving::analyse(program, settings, catalogue, ordinary, Detail::Picture, watch)?.picture)
}

/// Reads the source files: the linked program, and what had to be assumed to read it.
///
/// # Errors
/// If the input cannot be read in the time that the watch gives, or is not C that Pepsin understands.
pub fn read(inputs: &[Input], settings: &Settings, watch: &Watch) -> Result<(Program, Vec<Assumption>), Errors> {
    let build = read_build(inputs, settings, watch)?;
    let located = |errors| located(errors, watch);
    let main = build.main_unit(settings.main.as_deref()).map_err(located)?;
    let units = build.units_of(main).map_err(located)?;
    read_program(&build, &units, settings, watch)
}

/// Preprocesses inputs, several at once.
///
/// # Errors
/// If one cannot be read in the time that the watch gives, or the preprocessor refuses it.
pub fn preprocess(inputs: &[Input], settings: &Settings, watch: &Watch) -> Result<Vec<Input>, Errors> {
    watch.stage(END_OF_READING);
    frontend::preprocess_all(inputs, &frontend_options(settings, watch)).map_err(|errors| located(errors, watch))
}

/// Reads the units of a build, of which several programs may be made.
///
/// # Errors
/// If one cannot be read in the time that the watch gives, or is not C that Pepsin understands.
pub fn read_build(inputs: &[Input], settings: &Settings, watch: &Watch) -> Result<Build, Errors> {
    watch.stage(END_OF_READING);
    Build::read(inputs, &frontend_options(settings, watch)).map_err(|errors| located(errors, watch))
}

/// Makes a program of units of a build, by their numbers; and what had to be assumed to read it.
///
/// # Errors
/// If the program cannot be linked, or is not C that Pepsin understands.
pub fn read_program(
    build: &Build,
    units: &[usize],
    settings: &Settings,
    watch: &Watch,
) -> Result<(Program, Vec<Assumption>), Errors> {
    let mut loaded = build.program(units).map_err(|errors| located(errors, watch))?;
    models::apply(&mut loaded.program, &settings.library).map_err(Errors::Input)?;
    open::enclose(&mut loaded.program, settings).map_err(Errors::Input)?;
    let assumption = |what| Assumption { what, setting: None };
    let mut assumptions: Vec<Assumption> = loaded.assumptions.into_iter().map(assumption).collect();
    let of_callers = loaded.program.open.iter().flat_map(|open| &open.assumptions);
    assumptions.extend(of_callers.map(|(what, setting)| Assumption {
        what: what.clone(),
        setting: *setting,
    }));
    Ok((loaded.program, assumptions))
}

/// Where the preprocessor searches for what inputs include, once for each set of flags; nothing if it does not say.
pub fn search_folders(inputs: &[Input], settings: &Settings, watch: &Watch) -> Option<Vec<SearchPath>> {
    let options = frontend_options(settings, watch);
    let mut known: Vec<(&[String], Option<&Path>)> = Vec::new();
    let mut searches = Vec::new();
    for input in inputs {
        let command = (input.arguments.as_slice(), input.directory.as_deref());
        if !known.contains(&command) {
            known.push(command);
            searches.push(frontend::search(input, &options)?);
        }
    }
    Some(searches)
}

fn frontend_options(settings: &Settings, watch: &Watch) -> FrontendOptions {
    FrontendOptions {
        data_model: settings.data_model,
        compiler: settings.compiler.clone(),
        main: settings.main.clone(),
        entrance: open::entrance(settings),
        watch: watch.clone(),
        library: Arc::clone(&settings.library),
    }
}

/// What is wrong with the input, unless reading was ended.
fn located(errors: Vec<frontend::Error>, watch: &Watch) -> Errors {
    match watch.interrupt().reason() {
        Some(reason) => Errors::Cut(cut_of(reason)),
        None => Errors::Input(errors.iter().map(frontend::Error::to_string).collect()),
    }
}

impl Analysis {
    /// What explanations are made from.
    pub fn explainer(&self) -> Explainer<'_> {
        Explainer {
            evidence: &self.evidence,
            facts: &self.facts,
            pairing: &self.pairing,
            enabled: self.enabled,
        }
    }

    /// The report.
    pub fn report(&self) -> Report {
        build(&self.findings(&self.code()))
    }

    /// What the code says of places.
    pub fn code(&self) -> Code<'_> {
        let library = Library::clone(&self.library);
        Code::new(&self.program, library, &self.reached, &self.evidence.calls)
    }

    /// What a report is made from.
    pub fn findings<'a>(&'a self, code: &'a Code<'a>) -> Findings<'a> {
        Findings {
            program: &self.program,
            explainer: self.explainer(),
            exploration: &self.exploration,
            code,
            ends: &self.ends,
            blocking: self.blocking.as_ref(),
        }
    }
}

/// Why there is nothing to analyse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errors {
    /// What is wrong with the input: at least one message, each with its place.
    Input(Vec<String>),
    /// The input could not be read to its end.
    Cut(Cut),
}

impl fmt::Display for Errors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Errors::Input(messages) => out.write_str(&messages.join("\n")),
            Errors::Cut(cut) => write!(out, "pepsin: error: {}", cut.sentence()),
        }
    }
}

impl std::error::Error for Errors {}
