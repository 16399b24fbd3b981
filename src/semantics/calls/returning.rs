//! What the return of a function tells about its arguments.
//!
//! A function that returns from some calls only, such as `void require(int condition) { if (!condition) abort(); }`, tells by
//! returning what it was passed. A parameter that nothing changes still holds the argument at the exit, so
//!
//! ```text
//!     behind  f(e)  :  e ∈ value of the parameter at [exit of f, c]
//! ```
//!
//! That narrows the variables in `e` if `e` still has its value there: if it reads only variables of the caller whose address
//! is never taken.

use pepsin_lattice::Bottom;

use crate::ir::{BinaryOp, Expr, FunctionId, LocalId, Program, Root};
use crate::semantics::evaluate::expressions;
use crate::semantics::execute::{guards, turns};
use crate::semantics::prepare::{equality, is_condition};
use crate::semantics::state::State;
use crate::semantics::system::{Transfer, variables};
use crate::values::{Contents, Memory, Offsets, Scalar};

/// The part of the frame that tells at the exit of a function what it was passed.
pub fn lasting_parameters(transfer: &Transfer<'_, '_>, state: &State, function: FunctionId) -> Memory {
    let lasting = &transfer.analysis.shape(function).lasting;
    let object = |local| transfer.analysis.local(function, local, transfer.context.thread);
    let kept: Vec<_> = lasting.iter().map(|local| object(*local)).collect();
    state.frame.filtered(|object| kept.contains(&object))
}

/// Narrows the caller's variables by what parameters hold at the exit; false if the function cannot have returned so.
pub fn learn_from_return(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    exit: &Memory,
    arguments: &[Expr],
) -> bool {
    for &parameter in &transfer.analysis.shape(function).lasting {
        let Some(argument) = arguments.get(parameter.0 as usize) else {
            continue;
        };
        let object = transfer.analysis.local(function, parameter, transfer.context.thread);
        let Some(contents) = exit.get(object) else { continue };
        if !is_whole_number_or_pointer(transfer.analysis.program, function, parameter, argument) {
            continue;
        }
        let possible = match reads_frame_only(transfer, argument) {
            true => assume_equal(transfer, state, argument, contents),
            false => take_turn_by_return(transfer, state, function, argument, contents),
        };
        if !possible {
            return false;
        }
    }
    true
}

/// An argument that was true says that it is the ego's turn if it compares a variable with a number of the ego's, which
/// is so until the ego writes to the variable (see `crate::semantics::claims::turns`).
fn take_turn_by_return(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    argument: &Expr,
    contents: &Contents,
) -> bool {
    let truth = contents
        .read(
            Offsets::ZERO,
            variables::scalar(transfer.analysis.program, argument.ty()),
        )
        .truth();
    let told = is_condition(argument) && truth.may_hold != truth.may_fail;
    match equality(argument, truth.may_hold) {
        Some((left, right)) if told && transfer.analysis.writes_no_memory(function) => {
            turns::take_turn(transfer, state, left, right) && turns::take_turn(transfer, state, right, left)
        }
        _ => true,
    }
}

/// Whether a parameter has the scalar type of the argument, and equality is a matter of bits.
fn is_whole_number_or_pointer(program: &Program, function: FunctionId, parameter: LocalId, argument: &Expr) -> bool {
    let types = &program.types;
    let body = program.function(function).body.as_ref();
    let declared = body.and_then(|body| Scalar::of(types, body.locals[parameter.0 as usize].ty));
    let passed = Scalar::of(types, argument.ty());
    passed == declared && !matches!(passed, None | Some(Scalar::Float { .. }))
}

/// Assumes that an expression has a value that some contents begin with; false if that is impossible.
fn assume_equal(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, contents: &Contents) -> bool {
    let ty = variables::scalar(transfer.analysis.program, expr.ty());
    let value = contents.read(Offsets::ZERO, ty);
    let truth = value.truth();
    if is_condition(expr) && truth.may_hold != truth.may_fail {
        return guards::assume(transfer, state, expr, truth.may_hold);
    }
    let before = expressions::value(transfer, state, expr);
    let (narrowed, _) = before.refine(&value, BinaryOp::Equal, ty, &transfer.analysis.objects);
    !narrowed.is_bottom() && guards::learn(transfer, state, expr, &narrowed)
}

/// Whether an expression reads some memory, and no other than variables whose address is never taken.
fn reads_frame_only(transfer: &Transfer<'_, '_>, expr: &Expr) -> bool {
    let body = transfer
        .analysis
        .program
        .function(transfer.unknown.function)
        .body
        .as_ref();
    let in_frame = |root: &Root| match root {
        Root::Local(local) => body.is_some_and(|body| !body.locals[local.0 as usize].address_taken),
        Root::Global(_) | Root::Deref(_) => false,
    };
    let (mut reads, mut outside) = (false, false);
    expr.expressions(&mut |inner| {
        if let Expr::Load(place) | Expr::AddressOf(place, _) = inner {
            reads = true;
            outside |= !in_frame(&place.root);
        }
    });
    reads && !outside
}
