//! What the punctuators mean as operators, and how strongly they bind.

use lang_c::ast::{BinaryOperator, UnaryOperator};

use crate::frontend::lexer::{Kind, Operator};

/// A binary operator other than assignments, and how strongly it binds: more is stronger (C17 6.5.5 to 6.5.14).
pub(super) fn binary_operator(kind: Kind) -> Option<(BinaryOperator, u8)> {
    Some(match kind {
        Kind::Operator(Operator::Or) => (BinaryOperator::LogicalOr, 0),
        Kind::Operator(Operator::And) => (BinaryOperator::LogicalAnd, 1),
        Kind::Mark(b'|') => (BinaryOperator::BitwiseOr, 2),
        Kind::Mark(b'^') => (BinaryOperator::BitwiseXor, 3),
        Kind::Mark(b'&') => (BinaryOperator::BitwiseAnd, 4),
        Kind::Operator(Operator::Equal) => (BinaryOperator::Equals, 5),
        Kind::Operator(Operator::NotEqual) => (BinaryOperator::NotEquals, 5),
        Kind::Mark(b'<') => (BinaryOperator::Less, 6),
        Kind::Mark(b'>') => (BinaryOperator::Greater, 6),
        Kind::Operator(Operator::LessOrEqual) => (BinaryOperator::LessOrEqual, 6),
        Kind::Operator(Operator::GreaterOrEqual) => (BinaryOperator::GreaterOrEqual, 6),
        Kind::Operator(Operator::ShiftLeft) => (BinaryOperator::ShiftLeft, 7),
        Kind::Operator(Operator::ShiftRight) => (BinaryOperator::ShiftRight, 7),
        Kind::Mark(b'+') => (BinaryOperator::Plus, 8),
        Kind::Mark(b'-') => (BinaryOperator::Minus, 8),
        Kind::Mark(b'*') => (BinaryOperator::Multiply, 9),
        Kind::Mark(b'/') => (BinaryOperator::Divide, 9),
        Kind::Mark(b'%') => (BinaryOperator::Modulo, 9),
        _ => return None,
    })
}

/// An assignment (C17 6.5.16).
pub(super) fn assignment_operator(kind: Kind) -> Option<BinaryOperator> {
    Some(match kind {
        Kind::Mark(b'=') => BinaryOperator::Assign,
        Kind::Operator(Operator::AssignProduct) => BinaryOperator::AssignMultiply,
        Kind::Operator(Operator::AssignQuotient) => BinaryOperator::AssignDivide,
        Kind::Operator(Operator::AssignRemainder) => BinaryOperator::AssignModulo,
        Kind::Operator(Operator::AssignSum) => BinaryOperator::AssignPlus,
        Kind::Operator(Operator::AssignDifference) => BinaryOperator::AssignMinus,
        Kind::Operator(Operator::AssignShiftLeft) => BinaryOperator::AssignShiftLeft,
        Kind::Operator(Operator::AssignShiftRight) => BinaryOperator::AssignShiftRight,
        Kind::Operator(Operator::AssignAnd) => BinaryOperator::AssignBitwiseAnd,
        Kind::Operator(Operator::AssignExclusiveOr) => BinaryOperator::AssignBitwiseXor,
        Kind::Operator(Operator::AssignOr) => BinaryOperator::AssignBitwiseOr,
        _ => return None,
    })
}

/// An operator in front of its operand (C17 6.5.3).
pub(super) fn prefix_operator(kind: Kind) -> Option<UnaryOperator> {
    Some(match kind {
        Kind::Operator(Operator::Increment) => UnaryOperator::PreIncrement,
        Kind::Operator(Operator::Decrement) => UnaryOperator::PreDecrement,
        Kind::Mark(b'&') => UnaryOperator::Address,
        Kind::Mark(b'*') => UnaryOperator::Indirection,
        Kind::Mark(b'+') => UnaryOperator::Plus,
        Kind::Mark(b'-') => UnaryOperator::Minus,
        Kind::Mark(b'~') => UnaryOperator::Complement,
        Kind::Mark(b'!') => UnaryOperator::Negate,
        _ => return None,
    })
}

/// A step behind its operand (C17 6.5.2.4).
pub(super) fn postfix_operator(kind: Kind) -> Option<UnaryOperator> {
    match kind {
        Kind::Operator(Operator::Increment) => Some(UnaryOperator::PostIncrement),
        Kind::Operator(Operator::Decrement) => Some(UnaryOperator::PostDecrement),
        _ => None,
    }
}
