//! Initialisers (C17 6.7.9): which value goes to which part of an object.
//!
//! [`Lowering::walk`] follows the standard's rule for lists: a braced list fills its aggregate member by member; a member that is an aggregate itself
//! and has no braces of its own takes as many items as it needs; a designator moves to another member, and filling goes on behind it.
//! Objects with automatic storage are zeroed and then assigned; `statics` makes lists of constants for those with static storage.

use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::aggregates::Aggregate;
use super::overridden::Effects;
use crate::ir::{Expr, InstructionKind, Place, Position, Projection, RecordKind, Root, TypeId, TypeKind};

/// What is stored in one part of an object.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    Expression(&'a Node<Expression>),
    /// An element of a string.
    Element(i128),
    /// Nothing: what was stored in it before does not count.
    Zero,
}

/// One part of an object and what is stored there.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) part: Place,
    pub(super) source: Source<'a>,
}

/// The items of a braced list that are still to be used.
#[derive(Clone, Copy, Debug)]
struct Cursor<'a> {
    items: &'a [Node<InitializerListItem>],
    /// Whether the designators of the first item were followed already.
    designated: bool,
}

impl<'a> Cursor<'a> {
    fn new(items: &'a [Node<InitializerListItem>]) -> Self {
        Cursor {
            items,
            designated: false,
        }
    }

    /// The first item alone.
    fn of_one(self) -> Self {
        Cursor {
            items: self.items.get(..1).unwrap_or_default(),
            ..self
        }
    }

    fn peek(&self) -> Option<&'a InitializerListItem> {
        self.items.first().map(|item| &item.node)
    }

    fn advance(&mut self) {
        self.items = self.items.get(1..).unwrap_or_default();
        self.designated = false;
    }

    /// The designators of the next item that are still to be followed.
    fn designators(&self) -> &'a [Node<Designator>] {
        match self.peek() {
            Some(item) if !self.designated => &item.designation,
            _ => &[],
        }
    }
}

/// Whether a member that a designator names may have been filled before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    No,
    Possible,
}

impl Again {
    /// For a member, if those below `filled` may have been.
    fn of(member: u64, filled: u64) -> Self {
        if member < filled { Again::Possible } else { Again::No }
    }

    /// Members below this one may have been filled in the part.
    fn filled(self) -> u64 {
        match self {
            Again::No => 0,
            Again::Possible => u64::MAX,
        }
    }
}

/// Parts beyond this many are refused.
const MOST_PARTS: usize = 1 << 21;

impl<'a> Lowering<'a> {
    /// Initialises an object with automatic storage.
    pub(super) fn initialise(&mut self, place: Place, initializer: &'a Node<Initializer>) {
        match &initializer.node {
            Initializer::List(list) => self.initialise_list(place, list),
            Initializer::Expression(expression) => {
                if self.is_string_for(place.ty, expression) {
                    return self.initialise_walked(place, initializer);
                }
                let ty = place.ty;
                if let (TypeKind::Array(..), Expression::CompoundLiteral(literal)) =
                    (self.types().kind(ty), &expression.node)
                {
                    return self.initialise_list(place, &literal.node.initializer_list);
                }
                let value = self.value(expression);
                let value = self.convert(value, ty);
                let at = place.at;
                self.flow.push(InstructionKind::Assign { to: place, value }, at);
            }
        }
    }

    /// Initialises an object with automatic storage from a braced list.
    pub(super) fn initialise_list(&mut self, place: Place, list: &'a [Node<InitializerListItem>]) {
        let mut items = Vec::new();
        self.walk_list(&place, list, &mut items);
        self.assign_items(place, items);
    }

    fn initialise_walked(&mut self, place: Place, initializer: &'a Node<Initializer>) {
        let mut items = Vec::new();
        self.walk(&place, &initializer.node, &mut items);
        self.assign_items(place, items);
    }

