//! Attributes: those that change layout, linkage or control stay, in places that the grammar knows; the others vanish.

use super::Pass;
use super::brackets::Bracket;
use super::lexer::Kind;
use super::words::Word;

/// The attributes that lowering looks at.
const KEPT: [&str; 14] = [
    "packed",
    "aligned",
    "cleanup",
    "alias",
    "weak",
    "weakref",
    "transparent_union",
    "vector_size",
    "mode",
    "noreturn",
    "constructor",
    "destructor",
    "ifunc",
    "scalar_storage_order",
];

/// An attribute's name without the underscores that may stand around it.
fn bare(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|name| name.strip_suffix("__"))
        .unwrap_or(name)
}

impl Pass<'_> {
    /// `__attribute__((…))`.
    pub(super) fn attribute(&mut self) {
        let end = self.behind(self.at + 1);
        let list = self.at + 3;
        // In front of a declarator or type in parentheses the grammar takes none.
        let types_only = self.previous == Kind::Mark(b'(');
        self.at += 1;
        if self.kind(0) != Kind::Mark(b'(') {
            return self.refuse("An attribute without its parentheses.");
        }
        self.attribute_list(list, end.saturating_sub(2), |name| {
            KEPT.contains(&name) && (!types_only || matches!(name, "vector_size" | "mode"))
        });
        self.at = end;
    }

    /// `[[…]]`.
    pub(super) fn standard_attribute(&mut self) {
        let end = self.behind(self.at);
        self.attribute_list(self.at + 2, end.saturating_sub(2), |name| KEPT.contains(&name));
        self.at = end;
    }

    /// Writes out the attributes between two tokens that are to be kept.
    fn attribute_list(&mut self, start: usize, end: usize, keep: impl Fn(&str) -> bool) {
        let previous = self.previous;
        let mut at = start;
        while at < end {
            if !matches!(self.kind_at(at), Kind::Word(_)) {
                at += 1;
                continue;
            }
            let name = bare(self.text_at(at));
            let arguments = self.kind_at(at + 1) == Kind::Mark(b'(');
            let behind = if arguments { self.behind(at + 1) } else { at + 1 };
            if keep(name) {
                self.at = at;
                self.emit(&format!("__attribute__ (({name}"));
                self.at = at + 1;
                self.run(behind.min(end));
                self.emit("))");
            }
            at = behind;
        }
        self.previous = previous;
    }

    /// `struct`, `union` or `enum`: attributes in front of the tag or the brace go behind the closing brace.
    pub(super) fn record_head(&mut self) {
        self.copy();
        let mut attributes = Vec::new();
        self.skip_attributes(&mut attributes);
        if matches!(self.kind(0), Kind::Word(Word::Name | Word::OddName)) {
            if self.kind(0) == Kind::Word(Word::OddName) {
                self.odd_name();
            } else {
                self.copy();
            }
            if self.kind(0) == Kind::Word(Word::Attribute) && self.kind_at(self.behind(self.at + 1)) == Kind::Mark(b'{')
            {
                self.skip_attributes(&mut attributes);
            }
        }
        if self.kind(0) == Kind::Mark(b'{') {
            self.copy();
            self.brackets.push(Bracket::Members(attributes));
        }
    }

    fn skip_attributes(&mut self, ranges: &mut Vec<(usize, usize)>) {
        while self.kind(0) == Kind::Word(Word::Attribute) {
            let end = self.behind(self.at + 1);
            ranges.push((self.at, end));
            self.at = end;
        }
    }
}
