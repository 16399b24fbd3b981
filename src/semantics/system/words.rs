//! Unknowns, facts and values in words, for people who ask why a solution is as it is.
//!
//! Threads are spelled by the creations that led to them, because who created whom is known completely only in the end.

use pepsin_digests::ThreadId;

use super::analysis::Analysis;
use super::names::place;
use super::unknowns::{Channel, Context, ContextId, Fact, Global, Key, Point, Unknown};
use crate::ir::FunctionId;
use crate::semantics::state::States;
use crate::values::{Contents, Memory, ObjectId, Offsets, Scalar, Value};

/// How many values of an object are spelled, and how many objects of a difference.
const MOST_SPELLED: usize = 6;

/// The name of an object.
pub fn object(analysis: &Analysis<'_>, object: ObjectId) -> String {
    analysis.objects.get(object).name.clone()
}

/// A thread, by the creations that led to it.
pub fn thread(analysis: &Analysis<'_>, thread: ThreadId) -> String {
    analysis.digests.names().history(thread).to_string()
}

/// A local unknown: `worker, at the end of the block at line 12, context 3`.
pub fn unknown(analysis: &Analysis<'_>, unknown: Unknown) -> String {
    let function = analysis.program.function(unknown.function);
    let point = match unknown.point {
        Point::Entry => "at its entry".to_owned(),
        Point::Exit => "at its exit".to_owned(),
        Point::Thread => "at the end of the thread".to_owned(),
        Point::End(block) => {
            let block = function
                .body
                .as_ref()
                .and_then(|body| body.blocks.get(block.0 as usize));
            let line = block.map_or(0, |block| block.at.line);
            format!("before the branch at line {line}")
        }
    };
    format!("{}, {point}, context {}", function.name, unknown.context.0)
}

/// A context of a function.
pub fn context(analysis: &Analysis<'_>, id: ContextId, function: FunctionId, context: &Context) -> String {
    let names = analysis.digests.names();
    let locks = context.locks.iter().map(|lock| {
        let lock = names.lock_of(*lock);
        place(analysis, lock.object, lock.offset)
    });
    let locks: Vec<String> = locks.collect();
    let arguments: Vec<String> = context
        .arguments
        .iter()
        .map(|argument| value(analysis, argument))
        .collect();
    format!(
        "{}: {}({}) in {}, {}, holding {{{}}}, by call string {}",
        id.0,
        analysis.program.function(function).name,
        arguments.join(", "),
        thread(analysis, context.thread),
        context.flag,
        locks.join(", "),
        context.chain
    )
}

/// A global unknown.
pub fn global(analysis: &Analysis<'_>, global: Global) -> String {
    let named = |id| object(analysis, id);
    let locked = |lock| {
        let lock = analysis.digests.names().lock_of(lock);
        place(analysis, lock.object, lock.offset)
    };
    let by = |key: Key| format!("{}, {}", thread(analysis, key.thread), key.flag);
    let shown = |channel| match channel {
        Channel::All => String::new(),
        Channel::Unlock(lock) => format!(" at unlocks of {}", locked(lock)),
        Channel::Introduction => " when it became known".to_owned(),
    };
    match global {
        Global::Writers(id, channel) => format!("the writers of {}{}", named(id), shown(channel)),
        Global::Written(id, channel, key) => format!("what {} wrote to {}{}", by(key), named(id), shown(channel)),
        Global::Protecting(id) => format!("the locks held at all writes to {}", named(id)),
        Global::ProtectingWatched(number) => format!("the locks held at all writes to watched variable {number}"),
        Global::Releases(lock) => format!("who released {}", locked(lock)),
        Global::Released(lock, key) => format!("the past of {} at releases of {}", by(key), locked(lock)),
        Global::Ended(id) => format!("what {} leaves at its end", thread(analysis, id)),
        Global::Joiners(id) => format!("who waits for {}", thread(analysis, id)),
        Global::Needs(id) => format!("the tokens that {} needs", thread(analysis, id)),
        Global::OnceRewritten(id) => format!("writes to the once-control {}", named(id)),
        Global::Overwritten(id) => format!("bytes copied over {}", named(id)),
        Global::Disorderly(id) => format!("pointers to what others lead to, too, in {}", named(id)),
        Global::Repeated(id) => format!("whether there is more than one of {}", named(id)),
        Global::Mixed(id) => format!("pointers of which nothing is known in {}", named(id)),
        Global::Extent(id) => format!("the size of {}", named(id)),
        Global::MutexKind(lock) => format!("the kind of {}", locked(lock)),
        Global::Held(id) => format!("what {} holds at any time", named(id)),
        Global::Escaped(id) => format!("whether {} is ever known to others", named(id)),
        Global::Footprint(function, context) => {
            let name = &analysis.program.function(function).name;
            format!("the footprint of {name}, context {}", context.0)
        }
        Global::Destructors => "the destructors".to_owned(),
        Global::Cancelled => "the threads that are asked to end".to_owned(),
        Global::Detached => "the threads that are detached".to_owned(),
        Global::WithAttribute => "the threads made with an attribute".to_owned(),
        Global::DetachingAttributes => "attributes that detach".to_owned(),
        Global::Sent => "the addresses that left the program".to_owned(),
        Global::HandedOut(class) => format!("what callers were given, as class {class}"),
        Global::Kept(state) => format!("what the library keeps, state {state}"),
        Global::ExitHandlers => "the functions that run at exit".to_owned(),
        Global::ExitArguments => "their arguments".to_owned(),
        Global::OddMutexes => "mutexes of unusual kinds".to_owned(),
        Global::RobustMutexes => "robust mutexes".to_owned(),
        Global::WeakSignals => "signals that are accessed without order".to_owned(),
        Global::SignalHandlers => "signal handlers".to_owned(),
        Global::BarrierCounts(_) => "the counts of a barrier".to_owned(),
        Global::BarrierWaiters(_) => "who waits at a barrier".to_owned(),
        Global::UnknownBarrier => "who waits at a barrier that is not known".to_owned(),
        Global::Posts(_) => "who posts a semaphore".to_owned(),
        Global::Posted(_, key) => format!("the past of {} at posts of a semaphore", by(key)),
        Global::Permits(_) => "the permits of a semaphore".to_owned(),
        Global::PassedOn(_) => "the semaphores that pass a permit on".to_owned(),
        Global::UnknownSemaphore => "who posts a semaphore that is not known".to_owned(),
    }
}

