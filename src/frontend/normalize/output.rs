//! The normalised text and where each of its tokens comes from.

use crate::frontend::lines::Hint;

/// Maps byte offsets of the normalised text to byte offsets of the source: one pair a token, in increasing order of the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct OffsetMap {
    normalised: Vec<u32>,
    original: Vec<u32>,
}

impl OffsetMap {
    /// The source offset of the token that covers, or last starts before, a normalised offset.
    pub(crate) fn original(&self, offset: usize) -> u32 {
        let next = self.normalised.partition_point(|start| *start as usize <= offset);
        self.original.get(next.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// The same as [`OffsetMap::original`], found fast if the last query with the same hint was close by.
    pub(crate) fn original_near(&self, offset: usize, hint: &mut Hint) -> u32 {
        let token = hint.find(&self.normalised, offset as u32);
        self.original.get(token).copied().unwrap_or(0)
    }

    fn push(&mut self, normalised: usize, original: u32) {
        self.normalised.push(normalised as u32);
        self.original.push(original);
    }
}

/// The normalised text while it grows: tokens separated by single blanks, pure ASCII.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) text: String,
    pub(super) offsets: OffsetMap,
}

impl Output {
    /// Appends tokens made up by the pass, or the text of one copied token, with their place in the source.
    pub(super) fn emit(&mut self, text: &str, origin: u32) {
        self.offsets.push(self.text.len(), origin);
        self.text.push_str(text);
        self.text.push(' ');
    }
}
