//! Pointers that lead nowhere whenever they are followed: they are null, or have no value.
//!
//! What comes behind is dead only because of that. A pointer without a value may lead to anything all the same, and one that is always null
//! may be set by what the analysis is not shown, so where the settings forbid a proof that rests on accesses outside of objects, they forbid
//! one that rests on these. Where some state has a target, those without one are left out, as all that is undefined is.

use crate::ir::Position;
use crate::races::{Assumption, Effect, Obstacle};
use crate::semantics::settings::OutsideAccesses;
use crate::semantics::system::{Analysis, Recorder};

/// An obstacle for each such pointer, where proofs must not rest on it.
pub fn obstacles<'r>(analysis: &Analysis<'_>, recorder: &'r Recorder) -> impl Iterator<Item = Obstacle> + 'r {
    let forbid = analysis.settings.outside_accesses == OutsideAccesses::Obstacle;
    let found = leading_nowhere(recorder).filter(move |_| forbid);
    found.map(|at| Obstacle {
        at,
        what: "the pointer that is followed is null or has no value whenever that happens".to_owned(),
        effect: Effect::MayHideRace,
    })
}

/// What is taken for granted of each such pointer, where proofs may rest on it.
pub fn assumptions<'r>(analysis: &'r Analysis<'_>, recorder: &'r Recorder) -> impl Iterator<Item = Assumption> + 'r {
    let allow = analysis.settings.outside_accesses != OutsideAccesses::Obstacle;
    let found = leading_nowhere(recorder).filter(move |_| allow);
    found.map(|at| Assumption {
        what: format!(
            "The pointer at {}, which is null or has no value, is never followed: what comes after it was not analysed.",
            analysis.program.files.display(at),
        ),
        setting: None,
    })
}

fn leading_nowhere(recorder: &Recorder) -> impl Iterator<Item = Position> {
    let followed = recorder.followed.iter();
    followed
        .filter(|(_, leads_somewhere)| !**leads_somewhere)
        .map(|(at, _)| *at)
}
