//! Symbolic heaps: what is known of the list and of the nodes to which a thread has a right, on one path.
//!
//! A heap means the states in which all its nodes are different objects, each of them owned by this thread or, inside of the critical
//! section, in the chain; a chain `Chain(x)` is zero or more further nodes of that kind, each linked to the next one, and the
//! last one to `x`. (Symbolic heaps with list segments: Distefano, O'Hearn and Yang, TACAS 2006.)
//!
//! Where nodes have a payload, each one of a chain leads to null or to an object of its own, to which there is a right as well; so does a node
//! of whose payload nothing else is noted. An object that only its node leads to needs no name, and is folded into it.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::Candidate;
use super::places::Step;
use super::ring::{Cursor, RingSection};
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
    /// The address of the link of a node.
    Link(u8),
    /// The address of the head of the list that the critical section is about, which has this number.
    Head(u8),
    /// An address of which only the node is known in which it lies.
    Inside(u8),
    /// What was counted from null: it may be compared, but who follows it has no execution.
    Nowhere,
    /// A number of the ring that the critical section is about.
    Cursor(Cursor),
}

impl Symbol {
    /// The node in which the address lies.
    pub fn node(self) -> Option<u8> {
        match self {
            Symbol::Node(node) | Symbol::Link(node) | Symbol::Inside(node) => Some(node),
            Symbol::Unknown
            | Symbol::Null
            | Symbol::NotZero
            | Symbol::Head(_)
            | Symbol::Nowhere
            | Symbol::Cursor(_) => None,
        }
    }
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
    pub(super) fn end(self) -> Symbol {
        match self {
            Next::Unknown => Symbol::Unknown,
            Next::To(end) | Next::Chain(end) => end,
        }
    }

    pub(super) fn with_end(self, end: Symbol) -> Self {
        match (self, end) {
            (Next::To(_), Symbol::Null | Symbol::Node(_)) => Next::To(end),
            (Next::Chain(_), Symbol::Null | Symbol::Node(_)) => Next::Chain(end),
            _ => Next::Unknown,
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

/// What keeps others from finding the invariant broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// The lock is held, by nobody else.
    Lock,
    /// The lock is held for reading: others may read as well ([`super::guards`]).
    ReadLock,
    /// No lock: there is no other thread ([`super::alone`]).
    Alone,
    /// No lock: the section is in order with all others, as the solution must show ([`super::guards`]).
    Order,
}

/// A critical section: the lock that is held, and what the cells hold at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Section {
    /// Which of the sections it is that begin while one instruction is executed.
    pub number: u8,
    /// What keeps others out.
    pub guard: Guard,
    /// What the address of the lock is counted from.
    pub base: Base,
    /// Its distance from there.
    pub lock: i64,
    /// What the head holds.
    pub head: Symbol,
    /// What the tail or the flag holds, if there is one.
    pub beside: Symbol,
}

/// Why a candidate is given up: the invariant does not hold where the lock is released, or something is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub &'static str);

/// More nodes are told apart than a heap may have.
pub(super) const TOO_MANY_NODES: Broken = Broken("too many nodes are told apart");
/// A critical section is none of a ring.
pub(super) const NO_RING: Broken = Broken("the critical section is none of a ring");

/// A symbolic heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Heap {
    /// What variables of the running function hold, where that is known.
    pub variables: BTreeMap<LocalId, Symbol>,
    /// Parameters of the running function that lead to variables of its callers ([`super::lent`]).
    pub lent: BTreeSet<LocalId>,
    /// The nodes.
    pub nodes: BTreeMap<u8, Next>,
    /// What nodes hold as the pointer to their payload; of those that are not there it is null, or leads to an object that nothing else leads to.
    pub payloads: BTreeMap<u8, Symbol>,
    /// How many of the first numbers are pinned: those of the nodes that the caller knows, too, whether they are still there or not.
    pub pinned: u8,
    /// Whether the program has no other thread yet ([`super::alone`]).
    pub alone: bool,
    /// How the one lock of all lists is held, if it is.
    pub holds: Option<Guard>,
    /// The critical section, inside of one.
    pub section: Option<Section>,
    /// What is known of the ring, inside of a critical section that is about one.
    pub ring: Option<RingSection>,
    /// Whether numbers in memory are not zero, inside of a critical section ([`super::remembered`]).
    pub tested: BTreeMap<Vec<Step>, bool>,
}

/// How many nodes a heap may have.
const MOST_NODES: usize = 16;

