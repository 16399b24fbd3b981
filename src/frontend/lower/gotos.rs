//! Labels and `goto`: which scopes a jump leaves, and which it enters.
//!
//! A variable lives as long as its block is executed, and is indeterminate where the block is entered, however that happens (C17 6.2.4, paragraph 6):
//! a jump into a block begins the lifetimes of what is declared in front of its label, without the initialisers. A jump within a block
//! leaves its variables as they are.
//! Labels may follow their jumps: what each leaves and enters is known at the end of the function only.

use lang_c::ast::{CallExpression, Expression};

use super::Lowering;
use super::flow::{ComputedGoto, Goto, Label, LabelKey, OpenScope};
use crate::ir::{BlockId, Expr, InstructionKind, LocalId, Position, Terminator};

impl<'a> Lowering<'a> {
    /// `goto name;`
    pub(super) fn goto(&mut self, name: &'a str, at: Position) {
        let target = self.label_block(name, at);
        let goto = Goto {
            block: self.flow.current(),
            label: self.label_key(name),
            from: self.flow.scopes.clone(),
            at,
        };
        self.flow.gotos.push(goto);
        self.flow.terminate(Terminator::Goto(target), at);
    }

    /// `name:`
    pub(super) fn place_label(&mut self, name: &'a str, at: Position) {
        let block = self.label_block(name, at);
        let key = self.label_key(name);
        let scopes = self.flow.scopes.clone();
        let label = self.flow.labels.get_mut(&key);
        if label.is_some_and(|label| label.scopes.replace(scopes).is_some()) {
            self.error(at, format!("The label `{name}` stands here a second time."));
        }
        self.flow.flow_into(block, at);
    }

    /// At the end of a function: each jump cleans up what it leaves, and begins the lifetimes in the blocks that it enters.
    pub(super) fn settle_gotos(&mut self) {
        for goto in std::mem::take(&mut self.flow.gotos) {
            let label = self.flow.labels.get(&goto.label);
            let Some(to) = label.and_then(|label| label.scopes.clone()) else {
                continue;
            };
            self.flow.continue_in(goto.block);
            for local in left(&goto.from, &to) {
                self.clean_up(local, goto.at);
            }
            for local in entered(&goto.from, &to) {
                self.flow.push(InstructionKind::ScopeEntry(local), goto.at);
            }
        }
        self.settle_computed_gotos();
    }

    /// A computed goto is a switch over the addresses of labels, which are small numbers that lowering chose itself.
    fn settle_computed_gotos(&mut self) {
        let addresses = std::mem::take(&mut self.flow.label_addresses);
        let nowhere = self.flow.new_block();
        for goto in std::mem::take(&mut self.flow.computed) {
            let mut cases = Vec::with_capacity(addresses.len());
            for ((key, _), address) in addresses.iter().zip(1..) {
                let label = self.flow.labels.get(key).cloned();
                let target = label.map_or(nowhere, |label| {
                    let entered = entered(&goto.from, label.scopes.as_deref().unwrap_or_default());
                    self.flow.block_into(label.block, entered, goto.at)
                });
                cases.push((address, address, target));
            }
            self.flow.continue_in(goto.block);
            let switch = Terminator::Switch {
                value: goto.value,
                cases,
                default: nowhere,
            };
            self.flow.terminate(switch, goto.at);
        }
    }

    /// `__label__ name;`: the label belongs to this scope.
    pub(super) fn declare_label(&mut self, name: &'a str) {
        self.flow.label_scopes += 1;
        let scope = self.flow.label_scopes;
        self.flow.local_labels.push((name, scope));
    }

    /// What a label is known by here.
    fn label_key(&self, name: &'a str) -> LabelKey<'a> {
        let local = self.flow.local_labels.iter().rev().find(|(known, _)| *known == name);
        (name, local.map_or(0, |(_, scope)| *scope))
    }

    /// The block that a label opens, made when it is named first.
    fn label_block(&mut self, name: &'a str, at: Position) -> BlockId {
        let key = self.label_key(name);
        if let Some(label) = self.flow.labels.get(&key) {
            return label.block;
        }
        let block = self.flow.new_block();
        self.flow.labels.insert(
            key,
            Label {
                block,
                scopes: None,
                at,
            },
        );
        block
    }

    /// Every label that is jumped to must stand somewhere.
    pub(super) fn check_labels(&mut self) {
        let undefined = self.flow.labels.iter().filter(|(_, label)| label.scopes.is_none());
        let mut missing: Vec<(Position, &str)> = undefined.map(|((name, _), label)| (label.at, *name)).collect();
        let addresses = self
            .flow
            .label_addresses
            .iter()
            .filter(|(key, _)| !self.flow.labels.contains_key(key));
        missing.extend(addresses.map(|((name, _), at)| (*at, *name)));
        missing.sort_unstable();
        for (at, name) in missing {
            self.error(at, format!("The label `{name}` is not defined."));
        }
    }

    /// `&&label`: labels are numbered from 1 in the order in which their addresses are taken.
    pub(super) fn label_address(&mut self, call: &'a CallExpression, at: Position) -> Expr {
        let pointer = self.basic.void_pointer;
        let Some(Expression::Identifier(name)) = call.arguments.first().map(|argument| &argument.node) else {
            return self.wrong(at, "The address of something that is no label.");
        };
        let key = self.label_key(&name.node.name);
        let addresses = &mut self.flow.label_addresses;
        let index = addresses
            .iter()
            .position(|(known, _)| *known == key)
            .unwrap_or_else(|| {
                addresses.push((key, at));
                addresses.len() - 1
            });
        Expr::Integer(index as i128 + 1, pointer)
    }

    /// `goto *value`: to any label whose address is taken in the function.
    pub(super) fn computed_goto(&mut self, value: Expr, at: Position) {
        if self.has_cleanups() {
            self.obstacle(
                at,
                "A computed `goto` in the scope of a variable with a `cleanup` function.",
            );
        }
        let integer = self.basic.long;
        let value = self.convert(value, integer);
        let goto = ComputedGoto {
            block: self.flow.current(),
            value,
            from: self.flow.scopes.clone(),
            at,
        };
        self.flow.computed.push(goto);
        self.flow.terminate(Terminator::Unreachable, at);
    }
}

/// The variables that a jump leaves, the one declared last first.
fn left(from: &[OpenScope], to: &[OpenScope]) -> Vec<LocalId> {
    let stays = |local: &LocalId| to.iter().any(|scope| scope.locals.contains(local));
    let locals = from.iter().rev().flat_map(|scope| scope.locals.iter().rev().copied());
    locals.filter(|local| !stays(local)).collect()
}

/// The variables in the blocks that a jump enters.
fn entered(from: &[OpenScope], to: &[OpenScope]) -> Vec<LocalId> {
    let common = from.iter().zip(to).take_while(|(from, to)| from.number == to.number);
    let inside = &to[common.count()..];
    inside.iter().flat_map(|scope| scope.locals.iter().copied()).collect()
}
