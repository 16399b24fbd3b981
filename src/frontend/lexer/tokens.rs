//! Tokens.

use super::keywords::Keyword;

/// A token: what it is, and which bytes of the source it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier that is no keyword.
    Name,
    Keyword(Keyword),
    /// An integer or floating constant (a preprocessing number).
    Number,
    /// A character constant, prefix included.
    Character,
    /// A string literal, prefix included.
    Text,
    /// A punctuator of one byte; digraphs count as what they stand for.
    Mark(u8),
    /// A punctuator of several bytes.
    Operator(Operator),
    /// The end of the source.
    End,
}

/// The punctuators of several bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
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

/// The punctuator at the head of `rest`, which is not empty, and its length.
pub(super) fn punctuator(rest: &[u8]) -> (Kind, usize) {
    if let Some(operator) = operator(rest) {
        return (Kind::Operator(operator.0), operator.1);
    }
    match rest {
        [b'<', b':', ..] => (Kind::Mark(b'['), 2),
        [b':', b'>', ..] => (Kind::Mark(b']'), 2),
        [b'<', b'%', ..] => (Kind::Mark(b'{'), 2),
        [b'%', b'>', ..] => (Kind::Mark(b'}'), 2),
        _ => (Kind::Mark(rest.first().copied().unwrap_or(0)), 1),
    }
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
