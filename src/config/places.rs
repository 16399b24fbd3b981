//! Places in a configuration file, for messages.

/// Where the lines of a text begin. Asking for a place takes no second walk over the text, which may be long.
pub struct Places<'a> {
    file: &'a str,
    starts: Vec<usize>,
}

impl<'a> Places<'a> {
    /// The places of a text with the name of its file.
    pub fn new(file: &'a str, text: &str) -> Self {
        let behind = text.match_indices('\n').map(|(end, _)| end + 1);
        Places {
            file,
            starts: [0].into_iter().chain(behind).collect(),
        }
    }

    /// The line of a byte, from 1, as in `pepsin.toml:3`.
    pub fn line(&self, offset: usize) -> String {
        format!("{}:{}", self.file, self.number(offset))
    }

    /// The line and the column of a byte, as in `pepsin.toml:3:1`.
    pub fn at(&self, offset: usize) -> String {
        let line = self.number(offset);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        format!("{}:{line}:{}", self.file, offset - start + 1)
    }

    fn number(&self, offset: usize) -> usize {
        // The first line begins with the text.
        self.starts.partition_point(|start| *start <= offset).max(1)
    }
}
