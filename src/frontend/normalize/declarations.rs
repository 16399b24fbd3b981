//! Declarations: implicit `int`, typedef names, and parameters that shadow them.
//!
//! The pass follows C's own rule for reading a declaration (C17 6.7.2, 6.7.6): among the specifiers a name is a type name only if no type specifier came before it;
//! the name declared is the first name of the declarator that is left, inside parentheses if need be.

use super::Pass;
use super::brackets::Bracket;
use super::lexer::Kind;
use super::words::Word;

/// The specifiers of a declaration, read over.
#[derive(Clone, Copy, Debug, Default)]
struct Specifiers {
    /// The first token behind them.
    end: usize,
    has_type: bool,
    is_typedef: bool,
}

impl<'a> Pass<'a> {
    /// Looks at the head of a statement or declaration. Returns whether it was consumed.
    pub(super) fn statement_head(&mut self) -> bool {
        match self.kind(0) {
            Kind::Word(Word::Name | Word::OddName) if self.brackets.is_empty() => self.declaration_head(),
            Kind::Word(Word::Name | Word::OddName) if self.kind(1) == Kind::Mark(b':') => {
                self.label();
                return true;
            }
            Kind::Word(word) if word.begins_declaration() => self.declaration_head(),
            _ => {}
        }
        false
    }

    fn declaration_head(&mut self) {
        let specifiers = self.specifiers(self.at);
        let name = self.declared_name(specifiers.end);
        if specifiers.is_typedef {
            return self.learn_typedefs(specifiers.end);
        }
        let Some(name) = name else { return };
        if !specifiers.has_type
            && !matches!(self.kind_at(name + 1), Kind::Word(word) if word != Word::Asm && word != Word::Attribute)
        {
            self.implicit_int_at = specifiers.end;
        }
        if self.brackets.is_empty() && self.kind_at(name + 1) == Kind::Mark(b'(') {
            self.function_head(name + 1);
        }
    }

    /// Reads over the specifiers that start at token `at`.
    fn specifiers(&self, at: usize) -> Specifiers {
        let mut found = Specifiers {
            end: at,
            ..Specifiers::default()
        };
        loop {
            let at = found.end;
            found.end = match self.kind_at(at) {
                Kind::Word(Word::Record | Word::Enum) => {
                    found.has_type = true;
                    self.behind_record(at + 1)
                }
                Kind::Word(Word::Typeof) => {
                    found.has_type = true;
                    self.behind(at + 1)
                }
                Kind::Word(Word::Atomic) if self.kind_at(at + 1) == Kind::Mark(b'(') => {
                    found.has_type = true;
                    self.behind(at + 1)
                }
                Kind::Word(Word::Attribute | Word::Alignas) => self.behind(at + 1),
                Kind::Word(Word::Typedef) => {
                    found.is_typedef = true;
                    at + 1
                }
                Kind::Word(Word::Name) if !found.has_type && self.typedefs.contains(self.bytes_at(at)) => {
                    found.has_type = true;
                    at + 1
                }
                Kind::Word(Word::Name | Word::OddName) => return found,
                Kind::Word(Word::Extension) => at + 1,
                Kind::Word(word) if word.begins_declaration() => {
                    found.has_type |= word.is_type();
                    at + 1
                }
                _ => return found,
            };
        }
    }

    /// Behind the tag, attributes and braces of a record or enumeration whose keyword stands in front of `at`.
    fn behind_record(&self, mut at: usize) -> usize {
        loop {
            at = match self.kind_at(at) {
                Kind::Word(Word::Attribute) => self.behind(at + 1),
                Kind::Word(Word::Name | Word::OddName) => {
                    at += 1;
                    while self.kind_at(at) == Kind::Word(Word::Attribute) {
                        at = self.behind(at + 1);
                    }
                    return if self.kind_at(at) == Kind::Mark(b'{') {
                        self.behind(at)
                    } else {
                        at
                    };
                }
                Kind::Mark(b'{') => return self.behind(at),
                _ => return at,
            };
        }
    }

