//! Type names and operators on types that the grammar does not take.

use super::lexer::Kind;
use super::words::Word;
use super::{Pass, reserved};

impl Pass<'_> {
    /// `const` and `volatile` in their GNU spellings.
    pub(super) fn qualifier(&mut self) {
        let canonical = if self.text_at(self.at).contains("const") {
            "const"
        } else {
            "volatile"
        };
        self.replace(canonical);
    }

    /// `_Alignas(x)` is `__attribute__((aligned(x)))`, which the grammar takes in structs as well.
    pub(super) fn alignas(&mut self) {
        let (previous, end) = (self.previous, self.behind(self.at + 1));
        let of_type = self.is_type_at(self.at + 2);
        self.emit("__attribute__ ((aligned");
        if of_type {
            self.emit("(_Alignof");
        }
        self.previous = Kind::Word(Word::Sizeof);
        self.at += 1;
        self.run(end);
        self.emit(if of_type { ")))" } else { "))" });
        self.previous = previous;
    }

    /// `_Alignof` takes a type name; of an expression it becomes a cast to a reserved type, which binds alike.
    pub(super) fn alignof(&mut self) {
        if self.kind(1) == Kind::Mark(b'(') && self.is_type_at(self.at + 2) {
            self.replace("_Alignof");
        } else {
            self.replace(&format!("({})", reserved::ALIGNMENT));
        }
    }

    /// `__real__ x` becomes the member access `x.part`, which can be assigned to, where the end of its operand is plain to see,
    /// and a cast to a reserved type otherwise, which binds alike.
    pub(super) fn part(&mut self, part: &str) {
        let end = match self.kind(1) {
            Kind::Word(Word::Name) => self.at + 2,
            Kind::Mark(b'(') if !self.is_type_at(self.at + 2) => self.behind(self.at + 1),
            _ => self.at,
        };
        let is_longer = matches!(self.kind_at(end), Kind::Mark(b'(' | b'[' | b'.'))
            || self.kind_at(end) == Kind::Operator && matches!(self.bytes_at(end), b"->" | b"++" | b"--");
        if end == self.at || is_longer {
            return self.replace(&format!("({part})"));
        }
        self.at += 1;
        self.run(end);
        self.emit(&format!(". {part}"));
    }

    /// `__builtin_types_compatible_p(T, U)` becomes a call with `sizeof(T)` and `sizeof(U)`.
    pub(super) fn types_compatible(&mut self) {
        let end = self.behind(self.at + 1) - 1;
        self.emit(reserved::TYPES_COMPATIBLE);
        self.emit("(sizeof");
        self.emit("(");
        self.previous = Kind::Mark(b'(');
        self.at += 2;
        while self.at < end && self.refusal.is_none() {
            if self.kind(0) == Kind::Mark(b',') {
                self.emit("), sizeof (");
                self.previous = Kind::Mark(b'(');
                self.at += 1;
            } else if self.kind(0) == Kind::Mark(b'(') {
                let inner = self.behind(self.at);
                self.run(inner);
            } else {
                self.step();
            }
        }
        self.emit("))");
        self.previous = Kind::Mark(b')');
        self.at = end + 1;
    }

    /// A name with `$`, UTF-8 or universal character names: each byte that the grammar does not take is encoded.
    pub(super) fn odd_name(&mut self) {
        let mut encoded = String::new();
        for byte in self.bytes_at(self.at) {
            if byte.is_ascii_alphanumeric() || *byte == b'_' {
                encoded.push(char::from(*byte));
            } else {
                encoded.push_str(&format!("{}{byte:02x}", reserved::ODD_BYTE));
            }
        }
        self.replace(&encoded);
    }
}
