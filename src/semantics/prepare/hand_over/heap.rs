//! Symbolic heaps: what is known of the list and of the nodes to which a thread has a right, on one path.
//!
//! A heap means the states in which all its nodes are different objects, each of them owned by this thread or, inside of the critical
//! section, in the chain; a chain `Chain(x)` is zero or more further nodes of that kind, each linked to the next one, and the
//! last one to `x`. (Symbolic heaps with list segments: Distefano, O'Hearn and Yang, TACAS 2006.)

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Candidate, WhenEmpty};
use crate::ir::{GlobalId, LocalId};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What a variable or a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// Anything.
    Unknown,
    /// Zero, or null.
    Null,
    /// Some number that is not zero.
    NotZero,
    /// The address of a node.
    Node(u8),
}

/// Where a node leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next {
    /// That is not known.
    Unknown,
    /// To null or a node.
    To(Symbol),
    /// To zero or more nodes that have no names, and then to null or a node.
    Chain(Symbol),
}

impl Next {
    /// Where it ends.
    fn end(self) -> Symbol {
        match self {
            Next::Unknown => Symbol::Unknown,
            Next::To(end) | Next::Chain(end) => end,
        }
    }

    fn with_end(self, end: Symbol) -> Self {
        match (self, end) {
            (Next::Unknown, _) | (_, Symbol::Unknown | Symbol::NotZero) => Next::Unknown,
            (Next::To(_), end) => Next::To(end),
            (Next::Chain(_), end) => Next::Chain(end),
        }
    }
}

/// What an address is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// A variable of the running function.
    Local(LocalId),
    /// A variable of static storage.
    Global(GlobalId),
    /// Where a variable of the running function points whose address is never taken.
    Behind(LocalId),
    /// Where a variable of static storage points.
    BehindGlobal(GlobalId),
    /// Something that the running function cannot name.
    Hidden,
}

/// A critical section: the lock that is held, and what the cells hold at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Section {
    /// What the address of the lock is counted from.
    pub base: Base,
    /// Its distance from there.
    pub lock: i64,
    /// What the head holds.
    pub head: Symbol,
    /// What the tail holds, if there is one.
    pub tail: Symbol,
}

/// The invariant does not hold where the lock is released, or a heap has too many nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

/// A symbolic heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Heap {
    /// What variables of the running function hold, where that is known.
    pub variables: BTreeMap<LocalId, Symbol>,
    /// The nodes.
    pub nodes: BTreeMap<u8, Next>,
    /// How many of the first numbers are pinned: those of the nodes that the caller knows, too, whether they are still there or not.
    pub pinned: u8,
    /// The critical section, inside of one.
    pub section: Option<Section>,
}

/// How many nodes a heap may have.
const MOST_NODES: usize = 16;

impl Heap {
    /// A new node.
    pub fn add(&mut self, next: Next) -> Result<Symbol, Broken> {
        let number = self.free_number();
        if self.nodes.len() >= MOST_NODES {
            return Err(Broken);
        }
        self.nodes.insert(number, next);
        Ok(Symbol::Node(number))
    }

    /// A number that no node has, nor had when the running function was called.
    pub fn free_number(&self) -> u8 {
        let behind_last = self.nodes.last_key_value().map_or(0, |(last, _)| *last + 1);
        match is_seeded(Bug::NamesGivenAgain) {
            true => behind_last,
            false => behind_last.max(self.pinned),
        }
    }

    /// What a variable holds.
    pub fn variable(&self, variable: LocalId) -> Symbol {
        self.variables.get(&variable).copied().unwrap_or(Symbol::Unknown)
    }

    /// A value, if it is not a node to which there is no right any more.
    pub fn still(&self, value: Symbol) -> Symbol {
        match value {
            Symbol::Node(node) if !self.nodes.contains_key(&node) && !is_seeded(Bug::RightsOutliveSections) => {
                Symbol::Unknown
            }
            other => other,
        }
    }

