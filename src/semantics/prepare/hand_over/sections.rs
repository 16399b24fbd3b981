//! Critical sections: what is known where one begins, and what must hold where it ends.

use std::collections::BTreeSet;

use super::candidates::{Candidate, Kind, WhenEmpty};
use super::heap::{Base, Broken, Guard, Heap, NO_RING, Next, Section, Symbol};
use super::ring::RingSection;
use pepsin_lattice::seeded::{Bug, is_seeded};

impl WhenEmpty {
    /// What the tail holds where a node is the last one.
    fn tail_at(self, last: Symbol) -> Symbol {
        match (self, last) {
            (WhenEmpty::EndsAtHead, Symbol::Node(last)) => Symbol::Link(last),
            (_, last) => last,
        }
    }
}

impl Section {
    /// The same with another number, also where the tail leads to the head.
    pub(super) fn numbered(self, number: u8) -> Self {
        let beside = match self.beside {
            Symbol::Head(_) => Symbol::Head(number),
            other => other,
        };
        Section { number, beside, ..self }
    }
}

impl Heap {
    /// The critical section begins: the invariant holds, in each of its cases.
    pub fn open(&self, candidate: &Candidate, (base, lock): (Base, i64), guard: Guard) -> Result<Vec<Heap>, Broken> {
        let mut heaps = Vec::new();
        let mut with = |mut heap: Heap, head, beside| {
            heap.section = Some(Section {
                number: 0,
                guard,
                base,
                lock,
                head,
                beside,
            });
            heaps.push(heap);
        };
        match candidate.kind {
            Kind::Ring(ring) => {
                let mut heap = self.clone();
                heap.ring = Some(RingSection::new(&ring));
                with(heap, Symbol::Unknown, Symbol::Unknown);
            }
            Kind::Slot { flag } => {
                let full = match flag {
                    Some(_) => {
                        with(self.clone(), Symbol::Unknown, Symbol::Null);
                        Symbol::NotZero
                    }
                    None => Symbol::Unknown,
                };
                with(self.clone(), Symbol::Null, full);
                let mut one = self.clone();
                let only = one.add(Next::Unknown)?;
                with(one, only, full);
            }
            Kind::Lists { .. } => {
                for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
                    let mut heap = self.clone();
                    let head = heap.add_list(first)?;
                    let other = heap.add_list(second)?;
                    with(heap, head, other);
                }
            }
            Kind::List { tail: None, .. } => {
                with(self.clone(), Symbol::Null, Symbol::Unknown);
                let mut several = self.clone();
                let head = several.add(Next::Chain(Symbol::Null))?;
                with(several, head, Symbol::Unknown);
            }
            Kind::List { when_empty, .. } => {
                let tails: &[Symbol] = match when_empty {
                    WhenEmpty::TailIsNull => &[Symbol::Null],
                    WhenEmpty::TailIsAnything => &[Symbol::Unknown],
                    WhenEmpty::EndsAtHead => &[Symbol::Head(0), Symbol::Null],
                };
                for tail in tails {
                    with(self.clone(), Symbol::Null, *tail);
                }
                let mut one = self.clone();
                let only = one.add(Next::To(Symbol::Null))?;
                with(one, only, when_empty.tail_at(only));
                let mut several = self.clone();
                let last = several.add(Next::To(Symbol::Null))?;
                let head = several.add(Next::Chain(last))?;
                with(several, head, when_empty.tail_at(last));
            }
        }
        Ok(heaps)
    }

    /// The critical section goes on with another list, of which the nodes get numbers that none had before.
    pub(super) fn switch(
        mut self,
        candidate: &Candidate,
        list: (Base, i64),
        guard: Guard,
    ) -> Result<Vec<Heap>, Broken> {
        let (pinned, free) = (self.pinned, self.free_number());
        let number = self.section.map_or(0, |section| section.number.wrapping_add(1));
        self.fold(candidate)?;
        self.pinned = free;
        let mut heaps = self.open(candidate, list, guard)?;
        for heap in &mut heaps {
            heap.pinned = pinned;
            heap.section = heap.section.map(|section| section.numbered(number));
        }
        Ok(heaps)
    }

    /// The thread may release its lock: so the critical section ends, and none begins without a lock that is taken.
    pub fn close(&mut self, candidate: &Candidate) -> Result<(), Broken> {
        if !is_seeded(Bug::LockOfAllOutlastsReleases) {
            self.holds = None;
        }
        self.fold(candidate)
    }

    /// The critical section ends: the invariant must hold. What is in the chain is known to all who hold the lock from now on; other nodes are
    /// this thread's own.
    pub fn fold(&mut self, candidate: &Candidate) -> Result<(), Broken> {
        let Some(section) = self.section.take() else {
            return Ok(());
        };
        self.forget_tests();
        if !is_seeded(Bug::HeadsOutliveSections) {
            self.variables.retain(|_, value| !matches!(value, Symbol::Head(_)));
        }
        let put = match candidate.kind {
            Kind::Ring(ring) => {
                let section = self.ring.take().ok_or(NO_RING)?;
                let put = self.put_in_ring(&ring, &section)?;
                // Other sections find other numbers.
                self.variables.retain(|_, value| !matches!(value, Symbol::Cursor(_)));
                put
            }
            Kind::Slot { flag } => self.put_in_slot(section, flag.is_some())?,
            Kind::Lists { payload, .. } => {
                let (mut chain, _) = self.chain(section.head)?;
                let (other, _) = self.chain(section.beside)?;
                if !chain.is_disjoint(&other) && !is_seeded(Bug::ListsShareNodes) {
                    return Err(Broken("a node is in both lists"));
                }
                chain.extend(other);
                match payload {
                    Some(_) => self.with_payloads(chain)?,
                    None => chain,
                }
            }
            Kind::List {
                payload,
                tail,
                when_empty,
                ..
            } => {
                let (chain, last) = self.chain(section.head)?;
                if tail.is_some() {
                    self.ends_at_tail(section, last, when_empty)?;
                }
                match payload {
                    Some(_) => self.with_payloads(chain)?,
                    None => chain,
                }
            }
        };
        if !is_seeded(Bug::PutStaysOwned) {
            put.into_iter().for_each(|node| self.forget(node));
        }
        Ok(())
    }

    /// Null, or a chain of one or more nodes that ends in null.
    fn add_list(&mut self, has_nodes: bool) -> Result<Symbol, Broken> {
        match has_nodes {
            true => self.add(Next::Chain(Symbol::Null)),
            false => Ok(Symbol::Null),
        }
    }

    fn ends_at_tail(&self, section: Section, last: Option<u8>, when_empty: WhenEmpty) -> Result<(), Broken> {
        let holds = match (last, when_empty) {
            (Some(last), _) => {
                section.beside == when_empty.tail_at(Symbol::Node(last))
                    && self.nodes.get(&last) == Some(&Next::To(Symbol::Null))
            }
            (None, WhenEmpty::TailIsNull) => section.beside == Symbol::Null,
            (None, WhenEmpty::TailIsAnything) => true,
            (None, WhenEmpty::EndsAtHead) => [Symbol::Null, Symbol::Head(section.number)].contains(&section.beside),
        };
        match holds || is_seeded(Bug::TailAnywhere) {
            true => Ok(()),
            false => Err(Broken("the tail is not the last node")),
        }
    }

    /// The node in a slot; whatever an empty one holds, it is none.
    fn put_in_slot(&self, section: Section, has_flag: bool) -> Result<BTreeSet<u8>, Broken> {
        let is_empty = has_flag && (section.beside == Symbol::Null || is_seeded(Bug::FlagsAreDown));
        match self.still(section.head) {
            _ if is_empty => Ok(BTreeSet::new()),
            Symbol::Null => Ok(BTreeSet::new()),
            Symbol::Node(node) => Ok([node].into()),
            Symbol::Unknown if is_seeded(Bug::AnythingIsPut) => Ok(BTreeSet::new()),
            _ => Err(Broken("what is put into the slot is not owned")),
        }
    }

    /// Nodes of a chain with the objects that they lead to, which must be different ones.
    fn with_payloads(&self, chain: BTreeSet<u8>) -> Result<BTreeSet<u8>, Broken> {
        let mut put = chain.clone();
        for node in &chain {
            match self.payloads.get(node).map(|payload| self.still(*payload)) {
                None | Some(Symbol::Null) => {}
                Some(Symbol::Node(payload)) => {
                    if !put.insert(payload) && !is_seeded(Bug::PayloadsAreShared) {
                        return Err(Broken("two nodes lead to one object"));
                    }
                }
                Some(_) if is_seeded(Bug::AnythingIsCarried) => {}
                Some(_) => return Err(Broken("what a node leads to is not owned")),
            }
        }
        match is_seeded(Bug::PayloadsStayOwned) {
            true => Ok(chain),
            false => Ok(put),
        }
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
                Symbol::Unknown
                | Symbol::NotZero
                | Symbol::Inside(_)
                | Symbol::Link(_)
                | Symbol::Head(_)
                | Symbol::Nowhere
                | Symbol::Cursor(_) => {
                    return Err(Broken("what is in the list is not owned, or it does not end in null"));
                }
                Symbol::Node(node) => {
                    if !seen.insert(node) {
                        return Err(Broken("the list is a circle"));
                    }
                    last = Some(node);
                    at = self.nodes.get(&node).copied().map_or(Symbol::Unknown, Next::end);
                }
            }
        }
    }
}
