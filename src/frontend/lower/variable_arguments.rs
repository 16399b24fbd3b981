//! Variable arguments (C17 7.16), as a machine passes them on the stack.
//!
//! A variadic function has hidden parameters behind those that it declares, of eight bytes each, to which a call's further arguments are bound like others.
//! `va_start` stores them one after the other in a hidden array, and makes the list point to it; `va_arg` loads what the list points to and moves it on:
//!
//! ```text
//! va_start(l, last)   :  area[i] = hidden i;  l.next = &area[0]
//! va_arg(l, T)        :  (T) *(long long *) l.next;  l.next += 1
//! va_copy(l, m)       :  l = m
//! ```
//!
//! So lists are memory like other: they can be handed on, copied and kept in records.
//! Structs and unions are passed by the address of a copy of the caller's.
//! Of what does not fit (`long double`, `__int128`, complex numbers) the value is not known.
//! A call of a function of the program with more arguments than there are hidden parameters is an obstacle.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Lowering;
use super::expressions::Operand;
use crate::ir::{
    BinaryOp, Callee, DataModel, Expr, FunctionId, InstructionKind, LocalId, LocalKind, Place, Position, Projection,
    TypeId, TypeKind,
};

/// How many arguments beyond the declared ones a variadic function can get.
const MOST: u32 = 14;

/// Where a variadic function has what it got.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variadic {
    /// The first of the hidden parameters.
    first: LocalId,
    /// The array that lists point to, once `va_start` was met.
    area: Option<LocalId>,
}

impl<'a> Lowering<'a> {
    /// Declares the hidden parameters of the function whose declared parameters were declared just now.
    pub(super) fn declare_hidden_parameters(&mut self, at: Position) {
        let slot = self.basic.long_long;
        let first = LocalId(self.flow.locals.len() as u32);
        for number in 0..MOST {
            let name = format!("<argument {number}>");
            self.flow.new_local(&name, slot, LocalKind::Parameter, at);
        }
        self.flow.variadic = Some(Variadic { first, area: None });
    }

    /// `va_start(list, …)`.
    pub(super) fn start_arguments(&mut self, list: &'a Node<Expression>, at: Position) {
        let slot = self.basic.long_long;
        let array = self.types_mut().intern(TypeKind::Array(slot, Some(u64::from(MOST))));
        let Some(mut variadic) = self.flow.variadic else {
            return self.obstacle(at, "The list of variable arguments of a function that has none.");
        };
        let area = variadic.area.unwrap_or_else(|| self.flow.temporary(array, at));
        variadic.area = Some(area);
        self.flow.variadic = Some(variadic);
        let area = Place::local(area, array, at);
        for number in 0..MOST {
            let hidden = Place::local(LocalId(variadic.first.0 + number), slot, at);
            let mut to = area.clone();
            let index = Expr::Integer(i128::from(number), self.basic.int);
            to.projections.push(Projection::Index(Box::new(index), slot));
            to.ty = slot;
            let value = Expr::Load(Box::new(hidden));
            self.flow.push(InstructionKind::Assign { to, value }, at);
        }
        let Some(next) = self.next_argument(list, at) else {
            return;
        };
        let pointer = self.pointer_to(slot);
        let address = self.address_of(area, pointer);
        let value = self.convert(address, next.ty);
        self.flow.push(InstructionKind::Assign { to: next, value }, at);
    }

    /// `va_copy(to, from)`.
    pub(super) fn copy_arguments(&mut self, to: &'a Node<Expression>, from: &'a Node<Expression>, at: Position) {
        let (Some(to), Some(from)) = (self.next_argument(to, at), self.next_argument(from, at)) else {
            return;
        };
        let value = self.load(from);
        let value = self.convert(value, to.ty);
        self.flow.push(InstructionKind::Assign { to, value }, at);
    }

    /// `va_arg(list, type)`.
    pub(super) fn variable_argument(&mut self, list: &'a Node<Expression>, ty: TypeId, at: Position) -> Operand {
        let next = self.next_argument(list, at);
        let Some(next) = next else {
            return self.unknown_argument(ty, at);
        };
        let slot = self.basic.long_long;
        let pointer = self.pointer_to(slot);
        let address = self.load(next.clone());
        let address = self.convert(address, pointer);
        let address = self.flow.store(address, pointer, at);
        let result = self.loaded_argument(address.clone(), ty, at);
        let step = Expr::Integer(1, self.basic.int);
        let behind = Expr::Binary(BinaryOp::PointerAdd, Box::new(address), Box::new(step), pointer);
        let value = self.convert(behind, next.ty);
        self.flow.push(InstructionKind::Assign { to: next, value }, at);
        result
    }

