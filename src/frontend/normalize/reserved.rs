//! The names by which the token pass tells lowering what the parser's grammar can't express.

/// Declarations in front of every translation unit, so that the parser takes the reserved type names as types.
pub(crate) const PRELUDE: &str =
    "typedef int __pepsin_auto, __pepsin_label, __pepsin_real, __pepsin_imaginary, __pepsin_alignment;";

/// The type name that stands for `__auto_type`.
pub(crate) const AUTO_TYPE: &str = "__pepsin_auto";

/// The type name whose "variables" are the labels of `__label__`.
pub(crate) const LOCAL_LABEL: &str = "__pepsin_label";

/// A cast to it, or a member of this name, is `__real__`.
pub(crate) const REAL_PART: &str = "__pepsin_real";

/// A cast to it, or a member of this name, is `__imag__`.
pub(crate) const IMAGINARY_PART: &str = "__pepsin_imaginary";

/// A cast to it is `__alignof__` of an expression.
pub(crate) const ALIGNMENT: &str = "__pepsin_alignment";

/// The left-out operand of `a ?: b`.
pub(crate) const SAME_AS_CONDITION: &str = "__pepsin_same";

/// The only item of the empty braces of a compound literal.
pub(crate) const EMPTY: &str = "__pepsin_empty";

/// A call of it is `goto *address`.
pub(crate) const COMPUTED_GOTO: &str = "__pepsin_goto";

/// A call of it is `&&label`.
pub(crate) const LABEL_ADDRESS: &str = "__pepsin_label_address";

/// Any `int`: chooses whether `asm goto` jumps.
pub(crate) const CHOICE: &str = "__pepsin_choice";

/// A call of it, with `sizeof`s of the types, is `__builtin_types_compatible_p`.
pub(crate) const TYPES_COMPATIBLE: &str = "__pepsin_types_compatible";

/// The first declarator of a declaration that only tells the parser which typedef names the parameters shadow.
pub(crate) const SHADOW: &str = "__pepsin_shadow";

/// The attribute that carries the `#pragma pack` in force to a record.
pub(crate) const PACK: &str = "__pepsin_pack";

/// Opens the encoding of a byte that the parser does not take in names, followed by two hexadecimal digits.
pub(crate) const ODD_BYTE: &str = "__pepsin_x";

/// The name as the source has it: decodes what [`ODD_BYTE`] encodes.
pub(crate) fn decode(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some(found) = rest.find(ODD_BYTE) {
        bytes.extend_from_slice(&rest.as_bytes()[..found]);
        rest = &rest[found + ODD_BYTE.len()..];
        if let Some(byte) = rest.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            bytes.push(byte);
            rest = &rest[2..];
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}
