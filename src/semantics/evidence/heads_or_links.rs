//! What pointers to pointers to nodes lead to: to heads, or to links.
//!
//! The text follows both in one place (`semantics::prepare::hand_over::links`). Here, each object is one of these, or the claim is dropped:
//!
//! - *of lists*, if it is a variable, because nodes are allocated; or if other places name its cells, none names a node there, and no link could lie where the access is;
//! - *of nodes*, if other places name nodes there and none names a cell, whoever accesses it does so by right, and the access is to all of the link. Were it a list
//!   as well, of which the text names the address of the head only, then its lock would be taken there, which is no access by right.

use std::collections::BTreeSet;

use super::objects::family;
use crate::ir::Position;
use crate::races::{Access, Bytes, Part};
use crate::semantics::system::Analysis;
use crate::values::ObjectId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The objects in which places of one claim name something.
#[derive(Default)]
struct Named {
    cells: BTreeSet<ObjectId>,
    nodes: BTreeSet<ObjectId>,
    /// Those that are accessed otherwise than by right.
    strange: BTreeSet<ObjectId>,
}

/// Writes into the accesses of a claim whether they are to a head or to a link; fails at one of which that is not clear.
pub fn tell_heads_from_links(
    analysis: &Analysis<'_>,
    accesses: &mut [Access],
    claim: usize,
    link: Option<Bytes>,
) -> Result<(), Position> {
    let is_either = |access: &Access| part_in(access, claim) == Some(Part::HeadOrLink);
    if !accesses.iter().any(is_either) {
        return Ok(());
    }
    let named = Named::of(analysis, accesses, claim);
    for access in accesses.iter_mut().filter(|access| is_either(access)) {
        let part = named.part(analysis, access, link).ok_or(access.at)?;
        let handed = access.handed.iter_mut().filter(|handed| handed.claim as usize == claim);
        handed.for_each(|handed| handed.part = part);
    }
    Ok(())
}

/// The part that an access has in a claim.
pub fn part_in(access: &Access, claim: usize) -> Option<Part> {
    let mut handed = access.handed.iter().filter(|handed| handed.claim as usize == claim);
    handed.next().map(|handed| handed.part)
}

impl Named {
    fn of(analysis: &Analysis<'_>, accesses: &[Access], claim: usize) -> Self {
        let mut named = Named::default();
        for access in accesses {
            let object = family(analysis, access.object);
            let part = part_in(access, claim);
            match part {
                Some(Part::Node | Part::Content | Part::SometimesNode) => {
                    named.nodes.insert(object);
                }
                Some(part) if part.is_cell() || part == Part::Whole => {
                    named.cells.insert(object);
                }
                _ => {}
            }
            if !matches!(part, Some(Part::Node | Part::Content | Part::Owned | Part::HeadOrLink)) {
                named.strange.insert(object);
            }
        }
        named
    }

    /// Whether an access is to a head or to a link.
    fn part(&self, analysis: &Analysis<'_>, access: &Access, link: Option<Bytes>) -> Option<Part> {
        let (object, link) = (family(analysis, access.object), link?);
        let is_allocated = analysis.is_allocated(object);
        let has = |objects: &BTreeSet<ObjectId>| objects.contains(&object);
        match (has(&self.cells), has(&self.nodes)) {
            _ if !is_allocated => Some(Part::Head),
            (true, false) if !access.bytes.overlaps(&link) => Some(Part::Head),
            (false, true) if access.bytes == link && (!has(&self.strange) || is_seeded(Bug::NodesAreNoLists)) => {
                Some(Part::Node)
            }
            _ => None,
        }
    }
}