    /// A variable is assigned.
    pub fn assign(&mut self, variable: LocalId, value: Symbol) {
        match self.still(value) {
            Symbol::Unknown => self.variables.remove(&variable),
            known => self.variables.insert(variable, known),
        };
    }

    /// What the link of a node holds: a chain is unfolded, into none or one node more.
    pub fn follow(&self, node: u8) -> Result<Vec<(Heap, Symbol)>, Broken> {
        match self.nodes.get(&node).copied().unwrap_or(Next::Unknown) {
            Next::Unknown => Ok(vec![(self.clone(), Symbol::Unknown)]),
            Next::To(end) => Ok(vec![(self.clone(), end)]),
            Next::Chain(end) => {
                let (mut none, mut one) = (self.clone(), self.clone());
                none.nodes.insert(node, Next::To(end));
                let further = one.add(Next::Chain(end))?;
                one.nodes.insert(node, Next::To(further));
                Ok(vec![(none, end), (one, further)])
            }
        }
    }

    /// The critical section begins: the invariant holds, in each of its cases.
    pub fn open(&self, candidate: &Candidate, base: Base, lock: i64) -> Result<Vec<Heap>, Broken> {
        let mut heaps = Vec::new();
        let mut with = |mut heap: Heap, head, tail| {
            heap.section = Some(Section { base, lock, head, tail });
            heaps.push(heap);
        };
        let tail = match (candidate.tail.is_some(), candidate.when_empty) {
            (true, WhenEmpty::TailIsNull) => Symbol::Null,
            (false, _) | (true, WhenEmpty::TailIsAnything) => Symbol::Unknown,
        };
        with(self.clone(), Symbol::Null, tail);
        if candidate.tail.is_none() {
            let mut several = self.clone();
            let head = several.add(Next::Chain(Symbol::Null))?;
            with(several, head, Symbol::Unknown);
        } else {
            let mut one = self.clone();
            let only = one.add(Next::To(Symbol::Null))?;
            with(one, only, only);
            let mut several = self.clone();
            let last = several.add(Next::To(Symbol::Null))?;
            let head = several.add(Next::Chain(last))?;
            with(several, head, last);
        }
        Ok(heaps)
    }

    /// The critical section ends: the invariant must hold. What is in the chain is known to all from now on; other nodes are
    /// this thread's own.
    pub fn close(&mut self, candidate: &Candidate) -> Result<(), Broken> {
        let Some(section) = self.section.take() else {
            return Ok(());
        };
        let (chain, last) = self.chain(section.head)?;
        if candidate.tail.is_some() && !is_seeded(Bug::TailAnywhere) {
            let holds = match (last, candidate.when_empty) {
                (Some(last), _) => {
                    section.tail == Symbol::Node(last) && self.nodes.get(&last) == Some(&Next::To(Symbol::Null))
                }
                (None, WhenEmpty::TailIsNull) => section.tail == Symbol::Null,
                (None, WhenEmpty::TailIsAnything) => true,
            };
            if !holds {
                return Err(Broken);
            }
        }
        if !is_seeded(Bug::PutStaysOwned) {
            chain.into_iter().for_each(|node| self.forget(node));
        }
        Ok(())
    }

    /// The nodes with names in the chain that starts somewhere and ends in null, and the last of them.
    fn chain(&self, head: Symbol) -> Result<(BTreeSet<u8>, Option<u8>), Broken> {
        let mut seen = BTreeSet::new();
        let mut last = None;
        let mut at = head;
        loop {
            match at {
                Symbol::Null => return Ok((seen, last)),
                Symbol::Unknown if is_seeded(Bug::AnythingIsPut) => return Ok((seen, last)),
                Symbol::Unknown | Symbol::NotZero => return Err(Broken),
                Symbol::Node(node) => {
                    if !seen.insert(node) {
                        return Err(Broken);
                    }
                    last = Some(node);
                    at = self.nodes.get(&node).copied().map_or(Symbol::Unknown, Next::end);
                }
            }
        }
    }

