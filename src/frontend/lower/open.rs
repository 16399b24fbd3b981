//! Open programs: what is lowered where callers take the place of `main`, and where they start.

use super::Lowering;
use super::flow::Flow;
use crate::ir::{Expr, Function, FunctionId, FunctionType, Linkage, Position, Terminator, TypeKind};

/// What callers are called; C can't have it.
const CALLERS: &str = "<callers>";

impl<'a> Lowering<'a> {
    /// Refers to all that code outside of the program knows: what has external linkage and is defined here, and the functions that
    /// the user names. A `main` is what callers stand in for.
    pub(super) fn refer_to_what_callers_know(&mut self, named: &[String]) {
        for routine in 0..self.routines.len() {
            let target = &self.routines[self.aliased_routine(routine)];
            let known = &self.routines[routine];
            let is_named = named.iter().any(|name| name == known.name);
            let is_exported = !known.internal && !known.inline_only && known.name != "main";
            if target.definition.is_some() && (is_exported || is_named) {
                let id = self.routine_id(routine);
                if is_exported {
                    self.functions[id.0 as usize].linkage = Linkage::External;
                }
            }
        }
        for object in 0..self.objects.len() {
            let known = &self.objects[object];
            if !known.internal && known.defined && known.function.is_none() {
                self.object_id(object);
            }
        }
    }

    /// The function in which callers start: it calls the constructors.
    pub(super) fn callers(&mut self, at: Position) -> FunctionId {
        let int = self.basic.int;
        let ty = self.types_mut().intern(TypeKind::Function(FunctionType {
            result: int,
            parameters: Vec::new(),
            variadic: false,
        }));
        self.enter_unit(0);
        self.flow = Flow::new(CALLERS, Some(int));
        self.call_constructors(at);
        self.flow.terminate(Terminator::Return(Some(Expr::Integer(0, int))), at);
        let body = std::mem::take(&mut self.flow).finish(at);
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function::made(CALLERS, ty, Some(body), at));
        id
    }
}
