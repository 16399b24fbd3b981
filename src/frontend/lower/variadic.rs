//! Variable argument lists (C17 7.16): `va_start`, `va_arg` and `va_copy` are functions of the compiler that work on the list through its address.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Lowering;
use super::expressions::{Operand, Wanted};
use crate::ir::{Callee, DataModel, Expr, Position, TypeId};

impl<'a> Lowering<'a> {
    /// `va_start` and `va_copy`, by the name of the function; only lists are handed over.
    pub(super) fn list_function(&mut self, name: &'static str, lists: &'a [Node<Expression>], at: Position) -> Operand {
        let lists = lists.iter().map(|list| self.list_address(list)).collect();
        let void = self.basic.void;
        self.list_call(name, void, lists, at)
    }

    /// `va_arg`: the next argument, of a type. Nobody knows what a pointer points to.
    pub(super) fn next_argument(&mut self, list: &'a Node<Expression>, ty: TypeId, at: Position) -> Operand {
        let list = self.list_address(list);
        let ty = self.unqualified(ty);
        let size = self.types().size(ty).unwrap_or(0);
        let size = Expr::Integer(i128::from(size), self.basic.unsigned_long);
        let holds_pointers = self.types().is_pointer(ty) || self.types().as_record(ty).is_some();
        let name = if holds_pointers {
            "__builtin_va_arg_pointer"
        } else {
            "__builtin_va_arg"
        };
        self.list_call(name, ty, vec![list, size], at)
    }

    fn list_call(&mut self, name: &'static str, result: TypeId, arguments: Vec<Expr>, at: Position) -> Operand {
        let function = self.builtin(name, result);
        let ty = self.functions[function.0 as usize].ty;
        self.finish_call(Callee::Function(function), ty, arguments, at, Wanted::Yes)
    }

    /// The address of a list: on 64 bits a list is an array, on 32 bits a pointer.
    fn list_address(&mut self, list: &'a Node<Expression>) -> Expr {
        let is_pointer = self.types().model() == DataModel::Ilp32;
        match self.operand(list) {
            Operand::Place(place) if is_pointer => {
                let ty = self.pointer_to(place.ty);
                self.address_of(place, ty)
            }
            operand => self.decay(operand),
        }
    }
}
