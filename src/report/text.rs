//! The text format: the races, each with all that is needed to judge it; then what limits the result; the verdict last.

use super::model::{
    AccessReport, DeadCodeReport, LocationReport, ObstacleReport, RaceReport, Report, Status, VerdictReport,
};
use std::fmt::Write;

/// Renders a report for people. Safe locations are only counted; `pepsin explain` tells why they are safe.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    let open = report
        .locations
        .iter()
        .filter(|location| location.status != Status::Safe);
    open.for_each(|location| write_location(&mut out, location));
    write_obstacles(&mut out, &report.obstacles);
    write_dead_code(&mut out, &report.dead_code);
    write_execution_ends(&mut out, report);
    // An assumption can make a proof wrong; what is reported besides does not become better by it.
    if report.verdict == VerdictReport::RaceFree {
        write_assumptions(&mut out, report);
    }
    line(&mut out, 0, &verdict(report));
    out
}

/// Appends a line, indented by two spaces for each level.
pub(super) fn line(out: &mut String, level: usize, text: &str) {
    writeln!(out, "{:width$}{text}", "", width = 2 * level).expect("writing to a string never fails");
}

/// Appends one location that may race.
fn write_location(out: &mut String, location: &LocationReport) {
    let what = match location.status {
        Status::Confirmed => "Data race",
        Status::Possible | Status::Safe => "Possible data race",
    };
    line(out, 0, &format!("{what} on {}", describe(location)));
    for race in &location.races {
        out.push('\n');
        write_race(out, race);
    }
    if location.unlisted > 0 {
        out.push('\n');
        line(
            out,
            1,
            &format!("and {} here.", count(location.unlisted, "more pair", "more pairs")),
        );
    }
    out.push('\n');
}

/// `list.head (struct node *, bytes 8..16), declared at list.c:3:5`.
pub(super) fn describe(location: &LocationReport) -> String {
    let ty = location
        .part_type
        .as_ref()
        .map(|ty| format!("{ty}, "))
        .unwrap_or_default();
    let declared = match location.declared.line {
        0 => String::new(),
        _ => format!(", declared at {}", location.declared.display()),
    };
    let (object, part, bytes) = (&location.object, &location.part, &location.bytes);
    format!("{object}{part} ({ty}bytes {bytes}){declared}")
}

/// Appends a race: both accesses, and why nothing excluded it.
pub(super) fn write_race(out: &mut String, race: &RaceReport) {
    write_access(out, &race.first);
    write_access(out, &race.second);
    if race.status == Status::Confirmed {
        line(
            out,
            1,
            "confirmed: an execution makes both accesses with nothing that orders them",
        );
    }
    if !race.not_excluded_because.0.is_empty() {
        line(out, 1, "not excluded because");
    }
    let reasons = grouped(&race.not_excluded_because.0);
    let single = reasons.iter().filter(|(ids, _)| ids.len() == 1);
    let width = single.map(|(ids, _)| ids[0].len()).max().unwrap_or(0);
    for (ids, reason) in reasons {
        let ids = ids.join(", ");
        line(out, 2, &format!("{ids:width$}  {reason}"));
    }
}

/// The rows that give the same reason, together, in the order of the first of each.
fn grouped<'r>(reasons: &'r [(&'static str, String)]) -> Vec<(Vec<&'static str>, &'r str)> {
    let mut groups: Vec<(Vec<&str>, &str)> = Vec::new();
    for (id, reason) in reasons {
        match groups.iter_mut().find(|group| group.1 == reason) {
            Some(group) => group.0.push(id),
            None => groups.push((vec![id], reason)),
        }
    }
    // What says something comes first.
    groups.sort_by_key(|(ids, _)| ids.len() > 1);
    groups
}

fn write_access(out: &mut String, access: &AccessReport) {
    let kind = access.operation.unwrap_or(access.kind);
    line(
        out,
        1,
        &format!("{kind} at {} in {}", access.place.display(), access.function),
    );
    line(out, 2, &format!("by {}", access.thread));
    match access.locks.as_slice() {
        [] => line(out, 2, "holding no lock"),
        locks => line(out, 2, &format!("holding {}", locks.join(", "))),
    }
    if let Some(address) = &access.address {
        line(out, 2, address);
    }
    // The innermost call is the access itself, which stands above.
    for call in access.stack.iter().skip(1) {
        let place = call.place.display();
        line(out, 2, &format!("called from {} at {place}", call.function));
    }
}

fn write_obstacles(out: &mut String, obstacles: &[ObstacleReport]) {
    let (hiding, imprecise): (Vec<_>, Vec<_>) = obstacles.iter().partition(|obstacle| obstacle.may_hide_race);
    let groups = [
        (hiding, "Not understood; a race could hide here:"),
        (imprecise, "Not known exactly; this costs precision only:"),
    ];
    for (group, title) in groups.into_iter().filter(|(group, _)| !group.is_empty()) {
        line(out, 0, title);
        for obstacle in group {
            line(out, 1, &format!("{}: {}", obstacle.place.display(), obstacle.what));
        }
        out.push('\n');
    }
}

fn write_dead_code(out: &mut String, dead_code: &[DeadCodeReport]) {
    if dead_code.is_empty() {
        return;
    }
    line(out, 0, "Never reached, because the operation before it never ends:");
    for dead in dead_code {
        let (place, behind) = (dead.place.display(), dead.behind.display());
        line(
            out,
            1,
            &format!("{place} in {}, behind {} at {behind}", dead.function, dead.operation),
        );
    }
    out.push('\n');
}

/// What executions did not see says something where they are the reason that something is left open.
fn write_execution_ends(out: &mut String, report: &Report) {
    if report.execution_ends.is_empty() || report.verdict == VerdictReport::RaceFree {
        return;
    }
    line(out, 0, "Not seen by executions:");
    for end in &report.execution_ends {
        line(out, 1, &end.sentence());
    }
    out.push('\n');
}

fn write_assumptions(out: &mut String, report: &Report) {
    if report.assumptions.is_empty() {
        return;
    }
    line(out, 0, "Assumed:");
    for assumption in &report.assumptions {
        let setting = assumption
            .setting
            .map(|name| format!(" (setting `{name}`)"))
            .unwrap_or_default();
        line(out, 1, &format!("{}{setting}", assumption.what));
    }
    out.push('\n');
}

/// The last line.
pub(super) fn verdict(report: &Report) -> String {
    let number = |status| {
        report
            .locations
            .iter()
            .filter(|location| location.status == status)
            .count() as u64
    };
    let locations = |number| count(number, "location", "locations");
    match report.verdict {
        VerdictReport::RaceFree => match (number(Status::Safe), report.explored_states) {
            (0, _) => "No data race: no two threads share memory that either writes.".to_owned(),
            (safe, None) => format!(
                "No data race: all conflicting accesses to {} are ordered.",
                locations(safe)
            ),
            (safe, Some(states)) => format!(
                "No data race on {}, by exhaustive exploration ({}).",
                locations(safe),
                count(states, "state", "states")
            ),
        },
        VerdictReport::Race => match number(Status::Possible) {
            0 => format!("Data race on {}.", locations(number(Status::Confirmed))),
            more => format!(
                "Data race on {}, possible data race on {}.",
                locations(number(Status::Confirmed)),
                count(more, "more location", "more locations")
            ),
        },
        VerdictReport::PossibleRace => format!(
            "Possible data race on {}; {} safe.",
            locations(number(Status::Possible)),
            number(Status::Safe)
        ),
        VerdictReport::Undecided => "Undecided: the analysis could not be completed.".to_owned(),
    }
}

/// `1 pair`, `2 pairs`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
