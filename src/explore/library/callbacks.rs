//! Functions that call functions of the program back: sorting and searching.
//!
//! A call-back is an activation above the call, which is done again when it returns: the stage says how far it has come.

use crate::explore::code::{CallSite, function_at};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::BadAccess;
use crate::explore::shadow::AccessKind;

/// Elements of a sorted array at most; sorting takes quadratic time here.
const ELEMENTS: u64 = 4096;

/// An array that is sorted.
#[derive(Clone, Copy)]
struct Sorted {
    base: u64,
    count: u64,
    size: u64,
}

impl Sorted {
    fn element(&self, number: u64) -> u64 {
        self.base + number * self.size
    }

    /// The stage at which the element with a number, taken from position `from`, is compared with the one before it.
    /// Both are below the count, and the number is not 0.
    fn stage(&self, from: u64, number: u64) -> u32 {
        (from * self.count + number) as u32
    }

    /// The element that a search compares after a way: bits below the leading one say whether it went up.
    fn middle(&self, way: u32) -> Option<u64> {
        let (mut low, mut high) = (0, self.count);
        for bit in (0..way.ilog2()).rev() {
            let middle = (low + high) / 2;
            match way >> bit & 1 {
                0 => high = middle,
                _ => low = middle + 1,
            }
        }
        (low < high).then_some((low + high) / 2)
    }

    /// The position behind an element that has found its place.
    fn next(&self, from: u64) -> Option<(u64, u64)> {
        (from + 1 < self.count).then_some((from + 1, from + 1))
    }
}

impl Machine<'_> {
    /// `qsort`, as insertion sort: each element in turn goes down by exchange as long as the one before it is greater.
    pub(super) fn sort(
        &mut self,
        thread: usize,
        call: &CallSite,
        compare: u64,
        passed: Option<u64>,
    ) -> Result<u64, Stop> {
        let argument = |number: usize| self.argument(thread, call, number);
        let array = Sorted {
            base: argument(0),
            count: argument(1),
            size: argument(2),
        };
        if self.settings.purpose == Purpose::Exhaust || array.count > ELEMENTS {
            return Err(Stop::Open(
                "sorting in a search of all states, or of many elements".to_owned(),
            ));
        }
        if array.count < 2 || array.size == 0 {
            return Ok(0);
        }
        let pending = match self.stage(thread) {
            0 => Some((1, 1)),
            stage => self.place(thread, call, array, u64::from(stage))?,
        };
        let Some((from, number)) = pending else {
            self.set_stage(thread, 0);
            return Ok(0);
        };
        self.set_stage(thread, array.stage(from, number));
        let mut arguments = vec![array.element(number - 1), array.element(number)];
        arguments.extend(passed);
        self.call_back(thread, compare, &arguments)
    }

    /// Two elements were compared: which ones are next, if any.
    fn place(&mut self, thread: usize, call: &CallSite, array: Sorted, stage: u64) -> Result<Option<(u64, u64)>, Stop> {
        let (from, number) = (stage / array.count, stage % array.count);
        if (self.threads[thread].answer as i32) <= 0 {
            return Ok(array.next(from));
        }
        let (before, at) = (array.element(number - 1), array.element(number));
        let (one, other) = (
            self.memory.bytes(before, array.size)?.to_vec(),
            self.memory.bytes(at, array.size)?.to_vec(),
        );
        self.memory.bytes_mut(before, array.size)?.copy_from_slice(&other);
        self.memory.bytes_mut(at, array.size)?.copy_from_slice(&one);
        self.access(thread, before, 2 * array.size, AccessKind::Write, call.access);
        match number {
            1 => Ok(array.next(from)),
            _ => Ok(Some((from, number - 1))),
        }
    }

    /// `bsearch`, as glibc halves the array. The stage is the way so far: after a leading 1, one bit for each comparison.
    pub(super) fn search_array(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let argument = |number: usize| self.argument(thread, call, number);
        let (key, compare) = (argument(0), argument(4));
        let array = Sorted {
            base: argument(1),
            count: argument(2),
            size: argument(3),
        };
        if self.settings.purpose == Purpose::Exhaust || array.count > ELEMENTS {
            return Err(Stop::Open(
                "searching in a search of all states, or among many elements".to_owned(),
            ));
        }
        let mut way = 1;
        let stage = self.stage(thread);
        if stage != 0 {
            let answer = self.threads[thread].answer as i32;
            if answer == 0 {
                self.set_stage(thread, 0);
                return Ok(array.element(array.middle(stage).unwrap_or(0)));
            }
            way = 2 * stage + u32::from(answer > 0);
        }
        match array.middle(way) {
            None => {
                self.set_stage(thread, 0);
                Ok(0)
            }
            Some(middle) => {
                self.set_stage(thread, way);
                self.call_back(thread, compare, &[key, array.element(middle)])
            }
        }
    }

    /// Runs a function of the program; the operation is done again behind it.
    fn call_back(&mut self, thread: usize, function: u64, arguments: &[u64]) -> Result<u64, Stop> {
        let function = function_at(function, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
        self.push_frame(thread, function.0, arguments, None)?;
        Err(Stop::Again)
    }
}
