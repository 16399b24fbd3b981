//! The names by which the parser tells lowering what the syntax trees have no form for.

/// The type name that stands for `__auto_type`, and for `auto` without a type.
pub(crate) const AUTO_TYPE: &str = "__pepsin_auto";

/// The type name that stands for `__int128`.
pub(crate) const INT128: &str = "__pepsin_int128";

/// The type name that stands for `__uint128_t`.
pub(crate) const UNSIGNED_INT128: &str = "__pepsin_unsigned_int128";

/// The type name whose "variables" are the labels of `__label__`.
pub(crate) const LOCAL_LABEL: &str = "__pepsin_label";

/// A member of this name is `__real__`.
pub(crate) const REAL_PART: &str = "__pepsin_real";

/// A member of this name is `__imag__`.
pub(crate) const IMAGINARY_PART: &str = "__pepsin_imaginary";

/// A call of it, with `sizeof` of the operand, is `__alignof__`, and `_Alignof` of an expression.
pub(crate) const ALIGNMENT: &str = "__pepsin_alignment";

/// A call of it inside of `typeof`, with `sizeof` of the operand, is `typeof_unqual`.
pub(crate) const UNQUALIFIED: &str = "__pepsin_unqualified";

/// The left-out operand of `a ?: b`.
pub(crate) const SAME_AS_CONDITION: &str = "__pepsin_same";

/// A call of it is `goto *address`.
pub(crate) const COMPUTED_GOTO: &str = "__pepsin_goto";

/// A call of it is `&&label`.
pub(crate) const LABEL_ADDRESS: &str = "__pepsin_label_address";

/// Any `int`: chooses whether `asm goto` jumps.
pub(crate) const CHOICE: &str = "__pepsin_choice";

/// The null pointer constant of C23.
pub(crate) const NULL_POINTER: &str = "__pepsin_nullptr";

/// A call of it, with `sizeof`s of the types, is `__builtin_types_compatible_p`.
pub(crate) const TYPES_COMPATIBLE: &str = "__pepsin_types_compatible";

/// The first enumerator of an enumeration with a type of its own: its value has that type.
pub(crate) const UNDERLYING_TYPE: &str = "__pepsin_underlying_type";

/// The attribute that carries the `#pragma pack` in force to a record.
pub(crate) const PACK: &str = "__pepsin_pack";

/// The attribute of what is declared `constexpr`.
pub(crate) const CONSTEXPR: &str = "__pepsin_constexpr";
