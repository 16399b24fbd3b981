//! The laws of lattices, checked on the elements met.

use super::replay::{Failure, Pool};
use crate::product::{DigestId, Digests};

/// At most so many elements of a thread id are compared, each with each.
const COMPARED: usize = 6;

/// Checks the laws of lattices on the elements of a pool: the join is commutative, associative and idempotent, it is an
/// upper bound, and no other upper bound is less; the order is transitive, and antisymmetric.
///
/// # Errors
/// The first law that does not hold.
pub fn lattice_laws(digests: &Digests, pool: &Pool) -> Result<(), Failure> {
    for elements in pool.values() {
        let some = &elements[..elements.len().min(COMPARED)];
        for &a in some {
            for &b in some {
                pair(digests, a, b)?;
                for &c in some {
                    triple(digests, a, b, c)?;
                }
            }
        }
    }
    Ok(())
}

fn ensure(condition: bool, law: &'static str, elements: &[DigestId]) -> Result<(), Failure> {
    if condition {
        return Ok(());
    }
    let message = format!("{elements:?}");
    Err(Failure { law, message })
}

fn pair(digests: &Digests, a: DigestId, b: DigestId) -> Result<(), Failure> {
    let joined = digests.join(a, b);
    let above = digests.leq(a, joined) && digests.leq(b, joined);
    ensure(above, "join is an upper bound", &[a, b])?;
    let commutes = joined == digests.join(b, a);
    ensure(commutes, "join is commutative", &[a, b])?;
    let absorbs = digests.join(a, joined) == joined;
    ensure(absorbs, "join is idempotent", &[a, b])?;
    let equal = digests.leq(a, b) && digests.leq(b, a);
    ensure(equal == (a == b), "order is antisymmetric", &[a, b])?;
    let below = digests.leq(a, b) == (joined == b);
    ensure(below, "order agrees with join", &[a, b])
}

fn triple(digests: &Digests, a: DigestId, b: DigestId, c: DigestId) -> Result<(), Failure> {
    let left = digests.join(digests.join(a, b), c);
    let right = digests.join(a, digests.join(b, c));
    ensure(left == right, "join is associative", &[a, b, c])?;
    let transitive = !(digests.leq(a, b) && digests.leq(b, c)) || digests.leq(a, c);
    ensure(transitive, "order is transitive", &[a, b, c])?;
    let bounded = digests.leq(a, c) && digests.leq(b, c);
    let least = !bounded || digests.leq(digests.join(a, b), c);
    ensure(least, "join is the least upper bound", &[a, b, c])
}
