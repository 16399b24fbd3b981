//! The digest that a state carries: an element of the product together with the product.

use std::rc::Rc;

use pepsin_digests::{DigestId, Digests};
use pepsin_lattice::Lattice;

/// What a thread's past is summarised to: an element of the product of the tracked digests.
#[derive(Clone, Debug)]
pub struct Past {
    digests: Rc<Digests>,
    /// The element.
    pub id: DigestId,
}

impl Past {
    /// The past at program start.
    pub fn start(digests: &Rc<Digests>) -> Self {
        Past {
            digests: Rc::clone(digests),
            id: digests.start(),
        }
    }

    /// Another element of the same product.
    pub fn with(&self, id: DigestId) -> Self {
        Past {
            digests: Rc::clone(&self.digests),
            id,
        }
    }
}

impl PartialEq for Past {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Lattice for Past {
    fn join(&mut self, other: &Self) -> bool {
        let joined = self.digests.join(self.id, other.id);
        std::mem::replace(&mut self.id, joined) != joined
    }

    fn leq(&self, other: &Self) -> bool {
        self.digests.leq(self.id, other.id)
    }
}
