//! Threads: creation, end and join; thread-specific data with its destructors.
//!
//! `create` orders what the creator did before the new thread, `join` orders the joined thread before what the joiner does.

use std::ops::Range;

use super::Routine;
use crate::explore::arithmetic;
use crate::explore::code::{CallSite, Layout, Scalar, Target, function_at};
use crate::explore::library::error_codes::{BUSY, C11_ERROR, DEADLOCK, INVALID, NO_SUCH_THREAD};
use crate::explore::machine::{Machine, PathEnd, Purpose, Stop};
use crate::explore::memory::BadAccess;
use crate::explore::shadow::AccessKind;
use crate::explore::thread::{Ending, Thread, ThreadState, Wait};

/// `PTHREAD_CREATE_DETACHED` of Linux.
const DETACHED: u32 = 1;

/// POSIX asks for at least this many rounds of destructors at a thread's end.
const DESTRUCTOR_ROUNDS: u32 = 4;
/// So many keys there are at least (`PTHREAD_KEYS_MAX` of glibc, which has no more).
const MOST_KEYS: usize = 1024;

/// Where all `pthread_t`s are: apart from all addresses, and they look like addresses all the same.
pub(in crate::explore) const IDENTIFIERS: Range<u64> = 0x7000_0000..0xe000_0000;

/// The distance of two neighbouring `pthread_t`s.
const BETWEEN_IDENTIFIERS: u64 = 0x1000;

/// The low bits of each `pthread_t`.
const LOW_BITS: u64 = 0x640;

/// The `pthread_t` of a thread: what the program may conclude from its bits differs by layout.
pub(in crate::explore) fn identifier(thread: usize, layout: Layout) -> u64 {
    let distance = BETWEEN_IDENTIFIERS * thread as u64;
    match layout {
        Layout::Ordinary => IDENTIFIERS.start + distance + LOW_BITS,
        Layout::Other => IDENTIFIERS.end - BETWEEN_IDENTIFIERS - distance + 2 * LOW_BITS,
    }
}

