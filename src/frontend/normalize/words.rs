//! Which words of C and GNU C the token pass must know, grouped by what it does with them.

/// What a word means to the token pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// An identifier, or a keyword that the pass copies without a thought.
    Name,
    /// An identifier with characters that the parser does not take (`$`, UTF-8, `\u…`).
    OddName,
    /// A keyword that is a type specifier by itself.
    Type,
    /// `__int128` and its relatives.
    Int128,
    /// `__uint128_t`.
    UnsignedInt128,
    /// `__float128`.
    Float128,
    /// `__auto_type`.
    AutoType,
    /// `_BitInt`.
    BitInt,
    /// `struct` or `union`.
    Record,
    /// `enum`.
    Enum,
    /// `typeof` in all spellings.
    Typeof,
    /// `_Atomic`.
    Atomic,
    /// `typedef`.
    Typedef,
    /// A storage class.
    Storage,
    /// `_Thread_local`, `__thread`.
    ThreadLocal,
    /// `const` or `volatile`.
    Qualifier,
    /// `restrict`.
    Restrict,
    /// `inline` or `_Noreturn`.
    FunctionSpecifier,
    /// `_Alignas`.
    Alignas,
    /// `_Alignof`, `__alignof__`.
    Alignof,
    /// `sizeof`.
    Sizeof,
    /// `__attribute__`.
    Attribute,
    /// `asm`.
    Asm,
    /// `__extension__`.
    Extension,
    /// `_Static_assert`.
    StaticAssert,
    /// `_Pragma`.
    Pragma,
    /// `__label__`.
    LocalLabel,
    /// `__real__`.
    RealPart,
    /// `__imag__`.
    ImaginaryPart,
    /// `__builtin_types_compatible_p`.
    TypesCompatible,
    /// `if`, `while`, `for` or `switch`: a parenthesis and a statement follow.
    Control,
    /// `else` or `do`: a statement follows.
    Prefix,
    /// `case`.
    Case,
    /// `default`.
    Default,
    /// `goto`.
    Goto,
    /// `return`.
    Return,
}

/// What the word `text` means to the pass.
pub(super) fn classify(text: &[u8]) -> Word {
    match text.first() {
        Some(b'_') => classify_reserved(text),
        Some(b'a'..=b'z') if text.len() <= 8 => classify_plain(text),
        _ => Word::Name,
    }
}

fn classify_plain(text: &[u8]) -> Word {
    match text {
        b"int" | b"char" | b"void" | b"short" | b"long" | b"float" | b"double" | b"signed" | b"unsigned" => Word::Type,
        b"struct" | b"union" => Word::Record,
        b"enum" => Word::Enum,
        b"typeof" => Word::Typeof,
        b"typedef" => Word::Typedef,
        b"extern" | b"static" | b"auto" | b"register" => Word::Storage,
        b"const" | b"volatile" => Word::Qualifier,
        b"restrict" => Word::Restrict,
        b"inline" => Word::FunctionSpecifier,
        b"sizeof" => Word::Sizeof,
        b"asm" => Word::Asm,
        b"if" | b"while" | b"for" | b"switch" => Word::Control,
        b"else" | b"do" => Word::Prefix,
        b"case" => Word::Case,
        b"default" => Word::Default,
        b"goto" => Word::Goto,
        b"return" => Word::Return,
        _ => Word::Name,
    }
}

fn classify_reserved(text: &[u8]) -> Word {
    match text {
        b"_Bool" | b"_Complex" | b"__complex" | b"__complex__" | b"__signed" | b"__signed__" | b"_Float16"
        | b"_Float32" | b"_Float64" | b"_Float128" | b"_Float32x" | b"_Float64x" | b"_Decimal32" | b"_Decimal64"
        | b"_Decimal128" => Word::Type,
        b"__int128" | b"__int128_t" => Word::Int128,
        b"__uint128_t" => Word::UnsignedInt128,
        b"__float128" => Word::Float128,
        b"__auto_type" => Word::AutoType,
        b"_BitInt" => Word::BitInt,
        b"__typeof" | b"__typeof__" => Word::Typeof,
        b"_Atomic" => Word::Atomic,
        b"__thread" | b"_Thread_local" => Word::ThreadLocal,
        b"__const" | b"__const__" | b"__volatile" | b"__volatile__" => Word::Qualifier,
        b"__restrict" | b"__restrict__" => Word::Restrict,
        b"__inline" | b"__inline__" | b"_Noreturn" => Word::FunctionSpecifier,
        b"_Alignas" => Word::Alignas,
        b"_Alignof" | b"__alignof" | b"__alignof__" => Word::Alignof,
        b"__attribute" | b"__attribute__" => Word::Attribute,
        b"__asm" | b"__asm__" => Word::Asm,
        b"__extension__" => Word::Extension,
        b"_Static_assert" => Word::StaticAssert,
        b"_Pragma" => Word::Pragma,
        b"__label__" => Word::LocalLabel,
        b"__real" | b"__real__" => Word::RealPart,
        b"__imag" | b"__imag__" => Word::ImaginaryPart,
        b"__builtin_types_compatible_p" => Word::TypesCompatible,
        _ => Word::Name,
    }
}

impl Word {
    /// Whether the word names a type all by itself or opens a type specifier.
    pub(super) fn is_type(self) -> bool {
        matches!(
            self,
            Word::Type
                | Word::Int128
                | Word::UnsignedInt128
                | Word::Float128
                | Word::AutoType
                | Word::Record
                | Word::Enum
                | Word::Typeof
        )
    }

    /// Whether only a declaration (or a type name) can begin with the word.
    pub(super) fn begins_declaration(self) -> bool {
        self.is_type()
            || matches!(
                self,
                Word::Atomic
                    | Word::Typedef
                    | Word::Storage
                    | Word::ThreadLocal
                    | Word::Qualifier
                    | Word::FunctionSpecifier
                    | Word::Alignas
            )
    }
}
