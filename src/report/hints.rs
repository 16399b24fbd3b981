//! What would have excluded a pair that remains: the changes that a reader would think of first.

use super::build::Findings;
use super::model::{AccessReport, RaceReport};
use super::threads::is_handler;
use crate::races::{Access, FOR_READING, Multiplicity, Origin, Pair, Thread, ThreadId};

/// Sentences that tell what is missing to order a pair of accesses, and the race that they are.
pub fn hints(findings: &Findings<'_>, pair: Pair, race: &RaceReport) -> Vec<String> {
    let (first, second) = findings.explainer.pairing.accesses_of(pair);
    let one_sided = [(first, second), (second, first)];
    let locks = one_sided
        .iter()
        .filter_map(|(with, without)| one_sided_lock(findings, with, without));
    let joins = one_sided
        .iter()
        .filter_map(|(other, main)| missing_join(findings, other, main));
    let origins = [first, second]
        .into_iter()
        .filter_map(|access| guessed(findings, access));
    let is_released = releases(race);
    let mut hints: Vec<String> = locks
        .filter(|_| is_released.is_none())
        .chain(is_released.clone().or_else(|| no_lock(race, first.at == second.at)))
        .chain(only_for_reading(race))
        .chain(instances(findings, first, second))
        .chain(joins)
        .chain(origins)
        .collect();
    hints.dedup();
    hints
}

fn thread<'a>(findings: &'a Findings<'_>, id: ThreadId) -> Option<&'a Thread> {
    findings.evidence().threads.iter().find(|thread| thread.id == id)
}

fn place(findings: &Findings<'_>, access: &Access) -> String {
    findings.place(access.at).display()
}

/// A lock that only one side holds, as it is written where that takes it.
fn one_sided_lock(findings: &Findings<'_>, with: &Access, without: &Access) -> Option<String> {
    let predicates = &findings.evidence().predicates;
    let held = predicates.locks(with.digest);
    let number = held
        .iter()
        .position(|lock| !predicates.locks(without.digest).contains(lock))?;
    let lock = &findings.held_by_name(&held, &findings.frames(with))[number].lock;
    let here = place(findings, without);
    Some(match with.at == without.at {
        true => format!("One lock at {here} whoever comes there: {lock} is held by one of the threads only."),
        false => format!("Holding {lock} at {here}, too, as at {}.", place(findings, with)),
    })
}

/// One access releases the memory: no lock keeps the other one from coming later.
fn releases(race: &RaceReport) -> Option<String> {
    let is_free = |access: &AccessReport| access.operation.as_deref() == Some("free");
    let free = [&race.first, &race.second].into_iter().find(|access| is_free(access))?;
    Some(format!(
        "Releasing the memory at {} only when nobody can use it any more.",
        free.place.display()
    ))
}

/// Neither access is made under a lock, of whatever name.
fn no_lock(race: &RaceReport, is_one_place: bool) -> Option<String> {
    let accesses = [&race.first, &race.second];
    let is_open = accesses.iter().all(|access| access.held.is_empty());
    let has_handler = accesses.iter().any(|access| is_handler(&access.thread));
    is_open.then(|| match (has_handler, is_one_place) {
        (true, _) => "An atomic object, because a signal handler cannot wait for a lock.".to_owned(),
        (false, true) => "A lock around the access.".to_owned(),
        (false, false) => "A common lock around both accesses.".to_owned(),
    })
}

/// Both hold a lock, and both for reading only.
fn only_for_reading(race: &RaceReport) -> Option<String> {
    let accesses = [&race.first, &race.second];
    let held = |access: &AccessReport, lock: &str| access.held.iter().any(|held| held.lock == lock);
    let mut common = race.first.held.iter().filter(|held| held.lock.ends_with(FOR_READING));
    let common = common.find(|lock| accesses.iter().all(|access| held(access, &lock.lock)))?;
    let writing = accesses.into_iter().find(|access| access.kind != "read")?;
    Some(format!(
        "Holding {} for writing at {}: many threads hold it for reading at once.",
        common.lock.strip_suffix(FOR_READING).unwrap_or(&common.lock),
        writing.place.display()
    ))
}

/// Both accesses by one id that stands for several threads.
fn instances(findings: &Findings<'_>, first: &Access, second: &Access) -> Option<String> {
    let thread = thread(findings, first.thread).filter(|_| first.thread == second.thread)?;
    let several = thread.multiplicity == Multiplicity::Multiple;
    let name = findings.thread_name(thread.id, first.at);
    (several && !is_handler(&name)).then(|| format!("Running only one {name}: several of them may make the accesses."))
}

/// The creator of a thread goes on without having joined it.
fn missing_join(findings: &Findings<'_>, other: &Access, creator: &Access) -> Option<String> {
    let created = thread(findings, other.thread)?;
    if !created.creators.contains(&creator.thread) || other.thread == creator.thread {
        return None;
    }
    let name = findings.thread_name(created.id, creator.at);
    if is_handler(&name) {
        return None;
    }
    let joined: Vec<String> = created
        .joined_at
        .iter()
        .map(|at| findings.place(*at).display())
        .collect();
    Some(match joined.as_slice() {
        [] => format!(
            "Joining {name} before {}: it is never certainly joined.",
            place(findings, creator)
        ),
        places => format!(
            "Joining {name} before {}: it is joined at {}, which may come later or be left out.",
            place(findings, creator),
            places.join(", ")
        ),
    })
}

/// An address that was not known.
fn guessed(findings: &Findings<'_>, access: &Access) -> Option<String> {
    match access.origin {
        Origin::Direct => None,
        Origin::UnknownPointer(at) => Some(format!(
            "Knowing the pointer at {}: it is unknown since {}, so the access may be to other memory.",
            place(findings, access),
            findings.place(at).display()
        )),
    }
}
