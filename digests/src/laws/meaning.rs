//! What the elements of digests say, checked against what is true.
//!
//! A *meaning* decides whether a local trace is among those that an element stands for: the concretisation `γ`.
//! A digest is admissible if every operation keeps the meaning: wherever `t ∈ γ(A)` and `t` goes on to `t'`, some `A'`
//! that the operation leads to has `t' ∈ γ(A')`.

use super::known::{barrier_name, counter_name, lock_name, once_name, section_name, semaphore_name, signal_name};
use super::moment::Moment;
use super::program::EACH;
use crate::action::LockMode;
use crate::barrier::Barriers;
use crate::countdown::Countdowns;
use crate::counting::Counts;
use crate::creation_lockset::CreationLocksets;
use crate::declared_order::DeclaredOrders;
use crate::descendant_lockset::DescendantLocksets;
use crate::live_children::{LiveChildren, Running};
use crate::lockset::Locksets;
use crate::must_join::MustJoins;
use crate::names::{LockId, Names};
use crate::once::Onces;
use crate::product::{DigestId, Digests};
use crate::semaphore::Semaphores;
use crate::set::SortedSet;
use crate::thread_flag::{ThreadFlag, ThreadFlags};
use crate::thread_id::ThreadIds;
use core::fmt::Debug;

/// Decides whether what a component of an element says is true of the ego; if not, what is wrong.
pub type Meaning = fn(&Digests, DigestId, &Moment<'_>) -> Result<(), String>;

/// The meanings of the digests of this crate, by row id.
pub const MEANINGS: [(&str, Meaning); 12] = [
    ("TID", thread_id),
    ("J", must_join),
    ("LC", live_children),
    ("TF", thread_flag),
    ("L", lockset),
    ("O", once),
    ("B", barrier),
    ("S", semaphore),
    ("CD", countdown),
    ("CL", creation_lockset),
    ("DL", descendant_lockset),
    ("DO", declared_order),
];

fn ensure(condition: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(otherwise()) }
}

/// The number of the lock in the program.
pub(super) fn lock_number(lock: LockId, names: &Names) -> Option<usize> {
    (0..EACH).find(|&number| lock_name(number, names) == lock)
}

fn lockset(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<Locksets>(id) else {
        return Ok(());
    };
    for (lock, hold) in element.iter() {
        let number = lock_number(lock, digests.names());
        let held: &[LockMode] = number.map_or(&[], |number| &moment.record().held[number]);
        let for_writing = hold.mode == LockMode::Read || held.contains(&LockMode::Write);
        ensure(held.len() >= usize::from(hold.depth) && for_writing, || {
            format!("holds {lock:?} as {held:?}, not as {hold:?}")
        })?;
    }
    Ok(())
}

fn thread_flag(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<ThreadFlags>(id) else {
        return Ok(());
    };
    let mut ended = 1..moment.world.threads.len();
    let all_ended = ended.all(|thread| moment.knows_end_of(thread));
    let truly = if moment.ego != 0 {
        ThreadFlag::OTHER
    } else if moment.record().children.is_empty() {
        ThreadFlag::ALONE
    } else if all_ended {
        ThreadFlag::ALONE_AGAIN
    } else {
        ThreadFlag::MAIN
    };
    ensure(truly.is_subset(*element), || format!("has {truly}, not {element}"))
}

fn thread_id(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<ThreadIds>(id) else {
        return Ok(());
    };
    let record = moment.record();
    ensure(element.own().is_none_or(|own| own == record.id), || {
        format!("is {:?}, not {:?}", record.id, element.own())
    })?;
    for child in &record.children {
        let created = element.created_at().contains(child.edge);
        let again = element.created_again_at().contains(child.edge);
        let count = record.created_at(child.edge);
        ensure(created && (again || count == 1), || {
            format!("created {count} at {:?}, not {element:?}", child.edge)
        })?;
    }
    Ok(())
}

fn must_join(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<MustJoins>(id) else {
        return Ok(());
    };
    for thread in element.threads() {
        let ended = moment.threads_with(thread).find(|&number| moment.knows_end_of(number));
        ensure(digests.names().is_unique(thread), || {
            format!("{thread:?} is not unique")
        })?;
        let Some(number) = ended else {
            return Err(format!("{thread:?} is not known to have ended"));
        };
        let children = moment.world.threads[number].children.iter();
        let truly: SortedSet<_> = children.map(|child| child.id).collect();
        let created = element.created_by(thread);
        let covered = created.is_some_and(|created| truly.iter().all(|id| created.contains(id)));
        ensure(covered, || format!("{thread:?} created {truly:?}, not {created:?}"))?;
    }
    Ok(())
}

