//! The attribute `cleanup(function)` (GNU C): the function is called with the address of the variable when its scope is left,
//! by its end, `break`, `continue`, `return` or `goto`; what was declared last is cleaned up first.
//!
//! The scope of a variable reaches from its declaration to the end of the block, so a `goto` leaves it if the label stands outside of that.

use lang_c::ast::{Attribute, Expression};

use super::Lowering;
use super::records::is_named;
use super::scopes::Symbol;
use crate::ir::{Callee, Expr, InstructionKind, LocalId, Place, Position, TypeKind};

impl<'a> Lowering<'a> {
    /// Takes the attribute of a variable, if it has it.
    pub(super) fn note_cleanup(&mut self, local: LocalId, attributes: &[&'a Attribute], at: Position) {
        let Some(cleanup) = attributes.iter().find(|attribute| is_named(attribute, "cleanup")) else {
            return;
        };
        let name = match cleanup.arguments.first().map(|argument| &argument.node) {
            Some(Expression::Identifier(name)) => self.scopes().find(&name.node.name),
            _ => None,
        };
        match name {
            Some(Symbol::Routine(routine)) => self.flow.cleanups.push((local, routine)),
            _ => self.error(at, "The attribute `cleanup` names no function."),
        }
    }

    /// Calls the function of a variable, if it has one.
    pub(super) fn clean_up(&mut self, local: LocalId, at: Position) {
        let Some((_, routine)) = self.flow.cleanups.iter().find(|(known, _)| *known == local).copied() else {
            return;
        };
        let ty = self.flow.locals[local.0 as usize].ty;
        let pointer = self.pointer_to(ty);
        let mut address = self.address_of(Place::local(local, ty, at), pointer);
        let parameter = match self.types().kind(self.routines[routine].ty) {
            TypeKind::Function(function) => function.parameters.first().copied(),
            _ => None,
        };
        if let Some(parameter) = parameter {
            address = self.convert(address, parameter);
        }
        let callee = Callee::Function(self.routine_id(routine));
        let call = InstructionKind::Call {
            to: None,
            callee,
            arguments: vec![address],
        };
        self.flow.push(call, at);
    }

    /// Cleans up all open scopes; the value to be returned is kept from before.
    pub(super) fn clean_up_all(&mut self, value: Option<Expr>, at: Position) -> Option<Expr> {
        if self.flow.cleanups.is_empty() {
            return value;
        }
        let kept = value.map(|value| self.keep(value, at));
        for local in self.flow.ending(0) {
            self.clean_up(local, at);
        }
        kept
    }

    /// Whether a variable that lives here has a cleanup.
    pub(super) fn has_cleanups(&self) -> bool {
        let living = self.flow.ending(0);
        self.flow.cleanups.iter().any(|(local, _)| living.contains(local))
    }
}
