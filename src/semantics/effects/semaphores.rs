//! Semaphores: as hand-over, counted by the digest S, and as locks.
//!
//! `post s` is observable and `wait s` observes one of the posts, or the initialisation if that gives permits:
//!
//! ```text
//!     ⟦wait s⟧ A  =  ⋃ { ⟦wait s⟧(A, [post s, key]) | key ∈ [post s] } ∪ ⟦wait s⟧(A, init)   if init(s) > 0
//! ```
//!
//! **A permit as a lock.** Let a set of semaphores be such that every post is made by a thread that has taken a permit of
//! the set and not given it back, but for *stray* posts. Then at all times
//!
//! ```text
//!     permits at hand  +  permits taken  ≤  Σ initialisations  +  Σ stray posts
//! ```
//!
//! because a wait turns a permit at hand into a taken one, and a post that is not stray turns it back. If the right side
//! is at most 1, then at most one thread at a time is between its wait and its post: the permit is a lock, which `wait`
//! acquires and `post` releases. A set of one semaphore is a *binary semaphore* used as a mutex; several semaphores
//! through which one permit goes round are a *split binary semaphore* (Andrews, "Concurrent Programming", 1991, section
//! 4.2; the idea is Hoare's and Dijkstra's). The sets are the least ones closed under "posted while the permit of that one,
//! and of no other, was held"; the permit has the name of the set's first semaphore.
//!
//! **What is posted in a section.** `wait m; …; post c; post m` looks as if the permit of `m` went round through `c`, and makes the post of
//! `m` a stray one. So where a semaphore that was given one permit has too many of them in the end, another solution is looked for in which
//! it is a set of its own: what is posted while its permit is held is stray there. The inequality holds for sets of any choice.
//!
//! Who holds the permit for reading has it together with others ([`crate::semantics::claims::switches`]), and does not give it back.
//!
//! Which posts are stray is found with the locksets that this yields, so the argument is by induction on the execution:
//! the solution covers all posts that come before a wait.

use pepsin_digests::semaphore::Semaphores;
use pepsin_digests::{
    Acquisition, Action, DigestId, LockId, LockKind, LockMode, MayBe, PlaceName, SemaphoreId, SemaphoreOperand,
    SemaphoreUse, ThreadId,
};
use pepsin_lattice::MaySet;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{GlobalId, InitialValue};
use crate::library::model::FirstPermits;
use crate::semantics::acts::{kinds, locks};
use crate::semantics::claims::switches;
use crate::semantics::outside::arguments;
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{Allocation, Permits, Source, State};
use crate::semantics::system::{Analysis, Fact, Global, Locks, OperandFacts, Transfer, constants};
use crate::values::{ObjectKind, Value};

/// The only operand of an action.
const SEMAPHORE: SemaphoreOperand = SemaphoreOperand(0);
/// No semaphore has more bytes.
const MOST_BYTES: i64 = 64;

/// `sem_init`: gives the semaphore its first permits.
pub fn initialise_semaphore(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value, count: &Value) {
    arguments::fill_initialised(transfer, state, pointer);
    let site = site(transfer);
    let once = pass_once(transfer, state, site);
    let most = count.as_integer().high().and_then(|count| u32::try_from(count).ok());
    // No permits are given however often they are.
    let permits = most.filter(|most| once || *most == 0);
    let source = Source::Initialisation(transfer.context.thread, site);
    match semaphores_at(transfer, state, pointer).candidates() {
        Some(candidates) => candidates
            .iter()
            .for_each(|semaphore| give(transfer, *semaphore, source, permits)),
        None => note_unknown_semaphore(transfer, state),
    }
}

/// `sem_post`: the states behind it.
pub fn post_semaphore(transfer: &Transfer<'_, '_>, state: State, pointer: &Value) -> Vec<State> {
    let semaphores = semaphores_at(transfer, &state, pointer);
    let facts = OperandFacts {
        semaphores: semaphores.clone(),
        ..OperandFacts::none(transfer.analysis)
    };
    let action = Action::SemaphorePost { semaphore: SEMAPHORE };
    let next = transfer.analysis.digests.step(state.past.id, &action, &facts);
    match semaphores.candidates() {
        Some(candidates) => note_posts(transfer, &state, candidates, &next),
        None => note_unknown_semaphore(transfer, &state),
    }
    let posted = locks::continue_with(transfer, state, &next);
    posted
        .into_iter()
        .flat_map(|state| give_back(transfer, state, &semaphores))
        .collect()
}

