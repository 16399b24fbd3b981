//! Permits: where those of a semaphore come from, in the whole program. The counts of barriers are kept likewise.

use std::rc::Rc;

use pepsin_digests::set::SortedMap;
use pepsin_digests::{MayBe, Poster, SemaphoreUse, ThreadId};
use pepsin_lattice::Lattice;

use super::states::Allocation;

/// What gives permits to a semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// An initialisation: who executes it, and where.
    Initialisation(ThreadId, Allocation),
    /// An initialisation of a barrier, for so many threads: of a barrier that may be initialised for one number or another nothing is known.
    Barrier(ThreadId, Allocation, Option<u32>),
    /// All posts of the threads with an id.
    Posts(ThreadId),
    /// Of these, the posts by a thread that does not certainly hold the permit that it gives.
    Strays(ThreadId),
}

/// The sources of permits, each with the number of permits that it gives at most; nothing stands for any number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Permits {
    sources: Rc<SortedMap<Source, Option<u32>>>,
}

impl Permits {
    /// One source.
    pub fn one(source: Source, permits: Option<u32>) -> Self {
        Permits {
            sources: Rc::new([(source, permits)].into_iter().collect()),
        }
    }

    /// The number of permits from some of the sources at most, if there is a bound.
    fn total(&self, counts: impl Fn(Source) -> bool) -> Option<u32> {
        let counted = self.sources.iter().filter(|(source, _)| counts(*source));
        counted
            .map(|(_, permits)| *permits)
            .try_fold(0, |sum: u32, permits| Some(sum.saturating_add(permits?)))
    }

    /// Whether a call that initialises the semaphore is among the sources.
    pub fn is_initialised(&self) -> bool {
        let mut sources = self.sources.iter();
        sources.any(|(source, _)| matches!(source, Source::Initialisation(..)))
    }

    /// The number that the only source there is gives.
    pub fn sole(&self) -> Option<u32> {
        let mut sources = self.sources.iter();
        match (sources.next(), sources.next()) {
            (Some((_, permits)), None) => *permits,
            _ => None,
        }
    }

    /// The number of permits that there are at most besides those that threads have taken and give back.
    pub fn in_circulation(&self) -> Option<u32> {
        self.total(|source| !matches!(source, Source::Posts(_)))
    }

    /// What the digest of semaphores asks.
    pub fn semaphore_use(&self) -> SemaphoreUse {
        let posters = self.sources.iter().filter_map(|(source, posts)| match source {
            Source::Posts(thread) => Some(Poster { thread, posts: *posts }),
            Source::Initialisation(..) | Source::Barrier(..) | Source::Strays(_) => None,
        });
        SemaphoreUse {
            initial: self.total(|source| matches!(source, Source::Initialisation(..))),
            posters: MayBe::OneOf(posters.collect()),
        }
    }
}

/// Whether a bound allows all that another one allows.
fn covers(bound: Option<u32>, other: Option<u32>) -> bool {
    bound.is_none_or(|bound| other.is_some_and(|other| other <= bound))
}

impl Lattice for Permits {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        let mine = Rc::make_mut(&mut self.sources);
        for (source, permits) in other.sources.iter() {
            if mine.get(source).is_none_or(|known| !covers(*known, *permits)) {
                mine.insert(source, *permits);
            }
        }
        true
    }

    fn leq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.sources, &other.sources)
            || self
                .sources
                .iter()
                .all(|(source, permits)| other.sources.get(source).is_some_and(|known| covers(*known, *permits)))
    }
}
