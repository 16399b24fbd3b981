//! Attributes in both spellings: those that change layout, linkage or control stay in the tree, the others vanish.

use lang_c::ast::{Attribute, Extension};
use lang_c::span::Node;

use super::{Parsed, Parser};
use crate::frontend::lexer::{Keyword, Kind};

/// The attributes that lowering looks at.
const KEPT: [&str; 17] = [
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
    "section",
    "ifunc",
    "scalar_storage_order",
    "ms_struct",
    "gnu_inline",
];

/// An attribute's name without the underscores that may stand around it.
pub(in crate::frontend) fn bare(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|name| name.strip_suffix("__"))
        .unwrap_or(name)
}

impl Parser<'_> {
    /// Whether an attribute stands `ahead` of the current token.
    fn is_attribute_ahead(&self, ahead: usize) -> bool {
        match self.kind_ahead(ahead) {
            Kind::Keyword(Keyword::Attribute) => true,
            Kind::Mark(b'[') => self.kind_ahead(ahead + 1) == Kind::Mark(b'['),
            _ => false,
        }
    }

    /// Whether an attribute stands here.
    pub(super) fn is_attribute(&self) -> bool {
        self.is_attribute_ahead(0)
    }

    /// How many tokens ahead what follows the attributes stands that may stand `ahead`.
    pub(super) fn behind_attributes(&self, mut ahead: usize) -> usize {
        while self.is_attribute_ahead(ahead) {
            let keyword = usize::from(self.kind_ahead(ahead) != Kind::Mark(b'['));
            ahead = self.behind_brackets(ahead + keyword);
        }
        ahead
    }

    /// The attributes and assembler names that stand here, if any.
    pub(super) fn extensions(&mut self) -> Parsed<Vec<Node<Extension>>> {
        let mut extensions = Vec::new();
        loop {
            let start = self.start();
            if self.is_attribute() {
                extensions.append(&mut self.attributes()?);
            } else if self.accept_keyword(Keyword::Asm) {
                self.expect_mark(b'(')?;
                let name = self.string()?;
                self.expect_mark(b')')?;
                extensions.push(self.node(start, Extension::AsmLabel(name)));
            } else {
                return Ok(extensions);
            }
        }
    }

    /// The attributes that stand here, of all `__attribute__((…))` and `[[…]]` in a row.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Node<Extension>>> {
        let mut kept = Vec::new();
        while self.is_attribute() {
            let close = if self.accept_keyword(Keyword::Attribute) {
                self.expect_mark(b'(')?;
                self.expect_mark(b'(')?;
                b')'
            } else {
                self.at += 2;
                b']'
            };
            self.attribute_list(&mut kept)?;
            self.expect_mark(close)?;
            self.expect_mark(close)?;
        }
        Ok(kept)
    }

    fn attribute_list(&mut self, kept: &mut Vec<Node<Extension>>) -> Parsed<()> {
        loop {
            match self.kind() {
                Kind::Mark(b',') => self.advance(),
                Kind::Name | Kind::Keyword(_) => kept.extend(self.attribute()?),
                _ => return Ok(()),
            }
        }
    }

    /// An attribute, with the prefix that it may have in `[[…]]`.
    fn attribute(&mut self) -> Parsed<Option<Node<Extension>>> {
        while self.kind_ahead(1) == Kind::Mark(b':') && self.kind_ahead(2) == Kind::Mark(b':') {
            self.at += 3;
        }
        let start = self.start();
        let name = bare(self.token_text());
        self.advance();
        if !KEPT.contains(&name) {
            if self.is_mark(b'(') {
                self.at += self.behind_brackets(0);
            }
            return Ok(None);
        }
        let name = self.node(start, name.to_owned());
        let mut arguments = Vec::new();
        if self.accept_mark(b'(') && !self.accept_mark(b')') {
            arguments = self.separated(Self::assignment)?;
            self.expect_mark(b')')?;
        }
        let attribute = Attribute { name, arguments };
        Ok(Some(self.node(start, Extension::Attribute(attribute))))
    }
}