fn live_children(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<LiveChildren>(id) else {
        return Ok(());
    };
    let created = |thread: usize| moment.world.threads[thread].children.iter();
    for child in created(moment.ego) {
        let at_edge = created(moment.ego).filter(|other| other.edge == child.edge);
        let unfinished = at_edge
            .filter(|child| !moment.knows_all_ended_below(child.thread))
            .count();
        let running = element.running().find(|(edge, _)| *edge == child.edge);
        let most = running.map_or(0, |(_, running)| match running {
            Running::One => 1,
            Running::Many => usize::MAX,
        });
        ensure(unfinished <= most, || {
            format!("{unfinished} run that were created at {:?}", child.edge)
        })?;
    }
    let creator = moment.record().creator;
    if let Some((id, edge)) = element.created() {
        let creates = |creator: usize| {
            let mut children = created(creator).filter(|child| child.thread == moment.ego);
            moment.world.threads[creator].id == id && children.any(|child| child.edge == edge)
        };
        ensure(creator.is_some_and(creates), || format!("was not created by {id:?}"))?;
    }
    for (ancestor, edges) in element.before() {
        let leads = |thread: usize| thread == moment.ego || moment.world.is_ancestor(thread, moment.ego);
        let finished = |number: usize| {
            let before = created(number).take_while(|child| !leads(child.thread));
            let mut finished = before.filter(|child| !edges.contains(child.edge));
            created(number).any(|child| leads(child.thread))
                && finished.all(|child| moment.knows_all_ended_below(child.thread))
        };
        ensure(moment.threads_with(ancestor).any(finished), || {
            format!("does not come behind all that {ancestor:?} created outside of {edges:?}")
        })?;
    }
    Ok(())
}

fn once(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<Onces>(id) else {
        return Ok(());
    };
    for control in 0..EACH {
        let name = once_name(control, digests.names());
        let inside = moment.record().inside[control];
        let finished = moment.world.finished[control];
        let known = finished.is_some_and(|(thread, count)| moment.knows(thread, count));
        ensure(inside || !element.active().contains(name), || {
            format!("is not inside once {control}")
        })?;
        ensure(known || !element.seen().contains(name), || {
            format!("does not know once {control} to be finished")
        })?;
    }
    Ok(())
}

fn barrier(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<Barriers>(id) else {
        return Ok(());
    };
    let names: [_; EACH] = core::array::from_fn(|number| barrier_name(number, digests.names()));
    let arrivals = |thread: usize, barrier: usize| moment.world.threads[thread].arrivals[barrier].as_slice();
    let counted = |barrier: usize| arrivals(moment.ego, barrier).len();
    for (number, &name) in names.iter().enumerate() {
        let rounds = element.rounds(name);
        ensure(rounds.contains(counted(number)), || {
            format!("has arrived {} times at {name:?}, not {rounds}", counted(number))
        })?;
        let serves = moment.record().serves[number];
        ensure(serves || !element.serves(name), || {
            format!("does not serve at {name:?}")
        })?;
    }
    counts(element.counts(), &names, moment, arrivals, counted)
}

fn semaphore(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<Semaphores>(id) else {
        return Ok(());
    };
    let names: [_; EACH] = core::array::from_fn(|number| semaphore_name(number, digests.names()));
    let posts = |thread: usize, semaphore: usize| moment.world.threads[thread].posts[semaphore].as_slice();
    let counted = |semaphore: usize| moment.record().waits[semaphore];
    counts(&element, &names, moment, posts, counted)
}

fn countdown(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<Countdowns>(id) else {
        return Ok(());
    };
    let record = moment.record();
    for number in 0..EACH {
        let name = counter_name(number, digests.names());
        let (tokens, gone) = (record.tokens[number], record.gone[number]);
        let enough = element.at_least(name).is_none_or(|least| tokens >= least.into());
        ensure(enough, || format!("has {tokens} tokens of {name:?}: {element:?}"))?;
        let finding = element.finding(name);
        let found = finding.is_none_or(|finding| gone.is_some_and(|truly| truly <= finding));
        ensure(found, || {
            format!("has found {name:?} gone as {gone:?}, not {finding:?}")
        })?;
        for signal in 0..EACH {
            let pair = (name, signal_name(signal, digests.names()));
            let waiting = !element.waiting().any(|known| known == pair) || record.waiting[number][signal];
            let given = !element.given().any(|known| known == pair.1) || record.given[signal];
            let behind = !element.behind().any(|known| known == pair) || record.behind[number][signal];
            ensure(waiting && given && behind, || format!("not {element:?}, of {pair:?}"))?;
        }
    }
    Ok(())
}

