//! Brackets: which match, and what the open ones are for. The meaning of `name :`, `{ }` and `;` depends on it.

use super::lexer::{Kind, Token};
use super::words::Word;
use super::{Pass, reserved};

/// Brackets that may be open at once: the pass recurses with some of them.
const DEEPEST: usize = 20_000;

/// An open bracket.
#[derive(Debug)]
pub(super) enum Bracket {
    /// `(`, and what stood in front of it.
    Parenthesis(Kind),
    /// `[`.
    Square,
    /// `{` of a block or function body.
    Block,
    /// `{` of an initialiser.
    Initialiser,
    /// `{` of a struct, union or enumeration, with the token ranges of the attributes that stood in front of it.
    Members(Vec<(usize, usize)>),
}

/// For each bracket token the index of its partner; the last token for those without one.
pub(super) fn matches(tokens: &[Token]) -> Vec<u32> {
    let end = tokens.len().saturating_sub(1) as u32;
    let mut partner = vec![end; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Mark(b'(' | b'[' | b'{') => open.push(index),
            Kind::Mark(b')' | b']' | b'}') => {
                if let Some(opening) = open.pop() {
                    partner[opening] = index as u32;
                    partner[index] = opening as u32;
                }
            }
            _ => {}
        }
    }
    partner
}

impl<'a> Pass<'a> {
    /// Whether a statement, a declaration in a block, or an external declaration can start at the current token.
    pub(super) fn at_statement_start(&self) -> bool {
        if !matches!(self.brackets.last(), None | Some(Bracket::Block)) {
            return false;
        }
        match self.previous {
            Kind::Mark(b';' | b'{') | Kind::Word(Word::Prefix) => true,
            Kind::Mark(b'}') => self.closed_block,
            Kind::Mark(b')') => self.before_parenthesis == Kind::Word(Word::Control),
            _ => false,
        }
    }

    /// What opens the parenthesis closed last tells a block from the braces of a compound literal.
    fn brace_follows_type(&self) -> bool {
        self.previous == Kind::Mark(b')')
            && !matches!(
                self.before_parenthesis,
                Kind::Word(Word::Name | Word::OddName | Word::Control | Word::Attribute | Word::Asm | Word::Typeof)
                    | Kind::Mark(b')' | b']')
            )
    }

    fn brace(&self) -> Bracket {
        let literal = self.brace_follows_type();
        match (self.previous, self.brackets.last()) {
            (Kind::Mark(b'='), _) => Bracket::Initialiser,
            (Kind::Mark(b'{' | b',' | b':'), Some(Bracket::Initialiser)) => Bracket::Initialiser,
            (Kind::Mark(b'('), _) => Bracket::Block,
            _ if literal => Bracket::Initialiser,
            _ => Bracket::Block,
        }
    }

    /// Rewrites an opening bracket.
    pub(super) fn open(&mut self, mark: u8) {
        if self.brackets.len() == DEEPEST {
            return self.refuse(&format!("Brackets nest deeper than {DEEPEST} levels."));
        }
        match mark {
            b'[' if self.kind(1) == Kind::Mark(b'[') => return self.standard_attribute(),
            b'(' => self.brackets.push(Bracket::Parenthesis(self.previous)),
            b'[' => self.brackets.push(Bracket::Square),
            _ => return self.open_brace(),
        }
        self.copy();
    }

    fn open_brace(&mut self) {
        let empty_literal = self.brace_follows_type() && self.kind(1) == Kind::Mark(b'}');
        let shadowed = match self.shadows.take() {
            Some((brace, names)) if brace == self.at => names,
            _ => Vec::new(),
        };
        let bracket = self.brace();
        self.brackets.push(bracket);
        self.copy();
        if empty_literal {
            self.emit(reserved::EMPTY);
        }
        if !shadowed.is_empty() {
            self.emit(&format!("auto int {}, {};", reserved::SHADOW, shadowed.join(", ")));
        }
    }

    /// Rewrites a closing bracket.
    pub(super) fn close(&mut self, mark: u8) {
        self.copy();
        match (mark, self.brackets.pop()) {
            (b')', Some(Bracket::Parenthesis(before))) => self.before_parenthesis = before,
            (b'}', Some(Bracket::Members(attributes))) => {
                self.closed_block = false;
                self.members_end(attributes);
            }
            (b'}', Some(Bracket::Block)) => self.closed_block = true,
            (b'}', _) => self.closed_block = false,
            _ => {}
        }
    }

    fn members_end(&mut self, attributes: Vec<(usize, usize)>) {
        let (at, previous) = (self.at, self.previous);
        for (start, end) in attributes {
            self.at = start;
            self.run(end);
        }
        (self.at, self.previous) = (at, previous);
        let packing = self.packing.last().copied().unwrap_or(0);
        if packing > 0 {
            self.emit(&format!("__attribute__ (({}({packing})))", reserved::PACK));
        }
    }

    /// A `;` that declares nothing: at file scope, or in a struct.
    pub(super) fn is_stray_semicolon(&self) -> bool {
        match (self.brackets.last(), self.previous) {
            (Some(Bracket::Members(_)) | None, Kind::Mark(b';' | b'{')) => true,
            (None, Kind::Mark(b'}')) => self.closed_block,
            _ => false,
        }
    }
}
