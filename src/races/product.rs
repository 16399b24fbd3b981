//! The predicates of a product of digests, spelled with the names of the program.

use super::predicates::{FOR_READING, Predicates, Rows};
use pepsin_digests::lockset::Locksets;
use pepsin_digests::{Describe, DigestId, Digests, LockMode, Row};
use std::rc::Rc;

/// A product of digests, and how its names are spelled.
pub struct Product {
    digests: Rc<Digests>,
    names: Box<dyn Describe>,
}

impl Product {
    /// The predicates of `digests`; `names` spells threads and locks in reasons.
    pub fn new(digests: Rc<Digests>, names: Box<dyn Describe>) -> Self {
        Product { digests, names }
    }
}

impl Predicates for Product {
    fn rows(&self) -> Vec<Row> {
        self.digests.tracked().copied().collect()
    }

    fn excluding(&self, first: DigestId, second: DigestId) -> Rows {
        Rows::of(self.digests.excluding(first, second).positions())
    }

    fn reason(&self, row: usize, first: DigestId, second: DigestId) -> String {
        let judgement = self.digests.judgement(row, first, second);
        judgement.map_or_else(String::new, |judgement| judgement.reason().render(&*self.names))
    }

    fn is_silent(&self, row: usize, digest: DigestId) -> bool {
        self.digests.is_silent(digest, row)
    }

    fn render(&self, digest: DigestId) -> Vec<(&'static str, String)> {
        self.digests.render(digest, &*self.names)
    }

    fn locks(&self, digest: DigestId) -> Vec<String> {
        let Some(lockset) = self.digests.element::<Locksets>(digest) else {
            return Vec::new();
        };
        let spell = |(lock, mode)| match mode {
            LockMode::Read => format!("{}{FOR_READING}", self.names.lock(lock)),
            LockMode::Write => self.names.lock(lock),
        };
        lockset.iter().map(|(lock, hold)| spell((lock, hold.mode))).collect()
    }
}