    fn assign_items(&mut self, place: Place, items: Vec<Item<'a>>) {
        let at = place.at;
        let is_aggregate = matches!(self.types().kind(place.ty), TypeKind::Array(..) | TypeKind::Record(_));
        if is_aggregate || items.is_empty() {
            self.flow.push(InstructionKind::Zero { place }, at);
        }
        let mut effects = Effects::default();
        for item in self.with_members_left(items) {
            let (value, at) = match item.source {
                Source::Zero => {
                    self.refuse_overridden_effects(&item.part, &effects, at);
                    self.flow.push(InstructionKind::Zero { place: item.part }, at);
                    continue;
                }
                Source::Expression(expression) => {
                    let at = self.at(expression.span);
                    self.refuse_overridden_effects(&item.part, &effects, at);
                    let before = self.flow.mark();
                    let value = self.value(expression);
                    if self.flow.mark() != before {
                        effects.extend(self.start_of(&item.part));
                    }
                    (value, at)
                }
                Source::Element(0) => continue,
                Source::Element(element) => (Expr::Integer(element, self.basic.int), at),
            };
            if self.aggregate_kind(item.part.ty).is_some() && is_zero(&value) {
                continue;
            }
            let value = self.convert(value, item.part.ty);
            let to = Place { at, ..item.part };
            self.flow.push(InstructionKind::Assign { to, value }, at);
        }
    }

    /// The type of an object with its initialiser: an array of unknown length gets one.
    pub(super) fn completed(&mut self, ty: TypeId, initializer: Option<&'a Node<Initializer>>) -> TypeId {
        let (TypeKind::Array(element, None), Some(initializer)) = (self.types().kind(ty), initializer) else {
            return ty;
        };
        let element = *element;
        let length = match &initializer.node {
            Initializer::Expression(expression) => match &expression.node {
                Expression::StringLiteral(literal) => self.string_elements(&literal.node).1.len() as u64 + 1,
                Expression::CompoundLiteral(literal) => self.list_length(ty, &literal.node.initializer_list),
                _ => return ty,
            },
            Initializer::List(list) => self.list_length(ty, list),
        };
        self.array_of_length(element, length, initializer.span)
    }

    fn array_of_length(&mut self, element: TypeId, length: u64, span: Span) -> TypeId {
        let array = self.types_mut().intern(TypeKind::Array(element, Some(length)));
        if self.types().size(element).is_some() && !self.fits_memory(array) {
            let at = self.at(span);
            self.error(at, "An array is too large for the address space.");
        }
        array
    }

    /// The type of a compound literal with its list.
    pub(super) fn completed_by_list(&mut self, ty: TypeId, list: &'a [Node<InitializerListItem>]) -> TypeId {
        let TypeKind::Array(element, None) = *self.types().kind(ty) else {
            return ty;
        };
        let length = self.list_length(ty, list);
        let span = list.first().map_or(Span::none(), |first| first.span);
        self.array_of_length(element, length, span)
    }

    fn list_length(&mut self, ty: TypeId, list: &'a [Node<InitializerListItem>]) -> u64 {
        let root = Root::Deref(Box::new(Expr::Integer(0, self.basic.void_pointer)));
        let place = Place {
            root,
            projections: Vec::new(),
            ty,
            at: Position::BUILT_IN,
        };
        self.unevaluated(|lowering| lowering.walk_list(&place, list, &mut Vec::new()))
    }

    /// Whether an expression is a string literal that initialises an array of type `ty`.
    fn is_string_for(&self, ty: TypeId, expression: &Node<Expression>) -> bool {
        match (self.types().kind(ty), &expression.node) {
            (TypeKind::Array(element, _), Expression::StringLiteral(_)) => self.integer(*element).is_some(),
            _ => false,
        }
    }

    /// Distributes an initialiser over the parts of an object.
    pub(super) fn walk(&mut self, place: &Place, initializer: &'a Initializer, items: &mut Vec<Item<'a>>) {
        match initializer {
            Initializer::List(list) => {
                self.walk_list(place, list, items);
            }
            Initializer::Expression(expression) => self.walk_expression(place, expression, items),
        }
    }

