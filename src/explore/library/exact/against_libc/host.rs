//! A host that is nothing but memory, and remembers what was accessed.

use super::super::Host;
use crate::explore::memory::BadAccess;
use crate::explore::stop::Stop;

/// The address of all texts of the library: where they really lie, is not compared.
pub const ELSEWHERE: u64 = 0x5e5e_5e5e_5e5e_5e5e;

/// Memory from an address on.
pub struct Recorder {
    base: u64,
    /// The bytes.
    pub memory: Vec<u8>,
    /// `errno`.
    pub error: i32,
    /// Which bytes were read.
    pub read: Vec<bool>,
    /// Which bytes the library may read besides.
    looked_ahead: Vec<bool>,
    /// Which bytes were written.
    pub written: Vec<bool>,
    position: u64,
}

impl Recorder {
    pub fn new(base: u64, memory: &[u8]) -> Self {
        Recorder {
            base,
            memory: memory.to_vec(),
            error: 0,
            read: vec![false; memory.len()],
            looked_ahead: vec![false; memory.len()],
            written: vec![false; memory.len()],
            position: 0,
        }
    }

    /// One past the last byte that the library may access; and whether it has to access that one.
    pub fn end(&self) -> (usize, bool) {
        let last = |bytes: &[bool]| bytes.iter().rposition(|touched| *touched).map_or(0, |last| last + 1);
        let certain = last(&self.read).max(last(&self.written));
        (
            certain.max(last(&self.looked_ahead)),
            certain >= last(&self.looked_ahead),
        )
    }

    fn index(&self, address: u64) -> Result<usize, Stop> {
        let index = address.wrapping_sub(self.base);
        if index >= self.memory.len() as u64 {
            return Err(Stop::Bad(BadAccess::OutOfBounds));
        }
        Ok(index as usize)
    }
}

impl Host for Recorder {
    fn read(&mut self, address: u64) -> Result<u8, Stop> {
        let index = self.index(address)?;
        self.read[index] = true;
        Ok(self.memory[index])
    }

    fn write(&mut self, address: u64, byte: u8) -> Result<(), Stop> {
        let index = self.index(address)?;
        self.memory[index] = byte;
        self.written[index] = true;
        Ok(())
    }

    fn may_read_string(&mut self, address: u64) -> Result<(), Stop> {
        let mut at = address;
        loop {
            let index = self.index(at)?;
            self.looked_ahead[index] = true;
            if self.memory[index] == 0 {
                return Ok(());
            }
            at += 1;
        }
    }

    fn may_read_bytes(&mut self, address: u64, size: u64) -> Result<(), Stop> {
        for offset in 0..size {
            let index = self.index(address + offset)?;
            self.looked_ahead[index] = true;
        }
        Ok(())
    }

    fn allocate(&mut self, _: u64) -> Result<u64, Stop> {
        Err(Stop::Open("there is no heap".to_owned()))
    }

    fn constant(&mut self, _: &[u8]) -> Result<u64, Stop> {
        Ok(ELSEWHERE)
    }

    fn fail(&mut self, error: u64) -> Result<(), Stop> {
        self.error = error as i32;
        Ok(())
    }

    fn word(&self) -> u64 {
        8
    }

    fn position(&mut self) -> Result<&mut u64, Stop> {
        Ok(&mut self.position)
    }
}
