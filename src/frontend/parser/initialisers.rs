//! Initialisers and designators (C17 6.7.9).

use lang_c::ast::{Designator, Initializer, InitializerListItem, RangeDesignator};
use lang_c::span::Node;

use super::{Parsed, Parser};
use crate::frontend::lexer::{Kind, Operator};

impl Parser<'_> {
    /// An expression, or a list in braces.
    pub(super) fn initialiser(&mut self) -> Parsed<Node<Initializer>> {
        let start = self.start();
        let initialiser = if self.is_mark(b'{') {
            Initializer::List(self.initialiser_list()?)
        } else {
            Initializer::Expression(Box::new(self.assignment()?))
        };
        Ok(self.node(start, initialiser))
    }

    /// `{ … }`; the last item may have a comma behind it.
    pub(super) fn initialiser_list(&mut self) -> Parsed<Vec<Node<InitializerListItem>>> {
        self.expect_mark(b'{')?;
        let mut items = Vec::new();
        while !self.is_mark(b'}') {
            items.push(self.nested(Self::initialiser_item)?);
            if !self.accept_mark(b',') {
                break;
            }
        }
        if !self.accept_mark(b'}') {
            return Err(self.expected("`,` or `}`"));
        }
        Ok(items)
    }

    fn initialiser_item(&mut self) -> Parsed<Node<InitializerListItem>> {
        let start = self.start();
        let designation = self.designation()?;
        let item = InitializerListItem {
            designation,
            initializer: Box::new(self.initialiser()?),
        };
        Ok(self.node(start, item))
    }

    /// `.member[3] =`, or in GNU C's old forms `member:` and `[3]` without `=`.
    fn designation(&mut self) -> Parsed<Vec<Node<Designator>>> {
        if self.kind() == Kind::Name && self.kind_ahead(1) == Kind::Mark(b':') {
            let start = self.start();
            let name = self.name()?;
            self.advance();
            return Ok(vec![self.node(start, Designator::Member(name))]);
        }
        let mut designators = Vec::new();
        loop {
            let start = self.start();
            let designator = match self.kind() {
                Kind::Mark(b'.') => {
                    self.advance();
                    Designator::Member(self.name()?)
                }
                Kind::Mark(b'[') => self.index_designator()?,
                _ => break,
            };
            designators.push(self.node(start, designator));
        }
        if !designators.is_empty() {
            self.accept_mark(b'=');
        }
        Ok(designators)
    }

    /// `[3]` or `[3 ... 5]`.
    fn index_designator(&mut self) -> Parsed<Designator> {
        self.advance();
        let start = self.start();
        let from = self.assignment()?;
        let designator = if self.accept(Kind::Operator(Operator::Ellipsis)) {
            let to = self.assignment()?;
            Designator::Range(self.node(start, RangeDesignator { from, to }))
        } else {
            Designator::Index(from)
        };
        self.expect_mark(b']')?;
        Ok(designator)
    }
}
