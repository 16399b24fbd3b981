//! Many programs: what is wrong with them, and how many of them are proved or shown to race.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use pepsin::explore::Failures;
use pepsin::races::Verdict;

use crate::compare::{Comparison, Effort, Kind, Model, Workshop};
use crate::emit::{Header, emit};
use crate::generate::{Shapes, Size, generate};
use crate::program::{Program, Statement};
use crate::reduce::reduce;
use crate::shapes::Family;
use crate::tallies::{ShapeName, Tally, shape_names};

/// Which programs are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed.
    pub seed: u64,
    /// The number of the first program.
    pub first: u64,
    /// How many programs.
    pub programs: u64,
    /// How large they are.
    pub size: Size,
    /// Whether they have shapes.
    pub shapes: Shapes,
    /// How much they are executed.
    pub effort: Effort,
    /// How many contradictions of a kind are reduced.
    pub reduced: usize,
    /// Threads that work at it.
    pub workers: usize,
    /// A folder for the texts of programs while they are analysed.
    pub folder: PathBuf,
}

impl Plan {
    /// The program with a number.
    #[must_use]
    pub fn program(&self, number: u64) -> Program {
        generate(self.seed, number, self.size, self.shapes)
    }

    /// How much a program is executed. Creations and allocations fail where shapes are about that, if nothing else in the
    /// program makes memory whose addresses are tested: that they are no null pointers is what lists rely on.
    #[must_use]
    pub fn effort(&self, program: &Program) -> Effort {
        let is_tested = program.pieces().iter().any(|piece| piece.family == Family::Failures);
        match is_tested && !program.has(|statement| matches!(statement, Statement::Push(..))) {
            true => Effort {
                failures: Failures::Tested,
                ..self.effort
            },
            false => self.effort,
        }
    }
}

/// A contradiction, and the smallest program found that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The number of the program.
    pub number: u64,
    /// What kind of contradiction it is.
    pub kind: Kind,
    /// Particulars.
    pub what: String,
    /// The program.
    pub program: Program,
    /// Whether it was reduced.
    pub reduced: bool,
}

/// Tries of the reducer.
const TRIES: usize = 2_000;

impl Case {
    /// The case with the smallest program that shows the same kind of contradiction.
    #[must_use]
    pub fn reduce(mut self, plan: &Plan, tries: usize) -> Self {
        let workshop = Workshop::new(&plan.folder);
        let what = &mut self.what;
        self.program = reduce(self.program, tries, |program| {
            let text = emit(program, Header::WrittenOut);
            let findings = workshop
                .compare(&text, plan.effort(program), Model::of(self.number))
                .findings;
            let same = findings.into_iter().find(|finding| finding.kind == self.kind);
            same.map(|finding| *what = finding.what).is_some()
        });
        self.reduced = true;
        self
    }
}

/// The result. The same plan gives the same summary, whatever the number of workers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Programs.
    pub programs: u64,
    /// Programs proved free of races.
    pub proved: u64,
    /// Programs with an executed race.
    pub raced: u64,
    /// Those of them whose race was seen only in the executions that follow if none shows one.
    pub missed: u64,
    /// How many times as many executions followed where the usual ones showed no race; 0 for none.
    pub again: u64,
    /// Programs without an executed race that are not proved.
    pub unknown: u64,
    /// Programs with an executed deadlock, and programs proved to have none of locks; if they were looked for.
    pub deadlocks: Option<(u64, u64)>,
    /// Dereferences that are held to be safe, and places where executions followed null pointers; if they were looked for.
    pub nulls: Option<(u64, u64)>,
    /// Executions.
    pub executions: u64,
    /// Operations executed.
    pub steps: u64,
    /// Accesses compared with claims.
    pub compared: u64,
    /// Executions that ended in an undefined access.
    pub undefined: u64,
    /// Executions that ended in something that cannot be executed.
    pub open: u64,
    /// In how many programs something could not be executed or modelled, by the reason.
    pub limits: BTreeMap<String, u64>,
    /// What became of the programs that have a shape, by the shape.
    pub shapes: BTreeMap<ShapeName, Tally>,
    /// Contradictions, by kind and the number of the program.
    pub cases: Vec<Case>,
}