    fn walk_expression(&mut self, place: &Place, expression: &'a Node<Expression>, items: &mut Vec<Item<'a>>) {
        if let Expression::StringLiteral(literal) = &expression.node
            && self.is_string_for(place.ty, expression)
        {
            return self.walk_string(place, &literal.node, items);
        }
        // A compound literal gives its list to an object of its type; static objects have no other way to take it.
        if let Expression::CompoundLiteral(literal) = &expression.node
            && matches!(self.types().kind(place.ty), TypeKind::Record(_) | TypeKind::Array(..))
        {
            self.walk_list(place, &literal.node.initializer_list, items);
            return;
        }
        items.push(Item {
            part: place.clone(),
            source: Source::Expression(expression),
        });
    }

    fn walk_string(&mut self, place: &Place, parts: &'a [String], items: &mut Vec<Item<'a>>) {
        let (_, mut elements) = self.string_elements(parts);
        let most = match self.types().kind(place.ty) {
            TypeKind::Array(_, Some(count)) => *count,
            // The end of the string belongs to a flexible member.
            _ => {
                elements.push(0);
                u64::MAX
            }
        };
        for (index, element) in elements
            .into_iter()
            .enumerate()
            .take_while(|(index, _)| (*index as u64) < most)
        {
            let part = self.part_of_array(place, index as u64);
            let source = Source::Element(i128::from(element));
            items.push(Item { part, source });
        }
    }

    /// Distributes a braced list; returns how many elements an array gets by it.
    pub(super) fn walk_list(
        &mut self,
        place: &Place,
        list: &'a [Node<InitializerListItem>],
        items: &mut Vec<Item<'a>>,
    ) -> u64 {
        if let [only] = list
            && let Initializer::Expression(expression) = &only.node.initializer.node
            && let Expression::StringLiteral(literal) = &expression.node
            && only.node.designation.is_empty()
            && self.is_string_for(place.ty, expression)
        {
            self.walk_string(place, &literal.node, items);
            return self.string_elements(&literal.node).1.len() as u64 + 1;
        }
        let mut cursor = Cursor::new(list);
        match self.types().kind(place.ty) {
            TypeKind::Array(..) | TypeKind::Record(_) if self.aggregate_kind(place.ty) != Some(Aggregate::Complex) => {
                let end = self.fill(place, (0, 0), &mut cursor, true, items);
                if cursor.peek().is_some() && items.len() >= MOST_PARTS {
                    self.error(place.at, "An initialiser has too many parts.");
                }
                end
            }
            _ => {
                if let Some(item) = cursor.peek() {
                    self.walk(place, &item.initializer.node, items);
                }
                1
            }
        }
    }

    /// Fills an aggregate from member `start` on, of which members below `filled` may have been filled. Without braces it stops at a designator and
    /// when it is full. Returns the number of the member behind the last one that was filled.
    fn fill(
        &mut self,
        place: &Place,
        (start, filled): (u64, u64),
        cursor: &mut Cursor<'a>,
        braced: bool,
        items: &mut Vec<Item<'a>>,
    ) -> u64 {
        let count = self.member_count(place.ty);
        let (mut index, mut end) = (start, start);
        while cursor.peek().is_some() && items.len() < MOST_PARTS {
            let designators = cursor.designators();
            if !designators.is_empty() {
                if !braced {
                    break;
                }
                index = self.designated(place, designators, cursor, items, end.max(filled)) + 1;
                end = end.max(index);
                continue;
            }
            index = self.next_named(place.ty, index);
            if index >= count {
                if braced && cursor.peek().is_some() {
                    // Excess items are evaluated by nobody (gcc warns).
                    cursor.advance();
                    continue;
                }
                break;
            }
            let part = self.part(place, index);
            self.fill_one(&part, cursor, items, Again::of(index, end.max(filled)));
            index += 1;
            end = end.max(index);
        }
        end
    }

