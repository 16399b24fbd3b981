//! How names are spelled for people.

use crate::action::Section;

use super::{BarrierId, CounterId, EdgeId, LockId, Names, OnceId, SemaphoreId, SignalId, ThreadId};

/// Spells names for people. The semantics implements it with the names of the source program.
pub trait Describe {
    /// A thread, such as ‘worker created at line 17, in a loop’.
    fn thread(&self, id: ThreadId) -> String;
    /// A lock, such as ‘m’ or ‘list.lock’.
    fn lock(&self, id: LockId) -> String;
    /// An edge of the creation graph, such as ‘the creation of worker at line 17’.
    fn edge(&self, id: EdgeId) -> String;
    /// A once-control.
    fn once(&self, id: OnceId) -> String;
    /// A barrier.
    fn barrier(&self, id: BarrierId) -> String;
    /// A semaphore.
    fn semaphore(&self, id: SemaphoreId) -> String;
    /// A counter.
    fn counter(&self, id: CounterId) -> String;
    /// A signal.
    fn signal(&self, id: SignalId) -> String;
    /// What declares a section, such as ‘the declaration of `queue`’.
    fn section(&self, section: Section) -> String;
}

/// Spells names by their numbers; for tests and dumps.
#[derive(Debug, Clone, Copy)]
pub struct Plain<'a>(pub &'a Names);

impl Describe for Plain<'_> {
    fn thread(&self, id: ThreadId) -> String {
        self.0.history(id).to_string()
    }

    fn lock(&self, id: LockId) -> String {
        let name = self.0.lock_of(id);
        format!("o{}+{}", name.object.index(), name.offset)
    }

    fn edge(&self, id: EdgeId) -> String {
        format!("e{}", id.index())
    }

    fn once(&self, id: OnceId) -> String {
        let name = self.0.once_of(id);
        format!("once o{}+{}", name.object.index(), name.offset)
    }

    fn barrier(&self, id: BarrierId) -> String {
        let name = self.0.barrier_of(id);
        format!("barrier o{}+{}", name.object.index(), name.offset)
    }

    fn semaphore(&self, id: SemaphoreId) -> String {
        let name = self.0.semaphore_of(id);
        format!("semaphore o{}+{}", name.object.index(), name.offset)
    }

    fn counter(&self, id: CounterId) -> String {
        let name = self.0.counter_of(id);
        let place = name.place;
        format!("counter o{}+{} {:?}", place.object.index(), place.offset, name.up_to)
    }

    fn signal(&self, id: SignalId) -> String {
        let name = self.0.signal_of(id);
        format!("signal o{}+{}", name.object.index(), name.offset)
    }

    fn section(&self, section: Section) -> String {
        format!("section {}", section.0)
    }
}
