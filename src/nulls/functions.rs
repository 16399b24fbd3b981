//! The whole program: what functions are entered with, and what they leave, by the greatest solution of both.

use super::Oracle;
use super::facts::{Fact, Facts};
use super::flow::{Exit, Flow, Walk};
use super::paths::{Base, Path, PathId};
use super::text::{Text, bodies, calls_by_name};
use crate::ir::{Body, Expr, FunctionId, InstructionKind};
use crate::races::{Race, SourcePoint};
use pepsin_lattice::seeded::{Bug, is_seeded};
use std::collections::{BTreeMap, BTreeSet};

pub use super::flow::{Pointer, Site};

/// What the analysis found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The dereferences that the analysis comes to, and whether their pointers are certainly not null.
    pub judged: BTreeMap<Site, bool>,
    /// For each pointer the races that ended what was known of it.
    pub lost: BTreeMap<PathId, BTreeSet<Race>>,
}

/// Analyses a program with what an oracle tells of other threads.
pub fn find(text: &Text<'_>, oracle: &dyn Oracle) -> Findings {
    let mut functions = Functions::new(text, oracle);
    functions.solve();
    let mut findings = Findings::default();
    for flow in functions.flows.into_values() {
        findings.judged.extend(flow.judged);
        for (path, races) in flow.lost {
            findings.lost.entry(path).or_default().extend(races);
        }
    }
    findings
}

struct Functions<'a> {
    text: &'a Text<'a>,
    oracle: &'a dyn Oracle,
    bodies: BTreeMap<FunctionId, &'a Body>,
    /// What holds where the program or somebody unknown enters a function.
    given: BTreeMap<FunctionId, Facts>,
    exits: BTreeMap<FunctionId, Exit>,
    flows: BTreeMap<FunctionId, Flow>,
    /// With what functions were entered when their flows were found.
    entered: BTreeMap<FunctionId, Facts>,
    /// Who calls a function by its name.
    callers: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
}

impl<'a> Functions<'a> {
    fn new(text: &'a Text<'a>, oracle: &'a dyn Oracle) -> Self {
        let mut callers: BTreeMap<FunctionId, BTreeSet<FunctionId>> = BTreeMap::new();
        for (caller, body) in bodies(text.program) {
            for (_, callee) in calls_by_name(text.program, body) {
                callers.entry(callee).or_default().insert(caller);
            }
        }
        let mut given = BTreeMap::from([(text.program.main, initial(text))]);
        let others = entered_otherwise(text, oracle).into_iter();
        given.extend(others.map(|function| (function, Facts::default())));
        if oracle.is_partial() {
            let others = bodies(text.program).map(|(function, _)| function);
            let others = others.filter(|function| *function != text.program.main && !callers.contains_key(function));
            given.extend(others.map(|function| (function, everything(text, function))));
        }
        Functions {
            text,
            oracle,
            bodies: bodies(text.program).collect(),
            given,
            exits: BTreeMap::new(),
            flows: BTreeMap::new(),
            entered: BTreeMap::new(),
            callers,
        }
    }

    /// Goes down from "nothing is reached" until nothing changes.
    fn solve(&mut self) {
        let mut left: BTreeSet<FunctionId> = self.given.keys().copied().collect();
        while let Some(function) = left.pop_first() {
            let (Some(body), Some(entry)) = (self.bodies.get(&function), self.entry(function)) else {
                continue;
            };
            let walk = Walk::new(self.text, self.oracle, &self.exits, (function, *body));
            let flow = walk.run(&entry);
            self.entered.insert(function, entry);
            if let Some(exit) = &flow.exit
                && self.exits.get(&function) != Some(exit)
            {
                self.exits.insert(function, exit.clone());
                left.extend(self.callers.get(&function).into_iter().flatten());
            }
            let entered: Vec<FunctionId> = flow.entries.keys().copied().collect();
            self.flows.insert(function, flow);
            let has_changed = |callee: &FunctionId| self.entry(*callee).as_ref() != self.entered.get(callee);
            left.extend(entered.into_iter().filter(has_changed));
        }
    }

    /// What holds whenever a function is entered, as far as is known who enters it; nothing if nobody does.
    fn entry(&self, function: FunctionId) -> Option<Facts> {
        let from = self.flows.values().filter_map(|flow| flow.entries.get(&function));
        let mut all = self.given.get(&function).into_iter().chain(from);
        let mut entry = all.next()?.clone();
        if !is_seeded(Bug::EnteredByOne) {
            for facts in all {
                entry.meet(facts);
            }
        }
        Some(entry)
    }
}

/// What holds when the program starts: pointers with static storage that are initialised.
fn initial(text: &Text<'_>) -> Facts {
    let is_initialised = |path: &Path| {
        let Base::Global(global) = path.base else { return false };
        let offset = path.offset(text.program);
        let mut there = text.program.global(global).initial.iter();
        // What comes later wins.
        let last = there.rfind(|initial| Some(initial.offset) == offset);
        path.is_global(text.program) && last.is_some_and(|initial| is_address(&initial.value))
    };
    let initialised = text.paths.iter().filter(|(_, path)| is_initialised(path));
    initialised.map(|(id, _)| Fact::NotNull(id)).collect()
}

/// The functions that are entered by what is no call in the text, as handlers are that run when the process ends.
fn entered_otherwise(text: &Text<'_>, oracle: &dyn Oracle) -> BTreeSet<FunctionId> {
    let is_call = |point: &SourcePoint| {
        let body = text.program.function(point.function).body.as_ref();
        let mut instructions = body
            .into_iter()
            .flat_map(|body| body.blocks.iter().flat_map(|block| &block.instructions));
        instructions
            .any(|instruction| instruction.at == point.at && matches!(instruction.kind, InstructionKind::Call { .. }))
    };
    let entries = oracle.entries().into_iter().filter(|(point, _)| !is_call(point));
    entries.map(|(_, function)| function).collect()
}

/// Whether a constant is the address of something.
fn is_address(constant: &Expr) -> bool {
    match constant {
        Expr::AddressOf(..) | Expr::Function(..) | Expr::String(..) => true,
        Expr::Cast(operand, _) => is_address(operand),
        _ => false,
    }
}

/// All that may hold at the entry of a function.
fn everything(text: &Text<'_>, function: FunctionId) -> Facts {
    let concerned = text.concerned(function).into_iter().flatten();
    concerned.map(|path| Fact::NotNull(*path)).collect()
}
