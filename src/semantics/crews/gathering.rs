//! How the running function creates and joins crews: what its instructions do to what is known of them ([`super`]).
//!
//! When the last one of a crew is joined, the ego knows that all of them are finished, if each of them left nothing running, as at a
//! join of a single thread; then it has also taken over what they wrote.

use std::rc::Rc;

use pepsin_digests::live_children::LiveChildren;
use pepsin_digests::thread_id::ThreadIds;
use pepsin_digests::{Action, EdgeId};

use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{BinaryOp, Expr, LocalId, Place};
use crate::races::Symbol;
use crate::semantics::acts::{joins, locks};
use crate::semantics::crews::berths;
use crate::semantics::evaluate::expressions;
use crate::semantics::prepare::{Named, condition_behind};
use crate::semantics::sharing::held;
use crate::semantics::state::bounds::Known;
use crate::semantics::state::crews::Change;
use crate::semantics::state::{Berth, Bound, Crews, Extent, Footprint, Newcomer, Origin, Passed, State, Term};
use crate::semantics::system::{Analysis, Channel, Ended, Fact, Global, OperandFacts, Transfer, footprint, variables};
use crate::values::{Instance, ObjectId, ObjectKind, Offsets, Scalar, Value};

fn named<'t>(transfer: &Transfer<'t, '_>) -> &'t Named {
    transfer.analysis.names_of_ids(transfer.unknown.function)
}

/// What an assignment does to a variable of the running function, in terms of crews.
pub struct Assigned {
    variable: LocalId,
    change: Change,
    /// What it is equal to then, in terms of what others hold.
    equal: Vec<Bound>,
}

/// How an assignment changes a variable by which ids are named, or which may be told by one.
pub fn assigned(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, value: &Expr) -> Option<Assigned> {
    let variable = variables::frame_variable(transfer, to)?;
    let is_told = state.crews.has_crews() && !transfer.analysis.program.types.is_pointer(to.ty);
    if !named(transfer).is_counted(variable) && !is_told {
        return None;
    }
    let change = match movement_of(transfer, state, variable, value) {
        Some(by) => Change::Moves(by),
        None => match berths::number(transfer, state, value) {
            Some(number) => Change::Becomes(number),
            None => Change::Anything,
        },
    };
    let mut equal = match change {
        Change::Moves(_) => Vec::new(),
        _ => transfer.unrecorded(|transfer| berths::bounds_by(transfer, state, value)),
    };
    equal.retain(|bound| !bound.is_of(variable));
    Some(Assigned {
        variable,
        change,
        equal,
    })
}

/// `by` in `variable + by`, if the sum does not wrap around, whatever the variable is called there.
fn movement_of(transfer: &Transfer<'_, '_>, state: &mut State, variable: LocalId, value: &Expr) -> Option<i64> {
    match value {
        Expr::Cast(operand, ty)
            if expressions::keeps_number(transfer, state, operand, *ty) || is_seeded(Bug::IndexWraps) =>
        {
            movement_of(transfer, state, variable, operand)
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, ty) => {
            let Scalar::Integer(sum) = variables::scalar(transfer.analysis.program, *ty) else {
                return None;
            };
            let by = berths::number(transfer, state, right)?;
            let by = if *op == BinaryOp::Add { by } else { by.checked_neg()? };
            let moved = expressions::number_behind_casts(transfer, state, left)?;
            let names = state.crews.names_of(moved);
            let (_, more) = *names.iter().find(|(name, _)| *name == variable)?;
            let stays =
                |(name, more): &(LocalId, i64)| state.crews.stays_up_to(*name, more.saturating_add(by), sum.high());
            let is_bounded = by > 0 && names.iter().any(stays);
            let is_exact = is_bounded || berths::is_exact(transfer, state, left, by, *ty).is_some();
            more.checked_add(by).filter(|_| is_exact)
        }
        Expr::Load(place) => {
            let names = state.crews.names_of(variables::frame_variable(transfer, place)?);
            names.iter().find(|(name, _)| *name == variable).map(|(_, more)| *more)
        }
        _ => None,
    }
}

