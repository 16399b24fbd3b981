//! Segments that are told by numbers which do not stay the same ([`crate::semantics::origins::bounds`]).
//!
//! What two threads compute from a variable is the same if nobody writes that while several threads run: if it was written between
//! their looks, one of them would have ended and be known to have, so that they are in order. What the creator wrote into a variable before it
//! created a thread is what the thread finds there, if whoever writes there while several threads run writes the same.

use crate::races::{Access, AccessKind, Bytes, Letter, LetterPlace, Segment, Symbol, TakenBytes};
use crate::semantics::system::{Analysis, Recorder, WrittenBeside};
use crate::values::ObjectId;
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::objects::family;

/// What is written while several threads run.
pub struct Changes<'a> {
    analysis: &'a Analysis<'a>,
    recorder: &'a Recorder,
    /// Whether something may be written anywhere.
    pub is_lost: bool,
}

/// Forgets of accesses what is computed from a variable that may change.
pub fn keep(analysis: &Analysis<'_>, recorder: &Recorder, accesses: &mut [Access]) {
    if is_seeded(Bug::SegmentsMove) {
        return;
    }
    let changes = Changes::new(analysis, recorder);
    let stays = |segment: &Segment| {
        let mut letters = segment.letters.iter();
        !segment.any(&|symbol| changes.of_symbol(symbol)) && !letters.any(|letter| changes.of_letter(letter))
    };
    for access in accesses {
        access.segments.retain(stays);
        access.rows.iter_mut().for_each(|stand| stand.segments.retain(stays));
        let moves = |taken: &mut TakenBytes| taken.letters.iter().any(|letter| changes.of_letter(letter));
        access.taken.take_if(|taken| moves(taken) && !is_seeded(Bug::TakesMove));
    }
}

impl<'a> Changes<'a> {
    /// What the complete solution writes.
    pub fn new(analysis: &'a Analysis<'a>, recorder: &'a Recorder) -> Self {
        let mut unknown = recorder.unknown_accesses.iter();
        Changes {
            analysis,
            recorder,
            is_lost: unknown.any(|unknown| unknown.access.kind == AccessKind::Write),
        }
    }

    /// Whether a symbol may stand for another number while several threads run.
    pub fn of_symbol(&self, symbol: &Symbol) -> bool {
        match symbol {
            Symbol::Variable {
                object, offset, size, ..
            } => self.is_lost || self.written(*object, Bytes::at(*offset, *size)).next().is_some(),
            Symbol::Letter(letter) => self.of_letter(letter),
            Symbol::Ticket(_) | Symbol::Taken(_) | Symbol::Quotient(..) => false,
        }
    }

    /// Whether another number may stand where a letter does; of those where arguments point, [`super::members`] knows.
    fn of_letter(&self, letter: &Letter) -> bool {
        match letter.place {
            LetterPlace::Variable { object, offset, size } => {
                let number = self.analysis.number(&letter.number);
                let is_again =
                    |other: &WrittenBeside| other.number == Some(number) && other.bytes == Bytes::at(offset, size);
                let mut others = self.written(object, Bytes::at(offset, size));
                self.is_lost || others.any(|other| !is_again(other) && !is_seeded(Bug::LettersChange))
            }
            LetterPlace::Inscribed { creator, object, bytes } => {
                let mut others = self.written(object, bytes);
                self.is_lost || others.any(|other| other.by != creator && !is_seeded(Bug::LettersChange))
            }
            LetterPlace::Member { .. } => false,
        }
    }

    fn written(&self, object: ObjectId, bytes: Bytes) -> impl Iterator<Item = &WrittenBeside> {
        let all = self.recorder.written_beside_threads.iter();
        all.filter(move |written| {
            family(self.analysis, written.object) == family(self.analysis, object) && written.bytes.overlaps(&bytes)
        })
    }
}
