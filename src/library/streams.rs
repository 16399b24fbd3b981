//! Streams: what calls do to them.
//!
//! "Each stream has an associated lock that is used to prevent data races when multiple threads of execution access a stream" (C17
//! 7.21.2, 7), and the lock is reentrant. So calls on one stream do not race with each other, but with those that leave out the lock
//! (POSIX.1-2017, `getc_unlocked`), unless these are made between `flockfile` and `funlockfile`, and with the end of the stream: who
//! closes it holds its lock, but others may come too late for that ("after the call to `fclose`, any use of stream results in undefined
//! behavior").

use serde::Deserialize;

/// The streams that a call works on, by how it does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Streams {
    /// It changes these, under their own locks.
    #[serde(default)]
    pub locked: Vec<Stream>,
    /// It looks at these, under their own locks, or at what does not change before they end.
    #[serde(default)]
    pub asked: Vec<Stream>,
    /// It changes these without their locks.
    #[serde(default)]
    pub unlocked: Vec<Stream>,
    /// It looks at these without their locks.
    #[serde(default)]
    pub asked_unlocked: Vec<Stream>,
    /// It ends these.
    #[serde(default)]
    pub closed: Vec<Stream>,
}

/// A stream, as a row names it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Stream {
    /// The argument with a number.
    Argument(usize),
    /// What a variable of the library leads to, such as `stdout`.
    Variable(String),
}

/// What a call does to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamUse {
    /// It changes it, under its lock.
    Locked,
    /// It looks at it, under its lock.
    Asked,
    /// It changes it without its lock.
    Unlocked,
    /// It looks at it without its lock.
    AskedUnlocked,
    /// It ends it.
    Closed,
}

impl StreamUse {
    /// Whether calls that use a stream so may race with each other, or with all that work on it.
    pub fn may_race(self) -> bool {
        !matches!(self, StreamUse::Locked | StreamUse::Asked)
    }
}

impl Streams {
    /// The streams with what is done to them.
    pub fn uses(&self) -> impl Iterator<Item = (&Stream, StreamUse)> {
        let lists = [
            (&self.locked, StreamUse::Locked),
            (&self.asked, StreamUse::Asked),
            (&self.unlocked, StreamUse::Unlocked),
            (&self.asked_unlocked, StreamUse::AskedUnlocked),
            (&self.closed, StreamUse::Closed),
        ];
        lists
            .into_iter()
            .flat_map(|(streams, how)| streams.iter().map(move |stream| (stream, how)))
    }

    /// The variables of the library that lead to streams.
    pub fn variables(&self) -> impl Iterator<Item = &String> {
        self.uses().filter_map(|(stream, _)| match stream {
            Stream::Variable(name) => Some(name),
            Stream::Argument(_) => None,
        })
    }
}
