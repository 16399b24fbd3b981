//! How deep a source may nest. The parser recurses with the nesting, and for some constructs its time grows with the square of the depth or worse;
//! real programs stay far below these limits.

use super::Pass;
use super::brackets::Bracket;
use super::lexer::Kind;
use super::words::Word;

/// Parentheses and square brackets that are open at once.
const PARENTHESES: usize = 1_000;

/// Brackets of all kinds that are open at once.
const BRACKETS: usize = 20_000;

/// `sizeof`, `typeof` and `_Alignof` within each other: the parser's time doubles with each.
const OPERANDS_OF_TYPES: usize = 12;

/// Operators of one expression, and `else`s of one function.
const CHAIN: usize = 40_000;

/// What the pass counts to keep the limits.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    parentheses: usize,
    operands_of_types: usize,
    operators: usize,
    elses: usize,
}

/// Whether a parenthesis behind a token of this kind holds an operand that is not evaluated.
fn opens_operand(before: Kind) -> bool {
    matches!(before, Kind::Word(Word::Sizeof | Word::Typeof | Word::Alignof))
}

impl Pass<'_> {
    /// A parenthesis or square bracket was closed.
    pub(super) fn leave_parenthesis(&mut self) {
        self.nesting.parentheses = self.nesting.parentheses.saturating_sub(1);
    }

    /// Counts the current token, and refuses the source if it nests too deep.
    pub(super) fn check_limits(&mut self) {
        match self.kind(0) {
            Kind::Mark(b'(' | b'[') => {
                self.nesting.parentheses += 1;
                self.nesting.operands_of_types += usize::from(opens_operand(self.previous));
            }
            Kind::Mark(b')' | b']') => {
                self.leave_parenthesis();
                if let Some(Bracket::Parenthesis(before)) = self.brackets.last() {
                    let closed = usize::from(opens_operand(*before));
                    self.nesting.operands_of_types = self.nesting.operands_of_types.saturating_sub(closed);
                }
            }
            Kind::Mark(b';' | b'{' | b'}') => self.nesting.operators = 0,
            Kind::Mark(b',') if matches!(self.brackets.last(), Some(Bracket::Initialiser | Bracket::Members(_))) => {
                self.nesting.operators = 0;
            }
            Kind::Word(Word::Prefix) => self.nesting.elses += 1,
            Kind::Word(Word::Control) | Kind::Mark(_) | Kind::Operator | Kind::AndAnd => self.nesting.operators += 1,
            _ => return,
        }
        if self.brackets.is_empty() {
            self.nesting.elses = 0;
        }
        let too_deep = [
            (self.nesting.parentheses, PARENTHESES, "Parentheses"),
            (self.brackets.len(), BRACKETS, "Brackets"),
            (
                self.nesting.operands_of_types,
                OPERANDS_OF_TYPES,
                "`sizeof` and `typeof`",
            ),
            (self.nesting.operators, CHAIN, "The operators of an expression"),
            (self.nesting.elses, CHAIN, "The branches of a function"),
        ];
        if let Some((_, limit, what)) = too_deep.into_iter().find(|(depth, limit, _)| depth > limit) {
            self.refuse(&format!("{what} nest deeper than {limit} levels."));
        }
    }
}