/// `sem_wait`, or a try that succeeds: the states behind it.
///
/// Where anybody may give a semaphore its first permits, and no call was seen that does, nothing is known of it.
pub fn wait_for_semaphore(
    transfer: &Transfer<'_, '_>,
    state: State,
    pointer: &Value,
    (acquisition, first): (Acquisition, FirstPermits),
) -> Vec<State> {
    let semaphores = semaphores_at(transfer, &state, pointer);
    let is_initialised = |semaphore| permits(transfer, semaphore).is_some_and(|permits| permits.is_initialised());
    let is_known = |semaphore| first == FirstPermits::ByCall || is_initialised(semaphore);
    let definite = semaphores.definite().filter(|semaphore| is_known(*semaphore));
    let semaphore_use = definite.map_or(SemaphoreUse::UNKNOWN, |semaphore| semaphore_use(transfer, semaphore));
    let next = observe_posts(transfer, &state, semaphores, semaphore_use);
    let waited = locks::continue_with(transfer, state, &next);
    let Some(permit) = definite.and_then(|semaphore| permit(transfer, semaphore)) else {
        return waited;
    };
    let acquire = |state| {
        let permit = Locks::listed(MayBe::Definite(permit));
        locks::acquire(transfer, state, permit, LockMode::Write, LockKind::Normal, acquisition)
    };
    let taken = waited.into_iter().flat_map(acquire);
    taken
        .flat_map(|state| switches::take(transfer, state, permit))
        .collect()
}

/// `⟦wait s⟧`.
fn observe_posts(
    transfer: &Transfer<'_, '_>,
    state: &State,
    semaphores: MayBe<SemaphoreId>,
    semaphore_use: SemaphoreUse,
) -> Vec<DigestId> {
    let action = Action::SemaphoreWait { semaphore: SEMAPHORE };
    let names = transfer.analysis.digests.names();
    let is_static = |semaphore: &SemaphoreId| {
        let place = names.semaphore_of(*semaphore);
        transfer.analysis.has_static_storage(names.lock(place))
    };
    let observed = semaphores
        .definite()
        .filter(is_static)
        .filter(|_| semaphore_use != SemaphoreUse::UNKNOWN);
    let has_initial = semaphore_use.initial != Some(0);
    let facts = OperandFacts {
        semaphores,
        semaphore_use,
        ..OperandFacts::none(transfer.analysis)
    };
    let digests = &transfer.analysis.digests;
    let Some(semaphore) = observed else {
        return digests.step(state.past.id, &action, &facts);
    };
    let mut next = Vec::new();
    if has_initial {
        next.extend(digests.observe(state.past.id, &action, transfer.analysis.start.id, &facts));
    }
    if let Fact::Keys(keys) = transfer.io.global(Global::Posts(semaphore)) {
        for &key in keys.iter() {
            if let Fact::Past(past) = transfer.io.global(Global::Posted(semaphore, key)) {
                next.extend(digests.observe(state.past.id, &action, past.id, &facts));
            }
        }
    }
    next.sort_unstable();
    next.dedup();
    next
}

fn semaphores_at(transfer: &Transfer<'_, '_>, state: &State, pointer: &Value) -> MayBe<SemaphoreId> {
    let names = transfer.analysis.digests.names();
    locks::places_at(transfer, state, pointer.as_addresses()).map(|place| names.semaphore(place))
}

/// Where the call under evaluation stands, with the calls that lead to it.
pub fn site(transfer: &Transfer<'_, '_>) -> Allocation {
    Allocation {
        site: transfer.point(),
        chain: transfer.context.chain,
    }
}

