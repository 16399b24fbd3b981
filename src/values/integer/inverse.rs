//! What an operand can have been, if the result of an operator is known.
//!
//! Guards compare results of operators (`i + 1 < n`, `x % 2 == 0`, `flags & 4`); narrowing the result narrows the operands.
//! Each rule solves `a op b = r` for one operand; where there is no rule, the operand stays as it is.
//! This is the backward semantics of expressions (Cousot and Cousot, "Abstract interpretation and application to logic programs",
//! 1992, section on backward collecting semantics; Bourdoncle, PLDI 1993).

use super::super::scalar::{IntegerType, SignedOverflow};
use super::Integer;
use crate::ir::{BinaryOp, UnaryOp};
use pepsin_lattice::Bottom;

const WRAPS: SignedOverflow = SignedOverflow::Wraps;

impl Integer {
    /// The members `a` for which `a op right` may be in `result`, computed in a type.
    pub fn refine_left_operand(&self, op: BinaryOp, right: &Self, result: &Self, ty: IntegerType) -> Self {
        if result.is_bottom() || right.is_bottom() {
            return Self::EMPTY;
        }
        match (op, right.as_constant()) {
            // Sums, differences and exclusive ors are inverted exactly modulo 2^bits.
            (BinaryOp::Add, _) => self.meet(&result.subtract(right, ty, WRAPS)),
            (BinaryOp::Subtract, _) => self.meet(&result.add(right, ty, WRAPS)),
            (BinaryOp::Xor, _) => self.meet(&result.xor(right)),
            _ if !ty.is_exact() => self.clone(),
            (BinaryOp::Or, _) => self.operand_of_or(result),
            (BinaryOp::And, mask) => self.operand_of_and(mask, result),
            (BinaryOp::Multiply, Some(factor)) => self.operand_of_product(factor, result, ty),
            (BinaryOp::Remainder, Some(divisor)) => self.operand_of_remainder(divisor, result),
            (BinaryOp::Divide, Some(divisor @ 1..)) => self.operand_of_quotient(divisor, result),
            (BinaryOp::ShiftRight, Some(amount)) => self.operand_of_shift(amount, result),
            _ => self.clone(),
        }
    }

    /// The members `b` for which `left op b` may be in `result`, computed in a type.
    pub fn refine_right_operand(&self, op: BinaryOp, left: &Self, result: &Self, ty: IntegerType) -> Self {
        match op {
            BinaryOp::Add | BinaryOp::Xor | BinaryOp::Or | BinaryOp::And | BinaryOp::Multiply => {
                self.refine_left_operand(op, left, result, ty)
            }
            // a − b = r, so b = a − r.
            BinaryOp::Subtract => self.meet(&left.subtract(result, ty, WRAPS)),
            _ => self.clone(),
        }
    }

    /// The members `a` for which `op a` may be in `result`, computed in a type.
    pub fn refine_operand(&self, op: UnaryOp, result: &Self, ty: IntegerType) -> Self {
        match op {
            UnaryOp::Negate => self.meet(&result.negate(ty, WRAPS)),
            UnaryOp::Complement => self.meet(&result.complement().cast(ty)),
            UnaryOp::Not => match (result.contains(0), result.exclude(0).is_bottom()) {
                (false, _) => self.meet(&Self::constant(0)),
                (true, true) => self.exclude(0),
                (true, false) => self.clone(),
            },
        }
    }

    /// `a | b = 0` only for `a = 0`.
    fn operand_of_or(&self, result: &Self) -> Self {
        match result.as_constant() {
            Some(0) => self.meet(&Self::constant(0)),
            _ => self.clone(),
        }
    }

    /// `a & (2^k − 1) = r` says `a ≡ r (mod 2^k)`; `a & b ≠ 0` says `a ≠ 0`.
    fn operand_of_and(&self, mask: Option<i128>, result: &Self) -> Self {
        let operand = match (mask, result.as_constant()) {
            (Some(mask @ 0..), Some(bits)) if mask & mask.wrapping_add(1) == 0 => {
                self.congruent(bits, mask.unsigned_abs() + 1)
            }
            _ => self.clone(),
        };
        if result.contains(0) {
            operand
        } else {
            operand.exclude(0)
        }
    }

    /// `a · c = r` without overflow says `⌈low r / c⌉ ≤ a ≤ ⌊high r / c⌋` for `c > 0`, and `a · −c = −r` for the others.
    fn operand_of_product(&self, factor: i128, result: &Self, ty: IntegerType) -> Self {
        let exact = self
            .times(&Self::constant(factor))
            .is_some_and(|product| product == product.cast(ty));
        let positive = match factor {
            _ if !exact => None,
            1.. => Some((factor, result.clone())),
            _ => factor.checked_neg().zip(result.negated()).filter(|_| factor != 0),
        };
        let bounds = positive.and_then(|(factor, result)| Some((factor, result.low()?, result.high()?)));
        let Some((factor, low, high)) = bounds else {
            return self.clone();
        };
        let rounded_up = low.div_euclid(factor) + i128::from(low.rem_euclid(factor) != 0);
        self.at_least(rounded_up).at_most(high.div_euclid(factor))
    }

    /// `a >> n = r` says `r·2^n ≤ a < (r + 1)·2^n`.
    fn operand_of_shift(&self, amount: i128, result: &Self) -> Self {
        let power = u32::try_from(amount)
            .ok()
            .and_then(|amount| 1_i128.checked_shl(amount))
            .filter(|power| *power > 0);
        let low = result.low().zip(power).and_then(|(low, power)| low.checked_mul(power));
        let high = result
            .high()
            .zip(power)
            .and_then(|(high, power)| high.checked_mul(power)?.checked_add(power - 1));
        self.at_least(low.unwrap_or(i128::MIN))
            .at_most(high.unwrap_or(i128::MAX))
    }

    /// `a % c = r` says `a ≡ r (mod c)`, and that `a` has the sign of `r`.
    fn operand_of_remainder(&self, divisor: i128, result: &Self) -> Self {
        let operand = match result.as_constant() {
            Some(rest) => self.congruent(rest, divisor.unsigned_abs()),
            None => self.clone(),
        };
        match (result.low(), result.high()) {
            (Some(1..), _) => operand.at_least(1),
            (_, Some(..=-1)) => operand.at_most(-1),
            _ if !result.contains(0) => operand.exclude(0),
            _ => operand,
        }
    }

    /// `a / c = r` with `c > 0`, rounded towards zero: `r·c − (c − 1) ≤ a` if `r ≤ 0`, else `r·c ≤ a`; from above likewise.
    fn operand_of_quotient(&self, divisor: i128, result: &Self) -> Self {
        let (Some(low), Some(high)) = (result.low(), result.high()) else {
            return Self::EMPTY;
        };
        let least = low
            .checked_mul(divisor)
            .and_then(|least| least.checked_sub(if low <= 0 { divisor - 1 } else { 0 }));
        let most = high
            .checked_mul(divisor)
            .and_then(|most| most.checked_add(if high >= 0 { divisor - 1 } else { 0 }));
        self.at_least(least.unwrap_or(i128::MIN))
            .at_most(most.unwrap_or(i128::MAX))
    }

    /// The members that are congruent to `rest`.
    fn congruent(&self, rest: i128, modulus: u128) -> Self {
        let Some(parts) = self.parts() else {
            return Self::EMPTY;
        };
        if modulus == 0 {
            return self.clone();
        }
        match super::first_in_class(parts.low, rest, modulus) {
            Some(first) => self.meet(&Self::strided(first, parts.high, modulus)),
            None => Self::EMPTY,
        }
    }
}
