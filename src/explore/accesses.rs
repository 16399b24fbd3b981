//! Reads and writes of memory as the program does them: checked, recorded as accesses, with the order of their type.

use super::arithmetic;
use super::code::{AccessId, BitsInMemory, MemoryLocal, Register, Scalar};
use super::machine::{Machine, Purpose, Stop, UNCOMPUTED_VALUE, UNDEFINED_VARIABLE, UnknownFunctions};
use super::memory::{BadAccess, ObjectKind};
use super::shadow::AccessKind;

impl Machine<'_> {
    /// Reads a scalar into a register; where its value is not known, the register holds a symbol.
    pub(super) fn load_into(
        &mut self,
        thread: usize,
        to: Register,
        address: u64,
        scalar: Scalar,
        site: AccessId,
    ) -> Result<(), Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            self.memory.check(address, scalar.size())?;
            self.fresh = self.read_symbol(address, scalar);
        }
        let value = match self.fresh {
            Some(_) => self.load_anything(thread, address, scalar, site)?,
            None => self.load(thread, address, scalar, site)?,
        };
        self.set_register(thread, to, value);
        self.hold_input(thread, to);
        Ok(())
    }

    /// Reads a scalar as the program does: with the order of its type, and as an access.
    pub(super) fn load(&mut self, thread: usize, address: u64, scalar: Scalar, site: AccessId) -> Result<u64, Stop> {
        self.require_value(address, scalar.size())?;
        self.load_anything(thread, address, scalar, site)
    }

    /// As [`Machine::load`], whether or not the memory has a value.
    fn load_anything(&mut self, thread: usize, address: u64, scalar: Scalar, site: AccessId) -> Result<u64, Stop> {
        let read = match scalar.is_wide() {
            true => self.read_wide(address, scalar),
            false => {
                let read = self.memory.read(address, scalar.size()).map_err(Stop::from);
                read.map(|bits| arithmetic::from_memory(scalar, bits))
            }
        };
        let kind = match self.is_atomic(site) {
            true => AccessKind::AtomicRead,
            false => AccessKind::Read,
        };
        if read.is_err() {
            self.note_late(thread, (address, scalar.size()), kind, site);
        }
        let value = read?;
        if kind == AccessKind::AtomicRead {
            self.acquire_location(thread, address);
        }
        self.access(thread, address, scalar.size(), kind, site);
        Ok(value)
    }

    /// Writes a scalar as the program does.
    pub(super) fn store(
        &mut self,
        thread: usize,
        address: u64,
        scalar: Scalar,
        value: u64,
        site: AccessId,
    ) -> Result<(), Stop> {
        let size = scalar.size();
        let written = match scalar.is_wide() {
            true => self.write_wide(address, scalar, value),
            false => {
                let bits = arithmetic::to_memory(scalar, value);
                self.memory.write(address, size, bits).map_err(Stop::from)
            }
        };
        let atomic = self.is_atomic(site);
        let kind = if atomic {
            AccessKind::AtomicWrite
        } else {
            AccessKind::Write
        };
        if written.is_err() {
            self.note_late(thread, (address, size), kind, site);
        }
        written?;
        self.access(thread, address, size, kind, site);
        if atomic {
            self.release_location(thread, address);
        }
        Ok(())
    }

    /// When all states are visited, a read of bytes without value would have to take all values, and one of a part of an address
    /// those of all layouts; and what a variable holds that the program does not define is a guess.
    pub(super) fn require_value(&self, address: u64, size: u64) -> Result<(), Stop> {
        self.require_computed(address, size)?;
        if self.settings.purpose == Purpose::Exhaust {
            if self.memory.is_indeterminate(address, size) {
                return Err(Stop::Open("a read of indeterminate memory".to_owned()));
            }
            return self.require_whole_addresses(address, size);
        }
        let foreign = &self.code.foreign;
        match self.settings.unknown_functions != UnknownFunctions::Inputs && overlaps_one_of(foreign, address, size) {
            true => Err(Stop::Open(UNDEFINED_VARIABLE.to_owned())),
            false => Ok(()),
        }
    }

    /// What the linker computes and executions do not is a guess.
    pub(super) fn require_computed(&self, address: u64, size: u64) -> Result<(), Stop> {
        match overlaps_one_of(&self.code.uncomputed, address, size) {
            true => Err(Stop::Open(UNCOMPUTED_VALUE.to_owned())),
            false => Ok(()),
        }
    }

    /// An access to memory that was released races with the release, unless that is known to be over: before anything else is wrong with it.
    pub(super) fn note_late(&mut self, thread: usize, (address, size): (u64, u64), kind: AccessKind, site: AccessId) {
        let is_released = self.memory.check(address, size) == Err(BadAccess::Ended);
        if is_released && self.settings.purpose == Purpose::DetectRaces {
            self.access(thread, address, size, kind, site);
        }
    }

    fn is_atomic(&self, site: AccessId) -> bool {
        self.code.accesses.get(site as usize).is_some_and(|site| site.atomic)
    }

    /// The bytes that have bits of a bit-field, as a little-endian number.
    pub(super) fn bit_unit(&self, base: u64, bits: &BitsInMemory) -> Result<u128, Stop> {
        let at = base.wrapping_add(u64::from(bits.offset));
        let bytes = self.memory.bytes(at, u64::from(bits.size))?;
        let unit = bytes.iter().rev().fold(0, |unit, byte| unit << 8 | u128::from(*byte));
        self.require_value(at, u64::from(bits.size))?;
        Ok(unit)
    }

    /// Writes a bit-field, and leaves the bits around it as they are.
    pub(super) fn write_bits(&mut self, base: u64, bits: &BitsInMemory, value: u64) -> Result<(), Stop> {
        let unit = arithmetic::insert_bits(self.bit_unit(base, bits)?, bits.first, bits.width, value);
        let at = base.wrapping_add(u64::from(bits.offset));
        let bytes = self.memory.bytes_mut(at, u64::from(bits.size))?;
        for (byte, new) in bytes.iter_mut().zip(unit.to_le_bytes()) {
            *byte = new;
        }
        Ok(())
    }

    pub(super) fn access_run(
        &mut self,
        thread: usize,
        base: u64,
        bits: &BitsInMemory,
        kind: AccessKind,
        site: AccessId,
    ) {
        let first = base.wrapping_add(u64::from(bits.run_offset));
        self.access(thread, first, u64::from(bits.run_size), kind, site);
    }

    /// `base + index · scale`; arithmetic that steps into another object has no meaning in C.
    pub(super) fn pointer_add(&self, base: u64, index: u64, scale: u32) -> Result<u64, BadAccess> {
        let moved = arithmetic::normalise(
            self.code.pointer,
            base.wrapping_add(index.wrapping_mul(u64::from(scale))),
        );
        match self.memory.same_object(base, moved) {
            true => Ok(moved),
            false => Err(BadAccess::OutOfBounds),
        }
    }

    /// A local's lifetime begins; if it was alive (a loop, or a jump back), that activation ends.
    pub(super) fn begin_local(&mut self, thread: usize, register: Register, local: u32) -> Result<(), Stop> {
        let Some(frame) = self.threads[thread].frames.last() else {
            return Ok(());
        };
        let function = frame.function;
        let Some(code) = &self.code.functions[function as usize] else {
            return Ok(());
        };
        let MemoryLocal { size, align, .. } = code.memory_locals[local as usize];
        let old = self.register(thread, register);
        let is_parameter = register < code.parameters;
        if old != 0 && !is_parameter {
            self.end_object(old, size);
        }
        let address = self.allocate_at_multiple(thread, align, size, ObjectKind::Local(function, local))?;
        self.set_register(thread, register, address);
        Ok(())
    }

    /// Copies bytes between objects; the ranges may be the same or overlap.
    pub(super) fn copy(
        &mut self,
        thread: usize,
        to: u64,
        from: u64,
        size: u64,
        read: AccessId,
        write: AccessId,
    ) -> Result<(), Stop> {
        self.require_no_synchronisation(from, size)?;
        self.require_no_synchronisation(to, size)?;
        self.require_copied(from, size)?;
        let bytes = self.memory.bytes(from, size)?.to_vec();
        let gaps = self.memory.gaps(from, size);
        self.memory.bytes_mut(to, size)?.copy_from_slice(&bytes);
        self.memory.mark_each(to, &gaps);
        self.access(thread, from, size, AccessKind::Read, read);
        self.access(thread, to, size, AccessKind::Write, write);
        Ok(())
    }

    /// Bytes are copied, those without a value as such: other guesses end the path.
    pub(super) fn require_copied(&self, from: u64, size: u64) -> Result<(), Stop> {
        match self.settings.purpose {
            Purpose::Exhaust => {
                self.require_computed(from, size)?;
                self.require_whole_addresses(from, size)
            }
            _ => self.require_value(from, size),
        }
    }

    /// What the library keeps in its objects of synchronisation is not in their bytes here: who copies or overwrites these makes others.
    pub(super) fn require_no_synchronisation(&self, address: u64, size: u64) -> Result<(), Stop> {
        match self.synchronisation.holds(address, size) {
            true => Err(Stop::Open(
                "the bytes of an object of synchronisation are copied or overwritten".to_owned(),
            )),
            false => Ok(()),
        }
    }
}

/// Whether some of `size` bytes lie in one of some ranges, each given by address and size.
fn overlaps_one_of(ranges: &[(u64, u64)], address: u64, size: u64) -> bool {
    let overlaps = |range: &(u64, u64)| address < range.0 + range.1 && range.0 < address.saturating_add(size);
    ranges.iter().any(overlaps)
}
