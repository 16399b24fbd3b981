//! Which pages of memory have changed since they were last the same as stored ones.
//!
//! A turn changes a page or two. A search that stores thousands of states looks at those alone.

/// Bytes of a page.
pub const PAGE: usize = 128;

/// A set of pages that may have changed. Pages that were never spoken of count as changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChangedPages(Vec<bool>);

impl ChangedPages {
    /// So many bytes from an index on may have changed.
    #[inline]
    pub fn note(&mut self, start: usize, size: usize) {
        if size == 0 {
            return;
        }
        let (first, last) = (start / PAGE, (start + size - 1) / PAGE);
        if self.0.len() <= last {
            self.0.resize(last + 1, true);
        }
        self.0[first..=last].fill(true);
    }

    /// Everything may have changed.
    pub fn note_all(&mut self) {
        self.0.clear();
    }

    /// So many pages, all there are, are as they are stored.
    pub fn clear(&mut self, pages: usize) {
        self.0.clear();
        self.0.resize(pages, false);
    }

    /// Whether a page may have changed.
    pub fn contain(&self, page: usize) -> bool {
        self.0.get(page).copied().unwrap_or(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_page_counts_as_changed_if_one_of_its_bytes_is_or_if_it_is_new(
            pages in 0usize..6, changes in prop::collection::vec((0usize..900, 0usize..300), 0..4),
        ) {
            let mut changed = ChangedPages::default();
            changed.clear(pages);
            for (start, size) in &changes {
                changed.note(*start, *size);
            }
            for page in 0..12 {
                let bytes = page * PAGE..(page + 1) * PAGE;
                let hit = changes.iter().any(|(start, size)| *start < bytes.end && bytes.start < start + size && *size > 0);
                prop_assert_eq!(changed.contain(page), hit || page >= pages);
            }
        }
    }
}
