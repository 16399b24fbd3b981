//! Inline assembly, as GNU C has it.

use lang_c::ast::{
    AsmStatement, BlockItem, GnuAsmOperand, GnuExtendedAsmStatement, IfStatement, Statement, StringLiteral,
    TypeQualifier,
};
use lang_c::span::Node;

use super::{FileAssembly, Parsed, Parser};
use crate::frontend::lexer::{Keyword, Kind};
use crate::frontend::reserved;

impl Parser<'_> {
    /// Assembly at file scope, behind its keyword: its place and text are kept.
    pub(super) fn file_assembly(&mut self, start: usize) -> Parsed<()> {
        self.assembly_qualifiers();
        if !self.is_mark(b'(') {
            return Err(self.expected("`(`"));
        }
        let open = self.start();
        self.at += self.behind_brackets(0);
        let text = self.lexed.text.get(open..self.start()).unwrap_or_default().to_owned();
        self.file_assembly.push(FileAssembly {
            offset: start as u32,
            text,
        });
        self.expect_mark(b';')
    }

    /// `volatile`, `inline` and `goto` in any order. Returns whether the code may jump.
    fn assembly_qualifiers(&mut self) -> bool {
        let mut jumps = false;
        while let Kind::Keyword(qualifier @ (Keyword::Volatile | Keyword::Inline | Keyword::Goto)) = self.kind() {
            jumps |= qualifier == Keyword::Goto;
            self.advance();
        }
        jumps
    }

    /// `asm (…);`, behind its keyword. Code that may jump is followed by a choice between its labels.
    pub(super) fn assembly(&mut self) -> Parsed<Statement> {
        let start = self.start();
        let jumps = self.assembly_qualifiers();
        self.expect_mark(b'(')?;
        let template = self.string()?;
        let statement = if self.is_mark(b':') {
            AsmStatement::GnuExtended(GnuExtendedAsmStatement {
                qualifier: Some(self.node(start, TypeQualifier::Volatile)),
                template,
                outputs: self.assembly_operands()?,
                inputs: self.assembly_operands()?,
                clobbers: self.clobbers()?,
            })
        } else {
            AsmStatement::GnuBasic(template)
        };
        let statement = Statement::Asm(self.node(start, statement));
        let choices = if jumps { self.assembly_labels()? } else { Vec::new() };
        self.expect_mark(b')')?;
        self.expect_mark(b';')?;
        if !jumps {
            return Ok(statement);
        }
        let statement = self.node(start, statement);
        let mut items = vec![self.node(start, BlockItem::Statement(statement))];
        items.extend(choices);
        Ok(Statement::Compound(items))
    }

    /// A colon and the labels behind it: the code jumps to any of them, or to none.
    fn assembly_labels(&mut self) -> Parsed<Vec<Node<BlockItem>>> {
        self.expect_mark(b':')?;
        self.separated(|parser| {
            let start = parser.start();
            let label = parser.name()?;
            let then_statement = Box::new(parser.node(start, Statement::Goto(label)));
            let choice = IfStatement {
                condition: Box::new(parser.made_up_name(start, reserved::CHOICE)),
                then_statement,
                else_statement: None,
            };
            let choice = Statement::If(parser.node(start, choice));
            let choice = parser.node(start, choice);
            Ok(parser.node(start, BlockItem::Statement(choice)))
        })
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
