//! Dependence of turns: two turns of different threads that are independent can be exchanged without a difference.
//!
//! A turn *touches* ranges of memory, and resources that have no bytes: they are given addresses beyond all memory.
//! Two turns are dependent if both touch a byte or resource and one of them changes it (Mazurkiewicz, "Trace theory", 1987).
//! An acquisition of a lock changes the lock, so that both orders of two acquisitions are visited, and the order they give is part
//! of the dependence.

use super::library::{Routine, thread_number};
use super::machine::{Footprint, Machine, Purpose};

/// Resources without bytes, by their addresses.
mod resource {
    /// The end of the thread with a number counted from here.
    pub const THREAD: u64 = 1 << 40;
    /// The numbers of new threads.
    pub const NUMBERING: u64 = 1 << 41;
    /// The keys of thread-specific data.
    pub const KEYS: u64 = NUMBERING + 1;
    /// The functions to call at exit.
    pub const HANDLERS: u64 = NUMBERING + 2;
    /// Memory outside the blocks of threads.
    pub const OUTSIDE: u64 = NUMBERING + 3;
    /// The lock of atomic blocks.
    pub const ATOMIC: u64 = NUMBERING + 4;
}

/// How a turn touches memory or a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It looks.
    Looks,
    /// It changes.
    Changes,
}

/// A range of addresses that a turn touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The first address.
    pub first: u64,
    /// The address behind the last.
    pub end: u64,
    /// How it is touched.
    pub touch: Touch,
}

/// What a turn touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Memory and resources.
    pub ranges: Vec<Effect>,
    /// It ends everything, or what it touches is not known: it depends on all turns.
    pub on_everything: bool,
}

impl Effect {
    fn depends_on(&self, other: &Effect) -> bool {
        let changes = self.touch == Touch::Changes || other.touch == Touch::Changes;
        changes && self.first < other.end && other.first < self.end
    }

    /// What kind of resource it is; `None` for memory.
    pub fn resource(&self) -> Option<Resource> {
        match self.first {
            resource::NUMBERING => Some(Resource::Numbering),
            resource::ATOMIC => Some(Resource::Atomic),
            first if first >= resource::NUMBERING => Some(Resource::Other),
            first if first >= resource::THREAD => Some(Resource::ThreadEnd),
            _ => None,
        }
    }
}

/// Kinds of resources that have no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// The numbers of new threads.
    Numbering,
    /// The end of a thread.
    ThreadEnd,
    /// The lock of atomic blocks.
    Atomic,
    /// Another one.
    Other,
}

impl Effects {
    /// Whether two turns of different threads may not be exchanged.
    pub fn depend_on(&self, other: &Effects) -> bool {
        let touch_the_same = || {
            let mut mine = self.ranges.iter();
            mine.any(|one| other.ranges.iter().any(|another| one.depends_on(another)))
        };
        self.on_everything || other.on_everything || touch_the_same()
    }

    /// Adds what another outcome of the same turn touches.
    pub fn add(&mut self, other: Effects) {
        self.ranges.extend(other.ranges);
        self.on_everything |= other.on_everything;
    }

    /// Adds accesses to memory.
    pub fn add_accesses(&mut self, accesses: &[Footprint]) {
        self.ranges.extend(accesses.iter().map(|access| Effect {
            first: access.address,
            end: access.address + access.size,
            touch: match access.kind.writes() {
                true => Touch::Changes,
                false => Touch::Looks,
            },
        }));
    }
}