/// The thread with a `pthread_t`; a number that no thread has if there is none.
pub(in crate::explore) fn thread_number(identifier: u64, layout: Layout) -> usize {
    let from_first = match layout {
        Layout::Ordinary => identifier.wrapping_sub(IDENTIFIERS.start + LOW_BITS),
        Layout::Other => (IDENTIFIERS.end - BETWEEN_IDENTIFIERS + 2 * LOW_BITS).wrapping_sub(identifier),
    };
    match from_first % BETWEEN_IDENTIFIERS {
        0 => usize::try_from(from_first / BETWEEN_IDENTIFIERS).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

/// What glibc gives for one that is detached, of which nothing is left when it has ended.
fn refuse_detached(thread: &Thread) -> Result<u64, Stop> {
    match thread.state {
        ThreadState::Ended => Err(Stop::Bad(BadAccess::BadSynchronisation)),
        _ => Ok(INVALID),
    }
}

impl Machine<'_> {
    /// `create(t)`: the identifier is written before the new thread starts, where the program names a place for it.
    pub(super) fn thread_create(
        &mut self,
        thread: usize,
        call: &CallSite,
        identifier_at: Option<u64>,
        routine: u64,
        argument: u64,
    ) -> Result<u64, Stop> {
        let routine = function_at(routine, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
        if self.threads.len() >= self.settings.threads {
            return Err(match self.settings.purpose {
                Purpose::Exhaust => Stop::Open("more threads than the limit".to_owned()),
                Purpose::DetectRaces | Purpose::Run => Stop::Wait(Wait::ThreadLimit),
            });
        }
        let new = self.threads.len();
        if self.settings.purpose == Purpose::Exhaust {
            self.memory.open_block()?;
        }
        if let Some(address) = identifier_at {
            let size = self.code.pointer.size();
            self.memory.write(address, size, identifier(new, self.code.layout))?;
            self.access(thread, address, size, AccessKind::Write, call.access);
        }
        let at = self.current_position(thread);
        let mut clock = self.threads[thread].clock.clone();
        self.threads[thread].clock.advance(thread);
        clock.join(&self.first_clock(new));
        self.threads
            .push(Thread::new(routine.0, clock, Some((thread as u32, at))));
        self.inherit_signals(thread, new);
        self.push_frame(new, routine.0, &[argument], None)?;
        self.notice();
        Ok(0)
    }

    /// `pthread_create`, with an attribute that may say that nobody joins the thread.
    pub(super) fn thread_create_with(
        &mut self,
        thread: usize,
        call: &CallSite,
        (identifier_at, attribute, routine, argument): (u64, u64, u64, u64),
    ) -> Result<u64, Stop> {
        let is_detached = attribute != 0 && self.memory.read(attribute, 4)? as u32 == DETACHED;
        if attribute != 0 && self.lacks_priority(attribute)? {
            return Ok(INVALID);
        }
        let created = self.thread_create(thread, call, Some(identifier_at), routine, argument)?;
        if let Some(new) = self.threads.last_mut() {
            new.detached = is_detached;
        }
        Ok(created)
    }

    /// Writes a result of a library function through a pointer of the program, which may be null.
    pub(super) fn write_result(
        &mut self,
        thread: usize,
        call: &CallSite,
        address: u64,
        scalar: Scalar,
        value: u64,
    ) -> Result<(), Stop> {
        if address != 0 {
            let size = scalar.size();
            self.memory.write(address, size, arithmetic::to_memory(scalar, value))?;
            self.access(thread, address, size, AccessKind::Write, call.access);
        }
        Ok(())
    }

    /// `join(t)`.
    pub(super) fn thread_join(
        &mut self,
        thread: usize,
        call: &CallSite,
        identifier: u64,
        value_at: u64,
        scalar: Scalar,
    ) -> Result<u64, Stop> {
        let joined = thread_number(identifier, self.code.layout);
        let Some(other) = self.threads.get(joined) else {
            return Ok(NO_SUCH_THREAD);
        };
        if other.detached {
            return refuse_detached(other);
        }
        if joined == thread || other.state == ThreadState::Waiting(Wait::Join(thread as u32)) {
            return Ok(DEADLOCK);
        }
        // "If multiple threads simultaneously try to join with the same thread, the results are undefined" (pthread_join(3)).
        if self.is_awaited_by_another(joined, thread) {
            return Err(Stop::Bad(BadAccess::BadSynchronisation));
        }
        if other.state != ThreadState::Ended {
            return Err(Stop::Wait(Wait::Join(joined as u32)));
        }
        let (clock, value) = (other.clock.clone(), other.value);
        // Nothing is left of it.
        self.threads[joined].detached = true;
        self.threads[thread].clock.join(&clock);
        self.write_result(thread, call, value_at, scalar, value)?;
        self.notice();
        Ok(0)
    }

    /// `thrd_join`, whose failures have no other number.
    pub(super) fn c11_thread_join(
        &mut self,
        thread: usize,
        call: &CallSite,
        identifier: u64,
        value_at: u64,
    ) -> Result<u64, Stop> {
        let told = self.thread_join(thread, call, identifier, value_at, Scalar::I32)?;
        Ok(if told == 0 { 0 } else { C11_ERROR })
    }

    /// Whether somebody else waits for a thread to end.
    fn is_awaited_by_another(&self, awaited: usize, thread: usize) -> bool {
        let waiting = ThreadState::Waiting(Wait::Join(awaited as u32));
        let mut others = self.threads.iter().enumerate().filter(|(number, _)| *number != thread);
        others.any(|(_, other)| other.state == waiting)
    }

    /// `pthread_tryjoin_np`: joins a thread that has ended.
    pub(super) fn thread_try_join(
        &mut self,
        thread: usize,
        call: &CallSite,
        identifier: u64,
        value_at: u64,
    ) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(
                "whether a thread has ended in a search of all states".to_owned(),
            ));
        }
        match self.thread_join(thread, call, identifier, value_at, self.code.pointer) {
            Err(Stop::Wait(Wait::Join(_))) => Ok(BUSY),
            result => result,
        }
    }

    /// `pthread_equal`. The id of a thread of which nothing is left may be given to another one; here it never is.
    pub(super) fn thread_equal(&self, one: u64, other: u64) -> Result<u64, Stop> {
        let is_gone = |id: u64| {
            let thread = self.threads.get(thread_number(id, self.code.layout));
            thread.is_some_and(|thread| thread.state == ThreadState::Ended)
        };
        if one != other && self.settings.purpose == Purpose::Exhaust && (is_gone(one) || is_gone(other)) {
            return Err(Stop::Open(
                "whether the id of an ended thread is given again".to_owned(),
            ));
        }
        Ok(u64::from(one == other))
    }

    pub(super) fn has_ended(&self, thread: u32) -> bool {
        self.threads[thread as usize].state == ThreadState::Ended
    }

    pub(super) fn thread_detach(&mut self, identifier: u64) -> Result<u64, Stop> {
        let detached = thread_number(identifier, self.code.layout);
        match self.threads.get_mut(detached) {
            Some(thread) if thread.detached => refuse_detached(thread),
            Some(thread) => {
                thread.detached = true;
                Ok(0)
            }
            None => Ok(NO_SUCH_THREAD),
        }
    }

    /// `thrd_detach`.
    pub(super) fn c11_thread_detach(&mut self, identifier: u64) -> Result<u64, Stop> {
        let told = self.thread_detach(identifier)?;
        Ok(if told == 0 { 0 } else { C11_ERROR })
    }

    /// `pthread_setname_np`: of a thread that runs. The kernel knows others by a file, which need not be there.
    pub(super) fn name_thread(&self, thread: usize, identifier: u64) -> Result<u64, Stop> {
        let named = thread_number(identifier, self.code.layout);
        let runs = self
            .threads
            .get(named)
            .is_some_and(|named| named.state != ThreadState::Ended);
        match self.settings.purpose {
            _ if named == thread => Ok(0),
            Purpose::DetectRaces | Purpose::Run if runs => Ok(0),
            _ => Err(Stop::Open("whether a thread gets a name".to_owned())),
        }
    }

    /// `pthread_exit`, at any depth: all activations end, behind what cleans up.
    pub(super) fn thread_exit(&mut self, thread: usize, value: u64) -> Result<u64, Stop> {
        self.begin_to_end(thread);
        self.threads[thread].value = value;
        self.go_back_to_clean_up(thread)?;
        while self.pop_frame(thread).is_some() {}
        self.threads[thread].ending = Ending::Destructors;
        self.end_thread(thread)?;
        Err(Stop::Elsewhere)
    }

    /// The thread's outermost function, or a destructor or handler that it runs at its end, returned.
    pub(in crate::explore) fn last_frame_returned(&mut self, thread: usize, value: u64) -> Result<(), Stop> {
        match self.threads[thread].ending {
            Ending::NotYet if thread == 0 => self.run_exit_handlers(thread),
            Ending::ExitHandlers => self.run_exit_handlers(thread),
            Ending::NotYet => {
                self.threads[thread].value = value;
                self.threads[thread].ending = Ending::Destructors;
                self.end_thread(thread)
            }
            Ending::Destructors => self.end_thread(thread),
        }
    }

    /// `main` returned: handlers run, last registered first, then the program ends.
    fn run_exit_handlers(&mut self, thread: usize) -> Result<(), Stop> {
        self.threads[thread].ending = Ending::ExitHandlers;
        self.touch_everything();
        match self.exit_handlers.pop() {
            Some(handler) => {
                let function = function_at(handler, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
                self.push_frame(thread, function.0, &[], None)
            }
            None => Err(Stop::End(PathEnd::Exit)),
        }
    }

    /// Runs the next destructor of thread-specific data; without one the thread has ended.
    fn end_thread(&mut self, thread: usize) -> Result<(), Stop> {
        self.touch_end(thread);
        while self.threads[thread].destructor_rounds < DESTRUCTOR_ROUNDS {
            if let Some((destructor, value)) = self.next_destructor(thread) {
                match self.pointed_target(destructor)? {
                    Target::Function(function) => return self.push_frame(thread, function.0, &[value], None),
                    Target::Routine(Routine::Free) if self.settings.purpose != Purpose::Exhaust => {
                        self.free_at_end(value)?;
                        continue;
                    }
                    _ => return Err(Stop::Open("a function of the library is a destructor".to_owned())),
                }
            }
            self.threads[thread].destructor_rounds += 1;
            self.threads[thread].next_key = 0;
        }
        // Whether another thread then runs the routine, the standard says of cancelled threads only (POSIX.1-2017, `pthread_once`).
        if self.synchronisation.is_inside_once(thread) {
            return Err(Stop::Open(
                "a thread ends inside of the routine of a once-control".to_owned(),
            ));
        }
        self.leave_atomic_block(thread);
        self.threads[thread].state = ThreadState::Ended;
        let instances = std::mem::take(&mut self.threads[thread].thread_locals);
        for address in instances.into_values() {
            let size = self.memory.object_at(address).map_or(0, |object| object.size);
            self.end_object(address, size);
        }
        self.notice();
        Err(Stop::ThreadEnd)
    }

    /// `free` as a destructor, which stands nowhere in the program: what races with it is not told.
    fn free_at_end(&mut self, address: u64) -> Result<(), Stop> {
        let size = self.size_to_free(address)?;
        self.end_object(address, size);
        self.notice();
        Ok(())
    }

    fn next_destructor(&mut self, thread: usize) -> Option<(u64, u64)> {
        let keys = &self.keys;
        let left = self.threads[thread].specific.range(self.threads[thread].next_key..);
        let due = left.into_iter().find_map(|(key, value)| {
            let destructor = keys.get((*key as usize).wrapping_sub(1)).copied().flatten()?;
            (destructor != 0 && *value != 0).then_some((*key, destructor, *value))
        })?;
        self.threads[thread].specific.insert(due.0, 0);
        self.threads[thread].next_key = due.0 + 1;
        Some((due.1, due.2))
    }

    pub(super) fn key_create(&mut self, thread: usize, call: &CallSite, at: u64, destructor: u64) -> Result<u64, Stop> {
        // POSIX leaves it open which number a key gets, 0 included.
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("the number of a key is up to the library".to_owned()));
        }
        if self.keys.len() >= MOST_KEYS {
            return Err(Stop::Open("there may be no more keys".to_owned()));
        }
        self.keys.push(Some(destructor));
        let key = self.keys.len() as u64;
        self.write_result(thread, call, at, Scalar::U32, key)?;
        Ok(0)
    }

    pub(super) fn key_delete(&mut self, key: u64) -> Result<u64, Stop> {
        if !self.is_key(key) {
            return Ok(INVALID);
        }
        if let Some(known) = self.keys.get_mut((key as usize).wrapping_sub(1)) {
            *known = None;
        }
        Ok(0)
    }

    /// Whether a key was made and not deleted.
    fn is_key(&self, key: u64) -> bool {
        let known = self.keys.get((key as usize).wrapping_sub(1));
        known.is_some_and(Option::is_some)
    }

    pub(super) fn set_specific(&mut self, thread: usize, (key, value): (u64, u64), no_key: u64) -> Result<u64, Stop> {
        if !self.is_key(key) {
            return Ok(no_key);
        }
        self.threads[thread].specific.insert(key, value);
        Ok(0)
    }

    pub(super) fn get_specific(&mut self, thread: usize, key: u64) -> Result<u64, Stop> {
        Ok(self.threads[thread].specific.get(&key).copied().unwrap_or(0))
    }
}
