//! The catalogue: one row for each digest and each access fact.
//!
//! What a user can switch on or off, and what is printed about it, comes from the rows. To add a digest, write its
//! file and add its row: `Catalogue::standard().with(Row::digest(…))`.
//!
//! The order of the rows matters in one respect: a digest may use what the rows above it know after an action
//! ([`Context::after`](crate::Context::after)).

use crate::barrier::Barriers;
use crate::countdown::Countdowns;
use crate::creation_lockset::CreationLocksets;
use crate::declared_order::DeclaredOrders;
use crate::descendant_lockset::DescendantLocksets;
use crate::digest::Digest;
use crate::erased::{Erased, Interned};
use crate::live_children::LiveChildren;
use crate::lockset::Locksets;
use crate::must_join::MustJoins;
use crate::once::Onces;
use crate::product::Digests;
use crate::semaphore::Semaphores;
use crate::thread_flag::ThreadFlags;
use crate::thread_id::ThreadIds;
use core::fmt;

/// What kind of argument against a race a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Closed over actions: it is tracked along every thread.
    Digest,
    /// Belongs to the address accessed, or needs facts of the whole solution: it is looked up at the accesses.
    AccessFact,
}

/// Whether a row takes part when the user says nothing about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByDefault {
    /// It does.
    On,
    /// It does not.
    Off,
}

/// A row of the catalogue.
#[derive(Clone, Copy)]
pub struct Row {
    /// The short id by which users select it, such as `L`.
    pub id: &'static str,
    /// The name in the theory, such as `lockset`.
    pub name: &'static str,
    /// What kind of argument it holds.
    pub kind: Kind,
    /// What an access carries and which pairs that excludes, in one sentence each.
    pub help: &'static str,
    /// Whether it takes part by default.
    pub default: ByDefault,
    constructor: Option<fn() -> Box<dyn Erased>>,
}

impl Row {
    /// The row of a digest.
    pub const fn digest<D: Digest + Default>(
        id: &'static str,
        name: &'static str,
        default: ByDefault,
        help: &'static str,
    ) -> Self {
        Self {
            id,
            name,
            kind: Kind::Digest,
            help,
            default,
            constructor: Some(construct::<D>),
        }
    }

    /// The row of an access fact, which lives beside the accesses.
    pub const fn access_fact(id: &'static str, name: &'static str, default: ByDefault, help: &'static str) -> Self {
        Self {
            id,
            name,
            kind: Kind::AccessFact,
            help,
            default,
            constructor: None,
        }
    }

    /// The row's digest; nothing for an access fact.
    pub(crate) fn make(&self) -> Option<Box<dyn Erased>> {
        self.constructor.map(|constructor| constructor())
    }
}

fn construct<D: Digest + Default>() -> Box<dyn Erased> {
    Box::new(Interned::new(D::default()))
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.id, self.name)
    }
}

/// No row of the catalogue has this id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRow {
    /// The id asked for.
    pub id: String,
    /// The ids there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no digest `{}`; the catalogue holds {}.",
            self.id,
            self.known.join(", ")
        )
    }
}

impl std::error::Error for UnknownRow {}

/// The rows, in the order in which they are tracked.
#[derive(Clone, Debug)]
pub struct Catalogue {
    rows: Vec<Row>,
}

impl Catalogue {
    /// A catalogue without rows.
    pub fn empty() -> Self {
        Self { rows: Vec::new() }
    }