/// What is known of crews when a variable of the running function has been assigned.
pub fn crews_behind(transfer: &Transfer<'_, '_>, state: &State, assigned: &Assigned) -> Crews {
    let mut crews = state.crews.clone();
    let &Assigned { variable, change, .. } = assigned;
    crews.assign(variable, change);
    for bound in &assigned.equal {
        crews.equal(variable, *bound);
    }
    if let Change::Becomes(number) = change {
        let named = named(transfer);
        if named.joins.contains(&variable) {
            crews.join_from(variable, number);
        }
        for origin in origins(transfer, variable) {
            let running = running_at(transfer.analysis, state, origin.creation);
            let is_alone = running.is_some_and(|edges| edges.is_empty() || is_seeded(Bug::CrewsBeginAnyway));
            if is_alone && !transfer.analysis.may_recurse(transfer.unknown.function) {
                crews.begin(origin, number);
            }
        }
    }
    crews
}

/// The crews whose berths a variable names.
fn origins(transfer: &Transfer<'_, '_>, counter: LocalId) -> Vec<Origin> {
    let creations = named(transfer).creations.iter().filter(|(named, _)| *named == counter);
    let points = creations.map(|(_, at)| transfer.analysis.point(*at));
    let counter = Some(counter);
    points.map(|creation| Origin { creation, counter }).collect()
}

/// The edges of a creation at which the ego created threads that may be running; nothing if that is not known, there may be several
/// threads like the ego, or nobody notes who writes to memory, and what calls touch of it.
pub fn running_at(analysis: &Analysis<'_>, state: &State, creation: u32) -> Option<Vec<EdgeId>> {
    let digests = &analysis.digests;
    let names = digests.names();
    if !names.is_unique(digests.thread(state.past.id)) || !held::is_sensitive(analysis) {
        return None;
    }
    let children = digests.element::<LiveChildren>(state.past.id)?;
    let edges = children.running().map(|(edge, _)| edge);
    Some(edges.filter(|edge| names.edge_of(*edge).point == creation).collect())
}

