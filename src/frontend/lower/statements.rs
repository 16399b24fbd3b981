//! Statements (C17 6.8): blocks, selections, loops, jumps and labels.

use std::collections::BTreeMap;

use lang_c::ast::{
    BlockItem, Expression, ForInitializer, ForStatement, IfStatement, Label as SyntaxLabel, LabeledStatement,
    Statement, SwitchStatement,
};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::arithmetic::wrap;
use super::expressions::Operand;
use super::flow::{JumpTarget, Switch};
use crate::ir::{BlockId, Expr, InstructionKind, Position, Terminator};

impl<'a> Lowering<'a> {
    /// Opens a block scope.
    pub(super) fn open_scope(&mut self) {
        self.scopes_mut().enter();
        self.flow.open_scope();
        let labels = self.flow.local_labels.len();
        self.flow.label_depths.push(labels);
    }

    /// Closes a block scope: the lifetimes of its variables end.
    pub(super) fn close_scope(&mut self, at: Position) {
        let depth = self.flow.scopes.len().saturating_sub(1);
        self.end_lifetimes(depth, at);
        self.flow.scopes.truncate(depth);
        let labels = self.flow.label_depths.pop().unwrap_or(0);
        self.flow.local_labels.truncate(labels);
        self.scopes_mut().leave();
    }

    /// Ends the lifetimes of all scopes beyond the first `depth`, which stay open.
    fn end_lifetimes(&mut self, depth: usize, at: Position) {
        for local in self.flow.ending(depth) {
            self.clean_up(local, at);
            self.flow.push(InstructionKind::ScopeEnd(local), at);
        }
    }

    /// Lowers the items of a block, in its scope.
    pub(super) fn block_items(&mut self, items: &'a [Node<BlockItem>]) {
        for item in items {
            self.statement_at(item.span);
            match &item.node {
                BlockItem::Declaration(declaration) => self.declaration(&declaration.node),
                BlockItem::Statement(statement) => self.statement(statement),
                BlockItem::StaticAssert(assertion) => self.static_assertion(assertion),
            }
        }
    }

    /// Lowers the items of a statement expression; gives the value of the last one, if it is an expression.
    pub(super) fn items_with_value(&mut self, items: &'a [Node<BlockItem>]) -> Option<Expr> {
        let (last, before) = items.split_last()?;
        self.block_items(before);
        let BlockItem::Statement(statement) = &last.node else {
            self.block_items(std::slice::from_ref(last));
            return None;
        };
        self.statement_at(last.span);
        self.statement_value(statement)
    }

    fn statement_value(&mut self, statement: &'a Node<Statement>) -> Option<Expr> {
        match &statement.node {
            Statement::Expression(Some(expression)) => Some(self.value(expression)),
            Statement::Labeled(labeled) => {
                self.label(&labeled.node, statement.span);
                self.statement_value(&labeled.node.statement)
            }
            _ => {
                self.statement(statement);
                None
            }
        }
    }

