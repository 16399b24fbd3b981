//! Segments that are told by numbers which do not stay the same ([`crate::semantics::origins::bounds`]).
//!
//! What two threads compute from a variable is the same if nobody writes that while several threads run: if it was written between
//! their looks, one of them would have ended and be known to have, so that they are in order. What the creator wrote into a variable before it
//! created a thread is what the thread finds there, if whoever writes there while several threads run writes the same.

use crate::races::{Access, AccessKind, Bytes, Letter, Segment, Symbol};
use crate::semantics::system::{Analysis, Recorder, WrittenBeside};
use crate::values::ObjectId;
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::objects::family;

/// Forgets of accesses what is computed from a variable that may change.
pub fn keep(analysis: &Analysis<'_>, recorder: &Recorder, accesses: &mut [Access]) {
    if is_seeded(Bug::SegmentsMove) {
        return;
    }
    let mut unknown = recorder.unknown_accesses.iter();
    let is_lost = unknown.any(|unknown| unknown.access.kind == AccessKind::Write);
    let written = |object: ObjectId, offset: i64, size: u64| {
        let bytes = Bytes::at(offset, size);
        let all = recorder.written_beside_threads.iter();
        all.filter(move |written| {
            family(analysis, written.object) == family(analysis, object) && written.bytes.overlaps(&bytes)
        })
    };
    let may_change = |symbol: &Symbol| match symbol {
        Symbol::Variable {
            object, offset, size, ..
        } => is_lost || written(*object, *offset, *size).next().is_some(),
        // One that was not opened.
        Symbol::Letter(_) => true,
        Symbol::Ticket(_) | Symbol::Quotient(..) => false,
    };
    let may_be_another = |letter: &Letter| {
        let number = analysis.number(&letter.number);
        let is_again = |other: &WrittenBeside| {
            other.number == Some(number) && other.bytes == Bytes::at(letter.offset, letter.size)
        };
        let mut others = written(letter.object, letter.offset, letter.size);
        is_lost || others.any(|other| !is_again(other) && !is_seeded(Bug::LettersChange))
    };
    for access in accesses {
        access.segments.retain(|segment: &Segment| {
            let mut letters = segment.letters.iter();
            !segment.any(&may_change) && !letters.any(|letter| may_be_another(letter))
        });
    }
}
