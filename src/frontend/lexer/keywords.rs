//! The keywords of C and GNU C, those of the same meaning in one.

/// Which words are keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Those of C17 and GNU C: the names that C23 made keywords are names, as programs may declare them.
    #[default]
    C17,
    /// Those of C23 as well.
    C23,
}

/// A keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    Alignas,
    Alignof,
    Asm,
    Atomic,
    Attribute,
    Auto,
    /// `__auto_type`.
    AutoType,
    BitInt,
    Bool,
    Break,
    Case,
    Char,
    Complex,
    Const,
    Constexpr,
    Continue,
    Default,
    Do,
    Double,
    Else,
    Enum,
    Extern,
    /// `_Float128` and its relatives.
    ExtendedFloat,
    /// `__extension__`.
    Extension,
    False,
    Float,
    For,
    Generic,
    Goto,
    If,
    /// `__imag__`.
    ImaginaryPart,
    Inline,
    Int,
    Int128,
    /// `__label__`.
    LocalLabel,
    Long,
    Noreturn,
    Nullptr,
    /// `__builtin_offsetof`.
    OffsetOf,
    /// `_Pragma`.
    Pragma,
    /// `__real__`.
    RealPart,
    Register,
    Restrict,
    Return,
    Short,
    Signed,
    Sizeof,
    Static,
    StaticAssert,
    Struct,
    Switch,
    ThreadLocal,
    True,
    Typedef,
    Typeof,
    TypeofUnqual,
    /// `__builtin_types_compatible_p`.
    TypesCompatible,
    Union,
    Unsigned,
    /// `__uint128_t`.
    UnsignedInt128,
    /// `__builtin_va_arg`.
    VaArg,
    Void,
    Volatile,
    While,
}

/// The keyword that a word is.
pub(super) fn keyword(word: &[u8], dialect: Dialect) -> Option<Keyword> {
    match word.first()? {
        b'_' => reserved(word),
        b'a'..=b'w' => plain(word).or_else(|| (dialect == Dialect::C23).then(|| new_in_c23(word))?),
        _ => None,
    }
}

fn plain(word: &[u8]) -> Option<Keyword> {
    if word.len() > 8 {
        return None;
    }
    Some(match word {
        b"asm" => Keyword::Asm,
        b"auto" => Keyword::Auto,
        b"break" => Keyword::Break,
        b"case" => Keyword::Case,
        b"char" => Keyword::Char,
        b"const" => Keyword::Const,
        b"continue" => Keyword::Continue,
        b"default" => Keyword::Default,
        b"do" => Keyword::Do,
        b"double" => Keyword::Double,
        b"else" => Keyword::Else,
        b"enum" => Keyword::Enum,
        b"extern" => Keyword::Extern,
        b"float" => Keyword::Float,
        b"for" => Keyword::For,
        b"goto" => Keyword::Goto,
        b"if" => Keyword::If,
        b"inline" => Keyword::Inline,
        b"int" => Keyword::Int,
        b"long" => Keyword::Long,
        b"register" => Keyword::Register,
        b"restrict" => Keyword::Restrict,
        b"return" => Keyword::Return,
        b"short" => Keyword::Short,
        b"signed" => Keyword::Signed,
        b"sizeof" => Keyword::Sizeof,
        b"static" => Keyword::Static,
        b"struct" => Keyword::Struct,
        b"switch" => Keyword::Switch,
        b"typedef" => Keyword::Typedef,
        b"typeof" => Keyword::Typeof,
        b"union" => Keyword::Union,
        b"unsigned" => Keyword::Unsigned,
        b"void" => Keyword::Void,
        b"volatile" => Keyword::Volatile,
        b"while" => Keyword::While,
        _ => return None,
    })
}

/// The names that are keywords since C23 (N3096 6.4.1).
fn new_in_c23(word: &[u8]) -> Option<Keyword> {
    Some(match word {
        b"alignas" => Keyword::Alignas,
        b"alignof" => Keyword::Alignof,
        b"bool" => Keyword::Bool,
        b"constexpr" => Keyword::Constexpr,
        b"false" => Keyword::False,
        b"nullptr" => Keyword::Nullptr,
        b"static_assert" => Keyword::StaticAssert,
        b"thread_local" => Keyword::ThreadLocal,
        b"true" => Keyword::True,
        b"typeof_unqual" => Keyword::TypeofUnqual,
        _ => return None,
    })
}

fn reserved(word: &[u8]) -> Option<Keyword> {
    Some(match word {
        b"_Alignas" => Keyword::Alignas,
        b"_Alignof" | b"__alignof" | b"__alignof__" => Keyword::Alignof,
        b"__asm" | b"__asm__" => Keyword::Asm,
        b"_Atomic" => Keyword::Atomic,
        b"__attribute" | b"__attribute__" => Keyword::Attribute,
        b"__auto_type" => Keyword::AutoType,
        b"_BitInt" => Keyword::BitInt,
        b"_Bool" => Keyword::Bool,
        b"_Complex" | b"__complex" | b"__complex__" => Keyword::Complex,
        b"__const" | b"__const__" => Keyword::Const,
        b"__extension__" => Keyword::Extension,
        b"_Generic" => Keyword::Generic,
        b"__imag" | b"__imag__" => Keyword::ImaginaryPart,
        b"__inline" | b"__inline__" => Keyword::Inline,
        b"__int128" | b"__int128_t" => Keyword::Int128,
        b"__label__" => Keyword::LocalLabel,
        b"_Noreturn" => Keyword::Noreturn,
        b"__builtin_offsetof" => Keyword::OffsetOf,
        b"_Pragma" => Keyword::Pragma,
        b"__real" | b"__real__" => Keyword::RealPart,
        b"__restrict" | b"__restrict__" => Keyword::Restrict,
        b"__signed" | b"__signed__" => Keyword::Signed,
        b"_Static_assert" => Keyword::StaticAssert,
        b"__thread" | b"_Thread_local" => Keyword::ThreadLocal,
        b"__typeof" | b"__typeof__" => Keyword::Typeof,
        b"__builtin_types_compatible_p" => Keyword::TypesCompatible,
        b"__uint128_t" => Keyword::UnsignedInt128,
        b"__builtin_va_arg" => Keyword::VaArg,
        b"__volatile" | b"__volatile__" => Keyword::Volatile,
        b"_Float16" | b"_Float32" | b"_Float64" | b"_Float128" | b"_Float32x" | b"_Float64x" | b"__float128"
        | b"_Decimal32" | b"_Decimal64" | b"_Decimal128" => Keyword::ExtendedFloat,
        _ => return None,
    })
}
