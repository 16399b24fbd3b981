//! Scalar types as the abstract operators need them: width and sign, nothing else.

use crate::ir::{TypeId, TypeKind, Types};

/// An integer type: its width and its sign. Signed types are two's complement.
///
/// Values are mathematical integers held in `i128`. Only the unsigned type of 128 bits doesn't fit:
/// its values are held modulo 2¹²⁸ as signed numbers, and operators that depend on the sign know nothing about negative ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntegerType {
    /// Number of bits, 1 to 128.
    pub bits: u32,
    /// Whether it is signed.
    pub signed: bool,
}

/// What a signed operation that overflows does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignedOverflow {
    /// The result wraps around (`-fwrapv`).
    Wraps,
    /// It is undefined behaviour and assumed not to happen.
    Undefined,
}

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `_Bool`: one byte that is 0 or 1; conversion to it compares with zero.
    Bool,
    /// An integer or enumeration type.
    Integer(IntegerType),
    /// A floating-point type; its values are not tracked.
    Float {
        /// Number of bits.
        bits: u32,
    },
    /// A pointer.
    Pointer {
        /// Number of bits.
        bits: u32,
    },
}

impl IntegerType {
    /// `int`.
    pub const INT: IntegerType = IntegerType { bits: 32, signed: true };

    /// The type of `size` bytes (1 to 16).
    pub fn of_size(size: u8, signed: bool) -> Self {
        IntegerType {
            bits: u32::from(size) * 8,
            signed,
        }
    }

    /// The least value.
    pub fn low(self) -> i128 {
        match (self.bits, self.signed) {
            (128.., _) => i128::MIN,
            (_, false) => 0,
            (bits, true) => -(1_i128 << (bits - 1)),
        }
    }

    /// The greatest value.
    pub fn high(self) -> i128 {
        match (self.bits, self.signed) {
            (128.., _) => i128::MAX,
            (127, false) => i128::MAX,
            (bits, false) => (1_i128 << bits) - 1,
            (bits, true) => (1_i128 << (bits - 1)) - 1,
        }
    }

    /// The value of the type that is congruent to `value` modulo 2^bits.
    pub fn wrap(self, value: i128) -> i128 {
        if self.bits >= 128 {
            return value;
        }
        let unused = 128 - self.bits;
        if self.signed {
            (value << unused) >> unused
        } else {
            (((value as u128) << unused) >> unused) as i128
        }
    }

    /// Whether the values are held as they are: not so for unsigned integers of 128 bits.
    pub(crate) fn is_exact(self) -> bool {
        self.signed || self.bits < 128
    }
}

impl Scalar {
    /// `int`.
    pub const INT: Scalar = Scalar::Integer(IntegerType::INT);

    /// The scalar type that `ty` is; `None` for records, arrays, functions and `void`.
    pub fn of(types: &Types, ty: TypeId) -> Option<Scalar> {
        match types.kind(ty) {
            TypeKind::Bool => Some(Scalar::Bool),
            TypeKind::Integer { size, signed } => Some(Scalar::Integer(IntegerType::of_size(*size, *signed))),
            TypeKind::Float { size, .. } => Some(Scalar::Float {
                bits: u32::from(*size) * 8,
            }),
            TypeKind::Pointer(_) => Some(Scalar::pointer(types)),
            TypeKind::Void | TypeKind::Array(..) | TypeKind::Record(_) | TypeKind::Function(_) => None,
        }
    }

    /// The type of pointers in a data model.
    pub fn pointer(types: &Types) -> Scalar {
        Scalar::Pointer {
            bits: types.model().pointer_size() as u32 * 8,
        }
    }

