//! Labels: before a declaration or a closing brace, as values, and as targets of `goto *`.

use super::brackets::Bracket;
use super::lexer::Kind;
use super::words::Word;
use super::{Pass, reserved};

impl Pass<'_> {
    /// `name :` at the start of a statement.
    pub(super) fn label(&mut self) {
        if self.kind(0) == Kind::Word(Word::OddName) {
            self.odd_name();
        } else {
            self.copy();
        }
        self.label_colon();
    }

    /// The colon of a label. The grammar wants a statement behind it, where C23 and GNU C allow a declaration or nothing.
    pub(super) fn label_colon(&mut self) {
        self.copy();
        self.previous = Kind::Mark(b';');
        let next = self.behind_attributes();
        if self.kind_at(next) == Kind::Mark(b'}') || self.is_surely_declaration(next) {
            self.emit(";");
        }
    }

    fn behind_attributes(&self) -> usize {
        let mut next = self.at;
        while self.kind_at(next) == Kind::Word(Word::Attribute) {
            next = self.behind(next + 1);
        }
        next
    }

    /// A type name that is also the name of a variable must not pass for a declaration here: `T * x;` decides by the `;`, `=` or `,` behind.
    fn is_surely_declaration(&self, at: usize) -> bool {
        if self.kind_at(at) != Kind::Word(Word::Name) {
            return self.is_type_at(at) || self.kind_at(at) == Kind::Word(Word::StaticAssert);
        }
        let mut name = at + 1;
        while self.kind_at(name) == Kind::Mark(b'*') {
            name += 1;
        }
        self.is_type_at(at)
            && self.kind_at(name) == Kind::Word(Word::Name)
            && (name == at + 1 || matches!(self.kind_at(name + 1), Kind::Mark(b'=' | b';' | b',' | b'[')))
    }

    /// `case` or `default`: finds its colon, which is the first one that belongs to no `?`.
    pub(super) fn case(&mut self) {
        if matches!(self.brackets.last(), Some(Bracket::Block)) {
            let mut questions = 0;
            let mut at = self.at + 1;
            loop {
                match self.kind_at(at) {
                    Kind::Mark(b'(' | b'[' | b'{') => {
                        at = self.behind(at);
                        continue;
                    }
                    Kind::Mark(b'?') => questions += 1,
                    Kind::Mark(b':') if questions > 0 => questions -= 1,
                    Kind::Mark(b':') => {
                        self.label_colon_at = at;
                        break;
                    }
                    Kind::End | Kind::Mark(b';') => break,
                    _ => {}
                }
                at += 1;
            }
        }
        self.copy();
    }

    /// `&&label` as an operand.
    pub(super) fn and_and(&mut self) {
        let is_operand = match self.previous {
            Kind::Word(Word::Name | Word::OddName | Word::Type) | Kind::Number | Kind::Character | Kind::String => {
                false
            }
            Kind::Mark(mark) => !matches!(mark, b')' | b']'),
            _ => true,
        };
        let postfix = self.previous == Kind::Operator && matches!(self.kind(1), Kind::Mark(b'('));
        if !is_operand
            || postfix
            || !matches!(self.kind(1), Kind::Word(Word::Name | Word::OddName))
            || self.follows_increment()
        {
            return self.copy();
        }
        self.replace(&format!("{} (", reserved::LABEL_ADDRESS));
        self.copy();
        self.output.emit(")", self.tokens[self.at - 1].start);
    }

    /// Whether `++` or `--` was copied last, as in `i++ && j`.
    fn follows_increment(&self) -> bool {
        self.previous == Kind::Operator && matches!(self.bytes_at(self.at - 1), b"++" | b"--")
    }

    /// `goto *expression;`.
    pub(super) fn computed_goto(&mut self) {
        let mut end = self.at + 2;
        while !matches!(self.kind_at(end), Kind::Mark(b';') | Kind::End) {
            end = if matches!(self.kind_at(end), Kind::Mark(b'(' | b'[' | b'{')) {
                self.behind(end)
            } else {
                end + 1
            };
        }
        self.emit(&format!("{} (", reserved::COMPUTED_GOTO));
        self.previous = Kind::Mark(b'(');
        self.at += 2;
        self.run(end);
        self.emit(")");
    }
}
