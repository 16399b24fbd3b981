//! What an access to a node is, and what it finds or changes there.
//!
//! An object to which there is a right is accessed *as a node* by a pointer to the record of nodes; by other pointers it is memory that the
//! thread owns, and nothing that is found there is relied on. So objects that nodes lead to may have any contents where nodes have
//! their link. Whether one object is both is seen in the solution.

use super::candidates::Cell;
use super::execution::{Execution, Values};
use super::heap::{Broken, Heap, Next, Symbol};
use super::places::{constant_bytes, without_casts};
use crate::ir::{Expr, Place, RecordId, Root, TypeId, Types};
use crate::races::Part;
use pepsin_lattice::seeded::{Bug, is_seeded};

impl<'p> Execution<'p> {
    /// What an access to a node is that starts where its address leads.
    pub(super) fn part_of_node(&self, place: &Place) -> Part {
        match &place.root {
            Root::Deref(pointer) => self.part_behind(pointer),
            Root::Local(_) | Root::Global(_) => Part::Owned,
        }
    }

    /// What a node is behind a pointer.
    pub(super) fn part_behind(&self, pointer: &Expr) -> Part {
        let Some((node, _)) = self.candidate.link() else {
            return Part::Owned;
        };
        let types = self.types();
        let pointee = types.pointee(without_casts(types, pointer).ty());
        let leads_to_node = pointee.is_some_and(|pointee| contains(types, pointee, node, 4));
        match leads_to_node || self.candidate.payload().is_none() {
            true => Part::Node,
            false => Part::Owned,
        }
    }

    /// Whether a pointer leads to a record that has cells: who allocates that owns nothing of what is handed over in it, so no rights to it are followed.
    pub(super) fn leads_to_cells(&self, pointer: &Expr) -> bool {
        let types = self.types();
        let records = self.candidate.cells().into_iter().map(|(_, cell)| match cell {
            Cell::Field(record, _) => Some(record),
            Cell::Global(_) => None,
        });
        let mut records = records.collect::<Vec<_>>().into_iter();
        let has = |record: Option<RecordId>, pointee| record.is_some_and(|record| contains(types, pointee, record, 4));
        let link = self.candidate.link().map(|(record, _)| record);
        let pointee = types.pointee(pointer.ty()).filter(|_| self.candidate.has_any_nodes());
        pointee.is_some_and(|pointee| !has(link, pointee) && records.any(|record| has(record, pointee)))
    }

    /// An address that was moved within its object.
    pub(super) fn moved(&self, address: Symbol) -> Symbol {
        match address {
            _ if !self.candidate.has_any_nodes() => Symbol::Unknown,
            Symbol::Node(node) | Symbol::Inside(node) => Symbol::Inside(node),
            Symbol::Null => Symbol::Nowhere,
            _ => Symbol::Unknown,
        }
    }

    /// An address that was moved by an index. Where that is made of addresses, and where the text itself counts from null, it may be any address.
    pub(super) fn moved_by(&self, address: Symbol, pointer: &Expr, index: &Expr) -> Symbol {
        let is_index = is_made_of_numbers(self.types(), index) && pointer.as_number().is_none();
        match is_index || is_seeded(Bug::AnyIndexStaysInside) {
            true => self.moved(address),
            false => Symbol::Unknown,
        }
    }

    /// A node is written to. Where the bytes are not known, they must be neither those of the link nor those of the pointer to the payload.
    pub(super) fn fill(&self, heap: &mut Heap, node: u8, to: &Place, value: Symbol) -> Part {
        if self.part_of_node(to) == Part::Owned {
            if !is_seeded(Bug::TypesApart) {
                heap.lose(node, &self.candidate);
            }
            return Part::Owned;
        }
        let Some(from) = constant_bytes(self.types(), &to.projections) else {
            return Part::Content;
        };
        let size = self.types().size(to.ty).and_then(|size| i64::try_from(size).ok());
        let meets = |(start, end): (i64, i64)| from < end && size.is_none_or(|size| from + size > start);
        let is_all = |(start, end): (i64, i64)| from == start && size == Some(end - start);
        let mut part = Part::Content;
        if let Some(link) = self.candidate.link_bytes(self.types()).filter(|link| meets(*link)) {
            let next = match value {
                Symbol::Null | Symbol::Node(_) if is_all(link) => Next::To(value),
                _ => Next::Unknown,
            };
            heap.nodes.insert(node, next);
            part = Part::Node;
        }
        if let Some(pointer) = self
            .candidate
            .payload_bytes(self.types())
            .filter(|pointer| meets(*pointer))
        {
            let payload = match value {
                Symbol::Null | Symbol::Node(_) if is_all(pointer) => value,
                _ => Symbol::Unknown,
            };
            heap.payloads.insert(node, payload);
            part = Part::Node;
        }
        part
    }

    /// What is found at a place of a node.
    pub(super) fn found(&self, heap: Heap, node: u8, place: &Place) -> Result<Values, Broken> {
        let types = self.types();
        let from = constant_bytes(types, &place.projections);
        let is_all = |(start, end): (i64, i64)| {
            from == Some(start) && types.is_pointer(place.ty) && types.size(place.ty) == u64::try_from(end - start).ok()
        };
        if self.part_of_node(place) == Part::Owned {
            Ok(vec![(heap, Symbol::Unknown)])
        } else if self.candidate.link_bytes(types).is_some_and(is_all) {
            heap.follow(node)
        } else if self.candidate.payload_bytes(types).is_some_and(is_all) {
            heap.payload(node)
        } else {
            Ok(vec![(heap, Symbol::Unknown)])
        }
    }
}

/// Whether no address is part of an expression, but where it looks something up.
fn is_made_of_numbers(types: &Types, expr: &Expr) -> bool {
    !types.is_pointer(expr.ty())
        && match expr {
            Expr::Integer(..) | Expr::Float(..) | Expr::Load(_) => true,
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => is_made_of_numbers(types, operand),
            Expr::Binary(_, left, right, _) => is_made_of_numbers(types, left) && is_made_of_numbers(types, right),
            Expr::AddressOf(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => false,
        }
}

/// Whether a type is a record or has it inside.
fn contains(types: &Types, ty: TypeId, record: RecordId, depth: u32) -> bool {
    let inside = |outer: RecordId| {
        let mut fields = types.fields(outer).iter();
        depth > 0 && fields.any(|field| contains(types, field.ty, record, depth - 1))
    };
    types
        .as_record(ty)
        .is_some_and(|outer| outer == record || inside(outer))
}
