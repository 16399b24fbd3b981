//! Short lists of what is known of variables.
//!
//! Most states know nothing of the kind, so the empty list takes no memory; other lists are shared between copies.

use std::ops::Deref;
use std::rc::Rc;

/// A short list, without order in its meaning.
#[derive(Clone, Debug)]
pub struct Table<T> {
    /// Absent if there is none.
    entries: Option<Rc<Vec<T>>>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { entries: None }
    }
}

impl<T> Deref for Table<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.entries.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T: PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Self) -> bool {
        self.same(other) || **self == **other
    }
}

impl<T> Table<T> {
    /// Whether both are physically the same, and thereby equal.
    pub fn same(&self, other: &Self) -> bool {
        match (&self.entries, &other.entries) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T: Clone> Table<T> {
    /// The entries, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        let entries = self.entries.as_mut().map(Rc::make_mut);
        entries.map_or(&mut [][..], Vec::as_mut_slice).iter_mut()
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: T) {
        let entries = Rc::make_mut(self.entries.get_or_insert_default());
        entries.reserve_exact(1);
        entries.push(entry);
    }

    /// Keeps only some entries. If all are kept, nothing is copied.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        if !self.iter().all(&keep) {
            *self = self.iter().filter(|entry| keep(entry)).cloned().collect();
        }
    }
}

impl<T> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut entries: Vec<T> = entries.into_iter().collect();
        entries.shrink_to_fit();
        Table {
            entries: (!entries.is_empty()).then(|| Rc::new(entries)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_table_that_keeps_all_stays_the_same_and_one_that_loses_all_takes_no_memory() {
        let mut table: Table<u32> = [1, 2, 3].into_iter().collect();
        let before = table.clone();
        table.retain(|_| true);
        assert!(table.same(&before));
        table.retain(|_| false);
        assert!(table.same(&Table::default()) && table.is_empty());
        table.push(4);
        assert_eq!((&table[..], &before[..]), (&[4][..], &[1, 2, 3][..]));
    }
}