/// What a global unknown holds, as far as it is one line.
pub fn fact(analysis: &Analysis<'_>, fact: &Fact) -> String {
    match fact {
        Fact::Nothing => "nothing".to_owned(),
        Fact::Keys(keys) => {
            let keys = keys
                .iter()
                .map(|key| format!("{}, {}", thread(analysis, key.thread), key.flag));
            keys.collect::<Vec<_>>().join("; ")
        }
        Fact::Past(_) => "a past".to_owned(),
        Fact::Written(written) => contents(analysis, written.object, &written.contents),
        Fact::Locks(locks) => {
            let names = analysis.digests.names();
            let locks = locks.iter().map(|lock| {
                let lock = names.lock_of(*lock);
                place(analysis, lock.object, lock.offset)
            });
            format!("{{{}}}", locks.collect::<Vec<_>>().join(", "))
        }
        Fact::Permits(_) | Fact::Semaphores(_) | Fact::Needs(_) => "known".to_owned(),
        Fact::Ended(ended) => format!("returned {}", value(analysis, &ended.value)),
        Fact::Value(found) => value(analysis, found),
        Fact::Held(held) => values(analysis, &held.contents()),
        Fact::Footprint(footprint) if footprint.is_everything() => "everything".to_owned(),
        Fact::Footprint(footprint) => {
            let objects: Vec<String> = footprint.objects().iter().map(|id| object(analysis, id)).collect();
            objects.join(", ")
        }
    }
}

/// What a variable may hold: `{[0, 4], &x + 8, unknown}`.
pub fn value(analysis: &Analysis<'_>, value: &Value) -> String {
    let mut parts = Vec::new();
    let (numbers, addresses, threads) = (value.as_integer(), value.as_addresses(), value.as_threads());
    if value.is_indeterminate() {
        parts.push("indeterminate".to_owned());
    } else if numbers.to_string() != "∅" {
        parts.push(numbers.to_string());
    }
    for (id, offsets) in addresses.targets().iter().take(MOST_SPELLED) {
        let name = object(analysis, *id);
        parts.push(match *offsets == Offsets::ZERO {
            true => format!("&{name}"),
            false => format!("&{name} + {offsets}"),
        });
    }
    if addresses.targets().len() > MOST_SPELLED {
        parts.push(format!("{} more", addresses.targets().len() - MOST_SPELLED));
    }
    parts.extend(
        addresses
            .origin()
            .map(|origin| format!("an unknown address from line {}", origin.at.line)),
    );
    parts.extend(
        threads
            .known()
            .iter()
            .map(|id| format!("thread {}", thread(analysis, *id))),
    );
    parts.extend(threads.has_unknown().then(|| "some thread".to_owned()));
    match parts.len() {
        1 => parts.swap_remove(0),
        _ => format!("{{{}}}", parts.join(", ")),
    }
}

/// What an object may hold: one value where it is a scalar, and else the values that are somewhere in it.
pub fn contents(analysis: &Analysis<'_>, object: ObjectId, contents: &Contents) -> String {
    let types = &analysis.program.types;
    let scalar = analysis.objects.get(object).ty.and_then(|ty| Scalar::of(types, ty));
    match scalar {
        Some(scalar) => value(analysis, &contents.read(Offsets::ZERO, scalar)),
        None => values(analysis, contents),
    }
}

fn values(analysis: &Analysis<'_>, contents: &Contents) -> String {
    let all: Vec<String> = contents.values().map(|found| value(analysis, found)).collect();
    let more = match all.len() > MOST_SPELLED {
        true => "; …",
        false => "",
    };
    format!("parts {}{more}", all[..all.len().min(MOST_SPELLED)].join("; "))
}

/// In what the states of a point differ: the variables with what they held and hold.
pub fn difference(analysis: &Analysis<'_>, before: &States, after: &States) -> String {
    let mut found = Vec::new();
    for ((_, before), (_, after)) in before.iter().zip(after.iter()) {
        differing(analysis, &before.frame, &after.frame, &mut found);
        differing(analysis, before.localised.views(), after.localised.views(), &mut found);
    }
    let more = found.len() > MOST_SPELLED;
    found.truncate(MOST_SPELLED);
    found.extend(more.then(|| "…".to_owned()));
    found.join("; ")
}

fn differing(analysis: &Analysis<'_>, before: &Memory, after: &Memory, found: &mut Vec<String>) {
    for (id, now) in after.iter() {
        let then = before.get(id);
        if then != Some(now) {
            let name = object(analysis, id);
            let then = then.map_or_else(|| "nothing".to_owned(), |then| contents(analysis, id, then));
            found.push(format!("{name}: {then} to {}", contents(analysis, id, now)));
        }
    }
}
