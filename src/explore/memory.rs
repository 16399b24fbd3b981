//! Byte-accurate memory.
//!
//! All objects lie in one flat address space of at most 32 bits, so that a pointer is its address in every representation
//! that C gives it: stored, cast to an integer, copied by `memcpy`, read through a union.
//! The address still determines the object: objects are separated by gaps, an access must lie inside one live object,
//! and pointer arithmetic may not step from one object into another ([`Memory::same_object`]).
//! Freed memory is used again only after [`QUARANTINE`] other objects of its size, so stale pointers are noticed.

mod marks;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use crate::ir::GlobalId;

use super::pages::ChangedPages;

/// The first address of the arena; below it lie null and the functions.
/// No round number, so that a program's sizes and limits are rarely taken for addresses.
pub const ARENA: u64 = 0x2a5b_c000;

/// Objects are aligned to this many bytes, and at least as many separate them.
pub(super) const GRANULE: u64 = 16;

/// How many freed objects of a size are kept unused.
const QUARANTINE: usize = 32;

/// What an object is, for messages and for the thread that owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A variable with static storage.
    Global(GlobalId),
    /// A thread's instance of a thread-local variable.
    ThreadLocal(GlobalId, u32),
    /// A local: the function's number, and the local's number among those in memory.
    Local(u32, u32),
    /// From `malloc` and its kin.
    Heap,
    /// A string literal.
    String(u32),
    /// Memory of the library that functions return pointers to.
    Library,
}

impl ObjectKind {
    /// Whether an object of this kind may be given the memory of one of another kind that has ended.
    pub fn may_lie_where(self, other: Self) -> bool {
        let are_alike = matches!(
            (self, other),
            (ObjectKind::Local(..), ObjectKind::Local(..))
                | (ObjectKind::ThreadLocal(..), ObjectKind::ThreadLocal(..))
                | (
                    ObjectKind::Heap | ObjectKind::Library,
                    ObjectKind::Heap | ObjectKind::Library
                )
        );
        are_alike || self == other
    }

    /// Whether objects of the two kinds may share bytes: "it is unspecified whether these arrays are distinct" (C17, 6.4.5, 7).
    pub fn may_share_bytes(self, other: Self) -> bool {
        matches!((self, other), (ObjectKind::String(_), ObjectKind::String(_)))
    }
}

/// Whether an object may be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectState {
    /// It may.
    Live,
    /// It was freed, or its lifetime ended.
    Ended,
}

/// An object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    /// Its first address.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// Whether it may be accessed.
    pub state: ObjectState,
}

impl Object {
    /// Whether another object, which shares no byte with this one, may lie behind it where two addresses, one of each, are equal:
    /// the distance between their first bytes is then that of the offsets.
    pub fn may_end_where(&self, here: u64, other: &Object, there: u64) -> bool {
        let offset = |address: u64, object: &Object| i128::from(address) - i128::from(object.base);
        offset(here, self) - offset(there, other) >= i128::from(self.size)
    }
}

/// Why an access ended its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BadAccess {
    /// Near address 0.
    Null,
    /// No object is there.
    NoObject,
    /// The object has ended.
    Ended,
    /// It starts inside an object and ends outside, or an index is out of bounds.
    OutOfBounds,
    /// A write to a string literal.
    ReadOnly,
    /// `free` of something that is not a live heap object's first byte.
    BadFree,
    /// A call of something that is not a function.
    BadCall,
    /// Division by zero, or a remainder of it.
    DivisionByZero,
    /// A conversion of a floating-point number to a type that does not have it.
    OtherNumber,
    /// Misuse of a synchronisation object that stops a real program.
    BadSynchronisation,
}

impl fmt::Display for BadAccess {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            BadAccess::Null => "an access through null",
            BadAccess::NoObject => "an access outside of all objects",
            BadAccess::Ended => "an access to an object that has ended",
            BadAccess::OutOfBounds => "an access or a pointer outside of its object",
            BadAccess::ReadOnly => "a write to a string literal",
            BadAccess::BadFree => "a release of what is no allocated object",
            BadAccess::BadCall => "a call of what is no function",
            BadAccess::DivisionByZero => "a division by zero",
            BadAccess::OtherNumber => "a conversion to a type that does not have the number",
            BadAccess::BadSynchronisation => "this use of a synchronisation object",
        })
    }
}

/// The arena is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// The memory of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    pub(super) bytes: Vec<u8>,
    pub(super) layout: Layout,
    /// Freed objects by room and alignment.
    free: BTreeMap<(u64, u64), VecDeque<u64>>,
    /// The alignments of objects that have more than a granule, by address.
    aligned: BTreeMap<u64, u64>,
    limit: u64,
    /// For each byte whether its value is known: 0, [`marks::INDETERMINATE`] or [`marks::SYMBOLIC`]; empty where this is not kept.
    pub(super) indeterminate: Vec<u8>,
    /// The pages that may have changed since memory was last stored; kept where `indeterminate` is.
    pub(super) changed: ChangedPages,
}

