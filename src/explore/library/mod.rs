//! Library functions as executions perform them: each is a [`Routine`], and each family of routines has a file.
//!
//! A function that the program defines itself is never looked up here.

mod actions;
mod atomic_names;
mod atomics;
mod barriers;
mod behind;
mod by_effect;
mod callbacks;
mod cancellation;
mod cleanups;
mod conditions;
mod configuration;
mod control;
mod deliveries;
mod descriptors;
mod division;
mod environment;
mod error_codes;
mod errors;
mod exact;
mod extended;
mod handles;
mod host;
mod kept;
mod limits;
mod lines;
mod locks;
mod mapping;
mod masks;
mod memory;
mod modes;
mod names;
mod open_files;
mod options;
mod overflow;
mod performance;
mod pipes;
mod positions;
mod print;
mod processes;
mod program;
mod random_numbers;
mod readiness;
mod refusals;
mod routine;
mod rows;
mod scan;
mod scheduling;
mod semaphores;
mod sockets;
mod status;
mod streams;
mod terminal;
mod text;
mod threads;
mod times;
mod unfinished;
mod wide;
mod words;

use super::code::{CallSite, Target, function_at};
use super::machine::{Machine, Stop, Uses};
use super::thread::Wait;
use crate::ir::FunctionId;

pub use actions::Action;
pub use atomics::AtomicRoutine;
pub use by_effect::ByEffect;
pub use cancellation::{Cancellation, Way, cancellation_points};
pub use cleanups::{Cleanup, Cleanups};
pub use configuration::Configured;
pub use deliveries::{Deliveries, Receiver};
pub use descriptors::{Descriptors, Opens};
pub use division::Quotient;
pub use environment::{Variable, Variables};
pub use errors::ErrorNumber;
pub use exact::{CharacterTable, Exact};
pub use extended::Extended;
#[cfg(test)]
pub use extended::Given;
pub use handles::{Closes, StreamOf};
pub use limits::{Limiting, Limits};
pub use names::target;
pub use options::{OptionState, OptionVariables, Options, VARIABLES};
pub use overflow::Operation;
pub use performance::{Performance, performance};
pub use pipes::Pipe;
pub use print::{Destination, Print};
pub use processes::LeftChild;
pub use random_numbers::RandomNumbers;
pub use readiness::Awaits;
pub use refusals::{Refusing, refusals};
pub use routine::Routine;
pub use scan::Scan;
pub use scheduling::Scheduling;
pub use sockets::OnSocket;
pub use status::Status;
pub use streams::{ASKING, OfStream, Stream};
pub use terminal::Terminal;
pub use text::Put;
pub(super) use threads::{IDENTIFIERS, identifier, thread_number};
pub use times::{Clock, Zone};
pub use unfinished::Unfinished;

