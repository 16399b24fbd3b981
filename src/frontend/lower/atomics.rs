//! Read-modify-writes of `_Atomic` lvalues (C17 6.5.16.2 3, 6.5.2.4 2).

use super::Lowering;
use super::expressions::Result;
use crate::ir::{BinaryOp, Callee, Expr, InstructionKind, Place, Position, TypeId};

/// Sequentially consistent, in the numbering of `__ATOMIC_SEQ_CST`.
const SEQUENTIALLY_CONSISTENT: i128 = 5;

impl Lowering<'_> {
    /// `place op= right` as one atomic operation; `result` says which value is wanted.
    pub(super) fn atomic_update(
        &mut self,
        place: Place,
        operator: BinaryOp,
        right: Expr,
        result: Result,
        at: Position,
    ) -> Expr {
        let ty = self.unqualified(place.ty);
        let fetch = match operator {
            BinaryOp::Add => Some("__atomic_fetch_add"),
            BinaryOp::Subtract => Some("__atomic_fetch_sub"),
            BinaryOp::And => Some("__atomic_fetch_and"),
            BinaryOp::Or => Some("__atomic_fetch_or"),
            BinaryOp::Xor => Some("__atomic_fetch_xor"),
            _ => None,
        };
        let plain_integer = self.types().is_integer(ty) && ty != self.basic.boolean;
        match fetch {
            Some(name) if plain_integer || self.types().is_pointer(ty) => {
                self.fetch(name, place, operator, right, result, at)
            }
            _ => self.exchange(place, operator, right, result, at),
        }
    }

    fn fetch(
        &mut self,
        name: &'static str,
        place: Place,
        operator: BinaryOp,
        right: Expr,
        result: Result,
        at: Position,
    ) -> Expr {
        let ty = self.unqualified(place.ty);
        let right = self.promote(right);
        let amount = self.scaled(right.clone(), ty, at);
        let pointer = self.pointer_to(place.ty);
        let address = self.address_of(place, pointer);
        let old = self.atomic_call(name, address, amount, ty, result != Result::Unused, at);
        match result {
            Result::Old | Result::Unused => old,
            Result::New => {
                let new = self.binary(operator, old, right, at);
                let new = self.decay(new);
                self.convert(new, ty)
            }
        }
    }

    /// The operand of a fetch: bytes for a pointer.
    fn scaled(&mut self, amount: Expr, ty: TypeId, at: Position) -> Expr {
        let Some(target) = self.types().pointee(ty) else {
            return self.convert(amount, ty);
        };
        let wide = self.basic.long;
        let amount = self.convert(amount, wide);
        let Some(size) = self.types().size(target) else {
            self.obstacle(at, "Arithmetic on a pointer to a type of unknown size.");
            return Expr::Unknown(wide);
        };
        self.binary_raw(BinaryOp::Multiply, amount, Expr::Integer(i128::from(size), wide), wide)
    }

    fn atomic_call(
        &mut self,
        name: &'static str,
        address: Expr,
        operand: Expr,
        ty: TypeId,
        wanted: bool,
        at: Position,
    ) -> Expr {
        let function = self.builtin(name, ty);
        let to = wanted.then(|| Place::local(self.flow.temporary(ty, at), ty, at));
        let order = Expr::Integer(SEQUENTIALLY_CONSISTENT, self.basic.int);
        let arguments = vec![address, operand, order];
        self.flow.push(
            InstructionKind::Call {
                to: to.clone(),
                callee: Callee::Function(function),
                arguments,
            },
            at,
        );
        match to {
            Some(place) => Expr::Load(Box::new(place)),
            None => Expr::Unknown(ty),
        }
    }

    /// Operators without a fetch: read, compute, exchange.
    /// The exchange may store a value computed from an older one, which only adds behaviours to those of the compare-and-swap loop that C prescribes.
    fn exchange(&mut self, place: Place, operator: BinaryOp, right: Expr, result: Result, at: Position) -> Expr {
        let ty = self.unqualified(place.ty);
        let read = self.load(place.clone());
        let old = self.flow.store(read, ty, at);
        let new = self.binary(operator, old.clone(), right, at);
        let new = self.decay(new);
        let new = self.convert(new, ty);
        let new = self.flow.store(new, ty, at);
        let pointer = self.pointer_to(place.ty);
        let address = self.address_of(place, pointer);
        self.atomic_call("__atomic_exchange_n", address, new.clone(), ty, false, at);
        if result == Result::New { new } else { old }
    }
}
