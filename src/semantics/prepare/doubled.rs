//! Loops with a barrier are doubled: two rounds become one, with code of its own for the second of them.
//!
//! Programs that work on two buffers in turn read one and write the other in each round, and a barrier ends the round. Which is which is told
//! by the parity of rounds only, `g % 2`, or by two pointers that change places:
//!
//! ```text
//!     → h ⇄ b        becomes        → h₁ → b₁ → h₂ → b₂ → h₁       (exits from both copies)
//! ```
//!
//! In each copy it is known which buffer is read and which is written; and how often a thread has arrived at the barrier is there even or
//! odd, by which row B puts the rounds of different threads in order ([`pepsin_digests`], *in step*). A copy means what the original means,
//! so nothing else changes. (Loop unrolling; Aho, Lam, Sethi, Ullman, "Compilers", 2006, section 10.5.)

use super::shape::Shape;
use super::unroll::{MOST_BLOCKS, calls_in, redirect};
use crate::ir::graph::Graph;
use crate::ir::loops::{Loop, loops};
use crate::ir::{BlockId, Body, Program};

/// Doubles the loops of all functions in which threads meet at a barrier.
pub fn double_loops_that_meet(program: &mut Program, shapes: &[Shape]) {
    let bodies = program
        .functions
        .iter_mut()
        .filter_map(|function| function.body.as_mut());
    bodies.for_each(|body| double_loops(body, shapes));
}

fn double_loops(body: &mut Body, shapes: &[Shape]) {
    let all = loops(body, &Graph::new(body));
    let meeting: Vec<&Loop> = all.iter().filter(|candidate| meets(body, candidate, shapes)).collect();
    // Those around them would become four.
    let is_inner = |candidate: &&&Loop| {
        let inside = |other: &&Loop| other.header != candidate.header && candidate.contains(other.header);
        !meeting.iter().any(inside)
    };
    for candidate in meeting.iter().filter(is_inner) {
        if body.blocks.len() + candidate.blocks.len() <= MOST_BLOCKS {
            double(body, candidate);
        }
    }
}

/// Whether threads meet in a loop; not those that are created there, of which a loop tells more than two copies of it.
fn meets(body: &Body, candidate: &Loop, shapes: &[Shape]) -> bool {
    let called = || calls_in(body, candidate).map(|function| &shapes[function.0 as usize]);
    called().any(|shape| shape.meets) && !called().any(|shape| shape.creates)
}

/// Adds a copy of a loop that each of its rounds leads to, and that leads back to it.
fn double(body: &mut Body, candidate: &Loop) {
    let first = body.blocks.len() as u32;
    let copy_of = |block: BlockId| {
        candidate
            .blocks
            .binary_search(&block)
            .ok()
            .map(|place| BlockId(first + place as u32))
    };
    for block in &candidate.blocks {
        let mut copy = body.blocks[block.0 as usize].clone();
        redirect(&mut copy, &|target| match copy_of(target) {
            Some(inside) if target != candidate.header => inside,
            _ => target,
        });
        body.blocks.push(copy);
    }
    for block in &candidate.blocks {
        redirect(&mut body.blocks[block.0 as usize], &|target| match copy_of(target) {
            Some(second) if target == candidate.header => second,
            _ => target,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::unroll::fixture::counted_loop;
    use super::*;
    use crate::ir::Terminator;

    fn shape(meets: bool, creates: bool) -> [Shape; 1] {
        [Shape {
            meets,
            creates,
            ..Shape::default()
        }]
    }

    #[test]
    fn two_rounds_follow_each_other_and_both_may_leave() {
        let mut body = counted_loop(100);
        double_loops(&mut body, &shape(true, false));
        assert_eq!(body.blocks.len(), 6);
        assert_eq!(body.blocks[0].terminator, Terminator::Goto(BlockId(1)));
        assert_eq!(body.blocks[2].terminator, Terminator::Goto(BlockId(4)));
        assert_eq!(body.blocks[5].terminator, Terminator::Goto(BlockId(1)));
        for (header, inside) in [(1, BlockId(2)), (4, BlockId(5))] {
            let Terminator::Branch { then, otherwise, .. } = &body.blocks[header].terminator else {
                panic!("a header asks whether there is another round");
            };
            assert_eq!((*then, *otherwise), (inside, BlockId(3)));
        }
    }

    #[test]
    fn a_loop_without_a_barrier_or_that_creates_threads_stays_as_it_is() {
        for (meets, creates) in [(false, false), (true, true)] {
            let mut body = counted_loop(100);
            double_loops(&mut body, &shape(meets, creates));
            assert_eq!(body, counted_loop(100));
        }
    }
}