    /// The digests of this crate. Access facts are added by whoever collects accesses.
    pub fn standard() -> Self {
        let rows = vec![
            // The created thread's own id is what the rows below know it by.
            Row::digest::<ThreadIds>(
                "TID",
                "thread id",
                ByDefault::On,
                "The thread's creation history and the threads it has created so far. \
                 Excludes two accesses of one unique thread, and accesses of threads that are definitely not started.",
            ),
            // Uses thread ids.
            Row::digest::<MustJoins>(
                "J",
                "must-join",
                ByDefault::On,
                "The threads that have certainly ended. \
                 Excludes accesses of threads that the other access knows to have ended.",
            ),
            // Uses thread ids.
            Row::digest::<LiveChildren>(
                "LC",
                "live children",
                ByDefault::On,
                "The threads created that may still be running, with all that these created. \
                 Excludes accesses of threads of which one is created only when the other has ended, \
                 such as threads that are started and joined in turn.",
            ),
            // Uses thread ids and joins to see when main is alone again.
            Row::digest::<ThreadFlags>(
                "TF",
                "thread flag",
                ByDefault::On,
                "Whether the thread is main, and whether any other thread may be running. \
                 Excludes accesses made while main is alone, and two accesses of main.",
            ),
            Row::digest::<Locksets>(
                "L",
                "lockset",
                ByDefault::On,
                "The locks that the thread certainly holds. \
                 Excludes accesses under a common lock, unless both hold it for reading.",
            ),
            Row::digest::<Onces>(
                "O",
                "once",
                ByDefault::On,
                "The once-controls inside whose initialisation the thread is, and those that it knows to be finished. \
                 Excludes an access inside an initialisation that the other knows to be finished, or is inside of, too.",
            ),
            // Uses thread ids.
            Row::digest::<Barriers>(
                "B",
                "barrier",
                ByDefault::On,
                "How often the thread has arrived at barriers, and where it knows other threads to have arrived. \
                 Excludes an access that lies before an arrival which the other access knows of.",
            ),
            // Uses thread ids.
            Row::digest::<Semaphores>(
                "S",
                "semaphore",
                ByDefault::On,
                "How often the thread has posted semaphores, and which posts of other threads it has waited for. \
                 Excludes an access that lies before a post which the other access has waited for.",
            ),
            // Uses thread ids and thread flags.
            Row::digest::<Countdowns>(
                "CD",
                "countdown",
                ByDefault::On,
                "The counters that the thread must yet count down, and those that it knows to have reached zero. \
                 Excludes an access that comes before such a count if the other one comes after zero.",
            ),
            // Uses thread ids, must-joins and locksets.
            Row::digest::<CreationLocksets>(
                "CL",
                "creation lockset",
                ByDefault::On,
                "The locks that ancestors held when they created what leads to the thread. \
                 Excludes an access under a lock that an ancestor of the other's thread keeps as long as that may run.",
            ),
            // Uses thread ids and locksets.
            Row::digest::<DescendantLocksets>(
                "DL",
                "descendant lockset",
                ByDefault::On,
                "The locks held without a break since creating a thread, and the locks taken in the past. \
                 Excludes an access under a lock held since the creation of a thread that must have taken it \
                 before the other access.",
            ),
            Row::digest::<DeclaredOrders>(
                "DO",
                "declared order",
                ByDefault::On,
                "The calls of which a user declares that they do not overlap, and the phases in which functions are called. \
                 Excludes two accesses in calls of one declaration, and accesses in different phases.",
            ),
        ];
        Self { rows }
    }

    /// The catalogue with one more row below the others. A row with the same id is replaced.
    #[must_use]
    pub fn with(mut self, row: Row) -> Self {
        match self.rows.iter_mut().find(|known| known.id == row.id) {
            Some(known) => *known = row,
            None => self.rows.push(row),
        }
        self
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row with an id, whatever its case.
    ///
    /// # Errors
    /// If there is none.
    pub fn row(&self, id: &str) -> Result<&Row, UnknownRow> {
        let found = self.rows.iter().find(|row| row.id.eq_ignore_ascii_case(id));
        found.ok_or_else(|| UnknownRow {
            id: id.to_owned(),
            known: self.rows.iter().map(|row| row.id).collect(),
        })
    }

    /// The ids of the rows that take part by default.
    pub fn defaults(&self) -> Vec<&'static str> {
        let on = self.rows.iter().filter(|row| row.default == ByDefault::On);
        on.map(|row| row.id).collect()
    }

    /// The product of the digests with these ids, in the order of the catalogue. Ids of access facts are allowed and
    /// add nothing.
    ///
    /// # Errors
    /// If an id has no row.
    pub fn track(&self, ids: &[&str]) -> Result<Digests, UnknownRow> {
        for id in ids {
            self.row(id)?;
        }
        let wanted = |row: &&Row| ids.iter().any(|id| row.id.eq_ignore_ascii_case(id));
        Ok(Digests::new(self.rows.iter().filter(wanted).copied()))
    }

    /// The product of the digests that take part by default.
    pub fn track_defaults(&self) -> Digests {
        let wanted = |row: &&Row| row.default == ByDefault::On;
        Digests::new(self.rows.iter().filter(wanted).copied())
    }
}
