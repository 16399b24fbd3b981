//! Where evaluations go: by function and context, and by what changed when they became necessary.

use std::collections::BTreeMap;

use pepsin_solver::{Changes, Solution};

use super::analysis::Analysis;
use super::unknowns::Global;
use crate::ir::FunctionId;
use crate::semantics::state::{State, States};

/// The effort of a solution.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Evaluations.
    pub evaluations: u64,
    /// Those of them that changed nothing.
    pub unchanging: u64,
    /// What the right-hand sides read and contributed, and the evaluations, as the limit of the first analysis counts it.
    pub work: u64,
    /// By function, those with the most evaluations first.
    pub functions: Vec<FunctionEffort>,
    /// By the parts of values that changed, those that woke the most readers first.
    pub changes: Vec<(String, Changes)>,
}

/// What a function cost.
#[derive(Clone, Debug)]
pub struct FunctionEffort {
    /// Its name.
    pub name: String,
    /// The contexts in which it was analysed.
    pub contexts: usize,
    /// Its unknowns, in all contexts.
    pub unknowns: usize,
    /// The states that these hold.
    pub states: usize,
    /// The objects of which the largest state knows something.
    pub objects: usize,
    /// The evaluations of its right-hand sides.
    pub evaluations: u64,
}

impl Effort {
    /// The effort of a solution.
    pub fn of(analysis: &Analysis<'_>, solution: &Solution<Analysis<'_>>) -> Self {
        let mut functions: BTreeMap<FunctionId, (FunctionEffort, Vec<u32>)> = BTreeMap::new();
        for ((unknown, evaluations), (_, value)) in solution.evaluations().zip(solution.locals()) {
            let (function, contexts) = functions.entry(unknown.function).or_insert_with(|| {
                let name = analysis.program.function(unknown.function).name.clone();
                let nothing = FunctionEffort {
                    name,
                    contexts: 0,
                    unknowns: 0,
                    states: 0,
                    objects: 0,
                    evaluations: 0,
                };
                (nothing, Vec::new())
            });
            contexts.push(unknown.context.0);
            function.unknowns += 1;
            function.states += value.iter().count();
            function.objects = value
                .iter()
                .map(|(_, state)| state.localised.len())
                .fold(function.objects, usize::max);
            function.evaluations += u64::from(evaluations);
        }
        let counted = functions.into_values().map(|(function, mut contexts)| {
            contexts.sort_unstable();
            contexts.dedup();
            FunctionEffort {
                contexts: contexts.len(),
                ..function
            }
        });
        let mut functions: Vec<FunctionEffort> = counted.collect();
        functions.sort_by_key(|function| std::cmp::Reverse(function.evaluations));
        let changes = solution.profile().changes.iter();
        let mut changes: Vec<(String, Changes)> = changes.map(|(parts, changes)| (parts.clone(), *changes)).collect();
        changes.sort_by_key(|(_, changes)| std::cmp::Reverse(changes.readers));
        let statistics = solution.statistics();
        Effort {
            evaluations: statistics.evaluations,
            unchanging: statistics.unchanging,
            work: statistics.work,
            functions,
            changes,
        }
    }
}

/// The names of the parts in which two values of an unknown differ.
pub fn parts_that_differ(before: &States, after: &States) -> Vec<&'static str> {
    let mut parts = Vec::new();
    let keys = |states: &States| states.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    if keys(before) != keys(after) {
        parts.push("states");
        return parts;
    }
    for ((_, before), (_, after)) in before.iter().zip(after.iter()) {
        parts.extend(parts_of_state(before, after));
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}

fn parts_of_state(before: &State, after: &State) -> Vec<&'static str> {
    let parts = [
        ("past", before.past != after.past),
        ("frame", before.frame != after.frame),
        ("takes", before.takes != after.takes),
        ("copies", before.copies != after.copies),
        ("symbolic", before.symbolic != after.symbolic),
        ("tickets", before.owned != after.owned),
        ("pending", before.pending != after.pending),
        ("renamed", before.renamed != after.renamed),
        ("entrance", before.entrance != after.entrance),
        ("specific", before.specific != after.specific),
        ("result", before.result != after.result),
    ];
    let differing = parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name);
    differing
        .chain(before.localised.parts_that_differ(&after.localised))
        .collect()
}

/// The name of the kind of a global unknown.
pub fn kind_of_global(global: Global) -> &'static str {
    match global {
        Global::Writers(..) => "[writers]",
        Global::Written(..) => "[written]",
        Global::Protecting(_) | Global::ProtectingWatched(_) => "[protecting]",
        Global::Releases(_) | Global::Released(..) => "[releases]",
        Global::Ended(_) => "[ended]",
        Global::Footprint(..) => "[footprint]",
        Global::Held(_) => "[held]",
        Global::Escaped(_) => "[escaped]",
        Global::Mixed(_) => "[mixed]",
        Global::Disorderly(_) => "[disorderly]",
        Global::Extent(_) => "[extent]",
        _ => "[other]",
    }
}
