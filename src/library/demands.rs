//! Demands: what a function wants its arguments to be, or it fails and touches nothing, whatever the environment is like.
//!
//! The environment decides whether there is a file named `a`, but there is none without a name, and `/` is always there.
//! What a call with other arguments gives is determined by these, so nobody chooses it.

use serde::Deserialize;

/// What a function demands of its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Demands {
    /// Closed intervals of an argument: its number, the least and the greatest value. Of several for one argument, one is enough.
    #[serde(default)]
    pub succeeds: Vec<(usize, i64, i64)>,
    /// The only bits that an argument has.
    #[serde(default)]
    pub bits: Vec<(usize, u64)>,
    /// Arguments that name a file of which the environment decides what it is.
    #[serde(default)]
    pub paths: Vec<usize>,
    /// Arguments that name a file or a folder of which the environment decides what may be done with it: also the root, and the folder itself.
    #[serde(default)]
    pub folders: Vec<usize>,
    /// Arguments that are descriptors which the program has open.
    #[serde(default)]
    pub open: Vec<usize>,
    /// Arguments that are descriptors of files or devices which the program has open: no pipes, and no sockets.
    #[serde(default)]
    pub files: Vec<usize>,
    /// Arguments that are sockets of the program.
    #[serde(default)]
    pub sockets: Vec<usize>,
    /// Arguments that are one of some words, which stand between spaces.
    #[serde(default)]
    pub words: Vec<(usize, String)>,
    /// Arguments that are texts of so many bytes at most.
    #[serde(default)]
    pub lengths: Vec<(usize, usize)>,
}

/// The longest component of a file's name, in bytes.
const LONGEST_COMPONENT: usize = 255;
/// The longest name of a file, in bytes.
const LONGEST_PATH: usize = 4095;

impl Demands {
    /// Whether it takes whatever it is given.
    pub fn is_empty(&self) -> bool {
        *self == Demands::default()
    }

    /// Whether every demand for a number holds of values that lie between two bounds; there is none where they have no bound.
    pub fn hold_between(&self, bounds: impl Fn(usize) -> Option<(i128, i128)>) -> bool {
        let lies = |(argument, least, most): (usize, i64, i64)| {
            bounds(argument).is_some_and(|(low, high)| low >= i128::from(least) && high <= i128::from(most))
        };
        let met = |argument: usize| self.succeeds.iter().any(|demand| demand.0 == argument && lies(*demand));
        self.succeeds.iter().all(|demand| met(demand.0))
    }

    /// The arguments that are texts.
    pub fn texts(&self) -> impl Iterator<Item = usize> {
        let words = self.words.iter().map(|word| word.0);
        let lengths = self.lengths.iter().map(|length| length.0);
        let names = self.paths.iter().chain(&self.folders).copied();
        names.chain(words).chain(lengths)
    }

    /// Whether an argument may be a text.
    pub fn take_text(&self, argument: usize, text: &[u8]) -> bool {
        let path = !self.paths.contains(&argument) || names_a_file(text);
        let folder = !self.folders.contains(&argument) || names_a_folder(text);
        let is_one_of = |words: &str| words.split(' ').any(|word| word.as_bytes() == text);
        let word = self
            .words
            .iter()
            .all(|(number, words)| *number != argument || is_one_of(words));
        let short = |&(number, most): &(usize, usize)| number != argument || text.len() <= most;
        path && folder && word && self.lengths.iter().all(short)
    }
}

/// Whether the environment decides what a name leads to. The last component is no folder's own name, and none is too long.
fn names_a_file(text: &[u8]) -> bool {
    let last = text.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    !matches!(last, b"" | b"." | b"..") && names_a_folder(text)
}

/// Whether a text names something at all, and no component of it is too long.
fn names_a_folder(text: &[u8]) -> bool {
    let mut components = text.split(|byte| *byte == b'/');
    !text.is_empty() && text.len() <= LONGEST_PATH && components.all(|component| component.len() <= LONGEST_COMPONENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_the_environment_gives_a_meaning() {
        for name in ["a", "/a/b", "../a", "./a.b", ".a"] {
            assert!(names_a_file(name.as_bytes()), "{name}");
        }
        let long = "a".repeat(256);
        let deep = "a/".repeat(2048) + "a";
        for name in ["", "/", ".", "..", "a/", "a/.", &long, &deep] {
            assert!(!names_a_file(name.as_bytes()), "{name}");
        }
        for name in ["/", ".", "..", "a/", "a/.", "/a/b"] {
            assert!(names_a_folder(name.as_bytes()), "{name}");
        }
        for name in ["", &long, &deep] {
            assert!(!names_a_folder(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn one_of_the_intervals_of_an_argument_is_enough() {
        let demands = Demands {
            succeeds: vec![(0, 1, 2), (0, 10, 10), (1, 0, 0)],
            ..Demands::default()
        };
        let holds =
            |first: i128, second: i128| demands.hold_between(|number| Some([(first, first), (second, second)][number]));
        assert!(holds(1, 0) && holds(10, 0) && !holds(3, 0) && !holds(2, 1));
        assert!(!demands.hold_between(|_| None));
    }

    #[test]
    fn texts_are_words_and_short() {
        let demands = Demands {
            words: vec![(1, "r w".to_owned())],
            lengths: vec![(0, 2)],
            ..Demands::default()
        };
        assert!(demands.take_text(1, b"w") && !demands.take_text(1, b"r w") && !demands.take_text(1, b""));
        assert!(demands.take_text(0, b"ab") && !demands.take_text(0, b"abc"));
    }
}