impl Machine<'_> {
    /// The value of an argument; 0 for a missing one.
    pub(super) fn argument(&self, thread: usize, call: &CallSite, number: usize) -> u64 {
        call.arguments
            .get(number)
            .map_or(0, |register| self.register(thread, *register))
    }

    /// The function that is called, if it is one of the program's text.
    pub(super) fn called(&self, thread: usize, call: &CallSite) -> Option<FunctionId> {
        match call.target {
            Target::Pointer(register) => function_at(self.register(thread, register), self.code.functions.len()),
            _ => call.function,
        }
    }

    /// Executes a library function and gives its result, or says why it can't go on. Objects of synchronisation are accessed once
    /// for each call, when it begins.
    pub(super) fn routine(&mut self, thread: usize, routine: Routine, call: &CallSite) -> Result<u64, Stop> {
        let used = routine.uses();
        if used.is_empty() || self.settings.uses == Uses::Ignored {
            return self.perform(thread, routine, call);
        }
        let depth = self.threads[thread].frames.len() - 1;
        if !self.threads[thread].frames[depth].accessed {
            for (argument, kind) in used {
                self.use_object(thread, call, *argument, *kind);
            }
        }
        self.threads[thread].frames[depth].accessed = true;
        let value = self.perform(thread, routine, call)?;
        if let Some(frame) = self.threads[thread].frames.get_mut(depth) {
            frame.accessed = false;
        }
        Ok(value)
    }

    /// Does what a routine does.
    pub(super) fn perform(&mut self, thread: usize, routine: Routine, call: &CallSite) -> Result<u64, Stop> {
        use Routine as R;
        if routine.may_fail_for_reasons_of_its_own() {
            self.error_may_have_changed(thread);
        }
        self.require_narrow(routine, call)?;
        if let Some(told) = self.refused_call(thread, call)? {
            return Ok(told);
        }
        self.read_attribute(thread, routine, call);
        self.touch_by_routine(routine, [0, 1].map(|number| self.argument(thread, call, number)));
        self.end_where_cancelled(thread, self.cancellation_point(thread, routine, call))?;
        let argument = |number: usize| self.argument(thread, call, number);
        let (first, second, third) = (argument(0), argument(1), argument(2));
        match routine {
            R::ThreadCreate => self.thread_create_with(thread, call, (first, second, third, argument(3))),
            R::C11ThreadCreate => self.thread_create(thread, call, Some(first), second, third),
            R::ThreadJoin => self.thread_join(thread, call, first, second, self.code.pointer),
            R::C11ThreadJoin => self.c11_thread_join(thread, call, first, second),
            R::ThreadTryJoin => self.thread_try_join(thread, call, first, second),
            R::ThreadExit => self.thread_exit(thread, first),
            R::ThreadDetach => self.thread_detach(first),
            R::C11ThreadDetach => self.c11_thread_detach(first),
            R::ThreadSelf => Ok(identifier(thread, self.code.layout)),
            R::ThreadEqual => self.thread_equal(first, second),
            R::AttributeInit(choices) => self.begin_attribute(first, choices),
            R::AttributeChoice(most) => self.choose_by_attribute(first, second, most),
            R::Scheduling(choice) => self.choose_scheduling(first, choice, second),
            R::NameThread => self.name_thread(thread, first),
            R::MutexInit => self.mutex_init(first, second),
            R::C11MutexInit => self.c11_mutex_init(first, second),
            R::Destroy => self.destroy(first),
            R::MutexLock => self.mutex_lock(thread, first),
            R::MutexTryLock(busy) => self.mutex_try_lock(thread, first, busy),
            R::MutexTimedLock(busy) => self.mutex_timed_lock(thread, (first, second), busy),
            R::MutexUnlock => self.mutex_unlock(thread, first),
            R::ReadWriteInit => self.read_write_init(first),
            R::ReadLock => self.read_lock(thread, first),
            R::TryReadLock(busy) => self.try_read_lock(thread, first, busy),
            R::WriteLock => self.write_lock(thread, first),
            R::SpinLock => self.spin_lock(thread, first),
            R::TryWriteLock(busy) => self.try_write_lock(thread, first, busy),
            R::TimedReadWriteLock(mode) => self.timed_read_write_lock(thread, (first, second), mode),
            R::ReadWriteUnlock => self.read_write_unlock(thread, first),
            R::ConditionInit => self.condition_init(first),
            R::ConditionWait => self.condition_wait(thread, first, second),
            R::ConditionTimedWait(code) => self.condition_timed_wait(thread, (first, second, third), code),
            R::ConditionSignal => self.condition_signal(thread, first),
            R::ConditionBroadcast => self.condition_broadcast(thread, first),
            R::SemaphoreInit => self.semaphore_init(thread, first, third),
            R::SemaphoreWait => self.semaphore_wait(thread, first),
            R::SemaphoreTryWait => self.semaphore_try_wait(thread, first),
            R::SemaphoreTimedWait => self.semaphore_timed_wait(thread, first, second),
            R::SemaphorePost => self.semaphore_post(thread, first),
            R::SemaphoreValue => self.semaphore_value(thread, call, first, second),
            R::BarrierInit => self.barrier_init(first, third),
            R::BarrierWait => self.barrier_wait(thread, first),
            R::Once => self.once(thread, first, second),
            R::KeyCreate => self.key_create(thread, call, first, second),
            R::KeyDelete => self.key_delete(first),
            R::SetSpecific(none) => self.set_specific(thread, (first, second), none),
            R::GetSpecific => self.get_specific(thread, first),
            R::Allocate(size) => self.heap(thread, argument(usize::from(size))),
            R::Map => self.map(thread, (second, third, argument(3), argument(5))),
            R::Unmap => self.unmap(thread, call, (first, second)),
            R::AllocateZeroed { size, factor } => {
                let factor = factor.map_or(1, |factor| argument(usize::from(factor)));
                self.heap_zeroed(thread, argument(usize::from(size)), factor)
            }
            R::Reallocate => self.reallocate(thread, call, first, second),
            R::ReallocateArray => self.reallocate_array(thread, call, first, (second, third)),
            R::AllocateAtMultiple => self.heap_at_multiple(thread, first, second),
            R::AllocateAligned => self.allocate_aligned(thread, call, (first, second, third)),
            R::AllocateInPages => self.heap_at_multiple(thread, mapping::PAGE, first),
            R::AllocateOnStack => self.allocate_on_stack(thread, first, 128),
            R::AllocateOnStackAtMultiple => self.allocate_on_stack(thread, first, second),
            R::Free => self.free(thread, call, first),
            R::CopyBytes => self
                .copy(thread, first, second, third, call.access, call.access)
                .map(|()| first),
            R::SetBytes => self.set_bytes(thread, call, first, second, third),
            R::Exact(routine) => self.exact(thread, routine, call),
            R::CharacterTable(table) => Ok(self.code.character_tables.get(&table).copied().unwrap_or(0)),
            R::Overflows(operation) => self.overflows(thread, operation, call),
            R::Divide(Quotient::Int) => self.divide(thread, call, 4),
            R::Divide(Quotient::Long) => self.divide(thread, call, self.code.pointer.size()),
            R::Divide(Quotient::LongLong) => self.divide(thread, call, 8),
            R::Print(print) => self.print(thread, call, print),
            R::Scan(scan) => self.scan(thread, call, scan),
            R::Time => self.time(thread, call, first),
            R::ProcessorTime => Ok(self.processor_time(call)),
            R::FillBytes(to, size) => {
                self.fill_bytes(thread, call, argument(usize::from(to)), argument(usize::from(size)))
            }
            R::ReadBytes(from, size) => {
                self.read_bytes(thread, call, argument(usize::from(from)), argument(usize::from(size)))
            }
            R::FillItems => self.fill_items(thread, call, (first, second, third)),
            R::ReadItems => self.read_items(thread, call, (first, second, third)),
            R::WorkingFolder => self.working_folder(thread, call, first, second),
            R::ShowTime(clock) => self.show_time(thread, call, clock, [first, second]),
            R::ReadString => {
                self.read_string(thread, call, first)?;
                Ok(self.outcome(call, 0))
            }
            R::PutString(put) => {
                let length = self.read_string(thread, call, first)?.len() as u64;
                Ok(self.outcome(call, put.result(length)))
            }
            R::FillText(to, size) => {
                self.fill_text(thread, call, argument(usize::from(to)), argument(usize::from(size)))
            }
            R::ReadLine => self.read_line(thread, call, u64::from(b'\n')),
            R::ReadUntil => self.read_line(thread, call, third),
            R::Fallible => Ok(self.outcome(call, 0)),
            R::Handle(of) => self.handle(thread, call, of),
            R::Descriptor(opens) => self.descriptor(thread, call, opens),
            R::Close => self.close(thread, call, first),
            R::Pipe => self.make_pipe(thread, call, first),
            R::Await(awaits) => self.await_descriptors(thread, call, awaits),
            R::SendTo => self.send_to(thread, call),
            R::ReceiveFrom => self.receive_from(thread, call),
            R::HostName => self.host_name(thread, call, first, second),
            R::DuplicateTo => self.duplicate_to(thread, call, [first, second]),
            R::DescriptorOf => self.descriptor_of(call, first),
            R::CloseStream(closes) => self.close_stream(thread, call, (first, closes)),
            R::OnSocket(does) => self.on_socket(thread, call, does),
            R::Status(status) => self.status(thread, call, status),
            R::WaitForProcess(status) => self.wait_for_process(thread, call, status),
            R::Fork => Err(Stop::Open(
                "`fork` makes another process, which is not executed".to_owned(),
            )),
            R::Environment(does) => self.environment(thread, call, does),
            R::SignalAction => self.signal_action(thread, call, (first, second, third)),
            R::Configuration(asked) => self.configured(thread, call, asked),
            R::Limit(way) => self.limit(thread, call, way),
            R::ControlDescriptor => self.control(thread, call),
            R::Terminal(does) => self.terminal(thread, call, does),
            R::ChangeFolder => self.change_folder(thread, call),
            R::Seek => self.seek(thread, call),
            R::WriteAt => self.write_at(thread, call),
            R::RealPath => self.real_path(thread, call),
            R::OfStream(asked) => self.of_stream(thread, call, asked),
            R::Ticks => self.ticks(thread, call, first),
            R::Alarm => self.alarm(call, first),
            R::BlockSignals => self.block_signals(thread, call),
            R::Options(kind) => self.options(thread, call, kind),
            R::Date(zone) => self.date(thread, call, first, zone),
            R::Locale => self.locale(thread, call, first, second),
            R::StreamBuffer if second != 0 => Err(Stop::Open("a stream gets a buffer of the program".to_owned())),
            R::StreamBuffer => Ok(0),
            R::AddressError => self.address_error_message(thread, first),
            R::AddressText => self.address_text(thread, call, first),
            R::PutCharacter => Ok(self.outcome(call, first & 0xff)),
            R::AtomicBegin => self.atomic_begin(thread),
            R::AtomicEnd => self.atomic_end(thread),
            R::Assume if first == 0 => Err(Stop::End(super::machine::PathEnd::Rejected)),
            R::Abort => Err(Stop::End(super::machine::PathEnd::Rejected)),
            R::Exit => self.exit(thread),
            R::ExitWithMessage => self.exit_with_message(thread, call),
            R::QuickExit => self.quick_exit(thread),
            R::AtQuickExit => self.at_quick_exit(first),
            R::SavePlace => self.save_place(thread, first),
            R::Cleanup(change) => self.clean_up(thread, change, first),
            R::ExitAtOnce => Err(Stop::End(super::machine::PathEnd::Exit)),
            R::AtExit => self.at_exit(first),
            R::Nondeterministic => Ok(self.any(call)),
            R::First => Ok(first),
            R::Succeed | R::Assume => Ok(0),
            R::Unoptimised => self.unoptimised(),
            R::Shell => self.shell(thread, first),
            R::Random => Ok(self.random_number(call)),
            R::Seed => Ok(self.random_numbers.start(first)),
            R::ErrorMessage => self.error_message(thread, first),
            R::ErrorNumber => self.error_location(thread),
            R::RandomFromSeed => self.random_number_from_seed(thread, call, first),
            R::Atomic(atomic) => self.atomic_routine(thread, atomic, call),
            R::Sort => self.sort(thread, call, argument(3), None),
            R::SortWith => self.sort(thread, call, argument(3), Some(argument(4))),
            R::SearchArray => self.search_array(thread, call),
            R::Signal => self.signal(first, second),
            R::SendSignal(to) => self.send_signal(thread, call, to),
            R::AwaitSignal => self.await_signal(thread, call, (first, second)),
            R::Cancel => self.cancel(thread, first),
            R::ChangeCancellation(way) => self.change_cancellation(thread, call, way),
            R::TestCancellation => self.test_cancellation(thread),
            R::Pause => self.pause(thread),
            R::Sleep => self.sleep(thread, first),
            R::C11Sleep => self.c11_sleep(thread, first),
            R::Extended(function) => self.extended(thread, call, function),
            R::Wide(operation) => self.wide(operation, (first, second)),
            R::Unsupported => Err(Stop::Open("a library function without model".to_owned())),
        }
    }

    /// Whether what a thread waits for has come.
    pub(super) fn wait_is_over(&self, thread: usize, wait: Wait) -> bool {
        self.is_woken_by_cancellation(thread, wait) || self.has_come(thread, wait)
    }

    fn has_come(&self, thread: usize, wait: Wait) -> bool {
        match wait {
            Wait::Mutex(address) => self.mutex_is_free(address),
            Wait::ReadLock(address) => self.can_read_lock(address),
            Wait::WriteLock(address) => self.can_write_lock(address),
            Wait::Join(other) => self.has_ended(other),
            Wait::Condition(address) => self.was_signalled(thread, address),
            Wait::Barrier(address, round) => self.barrier_passed(address, round),
            Wait::Semaphore(address) => self.semaphore_is_positive(address),
            Wait::Pipe(number) => self.pipe_delivers(number),
            Wait::Once(address) => self.once_is_idle(address),
            Wait::Others => !self.another_is_enabled(thread),
            Wait::SignalOf(set) => self.signal_has_come(thread, set),
            Wait::Unknown | Wait::ThreadLimit | Wait::Signal => false,
        }
    }
}