/// Notes that the ego comes to a site; whether that happens once in the whole execution, as far as one can tell by now.
pub fn pass_once(transfer: &Transfer<'_, '_>, state: &mut State, site: Allocation) -> bool {
    views::pass_point(transfer, state, site) && transfer.analysis.digests.names().is_unique(transfer.context.thread)
}

fn give(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId, source: Source, permits: Option<u32>) {
    let permits = Permits::one(source, permits);
    transfer.io.side(Global::Permits(semaphore), Fact::Permits(permits));
}

fn note_unknown_semaphore(transfer: &Transfer<'_, '_>, state: &State) {
    let key = interference::key(transfer.analysis, state);
    transfer
        .io
        .side(Global::UnknownSemaphore, Fact::Keys(MaySet::new([key])));
}

/// Notes the posts of a thread that had the past of `state` before, and has one of `next` behind the post.
fn note_posts(transfer: &Transfer<'_, '_>, state: &State, candidates: &[SemaphoreId], next: &[DigestId]) {
    let key = interference::key(transfer.analysis, state);
    for &semaphore in candidates {
        transfer
            .io
            .side(Global::Posts(semaphore), Fact::Keys(MaySet::new([key])));
        transfer
            .io
            .side(Global::Posted(semaphore, key), Fact::Past(state.past.clone()));
        let permits = posts(transfer.analysis, semaphore, key.thread, next);
        give(transfer, semaphore, Source::Posts(key.thread), permits);
    }
}

/// How often a thread with one of some pasts has posted a semaphore at most.
fn posts(analysis: &Analysis<'_>, semaphore: SemaphoreId, thread: ThreadId, pasts: &[DigestId]) -> Option<u32> {
    let digests = &analysis.digests;
    let posts = |past: &DigestId| match digests.element::<Semaphores>(*past)?.at_most(semaphore) {
        u8::MAX => None,
        posts => Some(u32::from(posts)),
    };
    let unique = digests.names().is_unique(thread);
    let most = pasts
        .iter()
        .map(posts)
        .try_fold(0, |most, posts| Some(most.max(posts?)));
    most.filter(|_| unique)
}

/// Where the permits of a semaphore come from; nothing if any pointer may lead to it.
fn permits(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId) -> Option<Permits> {
    let place = transfer.analysis.digests.names().semaphore_of(semaphore);
    let is_overwritten = kinds::is_overwritten(transfer, place) && !is_seeded(Bug::SemaphoreOverwritten);
    if is_overwritten
        || has_permits_at_start(transfer, place)
        || transfer.io.global(Global::UnknownSemaphore) != Fact::Nothing
    {
        return None;
    }
    match transfer.io.global(Global::Permits(semaphore)) {
        Fact::Permits(permits) => Some(permits),
        _ => Some(Permits::default()),
    }
}

/// Whether the initialiser of a variable may give permits to a semaphore in it, as those of the kernel do.
fn has_permits_at_start(transfer: &Transfer<'_, '_>, place: PlaceName) -> bool {
    let ObjectKind::Global(global) = transfer.analysis.objects.kind(place.object) else {
        return false;
    };
    let inside = place.offset..place.offset + MOST_BYTES;
    let may_be_permits = |initial: &InitialValue| {
        i64::try_from(initial.offset).is_ok_and(|offset| inside.contains(&offset))
            && constants::constant(transfer, &initial.value).as_constant() != Some(0)
    };
    let mut initial = transfer.analysis.program.global(global).initial.iter();
    initial.any(may_be_permits)
}

fn semaphore_use(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId) -> SemaphoreUse {
    permits(transfer, semaphore).map_or(SemaphoreUse::UNKNOWN, |permits| permits.semaphore_use())
}

/// The semaphores through which the permit of a semaphore goes round, in order.
fn circle(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId) -> Vec<SemaphoreId> {
    let mut circle = vec![semaphore];
    let mut next = 0;
    while let Some(member) = circle.get(next) {
        if let Fact::Semaphores(others) = transfer.io.global(Global::PassedOn(*member)) {
            let new: Vec<SemaphoreId> = others.iter().filter(|other| !circle.contains(other)).collect();
            circle.extend(new);
        }
        next += 1;
    }
    circle.sort_unstable();
    circle
}

