//! What a call of a function without body accesses.

use super::super::memory::Memory;
use super::{Call, is_pure};
use crate::library::format::{Conversion, Dialect, conversions};
use crate::library::model::{Effect, Model};
use crate::library::streams::{Stream, StreamUse};

/// What is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The memory that an argument leads to.
    Argument(usize),
    /// The object of synchronisation that an argument leads to: as many bytes as its type has.
    Exactly(usize),
    /// The memory that addresses lead to which lie where an argument leads.
    Inside(usize),
    /// What the library keeps under a name.
    Kept(String),
    /// A state of the library.
    State(String),
    /// A variable of the library that the program declares.
    Variable(String),
    /// All of which code outside knows.
    Outside,
}

/// How it is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is read.
    Read,
    /// It is written, or its life ends.
    Write,
    /// It ends as an object of synchronisation.
    Destroy,
    /// It is read in one atomic step.
    AtomicRead,
    /// It is written in one atomic step, by an operation of synchronisation for example.
    AtomicWrite,
}

impl How {
    /// Whether it conflicts with reads.
    pub fn modifies(self) -> bool {
        !matches!(self, How::Read | How::AtomicRead)
    }

    /// Whether two such accesses never race.
    pub fn is_atomic(self) -> bool {
        matches!(self, How::AtomicRead | How::AtomicWrite)
    }
}

/// An access of a call.
pub type Deed = (What, How);

/// What a call accesses.
pub fn deeds(memory: &Memory<'_>, call: &Call<'_>) -> Vec<Deed> {
    let name = &memory.program.function(call.called).name;
    let Some(model) = memory.library.model(name) else {
        return match is_pure(memory, call.called) {
            true => Vec::new(),
            false => vec![(What::Outside, How::Write)],
        };
    };
    let mut deeds = of_lists(memory, call, model);
    deeds.extend(of_streams(model));
    deeds.extend(of_formats(memory, call, model));
    deeds.extend(model.effect.iter().flat_map(of_effect));
    deeds
}

fn of_lists(memory: &Memory<'_>, call: &Call<'_>, model: &Model) -> Vec<Deed> {
    let program = memory.program;
    let mut deeds = Vec::new();
    let mut each = |numbers: Vec<usize>, what: fn(usize) -> What, how| {
        deeds.extend(numbers.into_iter().map(|number| (what(number), how)));
    };
    for read in [&model.reads, &model.sends] {
        each(call.numbers(program, read), What::Argument, How::Read);
    }
    for written in [&model.writes, &model.receives] {
        each(call.numbers(program, written), What::Argument, How::Write);
    }
    // What addresses lead to, one after the other, is one class.
    for read in [&model.reads_within, &model.sends_within] {
        each(read.clone(), What::Inside, How::Read);
    }
    for written in [&model.writes_within, &model.receives_within] {
        each(written.clone(), What::Inside, How::Write);
    }
    each(model.operates_on.clone(), What::Exactly, How::AtomicWrite);
    each(model.initialises.clone(), What::Exactly, How::Write);
    each(model.destroys.clone(), What::Exactly, How::Destroy);
    let for_null = model.uses_for_null.iter().map(|(_, name)| name);
    let used = model.uses.0.iter().chain(for_null);
    deeds.extend(used.map(|name| (What::State(name.clone()), How::Write)));
    let looked_at = model.looks_at.0.iter();
    deeds.extend(looked_at.map(|name| (What::State(name.clone()), How::Read)));
    let kept = |name: &String| What::Kept(name.clone());
    deeds.extend(model.works_on.iter().map(|name| (kept(name), How::AtomicWrite)));
    deeds.extend(model.looks_through.iter().map(|name| (kept(name), How::Read)));
    let variable = |name: &String| What::Variable(name.clone());
    deeds.extend(model.sets.iter().map(|name| (variable(name), How::AtomicWrite)));
    let consulted = model.consults.iter().chain(&model.follows);
    deeds.extend(consulted.map(|name| (variable(name), How::AtomicRead)));
    if !model.follows.is_empty() {
        deeds.push((What::Outside, How::Read));
    }
    deeds
}

/// Streams that arguments lead to; calls that hold their locks do not race with each other.
fn of_streams(model: &Model) -> impl Iterator<Item = Deed> {
    model.streams.uses().filter_map(|(stream, usage)| {
        let Stream::Argument(number) = stream else { return None };
        let how = match usage {
            StreamUse::Locked | StreamUse::Asked => How::AtomicWrite,
            _ => How::Write,
        };
        Some((What::Argument(*number), how))
    })
}

