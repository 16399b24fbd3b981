//! Marks of bytes: which ones have no value, and which ones hold an input with many values.

use super::{ARENA, Memory};

/// The mark of a byte that may have any value.
pub(super) const INDETERMINATE: u8 = 1;

/// The mark of a byte of a cell that holds an input with many values.
pub(super) const SYMBOLIC: u8 = 2;

impl Memory {
    /// The bytes of a new object have no value until they are written.
    pub fn mark_indeterminate(&mut self, address: u64, size: u64) {
        let start = (address - ARENA) as usize;
        let end = start + size as usize;
        self.keep_marks(end);
        self.mark(start, size as usize, INDETERMINATE);
    }

    /// Keeps marks for so many bytes, at least.
    pub(in crate::explore) fn keep_marks(&mut self, end: usize) {
        let known = self.indeterminate.len();
        if known < end {
            self.indeterminate.resize(end, 0);
            // The page in which the marks ended was stored as a shorter one.
            self.changed.note(known, end - known);
        }
    }

    /// Marks bytes that are about to change; where marks are kept, so is which pages changed.
    #[inline]
    pub(super) fn mark(&mut self, start: usize, size: usize, value: u8) {
        if !self.indeterminate.is_empty() {
            let length = self.indeterminate.len();
            self.indeterminate[start.min(length)..(start + size).min(length)].fill(value);
            self.changed.note(start, size);
        }
    }

    /// Whether some of the bytes have no value.
    pub fn is_indeterminate(&self, address: u64, size: u64) -> bool {
        self.marks(address, size).iter().any(|mark| *mark != 0)
    }

    /// Which of some bytes have no value; empty if all have one.
    pub fn gaps(&self, address: u64, size: u64) -> Vec<bool> {
        match self.is_indeterminate(address, size) {
            true => (0..size)
                .map(|offset| self.is_indeterminate(address + offset, 1))
                .collect(),
            false => Vec::new(),
        }
    }

    /// Whether all bytes belong to cells that hold inputs with many values.
    pub fn is_symbolic(&self, address: u64, size: u64) -> bool {
        let marks = self.marks(address, size);
        marks.len() as u64 == size && marks.iter().all(|mark| *mark == SYMBOLIC)
    }

    pub(super) fn marks(&self, address: u64, size: u64) -> &[u8] {
        let Some(start) = address.checked_sub(ARENA).filter(|_| !self.indeterminate.is_empty()) else {
            return &[];
        };
        let length = self.indeterminate.len();
        let end = start.saturating_add(size);
        let (start, end) = ((start as usize).min(length), (end as usize).min(length));
        &self.indeterminate[start..end]
    }

    /// The bytes of a cell, which lies inside an object, are symbolic, and otherwise zero.
    pub fn mark_symbolic(&mut self, address: u64, size: u64) {
        let start = (address - ARENA) as usize;
        self.bytes[start..start + size as usize].fill(0);
        self.mark_indeterminate(address, size);
        self.mark(start, size as usize, SYMBOLIC);
    }

    /// Marks bytes from an address on as indeterminate, one by one.
    pub fn mark_each(&mut self, address: u64, values: &[bool]) {
        for (offset, _) in values.iter().enumerate().filter(|entry| *entry.1) {
            self.mark((address - ARENA) as usize + offset, 1, INDETERMINATE);
        }
    }
}
