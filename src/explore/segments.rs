//! A list that grows by segments of one size.
//!
//! A vector that grows asks for twice the memory that it has, all at once and beside what it has. Lists of millions of elements then
//! meet a limit of memory between two looks at it, where nothing is left to be done. Segments stay where they are, and come one by one.

use std::ops::{Index, IndexMut};

/// Elements of a segment: a power of two, so that positions are told apart by bits.
const SEGMENT: usize = 1 << 15;

/// A list whose elements have positions from 0 on.
#[derive(Clone, Debug)]
pub struct Segments<T>(Vec<Vec<T>>);

impl<T> Default for Segments<T> {
    fn default() -> Self {
        Segments(Vec::new())
    }
}

impl<T> Segments<T> {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        match self.0.split_last() {
            Some((last, full)) => full.len() * SEGMENT + last.len(),
            None => 0,
        }
    }

    /// Adds an element behind all others.
    pub fn push(&mut self, element: T) {
        match self.0.last_mut() {
            Some(last) if last.len() < SEGMENT => last.push(element),
            _ => self.0.push(vec![element]),
        }
    }

    /// Takes the last element away, if there is one.
    pub fn pop(&mut self) -> Option<T> {
        // An empty segment stays until the one before it is needed: a list that grows and shrinks at its border asks for nothing.
        if self.0.len() > 1 && self.0.last().is_some_and(Vec::is_empty) {
            self.0.pop();
        }
        self.0.last_mut()?.pop()
    }

    /// Forgets all elements, and keeps the memory of the first segment.
    pub fn clear(&mut self) {
        self.0.truncate(1);
        self.0.iter_mut().for_each(Vec::clear);
    }
}

impl<T> Index<usize> for Segments<T> {
    type Output = T;

    #[inline]
    fn index(&self, position: usize) -> &T {
        &self.0[position / SEGMENT][position % SEGMENT]
    }
}

impl<T> IndexMut<usize> for Segments<T> {
    #[inline]
    fn index_mut(&mut self, position: usize) -> &mut T {
        &mut self.0[position / SEGMENT][position % SEGMENT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_where_they_were_put_also_after_all_were_forgotten() {
        let mut list = Segments::default();
        for round in 0..2 {
            for position in 0..2 * SEGMENT + 3 {
                assert_eq!(list.len(), position);
                list.push(position + round);
            }
            list[SEGMENT] = 7;
            assert_eq!(
                (list[0], list[SEGMENT - 1], list[SEGMENT]),
                (round, SEGMENT - 1 + round, 7)
            );
            assert_eq!(list[2 * SEGMENT + 2], 2 * SEGMENT + 2 + round);
            list.clear();
        }
        assert_eq!(list.len(), 0);
    }

    #[test]
    fn elements_are_taken_away_from_the_last_one_on() {
        let mut list = Segments::default();
        (0..=SEGMENT).for_each(|element| list.push(element));
        assert_eq!((list.pop(), list.len()), (Some(SEGMENT), SEGMENT));
        list.push(SEGMENT);
        for element in (0..=SEGMENT).rev() {
            assert_eq!(list.pop(), Some(element));
        }
        assert_eq!((list.pop(), list.len()), (None, 0));
    }
}
