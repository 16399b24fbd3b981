//! What is undefined whenever it happens: a pointer is followed that is null or has no value, or a number is divided by zero.
//!
//! What comes behind is dead only because of that. A pointer without a value may lead to anything all the same, one that is always null
//! may be set by what the analysis is not shown, as a divisor may, and not every machine traps at a division by zero. So where the settings
//! forbid a proof that rests on accesses outside of objects, they forbid one that rests on these. Where some state has a target or a
//! result, those without one are left out, as all that is undefined is.

use crate::ir::Position;
use crate::races::{Assumption, Effect, Obstacle};
use crate::semantics::settings::OutsideAccesses;
use crate::semantics::system::{Analysis, Recorder, Undefined};

/// An obstacle for each such place, where proofs must not rest on it.
pub fn obstacles<'r>(analysis: &Analysis<'_>, recorder: &'r Recorder) -> impl Iterator<Item = Obstacle> + 'r {
    let forbid = analysis.settings.outside_accesses == OutsideAccesses::Obstacle;
    let found = always_undefined(recorder).filter(move |_| forbid);
    found.map(|(at, what)| Obstacle {
        at,
        what: match what {
            Undefined::PointerToNowhere => "the pointer that is followed is null or has no value whenever that happens",
            Undefined::DivisionByZero => "what is divided by is zero whenever that happens",
        }
        .to_owned(),
        effect: Effect::MayHideRace,
    })
}

/// What is taken for granted of each such place, where proofs may rest on it.
pub fn assumptions<'r>(analysis: &'r Analysis<'_>, recorder: &'r Recorder) -> impl Iterator<Item = Assumption> + 'r {
    let allow = analysis.settings.outside_accesses != OutsideAccesses::Obstacle;
    let found = always_undefined(recorder).filter(move |_| allow);
    found.map(|(at, what)| {
        let at = analysis.program.files.display(at);
        let never = match what {
            Undefined::PointerToNowhere => {
                format!("The pointer at {at}, which is null or has no value, is never followed")
            }
            Undefined::DivisionByZero => format!("The divisor at {at}, which is zero, never divides"),
        };
        Assumption {
            what: format!("{never}: what comes after it was not analysed."),
            setting: None,
        }
    })
}

fn always_undefined(recorder: &Recorder) -> impl Iterator<Item = (Position, Undefined)> {
    let met = recorder.undefined_unless.iter();
    met.filter(|(_, is_defined)| !**is_defined).map(|(key, _)| *key)
}
