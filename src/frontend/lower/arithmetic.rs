//! Types of arithmetic: the basic types, integer promotions, the usual arithmetic conversions (C17 6.3.1), and conversions of values.

use super::Lowering;
use crate::ir::{DataModel, Expr, FloatFormat, Place, Position, Projection, Root, Type, TypeId, TypeKind, Types};

/// The ids of the types that lowering needs by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Basic {
    pub(super) void: TypeId,
    pub(super) boolean: TypeId,
    pub(super) character: TypeId,
    pub(super) int: TypeId,
    pub(super) unsigned: TypeId,
    pub(super) long: TypeId,
    pub(super) unsigned_long: TypeId,
    pub(super) long_long: TypeId,
    pub(super) unsigned_long_long: TypeId,
    pub(super) float: TypeId,
    pub(super) double: TypeId,
    pub(super) long_double: TypeId,
    pub(super) void_pointer: TypeId,
    pub(super) char_pointer: TypeId,
}

impl Basic {
    /// Interns the basic types of a data model.
    pub(super) fn new(types: &mut Types) -> Self {
        let word = types.model().pointer_size() as u8;
        let long_double = if types.model() == DataModel::Lp64 { 16 } else { 12 };
        let mut integer = |size, signed| types.intern(TypeKind::Integer { size, signed });
        let (character, int, unsigned) = (integer(1, true), integer(4, true), integer(4, false));
        let (long, unsigned_long) = (integer(word, true), integer(word, false));
        let (long_long, unsigned_long_long) = (integer(8, true), integer(8, false));
        let void = types.intern(TypeKind::Void);
        Basic {
            void,
            boolean: types.intern(TypeKind::Bool),
            character,
            int,
            unsigned,
            long,
            unsigned_long,
            long_long,
            unsigned_long_long,
            float: types.intern(float(4)),
            double: types.intern(float(8)),
            long_double: types.intern(float(long_double)),
            void_pointer: types.intern(TypeKind::Pointer(void)),
            char_pointer: types.intern(TypeKind::Pointer(character)),
        }
    }
}

/// The usual floating-point type of so many bytes.
fn float(size: u8) -> TypeKind {
    TypeKind::Float {
        size,
        format: FloatFormat::Usual,
    }
}

/// Whether constants of a floating-point type have the value that their expression says: others have digits that are lost.
fn is_usual(types: &Types, ty: TypeId) -> bool {
    let usual = FloatFormat::Usual;
    matches!(types.kind(ty), TypeKind::Float { format, .. } if *format == usual)
}

/// Wraps a number to an integer type (C17 6.3.1.3; out-of-range signed conversions wrap, as gcc defines them).
pub(super) fn wrap(value: i128, size: u8, signed: bool) -> i128 {
    let bits = u32::from(size) * 8;
    if bits >= 128 {
        return value;
    }
    let shift = 128 - bits;
    if signed {
        (value << shift) >> shift
    } else {
        value & ((1_i128 << bits) - 1)
    }
}

/// Rounds a number to a floating-point type of `size` bytes. Types wider than `double` are computed in `double`.
pub(super) fn rounded(value: f64, size: u8) -> f64 {
    if size == 4 { f64::from(value as f32) } else { value }
}