    /// How many members a list can fill: one of a union.
    fn member_count(&self, ty: TypeId) -> u64 {
        match self.types().kind(ty) {
            TypeKind::Array(_, count) => count.unwrap_or(u64::MAX),
            TypeKind::Record(record) => {
                let fields = self.types().fields(*record);
                match self.types().record(*record).kind {
                    RecordKind::Struct => fields.len() as u64,
                    RecordKind::Union => self.next_named(ty, 0) + u64::from(!fields.is_empty()),
                }
            }
            _ => 1,
        }
    }

    /// The first member from `index` on that takes an initialiser: unnamed bit-fields take none.
    fn next_named(&self, ty: TypeId, index: u64) -> u64 {
        let Some(record) = self.types().as_record(ty) else {
            return index;
        };
        let fields = self.types().fields(record);
        let skipped = fields
            .iter()
            .skip(index as usize)
            .take_while(|field| field.name.is_empty() && field.bits.is_some())
            .count();
        index + skipped as u64
    }

    fn part(&mut self, place: &Place, index: u64) -> Place {
        match *self.types().kind(place.ty) {
            TypeKind::Record(record) => {
                let mut part = place.clone();
                let ty = self
                    .types()
                    .fields(record)
                    .get(index as usize)
                    .map_or(self.basic.int, |field| field.ty);
                part.projections.push(Projection::Field(record, index as u32));
                part.ty = ty;
                part
            }
            _ => self.part_of_array(place, index),
        }
    }

    fn part_of_array(&mut self, place: &Place, index: u64) -> Place {
        let mut part = place.clone();
        let index = Expr::Integer(i128::from(index), self.basic.long);
        self.element(&mut part, index);
        part
    }

