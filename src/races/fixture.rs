//! Evidence made by hand, for the tests of this module and of the report.

use super::access::{Access, AccessKind, Atomicity, DigestId, Freshness, ObjectId, Origin, ThreadId};
use super::evidence::{
    Creation, Evidence, Granularity, Keeper, Multiplicity, Object, ObjectKind, Reach, Repetition, Thread,
};
use super::locations::Bytes;
use super::predicates::{Predicates, Rows};
use crate::ir::{FileId, FunctionId, Position};
use pepsin_digests::{ByDefault, Row};

/// A position in file 0.
pub fn at(line: u32) -> Position {
    Position {
        file: FileId(0),
        line,
        column: 5,
    }
}

/// A plain write of 4 bytes of object 0 at a line, by a thread with the digest.
pub fn write(digest: u32, line: u32) -> Access {
    Access {
        object: ObjectId::new(0),
        bytes: Bytes::at(0, 4),
        kind: AccessKind::Write,
        atomicity: Atomicity::Plain,
        digest: DigestId::new(digest),
        thread: ThreadId::new(digest),
        at: at(line),
        function: FunctionId(0),
        ty: None,
        freshness: Freshness::Shared,
        cell: None,
        owner: None,
        owned: None,
        vacant: Vec::new(),
        taken: None,
        segments: Vec::new(),
        rows: Vec::new(),
        phases: Vec::new(),
        handed: Vec::new(),
        symbolic_locks: Vec::new(),
        watched: [].into(),
        origin: Origin::Direct,
    }
}

/// Digests given by two numbers: a lock (0: none) and a thread (equal numbers other than 0: the same unique thread).
pub struct LocksAndThreads(pub Vec<(u32, u32)>);

impl Predicates for LocksAndThreads {
    fn rows(&self) -> Vec<Row> {
        vec![
            Row::access_fact("L", "lockset", ByDefault::On, "A common lock."),
            Row::access_fact("TID", "thread id", ByDefault::On, "The same unique thread."),
        ]
    }

    fn excluding(&self, first: DigestId, second: DigestId) -> Rows {
        let (mine, theirs) = (self.0[first.index()], self.0[second.index()]);
        let lock = (mine.0 != 0 && mine.0 == theirs.0).then_some(0);
        let thread = (mine.1 != 0 && mine.1 == theirs.1).then_some(1);
        Rows::of(lock.into_iter().chain(thread))
    }

    fn reason(&self, row: usize, first: DigestId, second: DigestId) -> String {
        let excluded = self.excluding(first, second).contains(row);
        match (row, excluded) {
            (0, true) => format!("both hold m{}", self.0[first.index()].0),
            (0, false) => "no common lock".into(),
            (_, true) => "the same thread".into(),
            (_, false) => "two threads".into(),
        }
    }

    fn is_silent(&self, _row: usize, _digest: DigestId) -> bool {
        false
    }

    fn render(&self, digest: DigestId) -> Vec<(&'static str, String)> {
        let (lock, thread) = self.0[digest.index()];
        vec![("L", format!("m{lock}")), ("TID", format!("t{thread}"))]
    }

    fn locks(&self, digest: DigestId) -> Vec<String> {
        match self.0[digest.index()].0 {
            0 => Vec::new(),
            lock => vec![format!("m{lock}")],
        }
    }
}

/// Evidence with one global object `counter` of 4 bytes and a thread for each digest: the first is main, the others are workers.
pub fn evidence(accesses: Vec<Access>, digests: Vec<(u32, u32)>) -> Evidence {
    let thread = |number: u32| Thread {
        id: ThreadId::new(number),
        routine: if number == 0 { "main".into() } else { "worker".into() },
        multiplicity: if number == 0 {
            Multiplicity::Unique
        } else {
            Multiplicity::Multiple
        },
        creators: (number > 0).then_some(ThreadId::new(0)).into_iter().collect(),
        created_at: (number > 0)
            .then_some(Creation {
                at: at(16 + number),
                repetition: Repetition::Repeated,
            })
            .into_iter()
            .collect(),
        joined_at: Vec::new(),
    };
    Evidence {
        accesses,
        objects: vec![Object {
            name: "counter".into(),
            kind: ObjectKind::Global,
            ty: None,
            size: Some(4),
            at: at(1),
            reach: Reach::Escaped,
            keeper: Keeper::Program,
            family: ObjectId::new(0),
        }],
        threads: (0..digests.len() as u32).map(thread).collect(),
        obstacles: Vec::new(),
        assumptions: Vec::new(),
        dead_code: Vec::new(),

        calls: Vec::new(),
        statistics: Vec::new(),
        granularity: Granularity::Ordinary,
        cut: None,
        predicates: Box::new(LocksAndThreads(digests)),
    }
}