    /// The token of the name that the declarator starting at `at` declares.
    fn declared_name(&self, mut at: usize) -> Option<usize> {
        loop {
            at = match self.kind_at(at) {
                Kind::Word(Word::Name | Word::OddName) => return Some(at),
                Kind::Word(Word::Attribute) => self.behind(at + 1),
                Kind::Mark(b'*') | Kind::Word(Word::Qualifier | Word::Restrict | Word::Atomic | Word::Extension) => {
                    at + 1
                }
                Kind::Mark(b'(') if !self.is_type_at(at + 1) => at + 1,
                _ => return None,
            };
        }
    }

    /// Whether a type name starts at the token.
    pub(super) fn is_type_at(&self, at: usize) -> bool {
        match self.kind_at(at) {
            Kind::Word(Word::Name) => self.typedefs.contains(self.bytes_at(at)),
            Kind::Word(Word::Extension) => self.is_type_at(at + 1),
            Kind::Word(word) => word.begins_declaration(),
            _ => false,
        }
    }

    /// Remembers the names that a typedef declares; `at` is its first declarator.
    fn learn_typedefs(&mut self, mut at: usize) {
        loop {
            if let Some(name) = self.declared_name(at) {
                self.typedefs.insert(self.bytes_at(name));
            }
            at = match self.declarator_end(at) {
                end if self.kind_at(end) == Kind::Mark(b',') => end + 1,
                _ => return,
            };
        }
    }

    /// The `,`, `;`, `{` or `=` behind the declarator (or parameter) that starts at `at`.
    fn declarator_end(&self, mut at: usize) -> usize {
        loop {
            at = match self.kind_at(at) {
                Kind::Mark(b'(' | b'[') => self.behind(at),
                Kind::Mark(b',' | b';' | b'{' | b'=' | b')' | b'}') | Kind::End => return at,
                _ => at + 1,
            };
        }
    }

    /// A function declarator whose parameters open at token `open`: if a body follows, its parameters may shadow typedef names.
    fn function_head(&mut self, open: usize) {
        let mut body = self.behind(open);
        while self.kind_at(body) == Kind::Mark(b')') {
            body += 1;
        }
        body = self.declarator_end(body);
        if self.kind_at(body) != Kind::Mark(b'{') {
            return;
        }
        let close = self.behind(open) - 1;
        let mut shadowed = Vec::new();
        let mut at = open + 1;
        while at < close {
            let name = self.declared_name(self.specifiers(at).end);
            if let Some(name) = name.filter(|name| self.typedefs.contains(self.bytes_at(*name))) {
                shadowed.push(self.text_at(name));
            }
            at = self.declarator_end(self.specifiers(at).end) + 1;
        }
        if !shadowed.is_empty() {
            self.shadows = Some((body, shadowed));
        }
    }

    /// `for (T *p; …)` would be read as a multiplication; a storage class makes it a declaration.
    pub(super) fn control(&mut self) {
        let is_for = self.bytes_at(self.at) == b"for";
        self.copy();
        if !is_for
            || self.kind(0) != Kind::Mark(b'(')
            || self.kind(1) != Kind::Word(Word::Name)
            || !self.is_type_at(self.at + 1)
        {
            return;
        }
        let mut name = self.at + 2;
        while self.kind_at(name) == Kind::Mark(b'*') {
            name += 1;
        }
        let is_declaration = name > self.at + 2
            && self.kind_at(name) == Kind::Word(Word::Name)
            && matches!(self.kind_at(name + 1), Kind::Mark(b';' | b','));
        if is_declaration {
            self.open(b'(');
            self.emit("auto");
        }
    }

    /// `_Static_assert(…);` is the compiler's business.
    pub(super) fn static_assertion(&mut self) {
        self.at = self.behind(self.at + 1);
        if self.kind(0) == Kind::Mark(b';') {
            self.at += 1;
        }
        let in_block = matches!(self.brackets.last(), Some(Bracket::Block));
        if in_block && self.previous != Kind::Mark(b'{') {
            // A label or `if (…)` may stand in front of it.
            self.emit(";");
            self.previous = Kind::Mark(b';');
        }
    }
}