/// `contributions` tells when a thread contributed to an object, by the numbers of both, and `counted` how often the ego
/// counted something at an object.
fn counts<'a, K: Copy + Ord + Debug>(
    element: &Counts<K>,
    names: &[K; EACH],
    moment: &Moment<'_>,
    contributions: impl Fn(usize, usize) -> &'a [usize],
    counted: impl Fn(usize) -> usize,
) -> Result<(), String> {
    for (number, &name) in names.iter().enumerate() {
        let (contributed, counted) = (contributions(moment.ego, number).len(), counted(number));
        let (least, most) = (element.at_least(name), element.at_most(name));
        ensure(contributed <= most.into() && counted >= least.into(), || {
            format!("contributed {contributed} to {name:?}, at most {most}, and counted {counted}, at least {least}")
        })?;
    }
    for (id, name, last) in element.observed() {
        let at = usize::from(last).saturating_sub(1);
        let known = |thread: usize, number: usize| {
            let contribution = contributions(thread, number).get(at);
            contribution.is_some_and(|&count| moment.knows(thread, count))
        };
        let number = names.iter().position(|&known| known == name);
        let mut threads = moment.threads_with(id);
        ensure(
            number.is_some_and(|number| threads.any(|thread| known(thread, number))),
            || format!("does not know that {id:?} contributed to {name:?} {last} times"),
        )?;
    }
    Ok(())
}

fn creation_lockset(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<CreationLocksets>(id) else {
        return Ok(());
    };
    for (holder, lock) in element.iter() {
        let holds = |thread: usize| {
            let children = moment.world.threads[thread].children.iter();
            let mut leading = children
                .filter(|child| child.thread == moment.ego || moment.world.is_ancestor(child.thread, moment.ego));
            let number = lock_number(lock, digests.names());
            number.is_some_and(|lock| leading.any(|child| child.locked[lock]))
        };
        let unique = digests.names().is_unique(holder);
        ensure(unique && moment.threads_with(holder).any(holds), || {
            format!("was not created while {holder:?} held {lock:?}")
        })?;
    }
    Ok(())
}

fn descendant_lockset(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<DescendantLocksets>(id) else {
        return Ok(());
    };
    for child in &moment.record().children {
        let Some(held) = element.held_since(child.id) else {
            // Where ids are not known, nothing is said of any child.
            let nothing = element.created().next().is_none();
            ensure(nothing && child.id == Names::ANY_THREAD, || {
                format!("has created {:?}", child.id)
            })?;
            continue;
        };
        for (lock, mode) in held {
            let truly = lock_number(lock, digests.names()).and_then(|lock| child.unbroken[lock]);
            ensure(truly.is_some_and(|truly| truly <= mode), || {
                format!("has not held {lock:?} since creating {:?}", child.id)
            })?;
        }
    }
    for (thread, lock, mode) in element.taken() {
        let known = |number: usize| {
            let acquisitions =
                lock_number(lock, digests.names()).map(|lock| moment.world.threads[number].acquisitions[lock].iter());
            acquisitions.is_some_and(|mut acquisitions| {
                acquisitions.any(|&(count, taken)| taken <= mode && moment.knows(number, count))
            })
        };
        ensure(moment.threads_with(thread).any(known), || {
            format!("does not know that {thread:?} took {lock:?}")
        })?;
    }
    Ok(())
}

fn declared_order(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let Some(element) = digests.element::<DeclaredOrders>(id) else {
        return Ok(());
    };
    let record = moment.record();
    let is_phase = element.phase().is_none_or(|phase| record.phase == Some(phase));
    ensure(is_phase, || format!("belongs to phase {:?}: {element:?}", record.phase))?;
    for (number, inside) in record.sections.iter().enumerate() {
        let claimed = element.inside().contains(section_name(number));
        ensure(*inside || !claimed, || format!("is not inside of section {number}"))?;
    }
    Ok(())
}
