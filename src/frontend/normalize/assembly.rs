//! Inline assembly: one keyword, at most one qualifier; `asm goto` becomes a choice between its labels.

use super::lexer::Kind;
use super::words::Word;
use super::{Pass, reserved};

impl Pass<'_> {
    /// `asm`: a statement, the label of a declarator, or code at file scope.
    pub(super) fn assembly(&mut self) {
        if !self.at_statement_start() {
            return self.replace("__asm__");
        }
        if self.brackets.is_empty() {
            self.file_assembly.push(self.origin());
            while !matches!(self.kind(0), Kind::Mark(b';') | Kind::End) {
                self.at = if self.kind(0) == Kind::Mark(b'(') {
                    self.behind(self.at)
                } else {
                    self.at + 1
                };
            }
            self.at += usize::from(self.kind(0) == Kind::Mark(b';'));
            return;
        }
        self.statement();
    }

    fn statement(&mut self) {
        let keyword = self.at;
        let mut open = self.at + 1;
        let mut jumps = false;
        while matches!(self.kind_at(open), Kind::Word(_)) {
            jumps |= self.kind_at(open) == Kind::Word(Word::Goto);
            open += 1;
        }
        if self.kind_at(open) != Kind::Mark(b'(') {
            return self.refuse("Assembly without its parentheses.");
        }
        let labels = if jumps { self.section(open, 4) } else { None };
        let end = self.behind(open) - 1;
        if labels.is_some() {
            self.emit("{");
        }
        self.emit("__asm__ volatile");
        self.at = open;
        self.previous = Kind::Word(Word::Asm);
        match labels {
            None => self.run(end + 1),
            Some(colon) => {
                self.run(colon);
                self.brackets.pop();
                self.emit(") ;");
                self.jumps(colon + 1, end);
                self.at = end + 1 + usize::from(self.kind_at(end + 1) == Kind::Mark(b';'));
                self.output.emit("}", self.tokens[keyword].start);
                self.previous = Kind::Mark(b';');
            }
        }
    }

    /// The colon that opens section `number` of the operands.
    fn section(&self, open: usize, number: usize) -> Option<usize> {
        let end = self.behind(open) - 1;
        let mut colons = 0;
        let mut at = open + 1;
        while at < end {
            if self.kind_at(at) == Kind::Mark(b':') {
                colons += 1;
                if colons == number {
                    return Some(at);
                }
            }
            at = if matches!(self.kind_at(at), Kind::Mark(b'(' | b'[')) {
                self.behind(at)
            } else {
                at + 1
            };
        }
        None
    }

    fn jumps(&mut self, start: usize, end: usize) {
        for at in start..end {
            if matches!(self.kind_at(at), Kind::Word(Word::Name)) {
                self.at = at;
                self.emit(&format!("if ({}) goto {};", reserved::CHOICE, self.text_at(at)));
            }
        }
    }
}
