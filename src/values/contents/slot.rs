//! Where scalars lie in an object: at one place, or at many.

use super::bits::Range;
use super::run::{Progression, Run};
use crate::ir::BitField;
use crate::values::offsets::Offsets;
use crate::values::scalar::{IntegerType, Scalar};
use crate::values::value::Value;
use pepsin_lattice::Bottom;

/// Offsets in bytes beyond this, either way, are no place in an object: the bits are counted in 64 bits.
pub(super) const FAR: i64 = 1 << 58;

/// Strides in bytes from here on are not told apart.
const FAR_STRIDE: u64 = FAR as u64;

/// The shape of a scalar in memory: its type and, for a bit-field, its bits within the storage unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The type of the scalar.
    pub ty: Scalar,
    /// The bits, for a bit-field.
    pub field: Option<BitField>,
}

/// The bits at which scalars of one size start: a class and its bounds, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    progression: Progression,
    first: i128,
    last: i128,
}

impl From<Scalar> for Slot {
    fn from(ty: Scalar) -> Self {
        Slot { ty, field: None }
    }
}

impl Slot {
    /// Number of bits.
    pub fn bits(self) -> u32 {
        self.field.map_or(self.ty.bits(), |field| field.width)
    }

    /// The bits of an object that the slot has at a byte offset.
    pub(super) fn range(self, offset: i64) -> Range {
        let first = self.field.map_or(0, |field| i64::from(field.offset));
        Range::new(offset * 8 + first, self.bits())
    }

    /// The slots at several byte offsets.
    pub(super) fn span(self, offsets: Offsets) -> Span {
        let (_, _, stride, _) = offsets.runs();
        let (stride, run) = match offsets.steps() {
            (0, _) => (stride, Run::default()),
            (step, span) if (1..FAR_STRIDE).contains(&stride) => {
                let (span, step) = (i64::from(span) * 8, i64::from(step) * 8);
                (stride, Run { span, step })
            }
            _ => (offsets.stride(), Run::default()),
        };
        let (start, stride) = match stride {
            0 => (offsets.low().clamp(-FAR, FAR), 0),
            stride @ 1..FAR_STRIDE => (offsets.low().rem_euclid(stride as i64), stride),
            _ => (0, 1),
        };
        let first_bit = i128::from(self.range(0).start);
        Span {
            progression: Progression {
                stride: stride * 8,
                run,
                ..Progression::at(self.range(start))
            },
            first: i128::from(offsets.low()) * 8 + first_bit,
            last: i128::from(offsets.high()) * 8 + first_bit,
        }
    }

    /// The bits read, as a value of the type.
    pub(super) fn interpret(self, value: Value) -> Value {
        match (self.ty, self.field) {
            _ if value.is_bottom() => value,
            (Scalar::Float { bits }, _) => value.as_floating(bits),
            (ty, None) => value.resize(ty.bits(), ty.integer_type()),
            (ty, Some(field)) => {
                let signed = ty.integer_type().signed;
                let bits = field.width;
                value.resize(bits, IntegerType { bits, signed })
            }
        }
    }
}

impl Span {
    /// All places of a progression, without bounds.
    pub(super) fn all(progression: Progression) -> Self {
        Span {
            progression,
            first: i128::MIN / 2,
            last: i128::MAX / 2,
        }
    }

    /// The class of places without its bounds. Any member is its start, since regions don't look at bounds.
    pub(super) fn progression(self) -> Progression {
        self.progression
    }

    /// Whether a scalar starts at a bit from `first` to `last`.
    pub(super) fn starts_within(self, first: i64, last: i64) -> bool {
        let (low, high) = (self.first.max(first.into()), self.last.min(last.into()));
        low <= high && self.progression.starts_within(low, high)
    }
}

/// The offsets, if they are at most `most` and within reach.
pub(super) fn near_members(offsets: Offsets, most: usize) -> Option<impl Iterator<Item = i64>> {
    let near = -FAR <= offsets.low() && offsets.high() <= FAR;
    near.then(|| offsets.members(most)).flatten()
}
