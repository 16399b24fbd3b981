//! Addresses that leave the pointers: in parts, as digits, or as numbers that are narrower than themselves.
//!
//! A number that is as wide as an address leads where the address does, and so do single bytes, so copies of either need nothing further. What becomes narrower, or is
//! printed, may come back as an address by computations that no class follows: halves that are put together, or a text that is read. So
//!
//! - a class is *made a number* where a pointer to it is converted, or where the memory that holds one is read as a number;
//! - it is *kept in parts* where a number that leads to it becomes narrower, is printed, or is read in parts.
//!
//! Where both hold of a class, and something lies in it, it belongs to the class of *numbers*, which leads into itself, and of which anything may be accessed by anybody.
//! As soon as there is such a class, the program may put addresses together: then each number that is converted to a pointer leads
//! there, as does what is read as an address where a number was stored.
//!
//! A member of a record is a number that was stored as one, if the record has pointers besides, no union lies between, and no other record is laid over it: all objects
//! that lie there have that record as a part, and allocated memory is used as one record and its parts. What conditions tell of an address is not followed.

use super::classes::Class;
use super::flows::{self, is_wide};
use super::memory::Memory;
use crate::ir::{Expr, FunctionId, Place, Program, Projection, RecordId, RecordKind, Root, TypeId, TypeKind, Types};
use crate::library::format::may_print_address;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of addresses in numbers.
pub struct Numbers {
    /// The class of all that numbers lead to which nobody follows.
    pub class: Class,
    /// Whether something lies there.
    pub come_back: bool,
    /// Whether a text of the program may be a format that prints addresses.
    pub print_addresses: bool,
    /// The classes of which an address is made a number.
    made: Vec<Class>,
    /// The classes of which an address is kept in parts.
    parts: Vec<Class>,
    /// The members that are used as numbers: the class that they lie in, the record, and how they are used.
    members: BTreeSet<(Class, RecordId, Use)>,
    /// The records that hold pointers.
    with_pointers: Vec<bool>,
}

impl Numbers {
    /// None yet.
    pub fn new(program: &Program, class: Class) -> Self {
        let may_print = |text: &Vec<u8>| text.contains(&b'%') && may_print_address(text);
        Numbers {
            class,
            come_back: false,
            print_addresses: program.strings.iter().any(may_print),
            made: Vec::new(),
            parts: Vec::new(),
            members: BTreeSet::new(),
            with_pointers: with_pointers(&program.types),
        }
    }

    /// An address that leads to a class is a number from now on.
    pub fn make(&mut self, class: Class) {
        self.made.push(class);
    }

    /// A part is kept of a number that leads to a class.
    pub fn part(&mut self, class: Class) {
        self.parts.push(class);
    }
}

/// How a place is used as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// It is read, and holds as much as an address, or a byte that is followed.
    Read,
    /// A part of an address is read.
    ReadPart,
    /// It is written.
    Write,
    /// It is a pointer of the record.
    Pointer,
}

/// What is known of a place by its type.
enum Holds {
    /// It may be that of an address, or of a part of one.
    Addresses,
    /// It is a number of a record that has pointers besides.
    Numbers(RecordId),
    /// It is a pointer of a record.
    Pointers(RecordId),
    /// No address.
    Nothing,
}

