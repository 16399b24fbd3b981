//! Attributes, assembler names and inline assembly, as GNU C has them.

use lang_c::ast::{AsmStatement, Attribute, Extension, GnuAsmOperand, GnuExtendedAsmStatement, StringLiteral};
use lang_c::span::Node;

use super::tokens::{Keyword, Kind};
use super::{Parsed, Parser};

impl Parser<'_> {
    /// The attributes and assembler names that stand here, if any.
    pub(super) fn extensions(&mut self) -> Parsed<Vec<Node<Extension>>> {
        let mut extensions = Vec::new();
        loop {
            let start = self.start();
            match self.kind() {
                Kind::Keyword(Keyword::Attribute) => extensions.append(&mut self.attributes()?),
                Kind::Keyword(Keyword::Asm) => {
                    self.advance();
                    self.expect_mark(b'(')?;
                    let name = self.string()?;
                    self.expect_mark(b')')?;
                    extensions.push(self.node(start, Extension::AsmLabel(name)));
                }
                _ => return Ok(extensions),
            }
        }
    }

    /// The attributes that stand here, of all `__attribute__((…))` in a row.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Node<Extension>>> {
        let mut attributes = Vec::new();
        while self.accept_keyword(Keyword::Attribute) {
            self.expect_mark(b'(')?;
            self.expect_mark(b'(')?;
            attributes.append(&mut self.separated(Self::attribute)?);
            self.expect_mark(b')')?;
            self.expect_mark(b')')?;
        }
        Ok(attributes)
    }

    fn attribute(&mut self) -> Parsed<Node<Extension>> {
        let start = self.start();
        if !matches!(self.kind(), Kind::Name | Kind::Keyword(_)) {
            return Err(self.expected("an attribute"));
        }
        let name = self.token_text().to_owned();
        self.advance();
        let name = self.node(start, name);
        let mut arguments = Vec::new();
        if self.accept_mark(b'(') && !self.accept_mark(b')') {
            arguments = self.separated(Self::assignment)?;
            self.expect_mark(b')')?;
        }
        let attribute = Attribute { name, arguments };
        Ok(self.node(start, Extension::Attribute(attribute)))
    }

    /// String literals in a row, which are one.
    pub(super) fn string(&mut self) -> Parsed<Node<StringLiteral>> {
        let start = self.start();
        let mut parts = Vec::new();
        while self.kind() == Kind::Text {
            parts.push(self.token_text().to_owned());
            self.advance();
        }
        if parts.is_empty() {
            return Err(self.expected("a string"));
        }
        Ok(self.node(start, parts))
    }

    /// `asm (…);`, behind its keyword.
    pub(super) fn assembly(&mut self) -> Parsed<Node<AsmStatement>> {
        let start = self.start();
        let qualifier = self.type_qualifier();
        self.expect_mark(b'(')?;
        let template = self.string()?;
        let statement = if self.is_mark(b':') {
            AsmStatement::GnuExtended(GnuExtendedAsmStatement {
                qualifier,
                template,
                outputs: self.assembly_operands()?,
                inputs: self.assembly_operands()?,
                clobbers: self.clobbers()?,
            })
        } else {
            AsmStatement::GnuBasic(template)
        };
        self.expect_mark(b')')?;
        self.expect_mark(b';')?;
        Ok(self.node(start, statement))
    }

    /// A colon and the operands behind it, if there is one.
    fn assembly_operands(&mut self) -> Parsed<Vec<Node<GnuAsmOperand>>> {
        if !self.accept_mark(b':') || matches!(self.kind(), Kind::Mark(b':' | b')')) {
            return Ok(Vec::new());
        }
        self.separated(Self::assembly_operand)
    }

    fn assembly_operand(&mut self) -> Parsed<Node<GnuAsmOperand>> {
        let start = self.start();
        let symbolic_name = if self.accept_mark(b'[') {
            let name = self.name()?;
            self.expect_mark(b']')?;
            Some(name)
        } else {
            None
        };
        let constraints = self.string()?;
        self.expect_mark(b'(')?;
        let variable_name = self.expression()?;
        self.expect_mark(b')')?;
        let operand = GnuAsmOperand {
            symbolic_name,
            constraints,
            variable_name,
        };
        Ok(self.node(start, operand))
    }

    fn clobbers(&mut self) -> Parsed<Vec<Node<StringLiteral>>> {
        if !self.accept_mark(b':') || self.kind() != Kind::Text {
            return Ok(Vec::new());
        }
        self.separated(Self::string)
    }
}
