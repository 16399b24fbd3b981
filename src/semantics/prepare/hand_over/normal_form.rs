//! Symbolic heaps in one form of many that mean the same, so that each is executed once.

use std::collections::{BTreeMap, BTreeSet};

use super::heap::{Heap, Next, Section, Symbol};
use pepsin_lattice::seeded::{Bug, is_seeded};

impl Heap {
    /// The same heap in a form of which there is one: nodes that nothing names become parts of chains, and numbers are by
    /// order of discovery behind those of the pinned nodes.
    pub fn normalised(mut self) -> Heap {
        if self.has_one_form() {
            return self;
        }
        while self.absorb() {}
        let values: Vec<Symbol> = (0..self.pinned)
            .map(Symbol::Node)
            .chain(self.cells())
            .chain(self.variables.values().copied())
            .collect();
        let mut order: Vec<u8> = Vec::new();
        for value in values {
            let mut at = value;
            while let Some(node) = at.node()
                && !order.contains(&node)
            {
                order.push(node);
                if node < self.pinned {
                    break;
                }
                let payload = self.payloads.get(&node).and_then(|payload| payload.node());
                order.extend(payload.filter(|payload| !order.contains(payload)));
                at = self.nodes.get(&node).copied().map_or(Symbol::Unknown, Next::end);
            }
        }
        // What only pinned nodes lead to comes last.
        let rest: Vec<u8> = self
            .nodes
            .keys()
            .copied()
            .filter(|node| !order.contains(node))
            .collect();
        order.extend(rest);
        let names: BTreeMap<u8, u8> = order.into_iter().zip(0..).collect();
        self.renamed(&names)
    }

    /// Whether there is nothing that could be named otherwise, as in most heaps: no node, no cell, and nothing that leads to one.
    fn has_one_form(&self) -> bool {
        let is_plain = |value: &Symbol| matches!(value, Symbol::Null | Symbol::NotZero | Symbol::Nowhere);
        let has_cells = self.section.is_some() || self.ring.is_some();
        let has_nodes = !self.nodes.is_empty() || !self.payloads.is_empty();
        !has_cells && !has_nodes && self.variables.values().all(is_plain)
    }

    /// The same heap with other numbers for its nodes; nodes that get none are forgotten.
    pub fn renamed(&self, names: &BTreeMap<u8, u8>) -> Heap {
        let rename = |value: Symbol| match self.still(value) {
            Symbol::Node(node) => names.get(&node).map_or(Symbol::Unknown, |name| Symbol::Node(*name)),
            Symbol::Link(node) => names.get(&node).map_or(Symbol::Unknown, |name| Symbol::Link(*name)),
            Symbol::Head(_) => Symbol::Head(0),
            Symbol::Inside(node) => names.get(&node).map_or(Symbol::Unknown, |name| Symbol::Inside(*name)),
            other => other,
        };
        let variables = self
            .variables
            .iter()
            .map(|(variable, value)| (*variable, rename(*value)));
        let nodes = self
            .nodes
            .iter()
            .filter_map(|(node, next)| Some((*names.get(node)?, next.with_end(rename(next.end())))));
        let payloads = self.payloads.iter();
        let payloads = payloads.filter_map(|(node, payload)| Some((*names.get(node)?, rename(*payload))));
        Heap {
            payloads: payloads.collect(),
            variables: variables.filter(|(_, value)| *value != Symbol::Unknown).collect(),
            nodes: nodes.collect(),
            pinned: self.pinned,
            alone: self.alone,
            holds: self.holds,
            ring: self.ring.as_ref().map(|ring| ring.with_values(rename)),
            tested: self.tested.clone(),
            lent: self.lent.clone(),
            section: self.section.map(|section| Section {
                number: 0,
                head: rename(section.head),
                beside: rename(section.beside),
                ..section
            }),
        }
    }

    /// Makes one node that nothing names part of a chain, or forgets it where nothing leads to it.
    fn absorb(&mut self) -> bool {
        let values = self.variables.values().copied().chain(self.cells());
        let named: BTreeSet<u8> = values.filter_map(Symbol::node).collect();
        let nameless = self
            .nodes
            .keys()
            .copied()
            .filter(|node| *node >= self.pinned && !named.contains(node));
        for node in nameless.collect::<Vec<_>>() {
            let leading = self.nodes.iter().filter(|(_, next)| next.end() == Symbol::Node(node));
            let leading: Vec<u8> = leading.map(|(leading, _)| *leading).collect();
            let carrying = self
                .payloads
                .iter()
                .filter(|(_, payload)| **payload == Symbol::Node(node));
            let carrying: Vec<u8> = carrying.map(|(carrying, _)| *carrying).collect();
            match (&leading[..], &carrying[..]) {
                ([], []) => {
                    self.forget(node);
                    return true;
                }
                (&[one], []) if one != node => match self.payloads.get(&node) {
                    // It leads to what has a name, and keeps its own.
                    Some(Symbol::Node(_)) if !is_seeded(Bug::NamelessCarryAnything) => {}
                    Some(payload) if *payload != Symbol::Null && !is_seeded(Bug::NamelessCarryAnything) => {
                        self.forget(node);
                        return true;
                    }
                    _ => {
                        let end = self.nodes.get(&node).copied().map_or(Symbol::Unknown, Next::end);
                        self.nodes.insert(one, Next::Chain(Symbol::Null).with_end(end));
                        self.nodes.remove(&node);
                        self.payloads.remove(&node);
                        return true;
                    }
                },
                ([], &[one]) if one != node => {
                    self.forget(node);
                    self.payloads.remove(&one);
                    return true;
                }
                _ => {}
            }
        }
        false
    }
}