    /// The argument in the slot at an address.
    fn loaded_argument(&mut self, address: Expr, ty: TypeId, at: Position) -> Operand {
        let ty = self.unqualified(ty);
        if self.types().as_record(ty).is_some() && self.aggregate_kind(ty).is_none() {
            let slot = self.pointee_place(address, at);
            let copy = self.load(slot);
            let pointer = self.pointer_to(ty);
            let copy = self.convert(copy, pointer);
            let from = self.pointee_place(copy, at);
            let to = self.temporary_place(ty, at);
            let value = Expr::Load(Box::new(from));
            self.flow.push(InstructionKind::Assign { to: to.clone(), value }, at);
            return Operand::Place(to);
        }
        let size = self.types().size(ty);
        if self.is_float(ty) && size == Some(8) {
            let pointer = self.pointer_to(ty);
            let address = self.convert(address, pointer);
            let from = self.pointee_place(address, at);
            return Operand::Value(self.flow.store(Expr::Load(Box::new(from)), ty, at));
        }
        if (self.types().is_integer(ty) || self.types().is_pointer(ty)) && size <= Some(8) {
            let slot = self.pointee_place(address, at);
            let value = self.load(slot);
            let value = self.convert(value, ty);
            return Operand::Value(self.flow.store(value, ty, at));
        }
        self.unknown_argument(ty, at)
    }

    /// Any value of a type; an obstacle if it is, or holds, a pointer.
    fn unknown_argument(&mut self, ty: TypeId, at: Position) -> Operand {
        if self.types().is_pointer(ty) || self.types().as_record(ty).is_some() {
            self.obstacle(at, "A pointer from a variable argument list.");
        }
        if self.types().as_record(ty).is_some() {
            let local = self.flow.temporary(ty, at);
            return Operand::Place(Place::local(local, ty, at));
        }
        let ty = self.unqualified(ty);
        Operand::Value(Expr::Unknown(ty))
    }

    /// Where a list holds the address of the next argument; nowhere, with an error, if it is no list.
    fn next_argument(&mut self, list: &'a Node<Expression>, at: Position) -> Option<Place> {
        if self.types().model() == DataModel::Ilp32 {
            let place = self.place(list);
            return self.types().is_pointer(place.ty).then_some(place);
        }
        let list = self.value(list);
        let record = self
            .types()
            .pointee(list.ty())
            .and_then(|ty| self.types().as_record(ty));
        if record.is_none_or(|record| self.types().record(record).name != "__va_list_tag") {
            self.error(at, "This is no list of variable arguments.");
            return None;
        }
        let mut place = self.pointee_place(list, at);
        self.select(&mut place, "overflow_arg_area", at);
        Some(place)
    }

    /// A variable argument as it is passed: of a struct or union, the address of a copy.
    pub(super) fn passed_argument(&mut self, value: Expr, at: Position) -> Expr {
        let ty = self.unqualified(value.ty());
        if self.types().as_record(ty).is_none() {
            return self.promoted_argument(value);
        }
        let name = self.unnamed("argument");
        let copy = self.flow.new_local(&name, ty, LocalKind::Variable, at);
        self.flow.push(InstructionKind::ScopeEntry(copy), at);
        let to = Place::local(copy, ty, at);
        self.flow.push(InstructionKind::Assign { to: to.clone(), value }, at);
        let pointer = self.pointer_to(ty);
        self.address_of(to, pointer)
    }

    /// An obstacle, if a call passes a function of the program more than it has hidden parameters for.
    pub(super) fn check_variable_arguments(&mut self, ty: TypeId, given: usize, at: Position) {
        let declared = match self.types().kind(ty) {
            TypeKind::Function(function) if function.variadic => function.parameters.len(),
            _ => return,
        };
        if given.saturating_sub(declared) > MOST as usize {
            self.obstacle(at, format!("More than {MOST} variable arguments."));
        }
    }

    /// Leaves out the stores of hidden parameters that no call of the function passes.
    pub(super) fn forget_unused_arguments(&mut self) {
        let mut by_function = vec![0; self.functions.len()];
        let mut by_pointer = 0;
        let bodies = self.functions.iter().filter_map(|function| function.body.as_ref());
        for instruction in bodies
            .flat_map(|body| &body.blocks)
            .flat_map(|block| &block.instructions)
        {
            if let InstructionKind::Call { callee, arguments, .. } = &instruction.kind {
                let most = match callee {
                    Callee::Function(FunctionId(function)) => &mut by_function[*function as usize],
                    Callee::Pointer(_) => &mut by_pointer,
                };
                *most = arguments.len().max(*most);
            }
        }
        for (function, direct) in self.functions.iter_mut().zip(by_function) {
            let Some(body) = &mut function.body else { continue };
            let unused = |local: LocalId| {
                let local = local.0 as usize;
                let known = &body.locals[local];
                local >= direct.max(by_pointer) && known.kind == LocalKind::Parameter && known.name.starts_with('<')
            };
            let is_unused = |value: &Expr| matches!(value, Expr::Load(place) if place.as_local().is_some_and(unused));
            for block in &mut body.blocks {
                block.instructions.retain(
                    |instruction| !matches!(&instruction.kind, InstructionKind::Assign { value, .. } if is_unused(value)),
                );
            }
        }
    }
}
