//! The laws of thread ids, checked on random creation trees.
//!
//! A tree says for each thread who created it, at which edge, in the order of creation. Ids are given along the tree;
//! then
//! - *unique ids are unique*: no two threads have the same unique id;
//! - *must-ancestors are ancestors*: if `a` is a must-ancestor of `b`, every thread with id `b` descends from one with id `a`;
//! - *ancestors are may-ancestors*: if a thread with id `a` is an ancestor of one with id `b`, then `a` is a may-ancestor
//!   of `b`.

use super::choices::Choices;
use super::replay::Failure;
use crate::names::{CreationHistory, EdgeId};

/// The operations on creation histories.
#[derive(Clone, Copy, Debug)]
pub struct Algebra {
    /// Usually [`CreationHistory::compose`].
    pub compose: fn(&CreationHistory, EdgeId) -> CreationHistory,
    /// Usually [`CreationHistory::compose_again`].
    pub compose_again: fn(&CreationHistory, EdgeId) -> CreationHistory,
    /// Usually [`CreationHistory::must_ancestor`].
    pub must_ancestor: fn(&CreationHistory, &CreationHistory) -> bool,
    /// Usually [`CreationHistory::may_ancestor`].
    pub may_ancestor: fn(&CreationHistory, &CreationHistory) -> bool,
}

impl Algebra {
    /// The operations as they are.
    pub const TRUE: Self = Self {
        compose: CreationHistory::compose,
        compose_again: CreationHistory::compose_again,
        must_ancestor: CreationHistory::must_ancestor,
        may_ancestor: CreationHistory::may_ancestor,
    };
}

/// A thread of a creation tree.
struct Thread {
    creator: Option<usize>,
    edge: Option<EdgeId>,
    id: CreationHistory,
}

/// How many threads a tree has, and how many edges there are.
const THREADS: usize = 9;
const EDGES: usize = 4;

fn tree(algebra: &Algebra, choices: &mut Choices) -> Vec<Thread> {
    let mut threads = vec![Thread {
        creator: None,
        edge: None,
        id: CreationHistory::main(),
    }];
    for _ in 1..THREADS {
        let creator = choices.below(threads.len());
        let number = u32::try_from(choices.below(EDGES)).unwrap_or(0);
        let edge = EdgeId::new(number);
        let again = threads
            .iter()
            .any(|thread| thread.creator == Some(creator) && thread.edge == Some(edge));
        let compose = if again { algebra.compose_again } else { algebra.compose };
        let id = compose(&threads[creator].id, edge);
        threads.push(Thread {
            creator: Some(creator),
            edge: Some(edge),
            id,
        });
    }
    threads
}

fn ancestors(threads: &[Thread], thread: usize) -> impl Iterator<Item = usize> + '_ {
    core::iter::successors(threads[thread].creator, |&next| threads[next].creator)
}

/// Checks the laws of thread ids on the tree that `choices` makes.
///
/// # Errors
/// The first law that does not hold.
pub fn creation_laws(algebra: &Algebra, choices: &mut Choices) -> Result<(), Failure> {
    let threads = tree(algebra, choices);
    for (number, thread) in threads.iter().enumerate() {
        let others = threads.iter().enumerate().skip(number + 1);
        let mut same = others.filter(|(_, other)| other.id == thread.id);
        let alone = same.next().is_none();
        ensure(
            alone || !thread.id.is_unique(),
            "unique ids are unique",
            [&thread.id, &thread.id],
        )?;
        for other in &threads {
            let has_it = ancestors(&threads, number).any(|at| threads[at].id == other.id);
            let must = (algebra.must_ancestor)(&other.id, &thread.id);
            let law = "must-ancestors are ancestors";
            ensure(has_it || !must, law, [&other.id, &thread.id])?;
            let may = (algebra.may_ancestor)(&other.id, &thread.id);
            let law = "ancestors are may-ancestors";
            ensure(may || !has_it, law, [&other.id, &thread.id])?;
        }
    }
    Ok(())
}

fn ensure(condition: bool, law: &'static str, ids: [&CreationHistory; 2]) -> Result<(), Failure> {
    if condition {
        return Ok(());
    }
    let message = format!("{} and {}", ids[0], ids[1]);
    Err(Failure { law, message })
}
