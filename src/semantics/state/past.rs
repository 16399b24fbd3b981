//! The digest that a state carries: an element of the product, together with what is common to all states of a program.

use std::rc::Rc;

use pepsin_digests::{DigestId, Digests};
use pepsin_lattice::Lattice;

use crate::semantics::prepare::Halts;

/// What a thread's past is summarised to: an element of the product of the tracked digests.
#[derive(Clone, Debug)]
pub struct Past {
    common: Rc<Common>,
    /// The element.
    pub id: DigestId,
}

/// What lattice operations on states need to know of the program.
#[derive(Debug)]
struct Common {
    digests: Rc<Digests>,
    halts: Rc<Halts>,
}

impl Past {
    /// The past at program start. Widening halts where `halts` says.
    pub fn start(digests: &Rc<Digests>, halts: &Rc<Halts>) -> Self {
        Past {
            common: Rc::new(Common {
                digests: Rc::clone(digests),
                halts: Rc::clone(halts),
            }),
            id: digests.start(),
        }
    }

    /// Another element of the same product.
    pub fn with(&self, id: DigestId) -> Self {
        Past {
            common: Rc::clone(&self.common),
            id,
        }
    }

    /// Where widening of what objects hold halts.
    pub fn halts(&self) -> &Halts {
        &self.common.halts
    }
}

impl PartialEq for Past {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Lattice for Past {
    fn join(&mut self, other: &Self) -> bool {
        let joined = self.common.digests.join(self.id, other.id);
        std::mem::replace(&mut self.id, joined) != joined
    }

    fn leq(&self, other: &Self) -> bool {
        self.common.digests.leq(self.id, other.id)
    }
}
