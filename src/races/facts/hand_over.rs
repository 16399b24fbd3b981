//! HO, hand-over: nodes of a list under a lock, what they lead to, and what is in a slot belong to one thread each, or to the list or the slot.
//!
//! A thread has a *right* to a node that it has allocated, or taken out of a list, until it puts it into one; and to the nodes of a
//! list whose lock it holds. Objects to which nodes lead go with them, and a slot is a list of one. Rights of different threads to one node follow each other, by releases and acquisitions of the lock of a list in which
//! the node was in between; how that is established is told in `semantics::prepare::hand_over`
//! (ownership transfer: O'Hearn, "Resources, concurrency, and local reasoning", 2007). So a pair is excluded when
//!
//! ```text
//!     both accesses are made by right, for one kind of list or slot
//! ```

use super::{AccessFact, Judgement};
use crate::races::access::Access;
use pepsin_digests::{ByDefault, Row};

/// The access fact HO.
#[derive(Clone, Copy, Debug)]
pub struct HandedOver;

impl AccessFact for HandedOver {
    fn row(&self) -> Row {
        Row::access_fact(
            "HO",
            "hand-over",
            ByDefault::On,
            "The memory is handed over in a list or a slot under a lock, as a node or as what a node leads to, and the thread owns it or holds the lock of what has it; excludes a pair when both sides do.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        let mut mine = first.handed.iter().filter(|handed| handed.is_by_right());
        let theirs = |claim: u32| {
            second
                .handed
                .iter()
                .any(|handed| handed.claim == claim && handed.is_by_right())
        };
        match mine.any(|handed| theirs(handed.claim)) {
            true => Judgement::Excluded(
                "the memory is handed over under a lock, and belongs to each of the threads at its access".into(),
            ),
            false => Judgement::Open("the memory may not belong to the thread at one access".into()),
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        !access.handed.iter().any(|handed| handed.is_by_right())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::races::access::{HandOver, Part};
    use crate::races::fixture::write;

    fn handed(claim: u32, part: Part) -> Access {
        Access {
            handed: vec![HandOver {
                claim,
                part,
                needs_order: false,
            }],
            ..write(0, 0)
        }
    }

    fn excluded(first: &Access, second: &Access) -> bool {
        matches!(HandedOver.judge(first, second), Judgement::Excluded(_))
    }

    #[test]
    fn rights_to_nodes_of_one_kind_of_list_exclude() {
        let node = handed(0, Part::Node);
        assert!(excluded(&node, &node) && excluded(&node, &handed(0, Part::Content)));
        assert!(!excluded(&node, &handed(1, Part::Node)));
        assert!(!excluded(&node, &handed(0, Part::SometimesNode)) && !excluded(&node, &write(0, 0)));
    }

    #[test]
    fn cells_are_no_nodes() {
        let head = handed(0, Part::Head);
        assert!(!excluded(&head, &head));
    }
}