impl Heap {
    /// A new node.
    pub fn add(&mut self, next: Next) -> Result<Symbol, Broken> {
        let number = self.free_number();
        if self.nodes.len() >= MOST_NODES {
            return Err(TOO_MANY_NODES);
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
            Symbol::Node(node) | Symbol::Link(node) | Symbol::Inside(node)
                if !self.nodes.contains_key(&node) && !is_seeded(Bug::RightsOutliveSections) =>
            {
                Symbol::Unknown
            }
            Symbol::Cursor(_) if self.ring.is_none() => Symbol::Unknown,
            Symbol::Head(number)
                if self.section.is_none_or(|section| section.number != number)
                    && !is_seeded(Bug::HeadsOutliveSections) =>
            {
                Symbol::Unknown
            }
            other => other,
        }
    }

    /// What is known of the link and the payload of a node is lost.
    pub fn lose(&mut self, node: u8, candidate: &Candidate) {
        self.nodes.insert(node, Next::Unknown);
        if candidate.payload().is_some() {
            self.payloads.insert(node, Symbol::Unknown);
        }
    }

    /// What the payload pointer of a node holds: if it is folded, null or a node of its own.
    pub fn payload(&self, node: u8) -> Result<Vec<(Heap, Symbol)>, Broken> {
        if let Some(payload) = self.payloads.get(&node) {
            return Ok(vec![(self.clone(), self.still(*payload))]);
        }
        let (mut none, mut one) = (self.clone(), self.clone());
        none.payloads.insert(node, Symbol::Null);
        let payload = one.add(Next::Unknown)?;
        one.payloads.insert(node, payload);
        // What a payload leads to itself is not handed over.
        one.payloads
            .extend(payload.node().map(|payload| (payload, Symbol::Unknown)));
        Ok(vec![(none, Symbol::Null), (one, payload)])
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

    /// There is no right to a node any more.
    pub fn forget(&mut self, node: u8) {
        let is_gone = |value: Symbol| value.node() == Some(node);
        self.nodes.remove(&node);
        self.payloads.remove(&node);
        self.variables.retain(|_, value| !is_gone(*value));
        for next in self.nodes.values_mut() {
            if is_gone(next.end()) {
                *next = Next::Unknown;
            }
        }
        self.ring = self.ring.as_ref().map(|ring| {
            ring.with_values(|value| match is_gone(value) {
                true => Symbol::Unknown,
                false => value,
            })
        });
        let cells = self
            .section
            .iter_mut()
            .flat_map(|section| [&mut section.head, &mut section.beside]);
        for value in self.payloads.values_mut().chain(cells) {
            if is_gone(*value) {
                *value = Symbol::Unknown;
            }
        }
    }

    /// All nodes that the values lead to, and those in the chain.
    pub fn reached(&self, values: impl IntoIterator<Item = Symbol>) -> BTreeSet<u8> {
        let mut open: Vec<Symbol> = values.into_iter().chain(self.cells()).collect();
        let mut reached = BTreeSet::new();
        while let Some(value) = open.pop() {
            if let Some(node) = value.node()
                && reached.insert(node)
            {
                open.extend(self.nodes.get(&node).map(|next| next.end()));
                open.extend(self.payloads.get(&node));
            }
        }
        reached
    }

    /// What the cells hold.
    pub(super) fn cells(&self) -> impl Iterator<Item = Symbol> + '_ {
        let slots = self.ring.iter().flat_map(RingSection::values);
        let cells = self
            .section
            .into_iter()
            .flat_map(|section| [section.head, section.beside]);
        cells.chain(slots)
    }
}

#[cfg(test)]
mod tests {
    use super::super::candidates::{Cell, Kind, Lock, WhenEmpty};
    use super::*;
    use crate::ir::RecordId;

    fn candidate(tail: Option<WhenEmpty>) -> Candidate {
        Candidate {
            kind: Kind::List {
                link: (RecordId(0), 0),
                payload: None,
                tail: tail.map(|_| Cell::Field(RecordId(1), 1)),
                when_empty: tail.unwrap_or(WhenEmpty::TailIsAnything),
            },
            head: Cell::Field(RecordId(1), 0),
            lock: Lock::Before(-40),
        }
    }

    /// The heaps in which the list is not empty, with a variable that holds the first node.
    fn with_first(candidate: &Candidate) -> Vec<Heap> {
        let opened = Heap::default()
            .open(candidate, (Base::Behind(LocalId(0)), 40), Guard::Lock)
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
            .open(&stack, (Base::Behind(LocalId(0)), 40), Guard::Lock)
            .expect("the heap is small, and the list is one")
            .remove(0);
        let Symbol::Node(node) = heap.add(Next::Unknown).expect("the heap is small, and the list is one") else {
            unreachable!("a heap adds nodes");
        };
        heap.nodes.insert(node, Next::To(Symbol::Node(node)));
        heap.section.as_mut().expect("it is inside of a section").head = Symbol::Node(node);
        assert!(heap.close(&stack).is_err());
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
