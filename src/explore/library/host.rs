//! Exact routines in an execution: what they read and write are accesses of the call.
//!
//! Bytes next to each other are one access, and a byte read twice counts once. A byte without a value ends the path where all states are visited.

use super::exact::{Arguments, Exact, Host};
use crate::explore::arithmetic;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

/// Memory as one call touches it.
pub(super) struct CallHost<'m, 'c> {
    pub machine: &'m mut Machine<'c>,
    pub thread: usize,
    call: &'m CallSite,
    reads: Runs,
    writes: Runs,
}

/// Bytes as runs of neighbours, in the order in which they were begun.
#[derive(Default)]
struct Runs(Vec<(u64, u64)>);

/// Runs that are looked at for a neighbour, from the last one back.
const RECENT_RUNS: usize = 8;

impl Runs {
    fn add(&mut self, address: u64) {
        let known = self.0.iter_mut().rev().take(RECENT_RUNS);
        for (first, end) in known {
            if (*first..*end).contains(&address) {
                return;
            }
            if address == *end {
                *end += 1;
                return;
            }
        }
        self.0.push((address, address + 1));
    }

    /// As [`Runs::add`] for `size` bytes one after the other.
    fn add_all(&mut self, address: u64, size: u64) {
        for next in address..address + size {
            self.add(next);
            // The run that is looked at first takes the rest.
            if let Some((_, end)) = self.0.last_mut()
                && *end == next + 1
            {
                *end = address + size;
                return;
            }
        }
    }
}

impl<'m, 'c> CallHost<'m, 'c> {
    pub fn new(machine: &'m mut Machine<'c>, thread: usize, call: &'m CallSite) -> Self {
        CallHost {
            machine,
            thread,
            call,
            reads: Runs::default(),
            writes: Runs::default(),
        }
    }

    /// Makes the accesses.
    pub fn finish(self) {
        for (runs, kind) in [(self.reads, AccessKind::Read), (self.writes, AccessKind::Write)] {
            for (first, end) in runs.0 {
                self.machine
                    .access(self.thread, first, end - first, kind, self.call.access);
            }
        }
    }
}

impl Host for CallHost<'_, '_> {
    fn read(&mut self, address: u64) -> Result<u8, Stop> {
        let byte = self.machine.memory.read(address, 1)? as u8;
        self.machine.require_value(address, 1)?;
        self.reads.add(address);
        Ok(byte)
    }

    /// What is read at once may be an address.
    fn read_number(&mut self, address: u64, size: u64) -> Result<u64, Stop> {
        let number = self.machine.memory.read(address, size)?;
        self.machine.require_value(address, size)?;
        (0..size).for_each(|offset| self.reads.add(address.wrapping_add(offset)));
        Ok(number)
    }

    fn write(&mut self, address: u64, byte: u8) -> Result<(), Stop> {
        self.machine.memory.write(address, 1, u64::from(byte))?;
        self.writes.add(address);
        Ok(())
    }

    fn read_some(&mut self, address: u64, most: u64, last: Option<u8>) -> Vec<u8> {
        // What all bytes together may be, each of them may not: a part of an address.
        if self.machine.settings.purpose == Purpose::Exhaust {
            return Vec::new();
        }
        let Ok(known) = self.machine.memory.bytes_from(address) else {
            return Vec::new();
        };
        let known = &known[..usize::try_from(most).map_or(known.len(), |most| most.min(known.len()))];
        let found = last.and_then(|last| known.iter().position(|byte| *byte == last));
        let bytes = &known[..found.map_or(known.len(), |place| place + 1)];
        let size = bytes.len() as u64;
        if self.machine.require_value(address, size).is_err() {
            return Vec::new();
        }
        let bytes = bytes.to_vec();
        self.reads.add_all(address, size);
        bytes
    }

    fn write_some(&mut self, address: u64, bytes: &[u8]) -> usize {
        let size = bytes.len() as u64;
        let Ok(memory) = self.machine.memory.bytes_mut(address, size) else {
            return 0;
        };
        memory.copy_from_slice(bytes);
        self.writes.add_all(address, size);
        bytes.len()
    }

    /// Executions claim no access that a library need not make; searches leave none out.
    fn may_read_string(&mut self, address: u64) -> Result<(), Stop> {
        if self.machine.settings.purpose == Purpose::Exhaust {
            (self as &mut dyn Host).string(address)?;
        }
        Ok(())
    }

    fn may_read_bytes(&mut self, address: u64, size: u64) -> Result<(), Stop> {
        if self.machine.settings.purpose == Purpose::Exhaust {
            for offset in 0..size {
                self.read(address.wrapping_add(offset))?;
            }
        }
        Ok(())
    }

    fn allocate(&mut self, size: u64) -> Result<u64, Stop> {
        self.machine.allocate_filled(self.thread, size, ObjectKind::Heap, 0)
    }

    fn constant(&mut self, text: &[u8]) -> Result<u64, Stop> {
        self.machine.constant_text(self.thread, text)
    }

    fn fail(&mut self, error: u64) -> Result<(), Stop> {
        self.machine.set_error_number(self.thread, error)
    }

    fn word(&self) -> u64 {
        self.machine.code.pointer.size()
    }

    fn position(&mut self) -> Result<&mut u64, Stop> {
        match self.machine.settings.purpose {
            Purpose::Exhaust => Err(Stop::Open("`strtok` in a search of all states".to_owned())),
            _ => Ok(&mut self.machine.token_position),
        }
    }
}

impl Machine<'_> {
    /// Performs an exact routine.
    pub(super) fn exact(&mut self, thread: usize, routine: Exact, call: &CallSite) -> Result<u64, Stop> {
        self.require_no_address_as_number(thread, call)?;
        let mut arguments: Arguments = [0; 6];
        for (number, argument) in arguments.iter_mut().enumerate() {
            *argument = self.argument(thread, call, number);
        }
        // The compiler's own functions have no prototype that converts.
        if let Some(Some(scalar)) = call.scalars.first()
            && routine.of_floats()
        {
            arguments[0] = match scalar.is_wide() {
                true => self.as_double(*scalar, arguments[0])?,
                false => arithmetic::convert(*scalar, Scalar::F64, arguments[0]),
            };
        }
        if let Some(Some(scalar)) = call.scalars.get(1)
            && scalar.is_wide()
        {
            arguments[1] = self.as_double(*scalar, arguments[1])?;
        }
        let mut host = CallHost::new(self, thread, call);
        let result = routine.perform(&mut host, &arguments);
        host.finish();
        match self.settings.purpose {
            Purpose::Exhaust => Ok(self.any_alike(routine, result?)),
            Purpose::DetectRaces | Purpose::Run => result,
        }
    }

    /// A search of all states follows what other libraries and compilers give, too.
    fn any_alike(&mut self, routine: Exact, result: u64) -> u64 {
        let alike = routine.tells().alike(result);
        match alike.len() {
            1 => result,
            several => alike[self.inputs.choice(several as u64) as usize],
        }
    }
}
