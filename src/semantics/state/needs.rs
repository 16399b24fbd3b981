//! How many tokens of counters threads need ([`crate::semantics::claims::counters`] has the theory).

use pepsin_digests::CounterId;
use pepsin_digests::set::SortedMap;
use pepsin_lattice::Lattice;
use std::rc::Rc;

/// How many tokens of each counter threads with an id need; nothing for any number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Needs(pub Rc<SortedMap<CounterId, Option<u8>>>);

impl Lattice for Needs {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (counter, need) in other.0.iter() {
            let known = self.0.get(counter).copied();
            let joined = known.map_or(*need, |known| known.zip(*need).map(|(mine, theirs)| mine.max(theirs)));
            if known != Some(joined) {
                Rc::make_mut(&mut self.0).insert(counter, joined);
                changed = true;
            }
        }
        changed
    }
}
