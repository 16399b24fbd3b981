//! Delegation: crews whose threads one function creates and another one joins.
//!
//! ```text
//!     start_all(t, n);   …   join_all(t, n);          void join_all(pthread_t *ids, int count) { for (i = 0; i < count; i++) join(ids[i]); }
//! ```
//!
//! While a function runs, its callers' variables whose address is never taken stay as they are, and a parameter that is never
//! assigned holds what it was passed. So what is known of a row of ids holds in the callee, spelled by its parameters, and what is known of
//! one that the callee leaves holds behind the call, spelled by the arguments:
//!
//! ```text
//!     enter:   from the pointer that a parameter is passed, less than the number that one is passed    ↦  the parameter
//!     return:  from a parameter, less than a parameter                                                ↦  what it was passed
//!              less than what is returned                                                             ↦  what is assigned that
//! ```
//!
//! What was passed was read from memory that others may have changed since the row was told by it, so the row remembers what told it
//! ([`crate::semantics::state::crews`]): at the end of the joins, nobody else may ever have written there.
//! It may have changed when the callee returns, too, if it was read from memory that the callee touched: then it says nothing.
//! Whatever is told by other variables of the running function is left behind: the variable of the crew, the one that counts
//! joins, and all that have addresses, because the next activation of the function has others under the same names. What is told by variables
//! of other running functions is told by those of their last activations, so a function that is entered knows nothing that is told by its own.
//! A creation adds threads to a row of which the running function does not know where their ids are: then the row ends,
//! and so it does behind a call in which there may have been such a creation.

use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{Expr, FunctionId, LocalId};
use crate::semantics::crews::{berths, gathering};
use crate::semantics::state::{Bound, Crews, Footprint, Spelling, Start, State, Term, Variable};
use crate::semantics::system::{Analysis, Transfer};
use crate::values::{ObjectId, ObjectKind};

/// What the parameters of a callee that are never assigned were passed, in terms of the caller.
#[derive(Clone, Debug, Default)]
pub struct Delegated {
    /// Parameters that lead to a start of berths, and so many bytes further.
    pointers: Vec<(LocalId, (Start, i64))>,
    /// Parameters that hold numbers.
    numbers: Vec<(LocalId, Bound)>,
}

impl Delegated {
    /// What is left of it where some numbers may have changed since they were passed.
    fn where_stays(&self, stays: &dyn Fn(Term) -> bool) -> Delegated {
        let starts_there = |(_, (start, _)): &&(LocalId, (Start, i64))| match start {
            Start::Pointer(term) => stays(*term),
            Start::Object(_) => true,
        };
        let is_bounded = |(_, bound): &&(LocalId, Bound)| bound.term.is_none_or(stays);
        Delegated {
            pointers: self.pointers.iter().filter(starts_there).copied().collect(),
            numbers: self.numbers.iter().filter(is_bounded).copied().collect(),
        }
    }
}

impl Spelling for Delegated {
    fn start(&self, start: Start) -> Option<(Start, i64)> {
        match start {
            Start::Pointer(Term::Local(parameter)) => {
                let mut pointers = self.pointers.iter();
                pointers
                    .find(|(known, _)| *known == parameter)
                    .map(|(_, passed)| *passed)
            }
            _ => Some((start, 0)),
        }
    }

    fn bounds(&self, bound: Bound) -> Vec<Bound> {
        // What is returned has the same name where it was called.
        let Some(Term::Local(parameter)) = bound.term else {
            return vec![bound];
        };
        let passed = self.numbers.iter().filter(|(known, _)| *known == parameter);
        passed.filter_map(|(_, passed)| passed.moved(bound.plus)).collect()
    }
}

/// The same, the other way round: what the caller knows, in terms of the callee's parameters.
struct Entering<'d>(&'d Delegated);