/// The berth that a pointer to an id leads to.
pub fn berth_at(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<Berth> {
    if named(transfer).creations.is_empty() {
        return None;
    }
    berths::berth(transfer, state, pointer).filter(|berth| berth.berths.hold_ids())
}

/// What is known of crews behind a creation.
pub struct Created {
    /// Where it made a thread.
    pub made: Crews,
    /// Where it failed.
    pub refused: Crews,
}

/// What is known of crews when a thread is created: its id goes where a pointer leads.
pub fn crews_with(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    (id, to): (Option<&Expr>, &Value),
    passed: &[(Passed, LocalId)],
) -> Created {
    footprint::touch_creation(transfer);
    let berth = id.and_then(|pointer| berth_at(transfer, state, pointer));
    let (mut made, mut refused) = (state.crews.clone(), state.crews.clone());
    if made.is_empty() {
        return Created { made, refused };
    }
    let (here, objects) = (transfer.point(), &transfer.analysis.objects);
    let written = to.as_addresses();
    match berth {
        Some(berth) => {
            let by_berth = passed.iter().filter(|(_, by)| *by == berth.index);
            let passed: Vec<Passed> = by_berth.map(|(passed, _)| *passed).collect();
            let newcomer = Newcomer {
                creation: here,
                berth,
                written,
                passed: &passed,
            };
            made.create(newcomer, objects);
        }
        None => {
            made.create_elsewhere(here, written, objects);
            made.end_created(&[here].into_iter().collect());
        }
    }
    refused.refuse(berth, written, objects);
    Created { made, refused }
}

/// The thread was joined whose id an expression reads.
pub fn note_joined(transfer: &Transfer<'_, '_>, state: &mut State, id: Option<&Expr>) {
    if state.crews.is_empty() {
        return;
    }
    if let Some(Expr::Load(place)) = id
        && let Some(berth) = berths::berth_of(transfer, state, place)
    {
        let settled = berths::berths_in_object(transfer, state, berth.berths);
        state.crews.join_berth(berth);
        settled
            .into_iter()
            .for_each(|berths| state.crews.join_berth(Berth { berths, ..berth }));
    }
}

/// A condition holds, or fails: it bounds variables by which ids are named, or shows that all of a crew are joined.
pub fn note_crews(transfer: &Transfer<'_, '_>, state: &mut State, condition: &Expr, holds: bool) {
    if !named(transfer).creates() && state.crews.is_empty() {
        return;
    }
    let (condition, holds) = condition_behind(condition, holds);
    let Expr::Binary(op, left, right, _) = condition else {
        return;
    };
    let op = if holds { *op } else { op.negated() };
    note_comparison(transfer, state, op, left, right);
    note_comparison(transfer, state, op.mirrored(), right, left);
}

fn note_comparison(transfer: &Transfer<'_, '_>, state: &mut State, op: BinaryOp, variable: &Expr, other: &Expr) {
    let Some(variable) = expressions::number_behind_casts(transfer, state, variable) else {
        return;
    };
    let most = berths::most(transfer, state, other).filter(|_| matches!(op, BinaryOp::Less | BinaryOp::LessEqual));
    let stored = stored_bounds(transfer, state, other).unwrap_or_default();
    let bounds = berths::bounds_by(transfer, state, other)
        .into_iter()
        .chain(most)
        .chain(stored);
    for (name, more) in state.crews.names_of(variable) {
        if !named(transfer).is_counted(name) {
            continue;
        }
        let bounds = bounds.clone().filter(|bound| bound.term != Some(Term::Local(name)));
        let bounds = bounds.filter_map(|bound| bound.moved(more.checked_neg()?));
        bounds.for_each(|bound| note_bound(transfer, state, op, name, bound));
    }
}

/// What variables of the running function hold, and so much more, if that was stored where an expression reads it, and nobody else writes there.
fn stored_bounds(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Vec<Bound>> {
    let place = match expr {
        Expr::Load(place) => place,
        Expr::Cast(operand, ty) if expressions::keeps_number(transfer, state, operand, *ty) => {
            return stored_bounds(transfer, state, operand);
        }
        _ => return None,
    };
    let Scalar::Integer(ty) = variables::scalar(transfer.analysis.program, place.ty) else {
        return None;
    };
    let variable = transfer.unrecorded(|transfer| berths::variable_at(transfer, state, place))?;
    let number = state.bounds.exact(Known::InMemory(variable, ty)).next()?.clone();
    // What others may write was perhaps another number when it was read for the other variable.
    let is_own = |symbol: &Symbol| variables::frame_symbol(transfer, symbol).is_some();
    number.symbols().into_iter().all(is_own).then_some(())?;
    let bytes = Extent::new(Offsets::constant(variable.offset), Some(variable.size));
    let stays = is_written_by_ego_only(transfer, state, variable.object, bytes) || is_seeded(Bug::StrangersStore);
    let alike = state.bounds.facts().iter().filter_map(|fact| {
        let (Known::Own(local), known) = (fact.variable, fact.bound.exact()?) else {
            return None;
        };
        let term = Some(Term::Local(local));
        let plus = number.ahead_of(known)?;
        Some(Bound { term, plus })
    });
    stays.then(|| alike.collect())
}

fn note_bound(transfer: &Transfer<'_, '_>, state: &mut State, op: BinaryOp, variable: LocalId, bound: Bound) {
    let behind = bound.moved(1);
    match op {
        BinaryOp::Less => {
            state.crews.bound(variable, bound);
            let most = bound.moved(-1);
            most.into_iter()
                .for_each(|most| gather_up_to(transfer, state, variable, most));
        }
        BinaryOp::LessEqual => {
            behind.into_iter().for_each(|bound| state.crews.bound(variable, bound));
            gather_up_to(transfer, state, variable, bound);
        }
        BinaryOp::Equal => {
            state.crews.equal(variable, bound);
            gather(transfer, state, &state.crews.joined_if(variable, bound));
            gather_up_to(transfer, state, variable, bound);
        }
        BinaryOp::GreaterEqual => gather(transfer, state, &state.crews.joined_if(variable, bound)),
        BinaryOp::Greater => {
            let joined = behind.map(|bound| state.crews.joined_if(variable, bound));
            gather(transfer, state, &joined.unwrap_or_default());
        }
        _ => {}
    }
}

/// A variable is not greater than a bound: crews of which all have been joined, from the last one on, are finished.
fn gather_up_to(transfer: &Transfer<'_, '_>, state: &mut State, variable: LocalId, most: Bound) {
    if most.term.is_none() {
        gather(transfer, state, &state.crews.joined_if_up_to(variable, most.plus));
    }
}

/// Crews of which all have been joined are finished.
fn gather(transfer: &Transfer<'_, '_>, state: &mut State, joined: &[Origin]) {
    for origin in joined {
        if nobody_else_writes(transfer, state, *origin) {
            finish_crew(transfer, state, *origin);
        }
        state.crews.end(*origin);
    }
}

/// Whether no other thread writes to what it rests on that is known of a crew.
pub fn nobody_else_writes(transfer: &Transfer<'_, '_>, state: &State, origin: Origin) -> bool {
    let mut rests_on = state.crews.rests_on(origin).into_iter();
    rests_on.all(|(object, bytes)| is_written_by_ego_only(transfer, state, object, bytes))
        || is_seeded(Bug::StrangersWrite)
}

/// Whether no other thread writes to some bytes of an object of the program, under the name that it has now or may get.
fn is_written_by_ego_only(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId, bytes: Extent) -> bool {
    let older = match transfer.analysis.objects.kind(object) {
        ObjectKind::Heap { .. } => Some(transfer.analysis.instance(object, Instance::Older)),
        _ => None,
    };
    let own = transfer.analysis.digests.thread(state.past.id);
    berths::is_of_program(transfer.analysis, object)
        && [Some(object), older].into_iter().flatten().all(|object| {
            let Fact::Keys(keys) = transfer.io.global(Global::Writers(object, Channel::All)) else {
                return true;
            };
            let mut others = keys.iter().filter(|key| key.thread != own);
            others.all(
                |key| match transfer.io.global(Global::Written(object, Channel::All, *key)) {
                    Fact::Written(written) => !written.contents.may_be_written(bytes.offsets, bytes.size),
                    _ => true,
                },
            )
        })
}

fn finish_crew(transfer: &Transfer<'_, '_>, state: &mut State, origin: Origin) {
    let Some(edges) = running_at(transfer.analysis, state, origin.creation) else {
        return;
    };
    let Some(ends) = ends_of(transfer, state, &edges) else {
        return;
    };
    for end in ends {
        joins::absorb_child(transfer, state, &end);
    }
    for edge in edges {
        let facts = OperandFacts::none(transfer.analysis);
        locks::act_in_one(transfer, state, &Action::Gather { edge }, &facts);
    }
}

/// How the threads ended that the ego created at some edges; nothing if one of them may have left a thread running, or it is not
/// known which threads these are.
fn ends_of(transfer: &Transfer<'_, '_>, state: &State, edges: &[EdgeId]) -> Option<Vec<Rc<Ended>>> {
    let digests = Rc::clone(&transfer.analysis.digests);
    let own = digests.thread(state.past.id);
    let created = digests
        .element::<ThreadIds>(state.past.id)?
        .created_ids(digests.names());
    let mut ends = Vec::new();
    for thread in created.iter() {
        let Some(end) = joins::ended(transfer, thread) else {
            continue;
        };
        let children = digests.end_summary(end.past.id).children;
        let (creator, edge) = children.created()?;
        if creator == own && edges.contains(&edge) {
            if !children.all_finished() && !is_seeded(Bug::CrewsLeaveNothing) {
                return None;
            }
            ends.push(end);
        }
    }
    Some(ends)
}

/// What a call leaves of what its caller knows of crews: nothing that rests on what it touched, and of none to which it added threads.
pub fn crews_after_call(analysis: &Analysis<'_>, crews: &Crews, touched: &Footprint) -> Crews {
    if crews.is_empty() {
        return Crews::default();
    }
    let mut left = crews.clone();
    left.end_created(touched.creations());
    left.touch(&|object| touched.may_touch(object, &analysis.objects));
    left
}
