//! Pictures: what a solution knows, in words, for people who ask why something is not proved.

use std::collections::{BTreeMap, BTreeSet};

use pepsin_solver::Solution;

use crate::ir::Position;
use crate::semantics::state::State;
use crate::semantics::system::{Analysis, ContextId, Recorder, SourceNames, words};

/// What a solution knows.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The states that reach instructions, by place: in which function and context, and what is known there.
    pub states: BTreeMap<Position, Vec<String>>,
    /// The global unknowns with what they hold.
    pub globals: Vec<String>,
    /// The contexts, in the order in which they were met.
    pub contexts: Vec<String>,
    /// What is claimed of variables, and what was refuted, with the place.
    pub claims: Vec<String>,
}

impl Picture {
    /// Reads the picture off a verified solution; `refuted` are the claims that it and earlier solutions refuted.
    pub fn of(
        analysis: &Analysis<'_>,
        solution: &Solution<Analysis<'_>>,
        recorder: &Recorder,
        refuted: &BTreeSet<(Position, String)>,
    ) -> Self {
        let names = SourceNames::new(analysis, recorder);
        let mut states: BTreeMap<Position, Vec<String>> = BTreeMap::new();
        for (at, found) in recorder.states.iter().flatten() {
            let texts = found
                .iter()
                .map(|(context, state)| picture_of(analysis, &names, *context, state));
            let texts: BTreeSet<String> = texts.collect();
            states.entry(*at).or_default().extend(texts);
        }
        let globals = solution.globals().map(|(global, fact)| {
            let name = words::global(analysis, global);
            format!("{name}: {}", words::fact(analysis, fact))
        });
        let contexts = (0..analysis.contexts() as u32).map(|number| {
            let id = ContextId(number);
            let found = analysis.context(id);
            words::context(analysis, id, found.0, &found.1)
        });
        Picture {
            states,
            globals: globals.collect(),
            contexts: contexts.collect(),
            claims: claims(analysis, recorder, refuted),
        }
    }
}

/// What is known in one state.
fn picture_of(analysis: &Analysis<'_>, names: &SourceNames, context: ContextId, state: &State) -> String {
    let function = analysis.context(context).0;
    let mut text = format!(
        "in {}, context {}\n",
        analysis.program.function(function).name,
        context.0
    );
    for (id, component) in analysis.digests.render(state.past.id, names) {
        text.push_str(&format!("  {id:<4} {component}\n"));
    }
    for (object, contents) in state.frame.iter().chain(state.localised.views().iter()) {
        let name = words::object(analysis, object);
        text.push_str(&format!("  {name} = {}\n", words::contents(analysis, object, contents)));
    }
    text
}

/// The claims: those that stand, and those that were refuted.
fn claims(analysis: &Analysis<'_>, recorder: &Recorder, refuted: &BTreeSet<(Position, String)>) -> Vec<String> {
    let named = |global| analysis.program.global(global).name.as_str();
    let mut found = Vec::new();
    for (number, watched) in analysis.text.watched.iter().enumerate() {
        let kind = match (analysis.is_turn(number), analysis.is_value_lock(number)) {
            (true, _) => "a lock that holds the number of the one whose turn it is",
            (false, true) => "watched, and a lock that is zero when it is free",
            (false, false) => "watched",
        };
        found.push(format!("{}: {kind}", named(watched.global)));
    }
    for (number, dispenser) in analysis.text.dispensers.iter().enumerate() {
        let holds = recorder
            .dispenser_writes
            .get(&number)
            .is_some_and(|writes| writes.are_of_dispenser());
        let stands = match holds {
            true => "hands out numbers",
            false => "might have handed out numbers, but is no dispenser",
        };
        found.push(format!("{}: {stands}", named(dispenser.global)));
    }
    for counter in &analysis.text.counters {
        let global = analysis.text.dispensers[counter.dispenser].global;
        found.push(format!("{}: may be a counter of threads", named(global)));
    }
    let inside = &analysis.text.inside;
    for (number, tally) in inside.tallies.iter().enumerate() {
        let stands = match analysis.is_tally(number) {
            true => "is the number of those who are somewhere",
            false => "might have been the number of those who are somewhere, but is none",
        };
        found.push(format!("{}: {stands}", named(tally.global)));
    }
    for (number, switch) in inside.switches.iter().enumerate() {
        let stands = match analysis.is_switch(number) {
            true => "is taken by the first, and given back by the last, of those whom",
            false => "might have been taken by the first of many, but is not, whom",
        };
        let (semaphore, count) = (switch.global, inside.tallies[switch.tally].global);
        found.push(format!("{}: {stands} {} counts", named(semaphore), named(count)));
    }
    for (number, readers) in inside.reader_counts.iter().enumerate() {
        let stands = match analysis.is_reader_count(number) {
            true => "is the number of readers",
            false => "might have been the number of readers, but is none",
        };
        let flag = analysis.text.watched[readers.flag].global;
        found.push(format!(
            "{}: {stands} whom {} keeps out",
            named(inside.tallies[readers.tally].global),
            named(flag)
        ));
    }
    for signal in &analysis.text.signals {
        let value = signal.value;
        found.push(format!(
            "{}: may be a signal, given by {value}",
            named(signal.scalar.global)
        ));
    }
    let files = &analysis.program.files;
    found.extend(
        refuted
            .iter()
            .map(|(at, claim)| format!("refuted at {}: {claim}", files.display(*at))),
    );
    found
}
