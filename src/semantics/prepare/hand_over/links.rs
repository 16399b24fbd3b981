//! Pointers to what leads to nodes: to the head of a list, and to the links of its nodes.
//!
//! ```text
//!     p = &list->head;  while (*p and (*p)->key < key)  p = &(*p)->next;  node->next = *p;  *p = node;
//! ```
//!
//! On one symbolic heap, `p` is the address of the head of the list that the critical section is about, or of the link of a node to which there is a right. As a place,
//! `*p` is both, which makes it a [`Part::HeadOrLink`]. Which of them an access is, the solution tells ([`crate::semantics::evidence`]): nodes are allocated, so variables have heads
//! only, and of allocated objects each is a list or a node. A node might be a list as well, of which nothing is named but the address of its head; so that address counts
//! only where the list is a variable, or has a lock of its own that was taken: who takes the lock of a node is a stranger to it.
//!
//! An address of a head is worth something as long as the section goes on that is about the list: sections have numbers, of which the address has a copy.

use super::candidates::{Kind, Lock};
use super::execution::{Execution, Frame, Values, WRITTEN_BY_READERS};
use super::heap::{Base, Broken, Guard, Heap, Next, Section, Symbol};
use super::places::{constant_bytes, spelled, without_casts};
use crate::ir::{Block, Expr, Place, Root, TypeId};
use crate::races::Part;

impl<'p> Execution<'p> {
    /// The address of a place.
    pub(super) fn address(&mut self, frame: &Frame<'p>, heap: Heap, place: &'p Place) -> Result<Values, Broken> {
        let mut values = self.pointers(frame, heap, place)?;
        if let Root::Deref(pointer) = &place.root {
            let at_start = constant_bytes(self.types(), &place.projections) == Some(0);
            let is_literal = pointer.as_number().is_some();
            let is_link = self.is_link(place);
            for (_, value) in &mut values {
                *value = match *value {
                    Symbol::Node(node) if is_link => Symbol::Link(node),
                    value if at_start => value,
                    _ if is_literal => Symbol::Unknown,
                    Symbol::Null if is_link => Symbol::Nowhere,
                    value => self.moved(value),
                };
            }
        }
        match self.cell_by_name(place) == Some(Part::Head) && self.candidate.link().is_some() {
            true => self.address_of_head(frame, values, place),
            false => Ok(values),
        }
    }

    fn address_of_head(&mut self, frame: &Frame<'p>, values: Values, place: &Place) -> Result<Values, Broken> {
        let mut found = Vec::new();
        for (heap, value) in values {
            let may_begin = heap.alone || heap.holds.is_some();
            let heaps = match may_begin && value.node().is_none() {
                true => self.alone_with(frame, heap, place)?,
                false => vec![heap],
            };
            for heap in heaps {
                let is_head = self.cell(frame, &heap, place) == Some(Part::Head);
                let head = heap.section.filter(|_| is_head && value.node().is_none());
                let value = head.map_or(value, |section| Symbol::Head(section.number));
                found.push((heap, value));
            }
        }
        Ok(found)
    }

    /// Whether a place leads through a pointer to the head of a list, which cannot be taken for the link of a node.
    fn leads_to_head(&self, heap: &Heap, place: &Place) -> bool {
        let through_tail = match &place.root {
            Root::Deref(pointer) => {
                matches!(&**pointer, Expr::Load(pointer) if self.cell_by_name(pointer) == Some(Part::Tail))
            }
            _ => false,
        };
        heap.section
            .is_some_and(|section| through_tail || self.may_be_pointed_at(&section))
    }

    fn may_be_pointed_at(&self, section: &Section) -> bool {
        let is_variable = matches!(section.base, Base::Global(_));
        let is_locked = matches!(section.guard, Guard::Lock | Guard::ReadLock);
        let has_own_lock = matches!(self.candidate.lock, Lock::Before(_));
        match section.guard {
            // The section may have begun with an address, which is no access and so in no order.
            Guard::Order => false,
            _ => is_variable || is_locked && has_own_lock,
        }
    }

    /// Whether a type is that of pointers to links.
    pub(super) fn may_lead_to_links(&self, ty: TypeId) -> bool {
        let types = self.types();
        let pointee = types.pointee(ty).and_then(|link| types.pointee(link));
        let node = self.candidate.link().map(|(node, _)| node);
        let is_list = matches!(self.candidate.kind, Kind::List { .. } | Kind::Lists { .. });
        is_list && pointee.and_then(|pointee| types.as_record(pointee)) == node
    }

