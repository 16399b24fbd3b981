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

use crate::ir::{BinaryOp, Expr, FunctionId, LocalId, Root};
use crate::semantics::prepare::{equality, is_condition};
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{Contents, Memory, Offsets, Scalar};

impl Transfer<'_, '_> {
    /// The part of the frame that tells at the exit of a function what it was passed.
    pub fn lasting_parameters(&self, state: &State, function: FunctionId) -> Memory {
        let lasting = &self.analysis.shape(function).lasting;
        let object = |local| self.analysis.local(function, local, self.context.thread);
        let kept: Vec<_> = lasting.iter().map(|local| object(*local)).collect();
        state.frame.filtered(|object| kept.contains(&object))
    }

    /// Narrows the caller's variables by what parameters hold at the exit; false if the function cannot have returned so.
    pub fn learn_from_return(
        &mut self,
        state: &mut State,
        function: FunctionId,
        exit: &Memory,
        arguments: &[Expr],
    ) -> bool {
        for &parameter in &self.analysis.shape(function).lasting {
            let Some(argument) = arguments.get(parameter.0 as usize) else {
                continue;
            };
            let object = self.analysis.local(function, parameter, self.context.thread);
            let Some(contents) = exit.get(object) else { continue };
            if !self.is_whole_number_or_pointer(function, parameter, argument) {
                continue;
            }
            let possible = match self.reads_frame_only(argument) {
                true => self.assume_equal(state, argument, contents),
                false => self.take_turn_by_return(state, function, argument, contents),
            };
            if !possible {
                return false;
            }
        }
        true
    }

    /// An argument that was true says that it is the ego's turn if it compares a variable with a number of the ego's, which
    /// is so until the ego writes to the variable (see [`crate::semantics::claims::turns`]).
    fn take_turn_by_return(
        &mut self,
        state: &mut State,
        function: FunctionId,
        argument: &Expr,
        contents: &Contents,
    ) -> bool {
        let truth = contents.read(Offsets::ZERO, self.scalar(argument.ty())).truth();
        let told = is_condition(argument) && truth.may_hold != truth.may_fail;
        match equality(argument, truth.may_hold) {
            Some((left, right)) if told && self.analysis.writes_no_memory(function) => {
                self.take_turn(state, left, right) && self.take_turn(state, right, left)
            }
            _ => true,
        }
    }

    /// Whether a parameter has the scalar type of the argument, and equality is a matter of bits.
    fn is_whole_number_or_pointer(&self, function: FunctionId, parameter: LocalId, argument: &Expr) -> bool {
        let types = &self.analysis.program.types;
        let body = self.analysis.program.function(function).body.as_ref();
        let declared = body.and_then(|body| Scalar::of(types, body.locals[parameter.0 as usize].ty));
        let passed = Scalar::of(types, argument.ty());
        passed == declared && !matches!(passed, None | Some(Scalar::Float { .. }))
    }

    /// Assumes that an expression has a value that some contents begin with; false if that is impossible.
    fn assume_equal(&mut self, state: &mut State, expr: &Expr, contents: &Contents) -> bool {
        let ty = self.scalar(expr.ty());
        let value = contents.read(Offsets::ZERO, ty);
        let truth = value.truth();
        if is_condition(expr) && truth.may_hold != truth.may_fail {
            return self.assume(state, expr, truth.may_hold);
        }
        let before = self.value(state, expr);
        let (narrowed, _) = before.refine(&value, BinaryOp::Equal, ty, &self.analysis.objects);
        !narrowed.is_bottom() && self.learn(state, expr, &narrowed)
    }

    /// Whether an expression reads some memory, and no other than variables whose address is never taken.
    fn reads_frame_only(&self, expr: &Expr) -> bool {
        let body = self.analysis.program.function(self.unknown.function).body.as_ref();
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
}