/// Makes and compares the programs of a plan.
pub fn run(plan: &Plan) -> Summary {
    let next = AtomicU64::new(plan.first);
    let mut compared: Vec<(u64, Comparison)> = thread::scope(|scope| {
        let work = || one_worker(plan, &next);
        let handles: Vec<_> = (0..plan.workers.max(1)).map(|_| scope.spawn(work)).collect();
        handles
            .into_iter()
            .flat_map(|handle| handle.join().unwrap_or_default())
            .collect()
    });
    compared.sort_by_key(|entry| entry.0);
    let mut summary = Summary {
        again: plan.effort.again,
        deadlocks: plan.effort.deadlocks.then_some((0, 0)),
        nulls: plan.effort.nulls.then_some((0, 0)),
        ..Summary::default()
    };
    for (number, comparison) in &compared {
        summary.add(plan, *number, comparison);
    }
    summary.cases.sort_by_key(|case| (case.kind, case.number));
    summary.reduce(plan);
    summary
}

fn one_worker(plan: &Plan, next: &AtomicU64) -> Vec<(u64, Comparison)> {
    let workshop = Workshop::new(&plan.folder);
    let mut compared = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.first + plan.programs {
            return compared;
        }
        let program = plan.program(number);
        let text = emit(&program, Header::WrittenOut);
        compared.push((
            number,
            workshop.compare(&text, plan.effort(&program), Model::of(number)),
        ));
    }
}

impl Summary {
    fn add(&mut self, plan: &Plan, number: u64, comparison: &Comparison) {
        self.programs += 1;
        self.executions += comparison.executions;
        self.steps += comparison.steps;
        self.missed += u64::from(comparison.missed);
        self.compared += comparison.compared;
        self.undefined += comparison.undefined;
        self.open += comparison.open;
        if let Some((executed, proved)) = &mut self.deadlocks {
            *executed += u64::from(comparison.deadlocked);
            *proved += u64::from(comparison.without_deadlock);
        }
        if let (Some((safe, executed)), Some(found)) = (&mut self.nulls, comparison.nulls) {
            *safe += found.0;
            *executed += found.1;
        }
        for limit in &comparison.limits {
            *self.limits.entry(limit.clone()).or_default() += 1;
        }
        match (comparison.raced, comparison.verdict) {
            (true, _) => self.raced += 1,
            (false, Some(Verdict::RaceFree)) => self.proved += 1,
            (false, _) => self.unknown += 1,
        }
        for shape in shape_names(&plan.program(number)) {
            self.shapes.entry(shape).or_default().count(comparison);
        }
        for finding in &comparison.findings {
            self.cases.push(Case {
                number,
                kind: finding.kind,
                what: finding.what.clone(),
                program: plan.program(number),
                reduced: false,
            });
        }
    }

    /// Reduces the first contradictions of each kind.
    fn reduce(&mut self, plan: &Plan) {
        let mut done: BTreeMap<Kind, usize> = BTreeMap::new();
        for case in &mut self.cases {
            let count = done.entry(case.kind).or_default();
            if *count >= plan.reduced {
                continue;
            }
            *count += 1;
            *case = case.clone().reduce(plan, TRIES);
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let quiet = self.proved + self.unknown;
        writeln!(
            out,
            "{} programs: {} race, {} do not.",
            self.programs, self.raced, quiet
        )?;
        writeln!(out, "Proved of those that do not: {:.1} %.", share(self.proved, quiet))?;
        if self.again > 0 {
            let (found, again) = (self.raced - self.missed, self.again);
            let part = share(found, self.raced);
            writeln!(
                out,
                "Found of those that race by the usual executions, not {again} times as many: {part:.1} %."
            )?;
        }
        writeln!(
            out,
            "{} executions, {} operations; {} ended undefined, {} open.",
            self.executions, self.steps, self.undefined, self.open
        )?;
        writeln!(out, "{} accesses compared with what is claimed of them.", self.compared)?;
        if let Some((executed, proved)) = self.deadlocks {
            writeln!(
                out,
                "{executed} programs end in a deadlock of locks, {proved} are proved to have none."
            )?;
        }
        if let Some((safe, executed)) = self.nulls {
            writeln!(
                out,
                "{safe} places of dereferences are held to be safe; at {executed} others, executions followed null pointers before a race."
            )?;
        }
        for (limit, count) in &self.limits {
            writeln!(out, "  in {count} programs: {limit}")?;
        }
        let mut kinds: BTreeMap<Kind, u64> = BTreeMap::new();
        for case in &self.cases {
            *kinds.entry(case.kind).or_default() += 1;
        }
        writeln!(out, "Contradictions: {}.", self.cases.len())?;
        for (kind, count) in kinds {
            writeln!(out, "  {kind:?}: {count}")?;
        }
        for case in &self.cases {
            writeln!(out, "\n--- program {}: {:?}: {}", case.number, case.kind, case.what)?;
            if case.reduced {
                out.write_str(&emit(&case.program, Header::Included))?;
            }
        }
        Ok(())
    }
}
