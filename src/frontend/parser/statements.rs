//! Statements and blocks (C17 6.8).

use lang_c::ast::{
    BlockItem, CaseRange, DoWhileStatement, Expression, ForInitializer, ForStatement, IfStatement, Label,
    LabeledStatement, Statement, SwitchStatement, WhileStatement,
};
use lang_c::span::Node;

use super::{Parsed, Parser};
use crate::frontend::lexer::{Keyword, Kind, Operator};
use crate::frontend::reserved;

impl Parser<'_> {
    /// A block in a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<Node<Statement>> {
        self.types.enter();
        let block = self.block_in_scope();
        self.types.leave();
        block
    }

    /// A block whose scope is open already: that of a function has the parameters in it.
    pub(super) fn block_in_scope(&mut self) -> Parsed<Node<Statement>> {
        let start = self.start();
        self.expect_mark(b'{')?;
        let mut items = Vec::new();
        while !self.accept_mark(b'}') {
            if self.kind() == Kind::End {
                return Err(self.expected("`}`"));
            }
            items.push(self.block_item()?);
        }
        items.shrink_to_fit();
        Ok(self.node(start, Statement::Compound(items)))
    }

    fn block_item(&mut self) -> Parsed<Node<BlockItem>> {
        let start = self.start();
        let item = if self.accept_keyword(Keyword::StaticAssert) {
            BlockItem::StaticAssert(self.static_assertion(start)?)
        } else if self.is_declaration() {
            BlockItem::Declaration(self.declaration()?)
        } else {
            BlockItem::Statement(self.statement()?)
        };
        Ok(self.node(start, item))
    }

    /// Whether a declaration stands in a block here: a label may have the name of a type.
    fn is_declaration(&self) -> bool {
        let is_label = self.kind() == Kind::Name && self.kind_ahead(1) == Kind::Mark(b':');
        !is_label && self.starts_declaration()
    }

    fn statement(&mut self) -> Parsed<Node<Statement>> {
        self.nested(Self::statement_here)
    }

    fn statement_here(&mut self) -> Parsed<Node<Statement>> {
        // Those of statements, such as `fallthrough`, are for the compiler.
        self.at += self.behind_attributes(0);
        let start = self.start();
        let statement = match self.kind() {
            Kind::Mark(b'{') => return self.block(),
            Kind::Keyword(keyword) => match self.keyword_statement(keyword)? {
                Some(statement) => statement,
                None => self.expression_statement()?,
            },
            Kind::Name if self.kind_ahead(1) == Kind::Mark(b':') => {
                let label = self.start();
                let name = self.name()?;
                let label = self.node(label, Label::Identifier(name));
                self.labeled(start, label)?
            }
            Kind::Name if self.kind_ahead(1) == Kind::Name && !self.starts_declaration() => {
                return Err(self.unknown_type());
            }
            _ => self.expression_statement()?,
        };
        Ok(self.node(start, statement))
    }

    /// A statement that begins with a keyword, unless it is an expression.
    fn keyword_statement(&mut self, keyword: Keyword) -> Parsed<Option<Statement>> {
        let start = self.start();
        self.advance();
        let statement = match keyword {
            Keyword::If => self.if_statement(start)?,
            Keyword::Switch => {
                let expression = Box::new(self.condition()?);
                let statement = Box::new(self.statement()?);
                Statement::Switch(self.node(start, SwitchStatement { expression, statement }))
            }
            Keyword::While => {
                let expression = Box::new(self.condition()?);
                let statement = Box::new(self.statement()?);
                Statement::While(self.node(start, WhileStatement { expression, statement }))
            }
            Keyword::Do => self.do_statement(start)?,
            Keyword::For => self.for_statement(start)?,
            Keyword::Goto if self.accept_mark(b'*') => {
                let address = self.expression()?;
                self.expect_mark(b';')?;
                let jump = self.made_up_call(start, reserved::COMPUTED_GOTO, vec![address]);
                Statement::Expression(Some(Box::new(jump)))
            }
            Keyword::Goto => {
                let label = self.name()?;
                self.expect_mark(b';')?;
                Statement::Goto(label)
            }
            Keyword::Continue => {
                self.expect_mark(b';')?;
                Statement::Continue
            }
            Keyword::Break => {
                self.expect_mark(b';')?;
                Statement::Break
            }
            Keyword::Return => Statement::Return(self.expression_until(b';')?),
            Keyword::Asm => self.assembly()?,
            Keyword::Case => self.case(start)?,
            Keyword::Default => {
                let label = self.node(start, Label::Default);
                self.labeled(start, label)?
            }
            _ => {
                self.at -= 1;
                return Ok(None);
            }
        };
        Ok(Some(statement))
    }

    fn if_statement(&mut self, start: usize) -> Parsed<Statement> {
        let condition = Box::new(self.condition()?);
        let then_statement = Box::new(self.statement()?);
        let else_statement = if self.accept_keyword(Keyword::Else) {
            Some(Box::new(self.statement()?))
        } else {
            None
        };
        let statement = IfStatement {
            condition,
            then_statement,
            else_statement,
        };
        Ok(Statement::If(self.node(start, statement)))
    }

    fn do_statement(&mut self, start: usize) -> Parsed<Statement> {
        let statement = Box::new(self.statement()?);
        if !self.accept_keyword(Keyword::While) {
            return Err(self.expected("`while`"));
        }
        let expression = Box::new(self.condition()?);
        self.expect_mark(b';')?;
        Ok(Statement::DoWhile(
            self.node(start, DoWhileStatement { statement, expression }),
        ))
    }

    fn for_statement(&mut self, start: usize) -> Parsed<Statement> {
        self.expect_mark(b'(')?;
        self.types.enter();
        let initializer = self.for_initialiser()?;
        let condition = self.expression_until(b';')?;
        let step = self.expression_until(b')')?;
        let statement = Box::new(self.statement()?);
        self.types.leave();
        let statement = ForStatement {
            initializer,
            condition,
            step,
            statement,
        };
        Ok(Statement::For(self.node(start, statement)))
    }

    fn for_initialiser(&mut self) -> Parsed<Node<ForInitializer>> {
        let start = self.start();
        let initialiser = if self.starts_declaration() {
            ForInitializer::Declaration(self.declaration()?)
        } else {
            match self.expression_until(b';')? {
                Some(expression) => ForInitializer::Expression(expression),
                None => ForInitializer::Empty,
            }
        };
        Ok(self.node(start, initialiser))
    }

    fn case(&mut self, start: usize) -> Parsed<Statement> {
        let low = Box::new(self.conditional()?);
        let label = if self.accept(Kind::Operator(Operator::Ellipsis)) {
            let high = Box::new(self.conditional()?);
            Label::CaseRange(self.node(low.span.start, CaseRange { low, high }))
        } else {
            Label::Case(low)
        };
        let label = self.node(start, label);
        self.labeled(start, label)
    }

    /// The colon behind a label, and the statement behind that: none before a declaration or the end of the block (C23).
    fn labeled(&mut self, start: usize, label: Node<Label>) -> Parsed<Statement> {
        self.expect_mark(b':')?;
        let behind = self.behind_attributes(0);
        let is_alone = self.kind_ahead(behind) == Kind::Mark(b'}')
            || self.kind() == Kind::Keyword(Keyword::StaticAssert)
            || self.is_declaration();
        let statement = Box::new(if is_alone {
            self.at += if self.is_declaration() { 0 } else { behind };
            self.node(start, Statement::Expression(None))
        } else {
            self.statement()?
        });
        Ok(Statement::Labeled(
            self.node(start, LabeledStatement { label, statement }),
        ))
    }

    fn expression_statement(&mut self) -> Parsed<Statement> {
        Ok(Statement::Expression(self.expression_until(b';')?))
    }

    /// An expression in parentheses.
    fn condition(&mut self) -> Parsed<Node<Expression>> {
        self.expect_mark(b'(')?;
        let condition = self.expression()?;
        self.expect_mark(b')')?;
        Ok(condition)
    }

    /// An expression, or nothing, and the mark behind it.
    fn expression_until(&mut self, mark: u8) -> Parsed<Option<Box<Node<Expression>>>> {
        if self.accept_mark(mark) {
            return Ok(None);
        }
        let expression = self.expression()?;
        self.expect_mark(mark)?;
        Ok(Some(Box::new(expression)))
    }
}