    /// Initialises one member from the next item, or from several if it is an aggregate without braces. What was stored in it before does not
    /// count, unless the item begins an aggregate without braces, which goes on from what it holds.
    fn fill_one(&mut self, part: &Place, cursor: &mut Cursor<'a>, items: &mut Vec<Item<'a>>, again: Again) {
        let Some(item) = cursor.peek() else { return };
        let is_aggregate = matches!(self.types().kind(part.ty), TypeKind::Array(..) | TypeKind::Record(_));
        let is_empty = matches!(&item.initializer.node, Initializer::List(list) if list.is_empty());
        // What stands in a scalar is overridden by the item itself, if that is not empty.
        if is_empty || again == Again::Possible && is_aggregate && self.next_takes_whole(part.ty, cursor) {
            items.push(Item {
                part: part.clone(),
                source: Source::Zero,
            });
        }
        match &item.initializer.node {
            Initializer::List(list) => {
                cursor.advance();
                self.walk_list(part, list, items);
            }
            Initializer::Expression(expression) => {
                if self.takes_whole(part.ty, expression) {
                    cursor.advance();
                    self.walk_expression(part, expression, items);
                } else {
                    cursor.designated = true;
                    let filled = again.filled();
                    stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || {
                        self.fill(part, (0, filled), cursor, false, items)
                    });
                }
            }
        }
    }

    /// Whether the next item initialises the whole of a member.
    fn next_takes_whole(&mut self, ty: TypeId, cursor: &Cursor<'a>) -> bool {
        match cursor.peek().map(|item| &item.initializer.node) {
            Some(Initializer::Expression(expression)) => self.takes_whole(ty, expression),
            Some(Initializer::List(_)) | None => true,
        }
    }

    /// Whether an expression without braces initialises the whole of a member.
    fn takes_whole(&mut self, ty: TypeId, expression: &'a Node<Expression>) -> bool {
        match self.types().kind(ty) {
            TypeKind::Array(..) => {
                self.is_string_for(ty, expression) || matches!(expression.node, Expression::CompoundLiteral(_))
            }
            TypeKind::Record(_) if self.aggregate_kind(ty) == Some(Aggregate::Complex) => true,
            TypeKind::Record(record) => {
                let record = *record;
                if matches!(expression.node, Expression::Constant(_) | Expression::StringLiteral(_)) {
                    return false;
                }
                let found = self.type_of_expression(expression);
                self.types().as_record(found) == Some(record)
            }
            _ => true,
        }
    }

    /// Follows designators from a braced aggregate of which members below `filled` may have been filled; returns the number of the
    /// member that the first one names (the last of a range).
    fn designated(
        &mut self,
        place: &Place,
        designators: &'a [Node<Designator>],
        cursor: &mut Cursor<'a>,
        items: &mut Vec<Item<'a>>,
        filled: u64,
    ) -> u64 {
        let Some((first, rest)) = designators.split_first() else {
            return 0;
        };
        let at = self.at(first.span);
        match &first.node {
            Designator::Member(name) => {
                let name = name.node.name.as_str();
                let path = self
                    .types()
                    .as_record(place.ty)
                    .and_then(|record| self.field_path(record, name));
                let Some(path) = path else {
                    self.error(at, format!("There is no member `{name}` to initialise."));
                    cursor.advance();
                    return 0;
                };
                let fields: Vec<u64> = path.iter().map(|(_, field)| u64::from(*field)).collect();
                self.designated_member(place, &fields, rest, cursor, items, filled)
            }
            Designator::Index(index) => {
                let index = self.required_constant(index);
                let index = u64::try_from(index).unwrap_or(0);
                let part = self.part_of_array(place, index);
                self.designated_part(&part, rest, cursor, items, Again::of(index, filled));
                index
            }
            Designator::Range(range) => {
                let (from, to) = (
                    self.required_constant(&range.node.from),
                    self.required_constant(&range.node.to),
                );
                let (from, to) = (u64::try_from(from).unwrap_or(0), u64::try_from(to).unwrap_or(0));
                for index in from..=to {
                    if items.len() >= MOST_PARTS {
                        self.error(at, "An initialiser has too many parts.");
                        break;
                    }
                    let part = self.part_of_array(place, index);
                    // What follows the item fills what follows in the last element only.
                    let mut copy = cursor.of_one();
                    let cursor = if index == to { &mut *cursor } else { &mut copy };
                    self.designated_part(&part, rest, cursor, items, Again::of(index, filled));
                }
                if from > to {
                    self.error(at, "A range of designators is empty.");
                    cursor.advance();
                }
                to.max(from)
            }
        }
    }

    /// Follows designators behind the name of a member, to which `fields` lead through members without names; filling goes on behind
    /// it within those. Returns the number of the first one.
    fn designated_member(
        &mut self,
        place: &Place,
        fields: &[u64],
        rest: &'a [Node<Designator>],
        cursor: &mut Cursor<'a>,
        items: &mut Vec<Item<'a>>,
        filled: u64,
    ) -> u64 {
        let Some((&top, inner)) = fields.split_first() else {
            return 0;
        };
        let part = self.part(place, top);
        let again = Again::of(top, filled);
        match inner {
            [] => self.designated_part(&part, rest, cursor, items, again),
            _ => {
                let index = self.designated_member(&part, inner, rest, cursor, items, again.filled());
                self.fill(&part, (index + 1, again.filled()), cursor, false, items);
            }
        }
        top
    }

    /// The part that designators lead to gets the item; filling goes on behind it within the aggregates on the way.
    fn designated_part(
        &mut self,
        part: &Place,
        rest: &'a [Node<Designator>],
        cursor: &mut Cursor<'a>,
        items: &mut Vec<Item<'a>>,
        again: Again,
    ) {
        if rest.is_empty() {
            cursor.designated = true;
            return self.fill_one(part, cursor, items, again);
        }
        let index = self.designated(part, rest, cursor, items, again.filled());
        self.fill(part, (index + 1, again.filled()), cursor, false, items);
    }
}

/// Whether a value is the number zero.
pub(super) fn is_zero(value: &Expr) -> bool {
    matches!(value, Expr::Integer(0, _)) || matches!(value, Expr::Float(number, _) if number.to_bits() == 0)
}