    /// Number of bits that a value takes in memory.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Bool => 8,
            Scalar::Integer(ty) => ty.bits,
            Scalar::Float { bits } | Scalar::Pointer { bits } => bits,
        }
    }

    /// Whether a conversion to another type keeps every value. Addresses, and numbers of as many bits, count modulo their
    /// number of bits, as the arithmetic on addresses does.
    pub fn keeps_every_value(self, to: Scalar) -> bool {
        match (self, to) {
            (Scalar::Float { .. }, _) | (_, Scalar::Float { .. }) => self == to,
            (Scalar::Pointer { bits }, _) | (_, Scalar::Pointer { bits })
                if self.bits() == bits && to.bits() == bits =>
            {
                true
            }
            (_, Scalar::Bool) => self == Scalar::Bool,
            (Scalar::Bool, _) => true,
            (from, to) => {
                let (from, to) = (from.integer_type(), to.integer_type());
                let as_addresses = from.bits == 64 && to.bits == 64;
                as_addresses || to.low() <= from.low() && from.high() <= to.high() && to.is_exact()
            }
        }
    }

    /// Whether a conversion to another type gives different values for different values, so that converting back undoes it.
    pub fn keeps_values_apart(self, to: Scalar) -> bool {
        match (self, to) {
            (Scalar::Float { .. }, _) | (_, Scalar::Float { .. }) => false,
            (_, Scalar::Bool) => self == Scalar::Bool,
            (from, to) => to.bits() >= from.bits(),
        }
    }

    /// The integer type that holds the numbers of this scalar type; pointers are unsigned.
    pub fn integer_type(self) -> IntegerType {
        match self {
            Scalar::Integer(ty) => ty,
            Scalar::Bool | Scalar::Pointer { .. } | Scalar::Float { .. } => IntegerType {
                bits: self.bits(),
                signed: false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All integer types of up to 64 bits, with the type of truth values.
    fn scalars() -> Vec<Scalar> {
        let integer = |bits, signed| Scalar::Integer(IntegerType { bits, signed });
        let widths = [8, 16, 32, 64].into_iter();
        let integers = widths.flat_map(|bits| [integer(bits, false), integer(bits, true)]);
        integers.chain([Scalar::Bool]).collect()
    }

    /// The values at the ends of a type, which tell most about it.
    fn ends(ty: Scalar) -> Vec<i128> {
        match ty {
            Scalar::Bool => vec![0, 1],
            _ => [
                ty.integer_type().low(),
                -1,
                0,
                1,
                2,
                200,
                1 << (ty.bits() - 2),
                ty.integer_type().high(),
            ]
            .into_iter()
            .filter(|value| ty.integer_type().wrap(*value) == *value)
            .collect(),
        }
    }

    fn convert(value: i128, to: Scalar) -> i128 {
        match to {
            Scalar::Bool => i128::from(value != 0),
            _ => to.integer_type().wrap(value),
        }
    }

    #[test]
    fn conversions_keep_values_and_keep_them_apart_as_they_say() {
        for from in scalars() {
            for to in scalars() {
                let converted: Vec<i128> = ends(from).into_iter().map(|value| convert(value, to)).collect();
                let address_wide = from.bits() == 64 && to.bits() == 64;
                assert_eq!(
                    from.keeps_every_value(to),
                    address_wide || converted == ends(from),
                    "{from:?} to {to:?}"
                );
                let back: Vec<i128> = converted.iter().map(|value| convert(*value, from)).collect();
                assert_eq!(from.keeps_values_apart(to), back == ends(from), "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn floats_keep_nothing_and_pointers_only_what_is_as_wide() {
        let (float, pointer) = (Scalar::Float { bits: 32 }, Scalar::Pointer { bits: 64 });
        let integer = |bits, signed| Scalar::Integer(IntegerType { bits, signed });
        assert!(!Scalar::INT.keeps_every_value(float) && !Scalar::INT.keeps_values_apart(float));
        assert!(integer(64, true).keeps_every_value(pointer) && pointer.keeps_every_value(integer(64, false)));
        assert!(!pointer.keeps_every_value(Scalar::INT) && !Scalar::INT.keeps_every_value(pointer));
    }

    #[test]
    fn wrapping_gives_the_congruent_value_in_range() {
        for bits in [1, 3, 8, 16, 31, 32, 63, 64] {
            for signed in [false, true] {
                let ty = IntegerType { bits, signed };
                for value in [-1, 0, 1, 200, -200, 1 << 40, -(1 << 70), ty.low() - 1, ty.high() + 1] {
                    let wrapped = ty.wrap(value);
                    assert!(ty.low() <= wrapped && wrapped <= ty.high());
                    assert_eq!((wrapped - value).rem_euclid(1 << bits), 0);
                }
            }
        }
    }
}
