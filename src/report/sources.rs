//! The texts of the sources, for renderers that show them.
//!
//! A source names its files itself (`#line 1 "/etc/passwd"`), so whoever reads them decides which ones may be shown.

use std::collections::BTreeMap;

/// The texts of files, by the names that places have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    texts: BTreeMap<String, String>,
}

impl Sources {
    /// The text of each file that `read` gives one for.
    pub fn read<'f>(files: impl IntoIterator<Item = &'f str>, read: impl Fn(&str) -> Option<String>) -> Self {
        let texts = files
            .into_iter()
            .filter_map(|file| Some((file.to_owned(), read(file)?)))
            .collect();
        Sources { texts }
    }

    /// The text of a file.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(String::as_str)
    }

    /// The files, sorted, with their texts.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(file, text)| (file.as_str(), text.as_str()))
    }

    /// A line of a file, from 1.
    pub fn line(&self, file: &str, number: u32) -> Option<&str> {
        let before = usize::try_from(number.checked_sub(1)?).ok()?;
        self.text(file)?.lines().nth(before)
    }
}