    /// Whether a place of a node is its link.
    fn is_link(&self, place: &Place) -> bool {
        let types = self.types();
        let Some((start, _)) = self.candidate.link_bytes(types) else {
            return false;
        };
        let is_there = constant_bytes(types, &place.projections) == Some(start);
        is_there && types.is_pointer(place.ty) && self.part_of_node(place) == Part::Node
    }

    /// Whether a place is all of what a pointer to a link leads to.
    fn is_all(&self, place: &Place) -> bool {
        constant_bytes(self.types(), &place.projections) == Some(0) && self.types().is_pointer(place.ty)
    }

    /// In sections without the lock, what may be a cell must be in order.
    fn needs_order(&mut self, frame: &Frame<'p>, heap: &Heap, place: &Place) {
        let way = spelled(self.types(), place).filter(|_| heap.guard() == Some(Guard::Order));
        self.in_order.extend(way.map(|way| (frame.function, place.at, way)));
    }

    /// Whether what is stored in a cell is what the tail of an empty list holds, the address of its own head.
    pub(super) fn leads_back(&self, frame: &Frame<'p>, to: &Place, value: &Expr) -> bool {
        let Expr::AddressOf(head, _) = without_casts(self.types(), value) else {
            return false;
        };
        self.candidate.ends_at_head()
            && self.cell_by_name(to) == Some(Part::Tail)
            && self.cell_by_name(head) == Some(Part::Head)
            && self.are_of_one_list(frame, to, head)
    }

    /// `tail = &head`, inside of a section or where the list is emptied.
    pub(super) fn lead_back(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        to: &'p Place,
        (block, index): (&'p Block, usize),
    ) -> Result<Vec<Heap>, Broken> {
        let mut stored = Vec::new();
        for (heap, pointer) in self.pointers(frame, heap, to)? {
            if pointer.node().is_some() {
                return Err(Broken("a list is inside of a node"));
            }
            let is_free = heap.section.is_none();
            let emptied = self.emptied(frame, to, block, index).filter(|_| is_free);
            let heaps = match emptied {
                Some(_) => vec![heap],
                None => self.alone_with(frame, heap, to)?,
            };
            for mut heap in heaps {
                let is_tail = self.cell(frame, &heap, to) == Some(Part::Tail);
                let part = match &mut heap.section {
                    Some(section) if is_tail => {
                        section.beside = Symbol::Head(section.number);
                        Some(Part::Tail)
                    }
                    _ => emptied,
                };
                if is_tail && heap.guard() == Some(Guard::ReadLock) {
                    return Err(WRITTEN_BY_READERS);
                }
                self.mark_write(frame, to, part);
                stored.push(heap);
            }
        }
        Ok(stored)
    }

    /// What is found through a pointer to the head or to a link.
    pub(super) fn load_through(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        (place, pointer): (&Place, Symbol),
    ) -> Result<Values, Broken> {
        let is_clear = pointer.node().is_some() || self.leads_to_head(&heap, place);
        let part = (is_clear && self.is_all(place)).then_some(Part::HeadOrLink);
        self.mark_read(frame, place, part)?;
        self.needs_order(frame, &heap, place);
        match (pointer, heap.section) {
            _ if part.is_none() => Ok(vec![(heap, Symbol::Unknown)]),
            (Symbol::Link(node), _) => heap.follow(node),
            (_, Some(section)) => Ok(vec![(heap, section.head)]),
            (_, None) => Ok(vec![(heap, Symbol::Unknown)]),
        }
    }

    /// Something is stored through a pointer to the head or to a link.
    pub(super) fn store_through(
        &mut self,
        frame: &Frame<'p>,
        mut heap: Heap,
        (place, pointer): (&Place, Symbol),
        value: Symbol,
    ) -> Result<Heap, Broken> {
        let is_read = heap.guard() == Some(Guard::ReadLock);
        let is_stranger = match pointer {
            Symbol::Link(node) => heap.is_only_read(node),
            _ => is_read,
        };
        if is_stranger || !self.is_all(place) {
            return Err(Broken(
                "a head or a link is written to through a pointer otherwise than as a whole",
            ));
        }
        let is_clear = pointer.node().is_some() || self.leads_to_head(&heap, place);
        self.mark_write(frame, place, is_clear.then_some(Part::HeadOrLink));
        self.needs_order(frame, &heap, place);
        match (pointer, &mut heap.section) {
            (Symbol::Link(node), _) => {
                heap.nodes.insert(node, Next::To(Symbol::Null).with_end(value));
            }
            (_, Some(section)) => section.head = value,
            (_, None) => {}
        }
        Ok(heap)
    }
}