impl Spelling for Entering<'_> {
    fn start(&self, start: Start) -> Option<(Start, i64)> {
        let mut pointers = self.0.pointers.iter();
        match pointers.find(|(_, (passed, _))| *passed == start) {
            Some((parameter, (_, offset))) => Some((Start::Pointer(Term::Local(*parameter)), offset.checked_neg()?)),
            None if matches!(start, Start::Pointer(Term::Local(_))) => None,
            None => Some((start, 0)),
        }
    }

    fn bounds(&self, bound: Bound) -> Vec<Bound> {
        let passed = self.0.numbers.iter().filter(|(_, passed)| passed.term == bound.term);
        let by_parameters = passed.filter_map(|(parameter, passed)| {
            Some(Bound {
                term: Some(Term::Local(*parameter)),
                plus: bound.plus.checked_sub(passed.plus)?,
            })
        });
        let as_it_is = Some(bound).filter(|bound| !matches!(bound.term, Some(Term::Local(_))));
        by_parameters.chain(as_it_is).collect()
    }
}

/// What a callee's parameters were passed, if ids are named on either side.
pub fn delegated(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    arguments: &[Expr],
) -> Delegated {
    let mut delegated = Delegated::default();
    let analysis = transfer.analysis;
    if !analysis.shape(function).creates && state.crews.is_empty() {
        return delegated;
    }
    for &parameter in &analysis.shape(function).lasting {
        let Some(argument) = arguments.get(parameter.0 as usize) else {
            continue;
        };
        let body = analysis.program.function(function).body.as_ref();
        let Some(ty) = body.map(|body| body.locals[parameter.0 as usize].ty) else {
            continue;
        };
        if !transfer.unrecorded(|transfer| berths::keeps_term(transfer, state, argument, ty)) {
            continue;
        }
        if analysis.program.types.is_pointer(argument.ty()) {
            let start = transfer.unrecorded(|transfer| berths::start_behind_casts(transfer, state, argument));
            delegated.pointers.extend(start.map(|start| (parameter, start)));
        } else {
            let bounds = transfer.unrecorded(|transfer| berths::bounds_by(transfer, state, argument));
            delegated
                .numbers
                .extend(bounds.into_iter().map(|bound| (parameter, bound)));
        }
    }
    delegated
}

/// Leaves a function: what lies where a variable points to that nobody else has lies in a certain object, if that is known.
pub fn settle_crews(transfer: &Transfer<'_, '_>, state: &mut State, function: FunctionId) {
    if state.crews.is_empty() {
        return;
    }
    let lasting = &transfer.analysis.shape(function).lasting;
    let mut crews = std::mem::take(&mut state.crews);
    crews.respell(&mut |berths| match berths.start {
        Start::Pointer(Term::Local(local)) if lasting.contains(&local) => None,
        _ => berths::berths_in_object(transfer, state, berths),
    });
    state.crews = crews;
}

/// A function returns a value: what it is equal to tells the caller how far crews reach.
pub fn give_result(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) {
    if !state.crews.has_crews() {
        return;
    }
    for bound in transfer.unrecorded(|transfer| berths::bounds_by(transfer, state, value)) {
        state.crews.give_result(bound);
    }
}

/// What a callee knows of its caller's crews.
pub fn crews_of_callee(analysis: &Analysis<'_>, crews: &Crews, function: FunctionId, delegated: &Delegated) -> Crews {
    crews
        .spelled(&Entering(delegated))
        .without_variables(&is_variable_of(analysis, function))
}

/// What the caller knows of the crews that a callee left in a state, which touched some memory.
pub fn crews_of_caller(
    analysis: &Analysis<'_>,
    exit: &State,
    function: FunctionId,
    delegated: &Delegated,
    touched: &Footprint,
) -> Crews {
    let is_touched = |variable: Variable| touched.may_touch(variable.object, &analysis.objects);
    let stays = |term: Term| match term {
        Term::Local(_) | Term::Result => true,
        Term::Memory(variable) => !is_touched(variable) || is_seeded(Bug::ArgumentsStay),
    };
    let left = exit
        .crews
        .clone()
        .without_variables(&is_variable_of(analysis, function));
    let mut left = left.spelled(&delegated.where_stays(&stays));
    for creation in touched.creations().iter() {
        if gathering::running_at(analysis, exit, creation).is_some_and(|edges| edges.is_empty()) {
            left.add_nobody(creation);
        }
    }
    left
}

fn is_variable_of(analysis: &Analysis<'_>, function: FunctionId) -> impl Fn(ObjectId) -> bool {
    move |object| matches!(analysis.objects.kind(object), ObjectKind::Local { function: of, .. } if of == function)
}