    /// There is no right to a node any more.
    pub fn forget(&mut self, node: u8) {
        let gone = Symbol::Node(node);
        self.nodes.remove(&node);
        self.variables.retain(|_, value| *value != gone);
        for next in self.nodes.values_mut() {
            if next.end() == gone {
                *next = Next::Unknown;
            }
        }
        if let Some(section) = &mut self.section {
            for cell in [&mut section.head, &mut section.tail] {
                if *cell == gone {
                    *cell = Symbol::Unknown;
                }
            }
        }
    }

    /// All nodes that the values lead to, and those in the chain.
    pub fn reached(&self, values: impl IntoIterator<Item = Symbol>) -> BTreeSet<u8> {
        let cells = self.section.iter().flat_map(|section| [section.head, section.tail]);
        let mut open: Vec<Symbol> = values.into_iter().chain(cells).collect();
        let mut reached = BTreeSet::new();
        while let Some(value) = open.pop() {
            if let Symbol::Node(node) = value
                && reached.insert(node)
            {
                open.extend(self.nodes.get(&node).map(|next| next.end()));
            }
        }
        reached
    }

    /// The same heap in a form of which there is one: nodes that nothing names become parts of chains, and numbers are by
    /// order of discovery behind those of the pinned nodes.
    pub fn normalised(mut self) -> Heap {
        while self.absorb() {}
        let values: Vec<Symbol> = (0..self.pinned)
            .map(Symbol::Node)
            .chain(self.section.iter().flat_map(|section| [section.head, section.tail]))
            .chain(self.variables.values().copied())
            .collect();
        let mut order: Vec<u8> = Vec::new();
        for value in values {
            let mut at = value;
            while let Symbol::Node(node) = at
                && !order.contains(&node)
            {
                order.push(node);
                if node < self.pinned {
                    break;
                }
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

    /// The same heap with other numbers for its nodes; nodes that get none are forgotten.
    pub fn renamed(&self, names: &BTreeMap<u8, u8>) -> Heap {
        let rename = |value: Symbol| match self.still(value) {
            Symbol::Node(node) => names.get(&node).map_or(Symbol::Unknown, |name| Symbol::Node(*name)),
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
        Heap {
            variables: variables.filter(|(_, value)| *value != Symbol::Unknown).collect(),
            nodes: nodes.collect(),
            pinned: self.pinned,
            section: self.section.map(|section| Section {
                head: rename(section.head),
                tail: rename(section.tail),
                ..section
            }),
        }
    }

    /// Makes one node that nothing names part of a chain, or forgets it where nothing leads to it.
    fn absorb(&mut self) -> bool {
        let named: BTreeSet<Symbol> = self
            .variables
            .values()
            .copied()
            .chain(self.section.iter().flat_map(|section| [section.head, section.tail]))
            .collect();
        let nameless = self
            .nodes
            .keys()
            .copied()
            .filter(|node| *node >= self.pinned && !named.contains(&Symbol::Node(*node)));
        for node in nameless.collect::<Vec<_>>() {
            let leading = self.nodes.iter().filter(|(_, next)| next.end() == Symbol::Node(node));
            let leading: Vec<u8> = leading.map(|(leading, _)| *leading).collect();
            match leading[..] {
                [] => {
                    self.forget(node);
                    return true;
                }
                [one] if one != node => {
                    let end = self.nodes.get(&node).copied().map_or(Symbol::Unknown, Next::end);
                    self.nodes.insert(one, Next::Chain(Symbol::Null).with_end(end));
                    self.nodes.remove(&node);
                    return true;
                }
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::candidates::{Cell, Lock};
    use super::*;
    use crate::ir::RecordId;

    fn candidate(tail: Option<WhenEmpty>) -> Candidate {
        Candidate {
            link: (RecordId(0), 0),
            head: Cell::Field(RecordId(1), 0),
            tail: tail.map(|_| Cell::Field(RecordId(1), 1)),
            when_empty: tail.unwrap_or(WhenEmpty::TailIsAnything),
            lock: Lock::Before(-40),
        }
    }

    /// The heaps in which the list is not empty, with a variable that holds the first node.
    fn with_first(candidate: &Candidate) -> Vec<Heap> {
        let opened = Heap::default()
            .open(candidate, Base::Behind(LocalId(0)), 40)
            .expect("the heap is small, and the list is one");
        let mut heaps = Vec::new();
        for mut heap in opened {
            if let Some(Section {
                head: first @ Symbol::Node(_),
                ..
            }) = heap.section
            {
                heap.assign(LocalId(1), first);
                heaps.push(heap);
            }
        }
        heaps
    }

    fn unlinked(heap: &Heap) -> Vec<Heap> {
        let Symbol::Node(first) = heap.variable(LocalId(1)) else {
            return Vec::new();
        };
        let followed = heap
            .follow(first)
            .expect("the heap is small, and the list is one")
            .into_iter()
            .map(|(mut heap, next)| {
                heap.section.as_mut().expect("it is inside of a section").head = next;
                heap
            });
        followed.collect()
    }

    #[test]
    fn what_is_unlinked_is_owned_and_what_stays_is_not() {
        let stack = candidate(None);
        for heap in with_first(&stack) {
            let mut looked_at = heap.clone();
            looked_at.close(&stack).expect("the heap is small, and the list is one");
            assert_eq!(looked_at.variable(LocalId(1)), Symbol::Unknown);
            for mut taken in unlinked(&heap) {
                taken.close(&stack).expect("the heap is small, and the list is one");
                assert!(matches!(taken.variable(LocalId(1)), Symbol::Node(_)));
            }
        }
    }

    #[test]
    fn the_tail_of_an_empty_list_is_left_behind_only_where_nobody_looks_at_it() {
        let (strict, lax) = (
            candidate(Some(WhenEmpty::TailIsNull)),
            candidate(Some(WhenEmpty::TailIsAnything)),
        );
        let closes = |candidate: &Candidate| {
            let mut heaps = with_first(candidate)
                .iter()
                .flat_map(unlinked)
                .collect::<Vec<_>>()
                .into_iter();
            heaps.all(|mut heap| heap.close(candidate).is_ok())
        };
        assert!(!closes(&strict) && closes(&lax));
    }

    #[test]
    fn a_node_that_is_linked_twice_makes_no_list() {
        let stack = candidate(None);
        let mut heap = Heap::default()
            .open(&stack, Base::Behind(LocalId(0)), 40)
            .expect("the heap is small, and the list is one")
            .remove(0);
        let Symbol::Node(node) = heap.add(Next::Unknown).expect("the heap is small, and the list is one") else {
            unreachable!("a heap adds nodes");
        };
        heap.nodes.insert(node, Next::To(Symbol::Node(node)));
        heap.section.as_mut().expect("it is inside of a section").head = Symbol::Node(node);
        assert_eq!(heap.close(&stack), Err(Broken));
    }

    #[test]
    fn nameless_nodes_become_parts_of_chains() {
        let mut heap = Heap::default();
        let last = heap
            .add(Next::To(Symbol::Null))
            .expect("the heap is small, and the list is one");
        let middle = heap
            .add(Next::To(last))
            .expect("the heap is small, and the list is one");
        let first = heap
            .add(Next::To(middle))
            .expect("the heap is small, and the list is one");
        heap.assign(LocalId(0), first);
        let heap = heap.normalised();
        assert_eq!(
            heap.nodes.into_iter().collect::<Vec<_>>(),
            [(0, Next::Chain(Symbol::Null))]
        );
    }
}
