//! Sorted vectors as sets, shared between copies: small, compact, and compared in linear time.

use std::cmp::Ordering;
use std::sync::Arc;

/// A set as an ascending vector without repetition.
pub(crate) type Sorted<T> = Arc<Vec<T>>;

/// The set of the members given.
pub(crate) fn sorted<T: Ord>(members: impl IntoIterator<Item = T>) -> Sorted<T> {
    let mut members: Vec<T> = members.into_iter().collect();
    members.sort_unstable();
    members.dedup();
    Arc::new(members)
}

/// Adds a member, and returns whether it was missing.
pub(crate) fn insert<T: Ord + Clone>(set: &mut Sorted<T>, member: T) -> bool {
    match set.binary_search(&member) {
        Ok(_) => false,
        Err(at) => {
            Arc::make_mut(set).insert(at, member);
            true
        }
    }
}

/// Keeps the members that satisfy `keep`, and returns whether any went.
pub(crate) fn retain<T: Clone>(set: &mut Sorted<T>, mut keep: impl FnMut(&T) -> bool) -> bool {
    let Some(first) = set.iter().position(|member| !keep(member)) else {
        return false;
    };
    let mut at = 0;
    Arc::make_mut(set).retain(|member| {
        at += 1;
        match (at - 1).cmp(&first) {
            Ordering::Less => true,
            Ordering::Equal => false,
            Ordering::Greater => keep(member),
        }
    });
    true
}

/// Whether every member of `left` is in `right`.
pub(crate) fn is_subset<T: Ord>(left: &Sorted<T>, right: &Sorted<T>) -> bool {
    if Arc::ptr_eq(left, right) {
        return true;
    }
    if left.len() > right.len() {
        return false;
    }
    let mut right = right.iter();
    left.iter().all(|member| {
        right
            .by_ref()
            .find(|candidate| *candidate >= member)
            .is_some_and(|candidate| candidate == member)
    })
}

/// Makes `left` the union of both sets.
pub(crate) fn unite<T: Ord + Clone>(left: &mut Sorted<T>, right: &Sorted<T>) -> bool {
    if is_subset(right, left) {
        return false;
    }
    if is_subset(left, right) {
        *left = Arc::clone(right);
        return true;
    }
    let mut union = Vec::with_capacity(left.len() + right.len());
    let mut rest = right.iter().peekable();
    for member in left.iter() {
        while let Some(smaller) = rest.next_if(|candidate| *candidate < member) {
            union.push(smaller.clone());
        }
        rest.next_if_eq(&member);
        union.push(member.clone());
    }
    union.extend(rest.cloned());
    *left = Arc::new(union);
    true
}

/// Makes `left` the intersection of both sets, and returns whether any member went.
pub(crate) fn intersect<T: Ord + Clone>(left: &mut Sorted<T>, right: &Sorted<T>) -> bool {
    if is_subset(left, right) {
        return false;
    }
    if is_subset(right, left) {
        *left = Arc::clone(right);
        return true;
    }
    retain(left, |member| right.binary_search(member).is_ok())
}
