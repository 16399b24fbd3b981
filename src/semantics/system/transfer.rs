//! Where the evaluation of a right-hand side stands, and whom it asks.
//!
//! What it meets in the verification pass, it records.

use std::cell::RefCell;

use super::analysis::Analysis;
use super::questions::{Onlooker, Questions};
use super::recorder::Recorder;
use super::unknowns::{Context, Point, Unknown};
use crate::ir::{BlockId, Body, InstructionKind, Place, Position};
use crate::semantics::prepare::ProgramPoint;
use crate::semantics::state::Footprint;
use crate::values::Value;

/// Whether what is met is recorded, in the verification pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recording {
    /// It is.
    Once,
    /// It is recorded when the same is evaluated another time.
    Elsewhere,
}

/// The evaluation of one right-hand side: where it stands, and whom it asks.
///
/// It is a value. What is evaluated at another place, or without being recorded, is given another one, so that nothing is handed over
/// from one call to the next but by arguments.
#[derive(Clone, Copy)]
pub struct Transfer<'t, 'p> {
    /// The tables of the program.
    pub analysis: &'t Analysis<'p>,
    /// The solver.
    pub io: &'t dyn Questions,
    /// The unknown under evaluation.
    pub unknown: Unknown,
    /// Its context.
    pub context: &'t Context,
    /// Where the instruction under evaluation stands.
    pub at: Position,
    /// The number of that instruction in its block.
    instruction: u32,
    /// What was touched so far.
    pub touched: &'t RefCell<Footprint>,
    /// Whether what is being evaluated was evaluated before, or will be, at the same instruction.
    recording: Recording,
    /// What places were found to hold, as long as the state stays as it is; nothing where that is not kept.
    remembered: Option<&'t Remembered>,
}

/// What places were found to hold in one state.
type Remembered = RefCell<Vec<(Place, Value)>>;

impl<'t, 'p> Transfer<'t, 'p> {
    /// The evaluation of the right-hand side of an unknown.
    pub fn new(
        analysis: &'t Analysis<'p>,
        unknown: Unknown,
        context: &'t Context,
        io: &'t dyn Questions,
        touched: &'t RefCell<Footprint>,
    ) -> Self {
        Transfer {
            analysis,
            io,
            unknown,
            context,
            at: Position::BUILT_IN,
            instruction: 0,
            touched,
            recording: Recording::Once,
            remembered: None,
        }
    }

    /// The same at another place.
    pub fn at(&self, at: Position) -> Self {
        Transfer { at, ..*self }
    }

    /// The same at an instruction of the block under evaluation.
    pub fn at_instruction(&self, number: usize, at: Position) -> Self {
        Transfer {
            at,
            instruction: number as u32,
            ..*self
        }
    }

    /// The body under evaluation.
    pub fn body(&self) -> Option<&'t Body> {
        let analysis: &'t Analysis<'p> = self.analysis;
        analysis.program.function(self.unknown.function).body.as_ref()
    }

    /// The number of the program point under evaluation.
    pub fn point(&self) -> u32 {
        let block = match self.unknown.point {
            Point::End(block) => block,
            Point::Entry | Point::Exit | Point::Thread => BlockId(u32::MAX),
        };
        self.analysis.point(ProgramPoint {
            function: self.unknown.function,
            block,
            instruction: self.instruction,
        })
    }

    /// The instruction before this one, in the same block.
    pub fn previous_instruction(&self) -> Option<&InstructionKind> {
        let Point::End(block) = self.unknown.point else {
            return None;
        };
        let instructions = &self.body()?.blocks.get(block.0 as usize)?.instructions;
        let previous = instructions.get(self.instruction.checked_sub(1)? as usize)?;
        Some(&previous.kind)
    }

    /// Where the instruction under evaluation stands, whatever of it is evaluated.
    pub fn instruction_at(&self) -> Position {
        let Point::End(block) = self.unknown.point else {
            return self.at;
        };
        let block = self.body().and_then(|body| body.blocks.get(block.0 as usize));
        let instruction = block.and_then(|block| block.instructions.get(self.instruction as usize));
        instruction.map_or(self.at, |instruction| instruction.at)
    }

    /// Evaluates what nothing in the program evaluates: it is asked of the solver what is known, and told nothing.
    pub fn onlooking<R>(&self, evaluate: impl FnOnce(&Transfer<'_, 'p>) -> R) -> R {
        let (io, touched) = (Onlooker(self.io), RefCell::default());
        evaluate(&Transfer {
            io: &io,
            touched: &touched,
            recording: Recording::Elsewhere,
            remembered: None,
            ..*self
        })
    }

    /// Records something, in the verification pass.
    pub fn record(&self, what: impl FnOnce(&mut Recorder, Position)) {
        if let Some(recorder) = &self.analysis.recorder
            && self.recording == Recording::Once
        {
            what(&mut recorder.borrow_mut(), self.at);
        }
    }

    /// Whether what is met is recorded.
    pub fn records(&self) -> bool {
        self.analysis.recorder.is_some() && self.recording == Recording::Once
    }

    /// Evaluates again what the same instruction evaluates another time, and records it only then: were it recorded each
    /// time, with all that is asked of each load on the way, `a->b->c` would take time exponential in its length.
    pub fn unrecorded<R>(&self, evaluate: impl FnOnce(&Transfer<'_, 'p>) -> R) -> R {
        let elsewhere = Transfer {
            recording: Recording::Elsewhere,
            ..*self
        };
        elsewhere.remembering(evaluate)
    }

    /// Evaluates something that changes nothing in the state but bring views up to date, so that what a place holds needs
    /// to be found out only once.
    pub fn remembering<R>(&self, evaluate: impl FnOnce(&Transfer<'_, 'p>) -> R) -> R {
        if self.remembered.is_some() {
            return evaluate(self);
        }
        let remembered = Remembered::default();
        evaluate(&Transfer {
            remembered: Some(&remembered),
            ..*self
        })
    }

    /// What a place was found to hold in the same state, unless that is to be recorded.
    pub fn recalled(&self, place: &Place) -> Option<Value> {
        let known = self.remembered.filter(|_| !self.records())?.borrow();
        let found = known.iter().find(|(known, _)| known == place)?;
        Some(found.1.clone())
    }

    /// Keeps what a place was found to hold.
    pub fn remember(&self, place: &Place, value: &Value) {
        if let Some(known) = self.remembered {
            known.borrow_mut().push((place.clone(), value.clone()));
        }
    }

    /// Records that what is done here refutes a claim, and tells so.
    pub fn refute(&self, claim: impl FnOnce() -> String) {
        self.record(|recorder, at| {
            let claim = claim();
            if !recorder.refuted.contains(&(at, claim.clone())) {
                log::trace!(target: "claim", "{}: {claim}", self.analysis.program.files.display(at));
                recorder.refuted.insert((at, claim));
            }
        });
    }

    /// Records that something here cannot be modelled soundly.
    pub fn obstacle(&self, what: String) {
        self.record(|recorder, at| recorder.obstacle(at, what));
    }
}
