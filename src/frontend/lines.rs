//! From byte offsets of a preprocessed source to the file, line and column that the user knows.
//!
//! Preprocessors leave markers `# 12 "file.c" 1` (GNU) or `#line 12 "file.c"` (standard): the next line is line 12 of that file.
//! The table keeps the start of every physical line and every marker, so that a query is two binary searches.

use crate::ir::Files;

/// A marker: from the byte `offset` on, lines count from `line` in file `file`.
#[derive(Clone, Copy, Debug)]
struct Marker {
    offset: u32,
    line: u32,
    file: u32,
    /// The physical line that starts at the offset, by index.
    first: u32,
}

/// Where in a sorted table the last query ended: the next one is mostly close by.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hint(usize);

impl Hint {
    /// How far from the last place is searched one by one.
    const NEAR: usize = 12;

    /// The index of the last of some increasing numbers that is at most `value`; 0 if none is.
    pub(crate) fn find(&mut self, sorted: &[u32], value: u32) -> usize {
        let last = sorted.len().saturating_sub(1);
        let from = self.0.min(last);
        let near = &sorted[from..sorted.len().min(from + Self::NEAR)];
        let steps = near.iter().take_while(|number| **number <= value).count();
        self.0 = if steps > 0 && (steps < near.len() || from + steps > last) {
            from + steps - 1
        } else {
            sorted.partition_point(|number| *number <= value).saturating_sub(1)
        };
        self.0
    }
}

/// The lines of one preprocessed source.
#[derive(Clone, Debug)]
pub(crate) struct LineTable {
    starts: Vec<u32>,
    markers: Vec<Marker>,
    files: Files,
}

impl LineTable {
    /// The table of a source read from the file `name`, before any line or marker is known.
    pub(crate) fn new(name: &str) -> Self {
        let mut files = Files::default();
        files.intern(name);
        LineTable {
            starts: vec![0],
            markers: vec![Marker {
                offset: 0,
                line: 1,
                file: 0,
                first: 0,
            }],
            files,
        }
    }

    /// A physical line starts at `offset`; offsets come in increasing order.
    pub(crate) fn line_starts_at(&mut self, offset: usize) {
        self.starts.push(offset as u32);
    }

    /// From `offset` on, the text is line `line` and following of `file` (of the same file as before, without one).
    pub(crate) fn mark(&mut self, offset: usize, line: u32, file: Option<&[u8]>) {
        let file = match file {
            Some(name) => self.files.intern(&String::from_utf8_lossy(name)).0,
            None => self.markers.last().map_or(0, |marker| marker.file),
        };
        self.markers.push(Marker {
            offset: offset as u32,
            line,
            file,
            // The line itself is announced behind its marker.
            first: self.starts.partition_point(|start| (*start as usize) < offset) as u32,
        });
    }

    /// The files named, by index; the first is the source itself.
    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    /// The file (as an index into [`LineTable::files`]), line and column of a byte.
    pub(crate) fn resolve(&self, offset: u32) -> (u32, u32, u32) {
        self.resolve_near(offset, &mut Hint::default())
    }

    /// The same as [`LineTable::resolve`], found fast if the last query with the same hint was close by.
    pub(crate) fn resolve_near(&self, offset: u32, hint: &mut Hint) -> (u32, u32, u32) {
        let physical = hint.find(&self.starts, offset);
        let marker = self
            .markers
            .partition_point(|marker| marker.offset <= offset)
            .saturating_sub(1);
        let marker = self.markers[marker];
        let line = marker
            .line
            .saturating_add((physical as u32).saturating_sub(marker.first));
        (marker.file, line, offset.saturating_sub(self.starts[physical]) + 1)
    }
}

impl LineTable {
    /// The bytes of the physical lines that are a line of a file: one of them, unless a file is included twice.
    /// The inverse of [`LineTable::resolve`], but for the column.
    pub(crate) fn find(&self, file: &str, line: u32) -> impl Iterator<Item = u32> {
        let file = self.files.find(file).map(|file| file.0);
        let ends = self.markers.iter().skip(1).map(|next| next.offset).chain([u32::MAX]);
        let spans = self.markers.iter().zip(ends);
        spans.filter_map(move |(marker, end)| {
            let ahead = line.checked_sub(marker.line).filter(|_| Some(marker.file) == file)?;
            let start = self.starts.get(marker.first as usize + ahead as usize).copied()?;
            (start < end).then_some(start)
        })
    }
}

/// The line and file of a directive's text (behind its `#`), if it is a marker.
pub(crate) fn marker(text: &[u8]) -> Option<(u32, Option<&[u8]>)> {
    let text = text.trim_ascii();
    let text = text.strip_prefix(b"line").unwrap_or(text).trim_ascii_start();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let line = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    let rest = text[digits..].trim_ascii_start();
    let file = rest.strip_prefix(b"\"").and_then(|rest| {
        let end = rest.iter().position(|byte| *byte == b'"')?;
        Some(&rest[..end])
    });
    Some((line, file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::FileId;

    #[test]
    fn both_forms_of_markers_are_read() {
        assert_eq!(marker(b" 12 \"a.c\" 1 3"), Some((12, Some(&b"a.c"[..]))));
        assert_eq!(marker(b"line 7 \"b.c\""), Some((7, Some(&b"b.c"[..]))));
        assert_eq!(marker(b"line 7"), Some((7, None)));
        assert_eq!(marker(b"pragma once"), None);
    }

    #[test]
    fn lines_count_from_the_last_marker() {
        let mut table = LineTable::new("x.i");
        // "a\n# 10 \"y.h\"\nbb\ncc\n": the marker's line starts at 2, the text behind it at 14.
        table.line_starts_at(2);
        table.mark(14, 10, Some(b"y.h"));
        table.line_starts_at(14);
        table.line_starts_at(17);
        assert_eq!(table.resolve(0), (0, 1, 1));
        assert_eq!(table.resolve(15), (1, 10, 2));
        assert_eq!(table.resolve(17), (1, 11, 1));
        assert_eq!(table.files().name(FileId(1)), "y.h");
    }

    #[test]
    fn a_hint_changes_nothing_but_the_time() {
        let sorted: Vec<u32> = (0..200).map(|number| number * 3 + number % 2).collect();
        let mut hint = Hint::default();
        for step in 0..5_000_u32 {
            let value = step * 7_919 % 640;
            let expected = sorted.partition_point(|number| *number <= value).saturating_sub(1);
            assert_eq!(hint.find(&sorted, value), expected, "{value}");
            let near = value + step % 5;
            let expected = sorted.partition_point(|number| *number <= near).saturating_sub(1);
            assert_eq!(hint.find(&sorted, near), expected, "{near}");
        }
    }
}
