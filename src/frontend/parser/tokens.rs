//! Cuts normalised text into tokens. The text is pure ASCII and holds neither comments nor directives, so little can go wrong here.

/// A token: what it is, and which bytes of the text it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Keyword(Keyword),
    /// An integer or floating constant.
    Number,
    /// A string literal.
    Text,
    /// A punctuator of one byte.
    Mark(u8),
    /// A punctuator of several bytes.
    Operator(Operator),
    /// The end of the text.
    End,
}

/// The punctuators of several bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Ellipsis,
    Arrow,
    Increment,
    Decrement,
    ShiftLeft,
    ShiftRight,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    NotEqual,
    And,
    Or,
    AssignProduct,
    AssignQuotient,
    AssignRemainder,
    AssignSum,
    AssignDifference,
    AssignShiftLeft,
    AssignShiftRight,
    AssignAnd,
    AssignExclusiveOr,
    AssignOr,
}

/// The keywords, those of the same meaning in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Alignof,
    Asm,
    Atomic,
    Attribute,
    Auto,
    Bool,
    Break,
    Case,
    Char,
    Complex,
    Const,
    Continue,
    Default,
    Do,
    Double,
    Else,
    Enum,
    Extern,
    /// `_Float128` and its relatives.
    ExtendedFloat,
    Float,
    For,
    Generic,
    Goto,
    If,
    Inline,
    Int,
    Long,
    Noreturn,
    OffsetOf,
    Register,
    Return,
    Short,
    Signed,
    Sizeof,
    Static,
    Struct,
    Switch,
    ThreadLocal,
    Typedef,
    Typeof,
    Union,
    Unsigned,
    VaArg,
    Void,
    Volatile,
    While,
}

/// The tokens of a text, ended by one of kind [`Kind::End`].
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(bytes.len() / 4 + 1);
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        if first.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (kind, length) = token(&bytes[at..]);
        tokens.push(Token {
            kind,
            start: at as u32,
            end: (at + length) as u32,
        });
        at += length;
    }
    tokens.push(Token {
        kind: Kind::End,
        start: at as u32,
        end: at as u32,
    });
    tokens
}

/// The token at the head of `rest`, which is not empty, and its length.
fn token(rest: &[u8]) -> (Kind, usize) {
    let second = rest.get(1).copied().unwrap_or(0);
    match rest[0] {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
            let length = rest.iter().take_while(|byte| is_word_byte(**byte)).count();
            (keyword(&rest[..length]).map_or(Kind::Name, Kind::Keyword), length)
        }
        b'0'..=b'9' => (Kind::Number, number_length(rest)),
        b'.' if second.is_ascii_digit() => (Kind::Number, number_length(rest)),
        b'"' => {
            let length = rest[1..].iter().take_while(|byte| **byte != b'"').count() + 2;
            (Kind::Text, length.min(rest.len()))
        }
        mark => operator(rest).map_or((Kind::Mark(mark), 1), |(operator, length)| {
            (Kind::Operator(operator), length)
        }),
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A preprocessing number (C17 6.4.8): a sign belongs to it behind the letter of an exponent.
fn number_length(rest: &[u8]) -> usize {
    let hexadecimal = rest.starts_with(b"0x") || rest.starts_with(b"0X");
    let mut length = 0;
    while let Some(byte) = rest.get(length) {
        let last = rest.get(length.wrapping_sub(1)).copied().unwrap_or(0);
        let exponent = matches!(last, b'p' | b'P') || !hexadecimal && matches!(last, b'e' | b'E');
        if !(is_word_byte(*byte) || *byte == b'.' || exponent && matches!(byte, b'+' | b'-')) {
            break;
        }
        length += 1;
    }
    length
}

fn operator(rest: &[u8]) -> Option<(Operator, usize)> {
    let (second, third) = (rest.get(1).copied()?, rest.get(2).copied().unwrap_or(0));
    Some(match (rest[0], second, third) {
        (b'.', b'.', b'.') => (Operator::Ellipsis, 3),
        (b'<', b'<', b'=') => (Operator::AssignShiftLeft, 3),
        (b'>', b'>', b'=') => (Operator::AssignShiftRight, 3),
        (b'-', b'>', _) => (Operator::Arrow, 2),
        (b'+', b'+', _) => (Operator::Increment, 2),
        (b'-', b'-', _) => (Operator::Decrement, 2),
        (b'<', b'<', _) => (Operator::ShiftLeft, 2),
        (b'>', b'>', _) => (Operator::ShiftRight, 2),
        (b'<', b'=', _) => (Operator::LessOrEqual, 2),
        (b'>', b'=', _) => (Operator::GreaterOrEqual, 2),
        (b'=', b'=', _) => (Operator::Equal, 2),
        (b'!', b'=', _) => (Operator::NotEqual, 2),
        (b'&', b'&', _) => (Operator::And, 2),
        (b'|', b'|', _) => (Operator::Or, 2),
        (b'*', b'=', _) => (Operator::AssignProduct, 2),
        (b'/', b'=', _) => (Operator::AssignQuotient, 2),
        (b'%', b'=', _) => (Operator::AssignRemainder, 2),
        (b'+', b'=', _) => (Operator::AssignSum, 2),
        (b'-', b'=', _) => (Operator::AssignDifference, 2),
        (b'&', b'=', _) => (Operator::AssignAnd, 2),
        (b'^', b'=', _) => (Operator::AssignExclusiveOr, 2),
        (b'|', b'=', _) => (Operator::AssignOr, 2),
        _ => return None,
    })
}

fn keyword(word: &[u8]) -> Option<Keyword> {
    match word[0] {
        b'_' => reserved_keyword(word),
        b'a'..=b'w' if word.len() <= 8 => plain_keyword(word),
        _ => None,
    }
}

fn plain_keyword(word: &[u8]) -> Option<Keyword> {
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

fn reserved_keyword(word: &[u8]) -> Option<Keyword> {
    Some(match word {
        b"_Alignof" => Keyword::Alignof,
        b"__asm__" => Keyword::Asm,
        b"_Atomic" => Keyword::Atomic,
        b"__attribute__" => Keyword::Attribute,
        b"_Bool" => Keyword::Bool,
        b"_Complex" | b"__complex" | b"__complex__" => Keyword::Complex,
        b"_Generic" => Keyword::Generic,
        b"__inline" | b"__inline__" => Keyword::Inline,
        b"_Noreturn" => Keyword::Noreturn,
        b"__builtin_offsetof" => Keyword::OffsetOf,
        b"__signed" | b"__signed__" => Keyword::Signed,
        b"_Thread_local" => Keyword::ThreadLocal,
        b"__typeof" => Keyword::Typeof,
        b"__builtin_va_arg" => Keyword::VaArg,
        b"_Float16" | b"_Float32" | b"_Float64" | b"_Float128" | b"_Float32x" | b"_Float64x" | b"_Decimal32"
        | b"_Decimal64" | b"_Decimal128" => Keyword::ExtendedFloat,
        _ => return None,
    })
}