/// Where the objects lie.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    /// For each granule, the number of its object plus one.
    pub(super) owners: Vec<u32>,
    pub(super) objects: Vec<Object>,
    /// The blocks of the threads, by number; none where addresses may depend on the schedule.
    pub(super) blocks: Vec<u64>,
}

impl Memory {
    /// Empty memory of at most `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Memory {
            limit,
            ..Memory::default()
        }
    }

    /// Makes this a copy of `image`, keeping allocations.
    pub fn reset(&mut self, image: &Memory) {
        self.bytes.clone_from(&image.bytes);
        self.layout.clone_from(&image.layout);
        self.free.clone_from(&image.free);
        self.aligned.clone_from(&image.aligned);
        self.limit = image.limit;
        self.indeterminate.clear();
        self.changed.note_all();
    }

    /// A new object whose bytes all are `fill`; its address is a multiple of 16.
    pub fn allocate(&mut self, size: u64, kind: ObjectKind, fill: u8) -> Result<u64, OutOfMemory> {
        let room = size.max(1).checked_next_multiple_of(GRANULE).ok_or(OutOfMemory)?;
        let base = match self.recycle((room, GRANULE)) {
            Some(base) => base,
            None => self.extend(room)?,
        };
        self.place(base, size, kind, fill);
        Ok(base)
    }

    /// A new object at a multiple of `alignment`, a power of two, and of 16.
    pub fn allocate_aligned(
        &mut self,
        size: u64,
        alignment: u64,
        kind: ObjectKind,
        fill: u8,
    ) -> Result<u64, OutOfMemory> {
        if alignment <= GRANULE {
            return self.allocate(size, kind, fill);
        }
        let room = size.max(1).checked_next_multiple_of(GRANULE).ok_or(OutOfMemory)?;
        let base = match self.recycle((room, alignment)) {
            Some(base) => base,
            None => {
                let next = ARENA + self.bytes.len() as u64;
                let gap = next.checked_next_multiple_of(alignment).ok_or(OutOfMemory)? - next;
                if gap > 0 {
                    self.extend(gap - GRANULE)?;
                }
                self.extend(room)?
            }
        };
        self.aligned.insert(base, alignment);
        self.place(base, size, kind, fill);
        Ok(base)
    }

    /// Puts a new object into free memory.
    pub(super) fn place(&mut self, base: u64, size: u64, kind: ObjectKind, fill: u8) {
        let room = size.max(1).next_multiple_of(GRANULE) as usize;
        let number = self.layout.objects.len() as u32 + 1;
        self.layout.objects.push(Object {
            base,
            size,
            kind,
            state: ObjectState::Live,
        });
        let start = (base - ARENA) as usize;
        self.bytes[start..start + room].fill(fill);
        self.mark(start, room, 0);
        self.layout.owners[start / GRANULE as usize..(start + room) / GRANULE as usize].fill(number);
    }

    /// A cell that lies inside an object gets a value, whatever object it is.
    pub fn give_value(&mut self, address: u64, size: u64, value: u64) {
        self.store((address - ARENA) as usize, size, value);
    }

    fn recycle(&mut self, room_and_alignment: (u64, u64)) -> Option<u64> {
        let waiting = self.free.get_mut(&room_and_alignment)?;
        if waiting.len() > QUARANTINE {
            waiting.pop_front()
        } else {
            None
        }
    }

    pub(super) fn extend(&mut self, room: u64) -> Result<u64, OutOfMemory> {
        let start = self.bytes.len() as u64;
        let end = room
            .checked_add(GRANULE)
            .and_then(|room| start.checked_add(room))
            .filter(|end| *end <= self.limit)
            .ok_or(OutOfMemory)?;
        self.bytes.resize(end as usize, 0);
        self.changed.note(start as usize, (end - start) as usize);
        self.layout.owners.resize((end / GRANULE) as usize, 0);
        Ok(ARENA + start)
    }

    /// Bytes from the first object to the end of the last.
    pub fn extent(&self) -> usize {
        self.bytes.len()
    }

    /// Ends the object that starts at `base`; its memory may be used again.
    pub fn end(&mut self, base: u64) {
        if let Some(number) = self.number_at(base) {
            let object = &mut self.layout.objects[number];
            if object.base == base && object.state == ObjectState::Live {
                object.state = ObjectState::Ended;
                if !self.layout.blocks.is_empty() {
                    // It is given back when nothing points into it any more.
                    return self.wipe(number);
                }
                let room = object.size.max(1).next_multiple_of(GRANULE);
                let alignment = self.aligned.remove(&base).unwrap_or(GRANULE);
                self.free.entry((room, alignment)).or_default().push_back(base);
            }
        }
    }

    fn number_at(&self, address: u64) -> Option<usize> {
        let granule = address.checked_sub(ARENA)? / GRANULE;
        let owner = *self.layout.owners.get(usize::try_from(granule).ok()?)?;
        (owner != 0).then(|| owner as usize - 1)
    }

    /// The object that an address points into.
    pub fn object_at(&self, address: u64) -> Option<&Object> {
        self.number_at(address).map(|number| &self.layout.objects[number])
    }

    /// The object that an address points into, or one past the end of.
    pub fn object_up_to(&self, address: u64) -> Option<&Object> {
        let at_end = || self.object_at(address.checked_sub(1)?);
        self.object_at(address).or_else(at_end)
    }

    /// Whether an address lies where objects are.
    pub fn is_within(&self, address: u64) -> bool {
        (ARENA..ARENA + self.extent() as u64).contains(&address)
    }

    /// Whether pointer arithmetic may step from one address to another: not from inside an object into another one.
    pub fn same_object(&self, from: u64, to: u64) -> bool {
        match (self.number_at(from), self.number_at(to)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }

    /// The index into the bytes of `size` bytes at `address`, all inside one live object.
    #[inline]
    pub fn check(&self, address: u64, size: u64) -> Result<usize, BadAccess> {
        let Some(number) = self.number_at(address) else {
            return Err(if address < 0x1_0000 {
                BadAccess::Null
            } else {
                BadAccess::NoObject
            });
        };
        let object = &self.layout.objects[number];
        if object.state != ObjectState::Live {
            return Err(BadAccess::Ended);
        }
        let end = (address - object.base).checked_add(size);
        if end.is_none_or(|end| end > object.size) {
            return Err(BadAccess::OutOfBounds);
        }
        Ok((address - ARENA) as usize)
    }

    /// As [`Memory::check`], for a write.
    #[inline]
    pub fn check_write(&self, address: u64, size: u64) -> Result<usize, BadAccess> {
        let index = self.check(address, size)?;
        match self.object_at(address).map(|object| object.kind) {
            Some(ObjectKind::String(_)) => Err(BadAccess::ReadOnly),
            _ => Ok(index),
        }
    }

    /// The little-endian number in `size` ≤ 8 bytes.
    #[inline]
    pub fn read(&self, address: u64, size: u64) -> Result<u64, BadAccess> {
        let index = self.check(address, size)?;
        let mut raw = [0u8; 8];
        let bytes = &self.bytes[index..index + size as usize];
        match size {
            4 => raw[..4].copy_from_slice(bytes),
            8 => raw.copy_from_slice(bytes),
            1 => raw[0] = bytes[0],
            _ => raw[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]),
        }
        Ok(u64::from_le_bytes(raw))
    }

    /// Stores a little-endian number in `size` bytes; beyond the eighth byte zeroes.
    #[inline]
    pub fn write(&mut self, address: u64, size: u64, value: u64) -> Result<(), BadAccess> {
        let index = self.check_write(address, size)?;
        self.store(index, size, value);
        Ok(())
    }

    /// As [`Memory::write`], for program start: string literals too.
    pub fn initialise(&mut self, address: u64, size: u64, value: u64) -> Result<(), BadAccess> {
        let index = self.check(address, size)?;
        self.store(index, size, value);
        Ok(())
    }

    #[inline]
    fn store(&mut self, index: usize, size: u64, value: u64) {
        self.mark(index, size as usize, 0);
        let raw = value.to_le_bytes();
        let bytes = &mut self.bytes[index..index + size as usize];
        match size {
            4 => bytes.copy_from_slice(&raw[..4]),
            8 => bytes.copy_from_slice(&raw),
            1 => bytes[0] = raw[0],
            _ => {
                bytes.fill(0);
                let count = bytes.len().min(8);
                bytes[..count].copy_from_slice(&raw[..count]);
            }
        }
    }

    /// The bytes of a range inside one live object.
    pub fn bytes(&self, address: u64, size: u64) -> Result<&[u8], BadAccess> {
        if size == 0 {
            return Ok(&[]);
        }
        let index = self.check(address, size)?;
        Ok(&self.bytes[index..index + size as usize])
    }

    /// The bytes of a range inside one live object that may be written.
    pub fn bytes_mut(&mut self, address: u64, size: u64) -> Result<&mut [u8], BadAccess> {
        if size == 0 {
            return Ok(&mut []);
        }
        let index = self.check_write(address, size)?;
        self.mark(index, size as usize, 0);
        Ok(&mut self.bytes[index..index + size as usize])
    }

    /// The bytes from an address to the end of the live object that it points into.
    pub fn bytes_from(&self, address: u64) -> Result<&[u8], BadAccess> {
        let index = self.check(address, 1)?;
        let object = self.object_at(address).ok_or(BadAccess::NoObject)?;
        let room = object.base + object.size - address;
        Ok(&self.bytes[index..index + room as usize])
    }

    /// The length of the string at an address, terminating zero excluded.
    pub fn string_length(&self, address: u64) -> Result<u64, BadAccess> {
        let bytes = self.bytes_from(address)?;
        let length = bytes.iter().position(|byte| *byte == 0).ok_or(BadAccess::OutOfBounds)?;
        Ok(length as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::pages::PAGE;

    fn memory() -> Memory {
        Memory::new(1 << 20)
    }

    #[test]
    fn an_access_must_lie_inside_one_live_object() {
        let mut memory = memory();
        let address = memory.allocate(6, ObjectKind::Heap, 0).expect("there is room");
        assert_eq!(memory.read(address + 2, 4), Ok(0));
        assert_eq!(memory.read(address + 3, 4), Err(BadAccess::OutOfBounds));
        assert_eq!(memory.read(0, 4), Err(BadAccess::Null));
        assert_eq!(memory.read(ARENA - 8, 4), Err(BadAccess::NoObject));
        memory.end(address);
        assert_eq!(memory.read(address, 1), Err(BadAccess::Ended));
    }

    #[test]
    fn marks_that_grow_change_the_page_in_which_they_ended() {
        let mut memory = memory();
        let first = memory.allocate(16, ObjectKind::Heap, 0).expect("there is room");
        let second = memory.allocate(4096, ObjectKind::Heap, 0).expect("there is room");
        memory.mark_indeterminate(first, 16);
        memory.changed.clear(64);
        memory.mark_indeterminate(second + 4000, 96);
        assert!(memory.changed.contain((first - ARENA) as usize / PAGE));
    }

    #[test]
    fn what_is_written_is_read_back_by_bytes_and_as_a_whole() {
        let mut memory = memory();
        let address = memory.allocate(8, ObjectKind::Heap, 0xff).expect("there is room");
        assert_eq!(memory.write(address, 4, 0x0403_0201), Ok(()));
        assert_eq!(memory.read(address, 8), Ok(0xffff_ffff_0403_0201));
        for offset in 0..4 {
            assert_eq!(memory.read(address + offset, 1), Ok(offset + 1));
        }
    }

    #[test]
    fn string_literals_are_not_written() {
        let mut memory = memory();
        let address = memory.allocate(4, ObjectKind::String(0), 0).expect("there is room");
        assert_eq!(memory.write(address, 1, 0), Err(BadAccess::ReadOnly));
    }

    #[test]
    fn freed_memory_is_used_again_only_after_many_others_of_its_size() {
        let mut memory = memory();
        let first = memory.allocate(24, ObjectKind::Heap, 0).expect("there is room");
        memory.end(first);
        let mut again = 0;
        for round in 1..200 {
            let address = memory.allocate(24, ObjectKind::Heap, 0).expect("there is room");
            if address == first {
                again = round;
                break;
            }
            memory.end(address);
        }
        assert!(again > QUARANTINE, "used again after {again}");
    }

    #[test]
    fn freed_memory_keeps_its_alignment_when_it_is_used_again() {
        let mut memory = memory();
        let mut extents = Vec::new();
        for _ in 0..300 {
            let address = memory
                .allocate_aligned(64, 256, ObjectKind::Heap, 0)
                .expect("there is room");
            assert_eq!(address % 256, 0);
            let other = memory.allocate(64, ObjectKind::Heap, 0).expect("there is room");
            memory.end(other);
            memory.end(address);
            extents.push(memory.extent());
        }
        assert_eq!(extents[100], extents[299]);
    }

    #[test]
    fn bytes_have_no_value_until_they_are_written() {
        let mut memory = memory();
        let address = memory.allocate(8, ObjectKind::Heap, 0).expect("there is room");
        memory.mark_indeterminate(address, 8);
        assert_eq!(memory.write(address, 4, 7), Ok(()));
        assert!(!memory.is_indeterminate(address, 4));
        assert!(memory.is_indeterminate(address + 2, 4));
    }

    #[test]
    fn more_than_the_limit_is_not_given() {
        assert_eq!(
            Memory::new(1 << 10).allocate(1 << 11, ObjectKind::Heap, 0),
            Err(OutOfMemory)
        );
        assert_eq!(memory().allocate(u64::MAX, ObjectKind::Heap, 0), Err(OutOfMemory));
    }
}