/// What the arguments lead to that a format is for.
fn of_formats(memory: &Memory<'_>, call: &Call<'_>, model: &Model) -> Vec<Deed> {
    let program = memory.program;
    let Some(format) = model.prints.or(model.scans) else {
        return Vec::new();
    };
    let mut deeds = vec![(What::Argument(format), How::Read)];
    if let Some(list) = call.list(program, model) {
        deeds.extend([(What::Argument(list), How::Write), (What::Inside(list), How::Write)]);
        return deeds;
    }
    let rest = call.declared(program)..call.values.len();
    if model.scans.is_some() {
        deeds.extend(rest.map(|number| (What::Argument(number), How::Write)));
        return deeds;
    }
    let text = call
        .expressions
        .get(format)
        .and_then(|format| program.characters(format));
    let known = text.and_then(|text| conversions(&text, Dialect::Print));
    let how = |place: usize| match known.as_ref().map(|known| known.get(place)) {
        None => Some(How::Write),
        Some(None | Some(Conversion::Value | Conversion::Address)) => None,
        Some(Some(Conversion::Count(_))) => Some(How::Write),
        Some(Some(_)) => Some(How::Read),
    };
    let rest = rest.enumerate();
    deeds.extend(rest.filter_map(|(place, number)| Some((What::Argument(number), how(place)?))));
    deeds
}

fn of_effect(effect: &Effect) -> Vec<Deed> {
    use How::{AtomicRead, AtomicWrite, Read, Write};
    let through = |argument: Option<usize>, how| argument.map(|argument| (What::Argument(argument), how));
    match effect {
        Effect::Create { id, .. } => through(*id, Write).into_iter().collect(),
        Effect::Join { thread, result, .. } => {
            // Of an id that is passed as a number nothing is read.
            let id = through(Some(*thread), Read);
            id.into_iter().chain(through(*result, Write)).collect()
        }
        Effect::AttributeKind { attribute, .. }
        | Effect::AttributeRobust { attribute, .. }
        | Effect::AttributeInit { attribute } => through(Some(*attribute), Write).into_iter().collect(),
        Effect::KeyCreate { key, .. } => through(Some(*key), Write).into_iter().collect(),
        Effect::SignalAction { action } => through(Some(*action), Read).into_iter().collect(),
        Effect::Allocate { to, .. } => through(*to, Write).into_iter().collect(),
        Effect::Reallocate { pointer, .. } | Effect::Free { pointer, .. } | Effect::Discard { pointer, .. } => {
            through(Some(*pointer), Write).into_iter().collect()
        }
        Effect::ReadLine { to } | Effect::Separate { text: to } => {
            vec![(What::Argument(*to), Write), (What::Inside(*to), Write)]
        }
        Effect::NextToken { text, position } => {
            let mut deeds = vec![(What::Argument(*text), Write)];
            match position {
                Some(position) => deeds.extend([(What::Argument(*position), Write), (What::Inside(*position), Write)]),
                None => deeds.push((What::Kept("the text of strtok".to_owned()), Write)),
            }
            deeds
        }
        Effect::Copy { to, from, .. } => vec![(What::Argument(*from), Read), (What::Argument(*to), Write)],
        Effect::Fill { to, .. } => vec![(What::Argument(*to), Write)],
        Effect::Sort { base, .. } => vec![(What::Argument(*base), Write)],
        Effect::Search { .. } => Vec::new(),
        Effect::AtomicLoad { object, to, .. } => {
            let read = (What::Exactly(*object), AtomicRead);
            std::iter::once(read).chain(through(*to, Write)).collect()
        }
        Effect::AtomicStore {
            object, from, plain, ..
        } => {
            let written = (What::Exactly(*object), if *plain { Write } else { AtomicWrite });
            std::iter::once(written).chain(through(*from, Read)).collect()
        }
        Effect::AtomicUpdate { object, from, to, .. } => {
            let mut deeds = vec![(What::Exactly(*object), AtomicWrite)];
            deeds.extend(through(*from, Read));
            deeds.extend(through(*to, Write));
            deeds
        }
        Effect::CompareExchange {
            object,
            expected,
            desired_from,
            ..
        } => {
            let mut deeds = vec![(What::Exactly(*object), AtomicWrite)];
            deeds.extend(through(*expected, Write));
            deeds.extend(through(*desired_from, Read));
            deeds
        }
        Effect::SystemCall {} | Effect::Unsupported { .. } => vec![(What::Outside, Write)],
        _ => Vec::new(),
    }
}
