//! Deadlocks in the text format, behind what is said of races.

use super::model::{BlockedReport, CircleReport, DeadlockVerdict, DeadlocksReport};
use crate::races::explain::NOTHING_KNOWN;
use crate::report::model::{Disposition, Status};
use crate::report::text::{Detail, line};

/// So many circles are told in full, unless all is to be told.
const SHOWN: usize = 5;

/// Appends what is said of deadlocks.
pub fn write_text(out: &mut String, report: &DeadlocksReport, detail: Detail) {
    line(out, 0, &report.sentence());
    if detail == Detail::Brief {
        report
            .circles
            .iter()
            .for_each(|circle| line(out, 1, &in_one_line(circle)));
        return;
    }
    let shown = match detail {
        Detail::Full => usize::MAX,
        Detail::Brief | Detail::Ordinary => SHOWN,
    };
    let (open, said): (Vec<&CircleReport>, Vec<&CircleReport>) = report
        .circles
        .iter()
        .partition(|circle| circle.disposition == Disposition::New);
    for circle in open.iter().take(shown) {
        out.push('\n');
        write_circle(out, circle, detail);
    }
    if open.len() > shown {
        out.push('\n');
        line(out, 0, "More deadlocks, each in one line (all in full: `--verbose`):");
        open.iter()
            .skip(shown)
            .for_each(|circle| line(out, 1, &in_one_line(circle)));
    }
    if !said.is_empty() {
        out.push('\n');
        line(out, 0, "Deadlocks that are allowed, or known from the baseline:");
        said.iter().for_each(|circle| line(out, 1, &in_one_line(circle)));
    }
    if report.has_more {
        let text = format!(
            "There may be more: circles are listed up to {} threads, and not all where there are too many.",
            report.longest
        );
        line(out, 0, &text);
    }
    let faults = report.faults.iter();
    let faults = faults.map(|fault| format!("{} in {}: {}", fault.place.display(), fault.function, fault.what));
    write_list(out, "Locks used wrongly:", faults);
    let obstacles = report.obstacles.iter();
    let obstacles = obstacles.map(|it| format!("{}: {}", it.place.display(), it.what));
    write_list(out, "Not understood; a deadlock could hide here:", obstacles);
    let uncovered = report.uncovered.iter();
    let uncovered = uncovered.map(|it| match it.place.line {
        0 => it.what.clone(),
        _ => format!("{}, first at {}", it.what, it.place.display()),
    });
    write_list(out, "Not covered by what is said of deadlocks:", uncovered);
    if report.verdict == DeadlockVerdict::NoLockDeadlock || detail == Detail::Full {
        write_list(out, "Assumed of deadlocks:", report.assumptions.iter().cloned());
    }
}

fn write_list(out: &mut String, title: &str, entries: impl Iterator<Item = String>) {
    let entries: Vec<String> = entries.collect();
    if entries.is_empty() {
        return;
    }
    out.push('\n');
    line(out, 0, title);
    entries.iter().for_each(|entry| line(out, 1, entry));
}

fn in_one_line(circle: &CircleReport) -> String {
    let places: Vec<String> = circle.threads.iter().map(|thread| thread.place.display()).collect();
    let said = circle.disposition.words();
    format!("{}: {} ({}){said}", circle.what(), circle.title(), places.join(", "))
}

fn write_circle(out: &mut String, circle: &CircleReport, detail: Detail) {
    line(out, 0, &format!("{}: {}", circle.what(), circle.title()));
    circle.threads.iter().for_each(|thread| write_thread(out, thread));
    if let Some(at) = &circle.kept_at {
        line(out, 1, &format!("the other thread ends at {}", at.display()));
    }
    if circle.status == Status::Confirmed {
        line(out, 1, "confirmed: an execution ends with these threads waiting");
    }
    if let Some(execution) = circle.execution.as_ref().filter(|_| detail == Detail::Full) {
        let turns = execution.schedule.iter();
        let turns: Vec<String> = turns
            .map(|[thread, steps]| format!("thread {thread} for {steps} steps"))
            .collect();
        line(out, 2, &turns.join(", "));
    }
    let known = circle.not_excluded_because.0.iter();
    let known: Vec<_> = known
        .filter(|(_, reason)| reason.strip_suffix('.') != Some(NOTHING_KNOWN))
        .collect();
    if !known.is_empty() {
        line(out, 1, "not excluded because");
        let width = known.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
        for (id, reason) in known {
            line(out, 2, &format!("{id:width$}  {reason}"));
        }
    }
}

fn write_thread(out: &mut String, thread: &BlockedReport) {
    let BlockedReport { place, function, .. } = thread;
    let text = format!("waits for {} at {} in {function}", thread.wanted, place.display());
    line(out, 1, &text);
    line(out, 2, &format!("by {}", thread.thread));
    match &thread.taken {
        Some(taken) => line(out, 2, &format!("having {}, taken at {}", thread.has, taken.display())),
        None => line(out, 2, &format!("having {}", thread.has)),
    }
    for call in thread.stack.iter().skip(1) {
        let place = call.place.display();
        line(out, 2, &format!("called from {} at {place}", call.function));
    }
}