    /// Lowers a statement.
    pub(super) fn statement(&mut self, statement: &'a Node<Statement>) {
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || self.statement_here(statement));
    }

    fn statement_here(&mut self, statement: &'a Node<Statement>) {
        let span = statement.span;
        if !matches!(statement.node, Statement::Compound(_)) {
            self.statement_at(span);
        }
        match &statement.node {
            Statement::Labeled(labeled) => {
                self.label(&labeled.node, span);
                self.statement(&labeled.node.statement);
            }
            Statement::Compound(items) => {
                let at = self.at(span);
                self.open_scope();
                self.block_items(items);
                self.close_scope(at);
            }
            Statement::Expression(expression) => {
                if let Some(expression) = expression {
                    self.effect(expression);
                }
            }
            Statement::If(statement) => self.if_statement(&statement.node, span),
            Statement::Switch(statement) => self.switch_statement(&statement.node, span),
            Statement::While(statement) => self.while_loop(&statement.node.expression, &statement.node.statement, span),
            Statement::DoWhile(statement) => self.do_loop(&statement.node.statement, &statement.node.expression, span),
            Statement::For(statement) => self.for_loop(&statement.node, span),
            Statement::Goto(label) => {
                let at = self.at(span);
                self.goto(&label.node.name, at);
            }
            Statement::Continue => self.jump(span, |target| target.continue_to),
            Statement::Break => self.jump(span, |target| Some(target.break_to)),
            Statement::Return(value) => self.return_statement(value.as_deref(), span),
            Statement::Asm(assembly) => self.assembly(&assembly.node, span),
        }
    }

    fn if_statement(&mut self, statement: &'a IfStatement, span: Span) {
        let at = self.at(span);
        let (then, join) = (self.flow.new_block(), self.flow.new_block());
        let otherwise = if statement.else_statement.is_some() {
            self.flow.new_block()
        } else {
            join
        };
        self.statement_at(statement.condition.span);
        self.branch(&statement.condition, then, otherwise);
        self.flow.continue_in(then);
        self.statement(&statement.then_statement);
        self.flow.terminate(Terminator::Goto(join), at);
        if let Some(else_statement) = &statement.else_statement {
            self.flow.continue_in(otherwise);
            self.statement(else_statement);
            self.flow.terminate(Terminator::Goto(join), at);
        }
        self.flow.continue_in(join);
    }

    fn with_target(&mut self, break_to: BlockId, continue_to: Option<BlockId>, body: impl FnOnce(&mut Self)) {
        let scopes = self.flow.scopes.len();
        self.flow.targets.push(JumpTarget {
            break_to,
            continue_to,
            scopes,
        });
        body(self);
        self.flow.targets.pop();
    }

    fn while_loop(&mut self, condition: &'a Node<Expression>, body: &'a Node<Statement>, span: Span) {
        let at = self.at(span);
        let (head, inside, end) = (self.flow.new_block(), self.flow.new_block(), self.flow.new_block());
        self.flow.flow_into(head, at);
        self.statement_at(condition.span);
        self.branch(condition, inside, end);
        self.flow.continue_in(inside);
        self.with_target(end, Some(head), |lowering| lowering.statement(body));
        self.flow.terminate(Terminator::Goto(head), at);
        self.flow.continue_in(end);
    }

    fn do_loop(&mut self, body: &'a Node<Statement>, condition: &'a Node<Expression>, span: Span) {
        let at = self.at(span);
        let (inside, test, end) = (self.flow.new_block(), self.flow.new_block(), self.flow.new_block());
        self.flow.flow_into(inside, at);
        self.with_target(end, Some(test), |lowering| lowering.statement(body));
        self.flow.flow_into(test, at);
        self.statement_at(condition.span);
        self.branch(condition, inside, end);
        self.flow.continue_in(end);
    }

    fn for_loop(&mut self, statement: &'a ForStatement, span: Span) {
        let at = self.at(span);
        self.open_scope();
        self.statement_at(statement.initializer.span);
        match &statement.initializer.node {
            ForInitializer::Expression(expression) => self.effect(expression),
            ForInitializer::Declaration(declaration) => self.declaration(&declaration.node),
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => {}
        }
        let (head, inside, step, end) = (
            self.flow.new_block(),
            self.flow.new_block(),
            self.flow.new_block(),
            self.flow.new_block(),
        );
        self.flow.flow_into(head, at);
        match &statement.condition {
            Some(condition) => {
                self.statement_at(condition.span);
                self.branch(condition, inside, end);
            }
            None => self.flow.terminate(Terminator::Goto(inside), at),
        }
        self.flow.continue_in(inside);
        self.with_target(end, Some(step), |lowering| lowering.statement(&statement.statement));
        self.flow.flow_into(step, at);
        if let Some(step) = &statement.step {
            self.statement_at(step.span);
            self.effect(step);
        }
        self.flow.terminate(Terminator::Goto(head), at);
        self.flow.continue_in(end);
        self.close_scope(at);
    }

    /// `break` or `continue`: to the innermost target that has one.
    fn jump(&mut self, span: Span, choose: impl Fn(&JumpTarget) -> Option<BlockId>) {
        let at = self.at(span);
        let found = self
            .flow
            .targets
            .iter()
            .rev()
            .find_map(|target| Some((choose(target)?, target.scopes)));
        let Some((block, scopes)) = found else {
            return self.error(at, "A jump out of a loop or switch stands in none.");
        };
        self.end_lifetimes(scopes, at);
        self.flow.terminate(Terminator::Goto(block), at);
    }

    fn return_statement(&mut self, value: Option<&'a Node<Expression>>, span: Span) {
        let at = self.at(span);
        let result = self.flow.result.unwrap_or(self.basic.void);
        if self.flow.result.is_none() {
            return self.error(at, "A `return` outside of a function.");
        }
        let value = match value {
            Some(value) if result == self.basic.void => {
                self.effect(value);
                None
            }
            Some(value) => {
                let value = self.value(value);
                Some(self.convert(value, result))
            }
            None if result == self.basic.void => None,
            None => Some(Expr::Unknown(result)),
        };
        let value = self.clean_up_all(value, at);
        self.flow.terminate(Terminator::Return(value), at);
    }

    fn switch_statement(&mut self, statement: &'a SwitchStatement, span: Span) {
        let at = self.at(span);
        self.statement_at(statement.expression.span);
        let value = self.value(&statement.expression);
        let value = self.promote(value);
        let ty = value.ty();
        if !self.types().is_integer(ty) {
            self.error(at, "The value of a switch is no integer.");
        }
        let head = self.flow.current();
        let (inside, end) = (self.flow.new_block(), self.flow.new_block());
        self.flow.switches.push(Switch {
            ty,
            scopes: self.flow.scopes.len(),
            cases: Vec::new(),
            taken: BTreeMap::new(),
            default: None,
        });
        self.flow.continue_in(inside);
        self.with_target(end, None, |lowering| lowering.statement(&statement.statement));
        self.flow.terminate(Terminator::Goto(end), at);
        if let Some(switch) = self.flow.switches.pop() {
            self.flow.continue_in(head);
            let default = switch.default.unwrap_or(end);
            if switch.cases.is_empty() {
                self.read_for_nothing(Operand::Value(value.clone()));
            }
            self.flow.terminate(
                Terminator::Switch {
                    value,
                    cases: switch.cases,
                    default,
                },
                at,
            );
        }
        self.flow.continue_in(end);
    }

    fn label(&mut self, labeled: &'a LabeledStatement, span: Span) {
        let at = self.at(span);
        match &labeled.label.node {
            SyntaxLabel::Identifier(name) => {
                self.place_label(&name.node.name, at);
            }
            SyntaxLabel::Case(value) => {
                let value = self.required_constant(value);
                self.case(value, value, at);
            }
            SyntaxLabel::CaseRange(range) => {
                let (low, high) = (
                    self.required_constant(&range.node.low),
                    self.required_constant(&range.node.high),
                );
                self.case(low, high, at);
            }
            SyntaxLabel::Default => {
                let block = self.flow.new_block();
                let way = self.way_to_case(block, at);
                match self.flow.switches.last_mut() {
                    Some(switch) => switch.default = Some(way),
                    None => self.error(at, "A `default` outside of a switch."),
                }
                self.flow.flow_into(block, at);
            }
        }
    }

    /// A case: its values are converted to the type of the switch (C17 6.8.4.2 5).
    fn case(&mut self, low: i128, high: i128, at: Position) {
        let block = self.flow.new_block();
        let way = self.way_to_case(block, at);
        let ty = self.flow.switches.last().map(|switch| switch.ty);
        match ty {
            Some(ty) => {
                let [low, high] = [low, high].map(|value| {
                    self.integer(ty)
                        .map_or(value, |(size, signed)| wrap(value, size, signed))
                });
                if let Some(switch) = self.flow.switches.last_mut()
                    && low <= high
                {
                    // Those before do not overlap, so the last one that begins in time reaches farthest.
                    let before = switch.taken.range(..=high).next_back();
                    if before.is_none_or(|(_, to)| *to < low) {
                        switch.taken.insert(low, high);
                        switch.cases.push((low, high, way));
                    } else {
                        self.error(at, "A case value stands twice in a switch.");
                    }
                }
            }
            None => self.error(at, "A `case` outside of a switch."),
        }
        self.flow.flow_into(block, at);
    }
    /// The way from a switch to one of its cases: it enters the blocks around the case.
    fn way_to_case(&mut self, case: BlockId, at: Position) -> BlockId {
        let outside = self.flow.switches.last().map(|switch| switch.scopes);
        let mut entered = outside.map_or_else(Vec::new, |outside| self.flow.ending(outside));
        entered.reverse();
        self.flow.block_into(case, entered, at)
    }
}
