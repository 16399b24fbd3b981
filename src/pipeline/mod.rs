//! The stages from source files to a report, in order.
//!
//! [`check`] is the one entry point for users of the library, the command line and the tests.

mod confirm;
mod invariants;
mod solving;

pub use confirm::{execution_settings, scheduling};
pub use invariants::invariants;

use crate::config::{MemoryModel, Search, Settings, SignedOverflow};
use crate::explore::Race;
use crate::frontend::{self, FrontendOptions, Input};
use crate::ir::{Position, Program};
use crate::races::facts::AccessFact;
use crate::races::{Arguments, Assumption, Evidence, Explainer, Exploration, Pairing, Rows, Verdict};
use crate::report::{Findings, Report, build};
use crate::semantics::effort::Effort;
use crate::semantics::{Detail, Precision};
use pepsin_digests::Catalogue;
use std::collections::BTreeSet;
use std::fmt;

use solving::{Solved, solve, solve_by_last_resort};

/// Analyses a program given by its source files, and reports its data races.
///
/// # Errors
/// If the input cannot be read or is not C that Pepsin understands; each error has its place.
pub fn check(inputs: &[Input], settings: &Settings) -> Result<Report, Errors> {
    Ok(analyse(inputs, settings, &Arguments::standard(), &mut |_| ())?.report())
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
    /// The places of all instructions that the analysis found reachable.
    pub reached: BTreeSet<Position>,
}

/// Runs all stages with the given digests and access facts; `progress` is told when one begins.
///
/// # Errors
/// If the input cannot be read or is not C that Pepsin understands; each error has its place.
pub fn analyse(
    inputs: &[Input],
    settings: &Settings,
    arguments: &Arguments,
    progress: &mut dyn FnMut(Stage),
) -> Result<Analysis, Errors> {
    // Source files to one linked program. Everything later works on the intermediate representation only.
    progress(Stage::Reading);
    let (program, assumptions) = read(inputs, settings)?;

    // The program to its solution, verified, and what can be seen in it; accesses to pairs. Pairs need the final solution: while
    // solving, accesses still come and go.
    let mut solved = solve(&program, settings, arguments, progress)?;

    // What is not proved is executed: a race is only ever claimed when an execution shows it.
    let mut exploration = Exploration::Open;
    let mut executed = Vec::new();
    if solved.verdict() != Verdict::RaceFree {
        progress(Stage::Exploring);
        executed = confirm::find(&program, settings);
        if !executed.is_empty() {
            exploration = confirm::confirmed(&program, &executed);
        } else if let Some(proof) = solve_by_last_resort(&program, settings, arguments, &solved, progress)? {
            solved = proof;
        } else if settings.exploration != Search::Off {
            progress(Stage::Visiting);
            let scheduling = scheduling(&solved.evidence, &solved.pairing);
            exploration = confirm::prove(&program, settings, scheduling);
        }
    }

    let Solved {
        mut evidence,
        reached,
        facts,
        enabled,
        pairing,
    } = solved;
    evidence.assumptions.extend(assumptions);
    evidence.assumptions.extend(standing_assumptions(settings));

    Ok(Analysis {
        program,
        evidence,
        facts,
        enabled,
        pairing,
        exploration,
        executed,
        reached,
    })
}

/// What every result takes for granted.
fn standing_assumptions(settings: &Settings) -> impl Iterator<Item = Assumption> {
    let always = [
        ("There is no undefined behaviour other than data races.", None),
        ("Allocation succeeds.", None),
        (
            "Pthread calls return 0, but for try and timed ones, which fail only because they are busy or time out.",
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

/// Where the evaluations of a first analysis go.
///
/// # Errors
/// If the input cannot be read or is not C that Pepsin understands.
pub fn effort(inputs: &[Input], settings: &Settings, catalogue: &Catalogue) -> Result<Effort, Errors> {
    let (program, _) = read(inputs, settings)?;
    let ordinary = Precision::ordinary(settings.contexts);
    let outcome = solving::analyse(&program, settings, catalogue, ordinary, Detail::Effort)?;
    Ok(outcome.effort)
}

/// Reads the source files: the linked program, and what had to be assumed to read it.
///
/// # Errors
/// If the input cannot be read or is not C that Pepsin understands.
pub fn read(inputs: &[Input], settings: &Settings) -> Result<(Program, Vec<Assumption>), Errors> {
    let options = FrontendOptions {
        data_model: settings.data_model,
        compiler: settings.compiler.clone(),
        main: settings.main.clone(),
    };
    let loaded = frontend::load(inputs, &options).map_err(Errors::of_frontend)?;
    let assumption = |what| Assumption { what, setting: None };
    let assumptions = loaded.assumptions.into_iter().map(assumption).collect();
    Ok((loaded.program, assumptions))
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
        build(&self.findings())
    }

    /// What a report is made from.
    pub fn findings(&self) -> Findings<'_> {
        Findings {
            program: &self.program,
            explainer: self.explainer(),
            exploration: &self.exploration,
        }
    }
}

/// What is wrong with the input: at least one message, each with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors(pub Vec<String>);

impl Errors {
    fn of_frontend(errors: Vec<frontend::Error>) -> Self {
        Errors(errors.iter().map(frontend::Error::to_string).collect())
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for Errors {}