impl Machine<'_> {
    fn touch(&mut self, first: u64, size: u64, touch: Touch) {
        if self.settings.purpose == Purpose::Exhaust {
            let end = first.saturating_add(size);
            self.effects.ranges.push(Effect { first, end, touch });
        }
    }

    /// A thread ends: it runs destructors by their keys, and can be joined.
    pub(super) fn touch_end(&mut self, thread: usize) {
        self.touch(resource::THREAD + thread as u64, 1, Touch::Changes);
        self.touch(resource::KEYS, 1, Touch::Looks);
    }

    /// The turn ends everything.
    pub(super) fn touch_everything(&mut self) {
        self.effects.on_everything = true;
    }

    /// An object was made outside the thread's block.
    pub(super) fn touch_outside(&mut self) {
        self.touch(resource::OUTSIDE, 1, Touch::Changes);
    }

    fn thread_resource(&self, identifier: u64) -> u64 {
        resource::THREAD + (thread_number(identifier, self.code.layout) as u64 & 0xffff)
    }

    /// What a library function touches besides the memory that it accesses as the program would.
    pub(super) fn touch_by_routine(&mut self, routine: Routine, arguments: [u64; 2]) {
        use Routine as R;
        let [first, second] = arguments;
        match routine {
            R::ThreadCreate => {
                self.touch(resource::NUMBERING, 1, Touch::Changes);
                self.touch(second, 12, Touch::Looks);
            }
            R::C11ThreadCreate => self.touch(resource::NUMBERING, 1, Touch::Changes),
            // Nobody joins a thread again.
            R::ThreadJoin | R::ThreadTryJoin | R::C11ThreadJoin | R::ThreadDetach | R::C11ThreadDetach => {
                self.touch(self.thread_resource(first), 1, Touch::Changes);
            }
            R::MutexInit => {
                self.touch(first, 1, Touch::Changes);
                self.touch(second, 4, Touch::Looks);
            }
            R::AttributeInit(choices) => self.touch(first, 4 * u64::from(choices), Touch::Changes),
            R::AttributeChoice(_) => self.touch(first, 4, Touch::Changes),
            R::Scheduling(_) => self.touch(first, 12, Touch::Changes),
            R::ConditionWait | R::ConditionTimedWait(_) => {
                self.touch(first, 1, Touch::Looks);
                self.touch(second, 1, Touch::Changes);
            }
            R::ConditionSignal | R::ConditionBroadcast => self.touch(first, 1, Touch::Looks),
            R::C11MutexInit
            | R::Destroy
            | R::MutexLock
            | R::MutexTryLock(_)
            | R::MutexTimedLock(_)
            | R::MutexUnlock
            | R::ReadWriteInit
            | R::ReadLock
            | R::TryReadLock(_)
            | R::WriteLock
            | R::SpinLock
            | R::TryWriteLock(_)
            | R::TimedReadWriteLock(_)
            | R::ReadWriteUnlock
            | R::ConditionInit
            | R::SemaphoreInit
            | R::SemaphoreWait
            | R::SemaphoreTryWait
            | R::SemaphoreTimedWait
            | R::SemaphorePost
            | R::SemaphoreValue
            | R::BarrierInit
            | R::BarrierWait
            | R::Once => self.touch(first, 1, Touch::Changes),
            R::KeyCreate | R::KeyDelete => self.touch(resource::KEYS, 1, Touch::Changes),
            R::AtExit => self.touch(resource::HANDLERS, 1, Touch::Changes),
            R::AtomicBegin | R::AtomicEnd => self.touch(resource::ATOMIC, 1, Touch::Changes),
            R::Free | R::Reallocate | R::ReallocateArray | R::Unmap => {
                let object = self.memory.object_at(first).copied();
                let (base, size) = object.map_or((first, 1), |object| (object.base, object.size));
                self.touch(base, size.max(1), Touch::Changes);
            }
            // Handlers, comparisons and clean-up functions are the program's own, and may do anything.
            R::Sort
            | R::SortWith
            | R::SearchArray
            | R::CloseStream(_)
            | R::OnSocket(_)
            | R::Status(_)
            | R::WaitForProcess(_)
            | R::Shell
            | R::Fork
            | R::Environment(_)
            | R::SignalAction
            | R::Configuration(_)
            | R::ControlDescriptor
            | R::Terminal(_)
            | R::ChangeFolder
            | R::Seek
            | R::WriteAt
            | R::RealPath
            | R::Ticks
            | R::OfStream(_)
            | R::Limit(_)
            | R::Alarm
            | R::BlockSignals
            | R::Options(_)
            | R::Date(_)
            | R::Locale
            | R::StreamBuffer
            | R::AddressError
            | R::AddressText
            | R::Signal
            | R::SendSignal(_)
            | R::AwaitSignal
            | R::Cancel
            | R::ChangeCancellation(_)
            | R::TestCancellation
            | R::Pause
            | R::Sleep
            | R::C11Sleep
            | R::Exit
            | R::ExitWithMessage
            | R::QuickExit
            | R::AtQuickExit
            | R::SavePlace
            | R::Cleanup(_)
            | R::ExitAtOnce
            | R::Abort
            | R::Unsupported => self.touch_everything(),
            // They touch memory as the program does, or nothing that another thread could see.
            R::ThreadExit
            | R::ThreadSelf
            | R::ThreadEqual
            | R::SetSpecific(_)
            | R::NameThread
            | R::GetSpecific
            | R::Allocate(_)
            | R::AllocateZeroed { .. }
            | R::Map
            | R::AllocateAligned
            | R::AllocateAtMultiple
            | R::AllocateInPages
            | R::AllocateOnStack
            | R::AllocateOnStackAtMultiple
            | R::CopyBytes
            | R::SetBytes
            | R::Exact(_)
            | R::CharacterTable(_)
            | R::Overflows(_)
            | R::Divide(_)
            | R::Print(_)
            | R::Scan(_)
            | R::Time
            | R::ProcessorTime
            | R::ShowTime(_)
            | R::FillItems
            | R::ReadItems
            | R::WorkingFolder
            | R::FillBytes(..)
            | R::FillText(..)
            | R::ReadLine
            | R::ReadUntil
            | R::Fallible
            | R::Handle(_)
            | R::Descriptor(_)
            | R::Close
            | R::Pipe
            | R::Await(_)
            | R::SendTo
            | R::ReceiveFrom
            | R::HostName
            | R::DuplicateTo
            | R::DescriptorOf
            | R::PutCharacter
            | R::ReadBytes(..)
            | R::ReadString
            | R::PutString(_)
            | R::Assume
            | R::Nondeterministic
            | R::First
            | R::Succeed
            | R::Unoptimised
            | R::Random
            | R::Seed
            | R::RandomFromSeed
            | R::ErrorNumber
            | R::ErrorMessage
            | R::Extended(_)
            | R::Wide(_)
            | R::Atomic(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_depend_if_one_changes_what_the_other_touches() {
        let effects = |first, end, touch| Effects {
            ranges: vec![Effect { first, end, touch }],
            on_everything: false,
        };
        let cases = [
            (effects(0, 4, Touch::Looks), effects(0, 4, Touch::Looks), false),
            (effects(0, 4, Touch::Looks), effects(3, 5, Touch::Changes), true),
            (effects(0, 4, Touch::Changes), effects(4, 8, Touch::Changes), false),
        ];
        for (one, other, expected) in cases {
            assert_eq!(one.depend_on(&other), expected);
            assert_eq!(other.depend_on(&one), expected);
        }
    }
}
