//! Read-modify-writes of `_Atomic` lvalues (C17 6.5.16.2 3, 6.5.2.4 2).

use super::Lowering;
use super::expressions::Result;
use super::order::is_stable;
use crate::ir::{BinaryOp, Callee, Expr, InstructionKind, Place, Position, Terminator, TypeId};

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
            Some(name) if plain_integer && !self.is_float(right.ty()) || self.types().is_pointer(ty) => {
                self.fetch(name, place, operator, right, result, at)
            }
            _ => self.compare_and_swap(place, operator, right, result, at),
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

    /// Operators without a fetch: the loop that C prescribes, which computes anew until nobody wrote in between (C17 6.5.16.2, note 113).
    ///
    /// ```text
    ///     expected = place;  do desired = expected op right; while (!compare_exchange(&place, &expected, &desired));
    /// ```
    fn compare_and_swap(
        &mut self,
        place: Place,
        operator: BinaryOp,
        right: Expr,
        result: Result,
        at: Position,
    ) -> Expr {
        let ty = self.unqualified(place.ty);
        let pointer = self.pointer_to(place.ty);
        let address = self.address_of(place.clone(), pointer);
        let [address, right] = [address, right].map(|value| match is_stable(&value) {
            true => value,
            false => self.keep(value, at),
        });
        let [expected, desired] = [(); 2].map(|()| Place::local(self.flow.temporary(ty, at), ty, at));
        let value = self.load(place);
        self.flow.push(
            InstructionKind::Assign {
                to: expected.clone(),
                value,
            },
            at,
        );
        let (again, done) = (self.flow.new_block(), self.flow.new_block());
        self.flow.flow_into(again, at);
        let old = Expr::Load(Box::new(expected.clone()));
        let new = self.binary(operator, old.clone(), right, at);
        let new = self.decay(new);
        let value = self.convert(new, ty);
        self.flow.push(
            InstructionKind::Assign {
                to: desired.clone(),
                value,
            },
            at,
        );
        let own = self.pointer_to(ty);
        let [expected, desired_at] = [expected, desired.clone()].map(|place| self.address_of(place, own));
        let condition = self.swapped([address, expected, desired_at], at);
        self.flow.terminate(
            Terminator::Branch {
                condition,
                then: done,
                otherwise: again,
            },
            at,
        );
        self.flow.continue_in(done);
        match result {
            Result::New => Expr::Load(Box::new(desired)),
            Result::Old | Result::Unused => old,
        }
    }

    /// Whether the value at the first address was the one at the second, which is made to be it; then it is replaced by the one at the third.
    fn swapped(&mut self, [place, expected, desired]: [Expr; 3], at: Position) -> Expr {
        let ty = self.basic.boolean;
        let callee = Callee::Function(self.builtin("__atomic_compare_exchange", ty));
        let number = |value| Expr::Integer(value, self.basic.int);
        let (strong, order) = (number(0), number(SEQUENTIALLY_CONSISTENT));
        let to = Place::local(self.flow.temporary(ty, at), ty, at);
        let arguments = vec![place, expected, desired, strong, order.clone(), order];
        let call = InstructionKind::Call {
            to: Some(to.clone()),
            callee,
            arguments,
        };
        self.flow.push(call, at);
        Expr::Load(Box::new(to))
    }
}