impl Lowering<'_> {
    /// The type without qualifiers.
    pub(super) fn unqualified(&mut self, ty: TypeId) -> TypeId {
        let known = self.types().get(ty);
        if !known.atomic && !known.volatile {
            return ty;
        }
        let kind = known.kind.clone();
        self.types_mut().intern(kind)
    }

    /// The type with qualifiers added; those of an array belong to its elements (C17 6.7.3 9).
    pub(super) fn qualified(&mut self, ty: TypeId, atomic: bool, volatile: bool) -> TypeId {
        let known = self.types().get(ty);
        if (!atomic || known.atomic) && (!volatile || known.volatile) {
            return ty;
        }
        let known = known.clone();
        match known.kind {
            TypeKind::Array(element, count) => {
                let element = self.qualified(element, atomic, volatile);
                self.types_mut().intern(TypeKind::Array(element, count))
            }
            TypeKind::Function(_) => ty,
            kind => self.types_mut().intern_qualified(Type {
                kind,
                atomic: known.atomic || atomic,
                volatile: known.volatile || volatile,
            }),
        }
    }

    /// The type of a pointer to `ty`.
    pub(super) fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        self.types_mut().intern(TypeKind::Pointer(ty))
    }

    /// The size and signedness of an integer type, `_Bool` included.
    pub(super) fn integer(&self, ty: TypeId) -> Option<(u8, bool)> {
        match self.types().kind(ty) {
            TypeKind::Bool => Some((1, false)),
            TypeKind::Integer { size, signed } => Some((*size, *signed)),
            _ => None,
        }
    }

    /// Whether values of the type are floating-point numbers.
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.types().kind(ty), TypeKind::Float { .. })
    }

    /// The width of the bit-field that a value is read from, or was read from before it was kept in a temporary.
    pub(super) fn bit_width(&self, value: &Expr) -> Option<u32> {
        let Expr::Load(place) = value else { return None };
        match place.root {
            Root::Local(local) if place.projections.is_empty() => self.flow.widths.get(&local).copied(),
            _ => self.width_of(place),
        }
    }

    /// The width of a place that is a bit-field.
    pub(super) fn width_of(&self, place: &Place) -> Option<u32> {
        let Some(Projection::Field(record, field)) = place.projections.last() else {
            return None;
        };
        let field = self.types().fields(*record).get(*field as usize)?;
        field.bits.map(|bits| bits.width)
    }

    /// Notes that a temporary holds the value of a bit-field, which is promoted as that (C17 6.3.1.1 2).
    pub(super) fn note_width(&mut self, kept: &Expr, width: Option<u32>) {
        if let (Expr::Load(place), Some(width)) = (kept, width)
            && let Root::Local(local) = place.root
        {
            self.flow.widths.insert(local, width);
        }
    }

    /// Keeps a value in a temporary.
    pub(super) fn keep(&mut self, value: Expr, at: Position) -> Expr {
        let (ty, width) = (self.unqualified(value.ty()), self.bit_width(&value));
        let kept = self.flow.store(value, ty, at);
        self.note_width(&kept, width);
        kept
    }

    /// The integer promotions (C17 6.3.1.1).
    pub(super) fn promote(&mut self, value: Expr) -> Expr {
        let Some((size, signed)) = self.integer(value.ty()) else {
            return value;
        };
        let (int, unsigned) = (self.basic.int, self.basic.unsigned);
        let fits = match self.bit_width(&value) {
            Some(width) => width < 32 || width == 32 && signed,
            None => size < 4,
        };
        // To gcc a bit-field wider than `int` has a type of its very width; of those, 32 bits are the one that C has a type for.
        if !fits && self.bit_width(&value) == Some(32) {
            return self.convert(value, unsigned);
        }
        if fits {
            return self.convert(value, int);
        }
        let ty = self.unqualified(value.ty());
        self.convert(value, ty)
    }

    /// The usual arithmetic conversions of two operands; their common type comes with them.
    pub(super) fn usual_conversions(&mut self, left: Expr, right: Expr) -> (Expr, Expr, TypeId) {
        let (left, right) = (self.promote(left), self.promote(right));
        let common = self.common_type(left.ty(), right.ty());
        (self.convert(left, common), self.convert(right, common), common)
    }

    fn common_type(&mut self, left: TypeId, right: TypeId) -> TypeId {
        let (left, right) = (self.unqualified(left), self.unqualified(right));
        if left == right {
            return left;
        }
        match (self.types().kind(left), self.types().kind(right)) {
            // binary128 has more values than the extended format of its size.
            (TypeKind::Float { size: one, format }, TypeKind::Float { size: other, .. }) => {
                match one > other || one == other && *format == FloatFormat::Other {
                    true => left,
                    false => right,
                }
            }
            (TypeKind::Float { .. }, _) => left,
            (_, TypeKind::Float { .. }) => right,
            _ => self.common_integer_type(left, right),
        }
    }

    fn common_integer_type(&self, left: TypeId, right: TypeId) -> TypeId {
        let (Some((one, one_signed)), Some((other, other_signed))) = (self.integer(left), self.integer(right)) else {
            return left;
        };
        if one != other {
            return if one > other { left } else { right };
        }
        if one_signed && !other_signed { right } else { left }
    }

    /// Converts a value to a type, folding constants.
    pub(super) fn convert(&mut self, value: Expr, to: TypeId) -> Expr {
        let to = self.unqualified(to);
        let from = value.ty();
        if self.types().kind(from) == self.types().kind(to) {
            return value;
        }
        if let TypeKind::Integer { size, signed } = self.types().kind(to)
            && matches!(value, Expr::Binary(..) | Expr::Unary(..))
            && let Some(whole) = self.whole_of_long_double(&value)
        {
            return Expr::Integer(wrap(whole, *size, *signed), to);
        }
        match (value, self.types().kind(to)) {
            (Expr::Integer(number, _), TypeKind::Bool) => Expr::Integer(i128::from(number != 0), to),
            (Expr::Integer(number, _), TypeKind::Integer { size, signed }) => {
                Expr::Integer(wrap(number, *size, *signed), to)
            }
            (Expr::Integer(number, _), TypeKind::Pointer(_)) => {
                let size = self.types().model().pointer_size() as u8;
                Expr::Integer(wrap(number, size, false), to)
            }
            (Expr::Integer(number, _), TypeKind::Float { size, .. })
                if *size <= 8 || number as f64 as i128 == number =>
            {
                let number = match *size {
                    4 => f64::from(number as f32),
                    _ => number as f64,
                };
                Expr::Float(number, to)
            }
            (Expr::Float(number, _), TypeKind::Float { size, .. }) if is_usual(self.types(), from) => {
                Expr::Float(rounded(number, *size), to)
            }
            // What the type doesn't have is undefined (C17 6.3.1.4), and compilers differ.
            (Expr::Float(number, _), TypeKind::Integer { size, signed })
                if wrap(number as i128, *size, *signed) as f64 == number.trunc() && is_usual(self.types(), from) =>
            {
                Expr::Integer(number as i128, to)
            }
            (Expr::Float(number, _), TypeKind::Bool) => Expr::Integer(i128::from(number != 0.0), to),
            (value, TypeKind::Void | TypeKind::Record(_) | TypeKind::Array(..) | TypeKind::Function(_)) => value,
            (value, _) if matches!(self.types().kind(from), TypeKind::Record(_) | TypeKind::Void) => {
                drop(value);
                Expr::Unknown(to)
            }
            (value, _) => Expr::Cast(Box::new(value), to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn numbers_wrap_to_the_width_and_sign_of_their_type() {
        assert_eq!(wrap(255, 1, true), -1);
        assert_eq!(wrap(-1, 4, false), 0xffff_ffff);
        assert_eq!(wrap(1 << 32, 4, true), 0);
        assert_eq!(wrap(-5, 8, true), -5);
    }
}
