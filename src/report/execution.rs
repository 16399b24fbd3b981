//! An executed race as text: who ran when, and where both threads stood.

use super::text::line;
use crate::explore::{Race, RacingAccess};
use crate::ir::Program;

/// Renders a race that an execution showed.
pub fn render(program: &Program, race: &Race) -> String {
    let mut out = String::new();
    line(&mut out, 0, &format!("Data race on {}", race.object));
    for access in [&race.first, &race.second] {
        out.push('\n');
        write_access(&mut out, program, access);
    }
    out.push('\n');
    line(&mut out, 0, "The threads ran in these turns:");
    for segment in &race.execution.segments {
        line(
            &mut out,
            1,
            &format!("thread {} for {} steps", segment.thread, segment.steps),
        );
    }
    if !race.execution.inputs.is_empty() {
        let inputs: Vec<String> = race.execution.inputs.iter().map(u64::to_string).collect();
        line(&mut out, 0, &format!("The inputs were {}.", inputs.join(", ")));
    }
    out
}

fn write_access(out: &mut String, program: &Program, access: &RacingAccess) {
    let kind = if access.kind.writes() { "write" } else { "read" };
    let name = |function| &program.function(function).name;
    let place = program.files.display(access.at);
    line(out, 1, &format!("{kind} at {place} in {}", name(access.function)));
    let thread = match access.creator {
        None => format!("by thread {}, {}", access.thread, name(access.routine)),
        Some((creator, at)) => format!(
            "by thread {}, {} created by thread {creator} at {}",
            access.thread,
            name(access.routine),
            program.files.display(at)
        ),
    };
    line(out, 2, &thread);
    match access.snapshot.locks.as_slice() {
        [] => line(out, 2, "holding no lock"),
        locks => {
            let locks: Vec<&str> = locks.iter().map(|(lock, _)| lock.as_str()).collect();
            line(out, 2, &format!("holding {}", locks.join(", ")));
        }
    }
    for (function, at) in access.snapshot.stack.iter().rev() {
        line(
            out,
            2,
            &format!("in {} at {}", name(*function), program.files.display(*at)),
        );
    }
}