/// The lock that the permit of a semaphore is, if there is one permit at most.
fn permit(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId) -> Option<LockId> {
    let circle = circle(transfer, semaphore);
    let in_circulation = |member: &SemaphoreId| permits(transfer, *member)?.in_circulation();
    let together = circle.iter().try_fold(0, |together: u32, member| {
        Some(together.saturating_add(in_circulation(member)?))
    });
    if together.is_some_and(|together| together <= 1) {
        return Some(permit_name(transfer, semaphore));
    }
    let was_given_one = |member: &&SemaphoreId| {
        permits(transfer, **member).is_some_and(|permits| permits.semaphore_use().initial == Some(1))
    };
    let apart = circle.iter().filter(was_given_one);
    let apart: Vec<(GlobalId, i64)> = apart.filter_map(|member| variable(transfer, *member)).collect();
    transfer.record(|recorder, _| recorder.apart.extend(apart));
    None
}

/// The variable of the program that a semaphore is, or lies in, with its distance from there.
fn variable(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId) -> Option<(GlobalId, i64)> {
    let place = transfer.analysis.digests.names().semaphore_of(semaphore);
    match transfer.analysis.objects.kind(place.object) {
        ObjectKind::Global(global) => Some((global, place.offset)),
        _ => None,
    }
}

/// Whether the permit of a semaphore is taken to go round through no other one.
fn stands_alone(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId) -> bool {
    variable(transfer, semaphore).is_some_and(|place| transfer.analysis.is_apart(place))
}

/// The name that the permit of a semaphore has as a lock.
fn permit_name(transfer: &Transfer<'_, '_>, semaphore: SemaphoreId) -> LockId {
    let first = circle(transfer, semaphore).first().copied().unwrap_or(semaphore);
    let names = transfer.analysis.digests.names();
    names.lock(names.semaphore_of(first))
}

/// What a post does to the permits that the ego holds as locks.
fn give_back(transfer: &Transfer<'_, '_>, state: State, posted: &MayBe<SemaphoreId>) -> Vec<State> {
    let Some(candidates) = posted.candidates() else {
        return vec![state];
    };
    if let Some(semaphore) = posted.definite() {
        let permit = permit_name(transfer, semaphore);
        let held = match is_seeded(Bug::ReadersPost) {
            true => interference::locks_held(transfer.analysis, &state),
            false => interference::exclusive_locks(transfer.analysis, &state),
        };
        if held.contains(&permit) {
            return locks::release(transfer, state, Locks::listed(MayBe::Definite(permit)));
        }
        let names = transfer.analysis.digests.names();
        let semaphores = held.iter().filter_map(|lock| names.semaphore_at(names.lock_of(*lock)));
        let passing = semaphores
            .filter(|held| !stands_alone(transfer, *held))
            .collect::<Vec<_>>();
        if let [other] = passing[..]
            && !stands_alone(transfer, semaphore)
        {
            pass_on(transfer, other, semaphore);
            let permit = permit_name(transfer, other);
            return locks::release(transfer, state, Locks::listed(MayBe::Definite(permit)));
        }
    }
    let thread = interference::key(transfer.analysis, &state).thread;
    for &semaphore in candidates {
        let permits = posts(transfer.analysis, semaphore, thread, &[state.past.id]);
        give(transfer, semaphore, Source::Strays(thread), permits);
    }
    let permits = candidates
        .iter()
        .map(|semaphore| permit_name(transfer, *semaphore))
        .collect();
    locks::release(transfer, state, Locks::listed(MayBe::OneOf(permits)))
}

/// The permit of one semaphore is given back to another one.
fn pass_on(transfer: &Transfer<'_, '_>, from: SemaphoreId, to: SemaphoreId) {
    for (one, other) in [(from, to), (to, from)] {
        transfer
            .io
            .side(Global::PassedOn(one), Fact::Semaphores([other].into_iter().collect()));
    }
}
