//! What a result takes for granted of what this program does: of functions without body, of memory from outside, of accesses outside of
//! their objects, of wide counters, of other processes.

use super::objects::all_objects;
use super::undefined;
use crate::races::Assumption;
use crate::semantics::settings::{OutsideAccesses, OutsideMemory};
use crate::semantics::system::{Analysis, Recorder};
use crate::values::{ObjectId, ObjectKind, Source};

/// Those of one analysis.
pub fn assumptions(analysis: &Analysis<'_>, recorder: &Recorder) -> Vec<Assumption> {
    let pure = recorder.unknown_functions.iter().map(|function| Assumption {
        what: format!("{function} touches no memory of the program."),
        setting: Some("unknown-functions"),
    });
    let (relation, consequence) = match analysis.settings.outside_accesses {
        OutsideAccesses::Absent => ("would lie", "is never made: what comes after it was not analysed"),
        OutsideAccesses::Object | OutsideAccesses::Obstacle => ("lies", "touches that object all the same"),
    };
    let outside = recorder.outside_accesses.iter().map(|at| Assumption {
        what: format!(
            "The access at {}, which {relation} outside of its object, {consequence}.",
            analysis.program.files.display(*at),
        ),
        setting: Some("outside-accesses"),
    });
    let wide = recorder.wide_counters.first().map(|at| Assumption {
        what: format!(
            "Counters of 64 bits, as the one at {}, are changed fewer than 2^31 times.",
            analysis.program.files.display(*at),
        ),
        setting: None,
    });
    let processes = recorder.memory_of_processes.first().map(|at| Assumption {
        what: format!(
            "Other processes are left out: what they do to memory that they share with this one, as from the call at {}, is not looked at.",
            analysis.program.files.display(*at),
        ),
        setting: None,
    });
    pure.chain(outside)
        .chain(undefined::assumptions(analysis, recorder))
        .chain(wide)
        .chain(processes)
        .chain(assumed_outside(analysis))
        .collect()
}

/// What is taken for granted of memory from outside, if there is any.
fn assumed_outside(analysis: &Analysis<'_>) -> Option<Assumption> {
    let is_outside = |object: ObjectId| match analysis.objects.kind(object) {
        ObjectKind::External(Source::Variable(variable)) => !analysis.leads_to_stream(variable),
        ObjectKind::External(Source::Outside(_)) => true,
        ObjectKind::External(Source::Function(function)) => {
            let function = analysis.program.function(function);
            function.body.is_none() && analysis.library.model(&function.name).is_none()
        }
        _ => false,
    };
    let what = match analysis.settings.outside_memory {
        OutsideMemory::Any => return None,
        OutsideMemory::Typed => {
            "Memory from outside of the program is used by its type: two pointers from there lead to the same memory, or to a variable that \
             others can name, only where the types are compatible or one contains the other."
        }
        OutsideMemory::Separate => {
            "Memory that comes from different functions and variables outside of the program is different, and none of it the program's."
        }
    };
    all_objects(analysis).any(is_outside).then(|| Assumption {
        what: what.to_owned(),
        setting: Some("outside-memory"),
    })
}
