//! The laws of lattices, as functions, so that the tests of any lattice can call them.
//!
//! Each takes arbitrary elements and returns the first law that they break, in words.

use std::fmt::Debug;

use crate::{Bottom, Lattice, Widen};

fn require(holds: bool, law: &str, elements: &[&dyn Debug]) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("{law}: {elements:?}"))
    }
}

/// The least upper bound, out of place.
fn join<L: Lattice>(a: &L, b: &L) -> L {
    let mut joined = a.clone();
    joined.join(b);
    joined
}

/// The laws of [`Lattice`]: join is a least upper bound in the order, and says truly whether it changed something.
///
/// # Errors
/// The law that does not hold, with the elements.
pub fn check_lattice<L: Lattice + Debug>(a: &L, b: &L, c: &L) -> Result<(), String> {
    check_order(a, b, c)?;
    let ab = join(a, b);
    let all: [&dyn Debug; 3] = [a, b, c];
    require(join(a, a) == *a, "a ⊔ a = a", &all)?;
    require(ab == join(b, a), "a ⊔ b = b ⊔ a", &all)?;
    let other = join(a, &join(b, c));
    require(join(&ab, c) == other, "(a ⊔ b) ⊔ c = a ⊔ (b ⊔ c)", &all)?;
    require(a.leq(b) == (ab == *b), "a ⊑ b iff a ⊔ b = b", &all)?;
    let antisymmetric = !(a.leq(b) && b.leq(a)) || a == b;
    require(antisymmetric, "a ⊑ b ⊑ a implies a = b", &all)?;
    let changed = a.clone().join(b);
    require(changed == (ab != *a), "join says whether it changed", &all)
}

/// The laws of [`Lattice`] for elements that may be written in several ways, such as lists whose order means nothing: `=` is `⊑` both ways.
///
/// # Errors
/// The law that does not hold, with the elements.
pub fn check_order<L: Lattice + Debug>(a: &L, b: &L, c: &L) -> Result<(), String> {
    let ab = join(a, b);
    let all: [&dyn Debug; 3] = [a, b, c];
    let alike = |one: &L, other: &L| one.leq(other) && other.leq(one);
    require(a.leq(a) && alike(&join(a, a), a), "a ⊑ a = a ⊔ a", &all)?;
    require(a.leq(&ab) && b.leq(&ab), "a ⊑ a ⊔ b and b ⊑ a ⊔ b", &all)?;
    require(alike(&ab, &join(b, a)), "a ⊔ b = b ⊔ a", &all)?;
    require(a.leq(b) == alike(&ab, b), "a ⊑ b iff a ⊔ b = b", &all)?;
    let transitive = !(a.leq(b) && b.leq(c)) || a.leq(c);
    require(transitive, "a ⊑ b ⊑ c implies a ⊑ c", &all)?;
    let least = !(a.leq(c) && b.leq(c)) || ab.leq(c);
    require(least, "a ⊑ c and b ⊑ c imply a ⊔ b ⊑ c", &all)?;
    let changed = a.clone().join(b);
    require(changed || alike(a, &ab), "join says if it changed", &all)?;
    require(
        !ab.clone().join(b) && !ab.clone().join(a),
        "what is below changes nothing",
        &all,
    )
}

/// The laws of [`Bottom`], and those of [`Lattice`].
///
/// # Errors
/// The law that does not hold, with the elements.
pub fn check_bottom<L: Bottom + Debug>(a: &L, b: &L, c: &L) -> Result<(), String> {
    check_lattice(a, b, c)?;
    let bottom = L::bottom();
    require(bottom.is_bottom(), "⊥ is bottom", &[])?;
    require(bottom.leq(a), "⊥ ⊑ a", &[a])?;
    require(join(&bottom, a) == *a, "⊥ ⊔ a = a", &[a])?;
    require(join(a, &bottom) == *a, "a ⊔ ⊥ = a", &[a])?;
    let unique = a.is_bottom() == (*a == bottom);
    require(unique, "a is bottom iff a = ⊥", &[a])
}

/// The laws of [`Widen`] that can be checked on three elements, and those of [`Bottom`]; not that chains end.
///
/// # Errors
/// The law that does not hold, with the elements.
pub fn check_widening<L: Widen + Debug>(a: &L, b: &L, c: &L) -> Result<(), String> {
    check_bottom(a, b, c)?;
    let mut widened = a.clone();
    let changed = widened.widen(b);
    require(join(a, b).leq(&widened), "a ⊔ b ⊑ a ▽ b", &[a, b, &widened])?;
    require(changed == (widened != *a), "widening says whether it changed", &[a, b])?;
    let mut same = widened.clone();
    let kept = !same.widen(a) && !same.widen(b) && same == widened;
    require(kept, "(a ▽ b) ▽ c = a ▽ b for c = a, b", &[a, b, &widened])?;
    let above = join(a, b);
    let mut narrowed = above.clone();
    let changed = narrowed.narrow(b);
    let between = b.leq(&narrowed) && narrowed.leq(&above);
    require(between, "a ⊒ b implies a ⊒ a △ b ⊒ b", &[&above, b, &narrowed])?;
    require(
        changed == (narrowed != above),
        "narrowing says whether it changed",
        &[&above, b],
    )
}

/// That the ascending chain `x, x ▽ y1, …` and, from its end, the descending one with the same elements end.
///
/// The elements are taken in turn until a whole round changes nothing, `rounds` times at most.
///
/// # Errors
/// When a chain goes on, with where it is.
pub fn check_chains<L: Widen + Debug>(elements: &[L], rounds: usize) -> Result<(), String> {
    let mut value = L::bottom();
    let end = |round: &mut dyn FnMut() -> bool| (0..rounds).any(|_| !round());
    let ends = end(&mut || {
        let widen = |changed, next: &L| value.widen(&join(&value.clone(), next)) | changed;
        elements.iter().fold(false, widen)
    });
    require(ends, "ascending chains of ▽ end", &[&value])?;
    let ends = end(&mut || {
        let mut changed = false;
        for next in elements {
            changed |= next.leq(&value) && value.narrow(next);
        }
        changed
    });
    require(ends, "descending chains of △ end", &[&value])
}