/// Which records have a pointer in them. Those inside of others may be declared in any order.
fn with_pointers(types: &Types) -> Vec<bool> {
    let mut found = vec![false; types.record_count()];
    loop {
        let mut changed = false;
        for number in 0..found.len() {
            let fields = types.fields(RecordId(number as u32));
            if !found[number] && fields.iter().any(|field| holds_pointer(types, &found, field.ty)) {
                found[number] = true;
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}

fn holds_pointer(types: &Types, records: &[bool], ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Pointer(_) => true,
        TypeKind::Array(element, ..) => holds_pointer(types, records, *element),
        TypeKind::Record(record) => records[record.0 as usize],
        _ => false,
    }
}

/// Whether a type is that of numbers.
pub fn is_number(memory: &Memory<'_>, ty: TypeId) -> bool {
    matches!(
        memory.program.types.kind(ty),
        TypeKind::Integer { .. } | TypeKind::Float { .. }
    )
}

/// What a place may hold that is used as a number.
fn held(memory: &Memory<'_>, function: FunctionId, place: &Place) -> Holds {
    let is_number = is_number(memory, place.ty);
    if !is_number && !memory.program.types.is_pointer(place.ty) {
        return Holds::Nothing;
    }
    if let Root::Local(local) = &place.root
        && !memory.object_of_local.contains_key(&(function, *local))
        && place.projections.is_empty()
    {
        return Holds::Nothing;
    }
    let types = &memory.program.types;
    let mut member = None;
    for projection in &place.projections {
        if let Projection::Field(record, _) = projection {
            if is_number && types.record(*record).kind == RecordKind::Union {
                return Holds::Addresses;
            }
            if memory.numbers.with_pointers[record.0 as usize] {
                member = member.or(Some(*record));
            }
        }
    }
    match (member, is_number) {
        (Some(record), true) => Holds::Numbers(record),
        (Some(record), false) => Holds::Pointers(record),
        (None, true) => Holds::Addresses,
        (None, false) => Holds::Nothing,
    }
}

/// A place is read as a number.
pub fn read(memory: &mut Memory<'_>, function: FunctionId, from: &Place) {
    let usage = match flows::carries(memory, from) {
        true => Use::Read,
        false => Use::ReadPart,
    };
    use_as_number(memory, function, from, usage);
}

/// A number is stored in a place.
pub fn store(memory: &mut Memory<'_>, function: FunctionId, to: &Place) {
    use_as_number(memory, function, to, Use::Write);
}

fn use_as_number(memory: &mut Memory<'_>, function: FunctionId, place: &Place, usage: Use) {
    match held(memory, function, place) {
        Holds::Nothing => {}
        Holds::Addresses => {
            let class = flows::place(memory, function, place);
            touch(memory, class, usage);
        }
        Holds::Numbers(record) => note(memory, function, place, (record, usage)),
        Holds::Pointers(record) => note(memory, function, place, (record, Use::Pointer)),
    }
}

fn note(memory: &mut Memory<'_>, function: FunctionId, place: &Place, (record, usage): (RecordId, Use)) {
    let class = flows::place(memory, function, place);
    let class = memory.classes.find(class);
    memory.numbers.members.insert((class, record, usage));
}

/// What may hold an address is used as a number. Whether that changed anything at once.
fn touch(memory: &mut Memory<'_>, class: Class, usage: Use) -> bool {
    let target = memory.classes.target(class);
    match usage {
        Use::Read => memory.numbers.make(target),
        Use::ReadPart => {
            memory.numbers.make(target);
            memory.numbers.part(target);
        }
        Use::Write if memory.numbers.come_back => {
            let changed = !memory.classes.same(target, memory.numbers.class);
            memory.classes.unify(target, memory.numbers.class);
            return changed;
        }
        Use::Write | Use::Pointer => {}
    }
    false
}

/// Where records are laid over others, their members may hold addresses. Whether that changed anything at once.
fn touch_overlays(memory: &mut Memory<'_>) -> bool {
    let types = &memory.program.types;
    let mut objects: BTreeMap<Class, BTreeSet<Option<TypeId>>> = BTreeMap::new();
    for object in &memory.objects {
        let class = memory.classes.find(object.class);
        objects.entry(class).or_default().insert(object.ty);
    }
    let members = std::mem::take(&mut memory.numbers.members);
    let found = members
        .iter()
        .map(|(class, record, usage)| (memory.classes.find(*class), *record, *usage));
    let members: BTreeSet<(Class, RecordId, Use)> = found.collect();
    let mut records: BTreeMap<Class, BTreeSet<RecordId>> = BTreeMap::new();
    for (class, record, _) in &members {
        records.entry(*class).or_default().insert(*record);
    }
    let mut overlaid = BTreeSet::new();
    for (class, records) in &records {
        let types_there = objects.get(class).into_iter().flatten();
        let lacks =
            |ty: &Option<TypeId>| ty.is_some_and(|ty| records.iter().any(|record| !types.has_part(ty, *record)));
        let are_several = |ty: &Option<TypeId>| ty.is_none() && !are_parts_of_one(types, records);
        if types_there.into_iter().any(|ty| lacks(ty) || are_several(ty)) {
            overlaid.insert(*class);
        }
    }
    let mut changed = false;
    for (class, _, usage) in &members {
        if overlaid.contains(class) {
            changed |= touch(memory, *class, *usage);
        }
    }
    memory.numbers.members = members;
    changed
}

/// A value is converted; where the result leads.
pub fn convert(memory: &mut Memory<'_>, from: &Expr, value: Option<Class>, to: TypeId) -> Option<Class> {
    let types = &memory.program.types;
    let was_number = is_number(memory, from.ty());
    if types.is_pointer(to) && was_number && memory.numbers.come_back && !matches!(from, Expr::Integer(..)) {
        let numbers = memory.numbers.class;
        memory.classes.unify(value.unwrap_or(numbers), numbers);
        return Some(numbers);
    }
    let value = value?;
    if is_number(memory, to) && !was_number {
        memory.numbers.make(value);
    }
    if is_wide(memory, to) {
        return Some(value);
    }
    if is_number(memory, to) {
        memory.numbers.part(value);
    }
    None
}

/// A value of a type is computed from another one; where it leads.
pub fn compute(memory: &mut Memory<'_>, value: Option<Class>, ty: TypeId) -> Option<Class> {
    let value = value?;
    if is_wide(memory, ty) {
        return Some(value);
    }
    memory.numbers.part(value);
    None
}

/// Whether the largest of some records has all others as parts.
fn are_parts_of_one(types: &Types, records: &BTreeSet<RecordId>) -> bool {
    let Some(largest) = records.iter().max_by_key(|record| types.record(**record).size) else {
        return true;
    };
    let fields = types.fields(*largest);
    let is_part = |record: &RecordId| record == largest || fields.iter().any(|field| types.has_part(field.ty, *record));
    records.iter().all(is_part)
}

/// What was made a number and is kept in parts comes to lie in the class of numbers. Whether that changed anything.
pub fn gather(memory: &mut Memory<'_>, inhabited: &BTreeSet<Class>) -> bool {
    let mut changed = touch_overlays(memory);
    let classes = &mut memory.classes;
    let made: BTreeSet<Class> = memory.numbers.made.iter().map(|class| classes.find(*class)).collect();
    let mut parts: BTreeSet<Class> = memory.numbers.parts.iter().map(|class| classes.find(*class)).collect();
    parts.retain(|class| made.contains(class) && inhabited.contains(class));
    let numbers = memory.numbers.class;
    for class in parts {
        let is_new = !memory.classes.same(class, numbers);
        changed |= is_new;
        memory.numbers.come_back |= is_new;
        memory.classes.unify(class, numbers);
    }
    changed
}
