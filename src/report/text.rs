//! The text format: the verdict; the findings, each with all that is needed to judge it; what limits the result; a summary.
//!
//! By default the report can be read in five minutes: the first findings in full and the others in one line each, at most
//! [`MOST_LINES`] lines altogether. Nothing is cut without a line that says how much.

use super::deadlocks::write_text;
use super::model::{
    AccessReport, Disposition, ExecutionEndReport, FindingReport, LocationReport, PlaceReport, RaceReport, Report,
    Status, VerdictReport,
};
use super::{open, snippets};
use crate::races::explain::NOTHING_KNOWN;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How much a renderer tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The verdict, and a line for each finding.
    Brief,
    /// What a reader can take in at once.
    #[default]
    Ordinary,
    /// Everything.
    Full,
}

/// How many lines an ordinary report has at most.
pub const MOST_LINES: usize = 200;

/// How many findings an ordinary report shows in full at most.
const SHOWN: usize = 10;

/// How many findings have a line of their own behind those shown in full at most.
const LISTED: usize = 25;

/// How many entries other lists have at most.
const ENTRIES: usize = 5;

/// Renders a report for people. Safe locations are only counted; `pepsin explain` tells why they are safe.
pub fn render(report: &Report, detail: Detail) -> String {
    let mut out = String::new();
    line(&mut out, 0, &verdict(report));
    let mut limits = String::new();
    if let Some(deadlocks) = &report.deadlocks {
        write_text(&mut limits, deadlocks, detail);
    }
    if detail > Detail::Brief {
        write_limits(&mut limits, report, detail);
        write_summary(&mut limits, report);
    }
    let room = match detail {
        Detail::Ordinary => MOST_LINES.saturating_sub(1 + limits.lines().count()),
        Detail::Brief | Detail::Full => usize::MAX,
    };
    write_findings(&mut out, report, detail, room);
    visible(&(out + &limits))
}

/// Appends a line, indented by two spaces for each level.
pub(super) fn line(out: &mut String, level: usize, text: &str) {
    writeln!(out, "{:width$}{text}", "", width = 2 * level).expect("writing to a string never fails");
}

/// The text with everything escaped that a terminal would obey: control characters and changes of direction.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        let direction = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        match letter {
            '\n' => shown.push('\n'),
            _ if letter.is_control() || direction => shown.extend(letter.escape_unicode()),
            _ => shown.push(letter),
        }
    }
    shown
}

/// Appends the findings in a number of lines.
fn write_findings(out: &mut String, report: &Report, detail: Detail, room: usize) {
    let (said, open): (Vec<_>, Vec<_>) = report
        .findings
        .iter()
        .partition(|finding| finding.disposition != Disposition::New);
    let mut rest = open.as_slice();
    if detail > Detail::Brief {
        let mut lines = 0;
        while let Some((finding, behind)) = rest.split_first() {
            let text = snippets::finding(report, finding, detail);
            lines += text.lines().count() + 1;
            // A blank line, a title, a line for what is cut, and one for what is allowed.
            let needed = lines + behind.len().min(LISTED) + 5;
            let shown = open.len() - rest.len();
            if detail == Detail::Ordinary && (shown >= SHOWN || needed > room) {
                break;
            }
            let _ = write!(out, "\n{text}");
            rest = behind;
        }
    }
    if !rest.is_empty() && detail > Detail::Brief {
        out.push('\n');
        line(out, 0, "Less likely, each in one line (all in full: `--verbose`):");
    }
    let most = if detail == Detail::Ordinary { LISTED } else { usize::MAX };
    rest.iter()
        .take(most)
        .for_each(|finding| line(out, 1, &in_one_line(finding)));
    if rest.len() > most {
        line(
            out,
            1,
            &format!("… and {} more (`--verbose` lists them).", rest.len() - most),
        );
    }
    write_said(out, &said, detail);
}

/// Appends what the user has spoken of: by default only how many findings that are.
fn write_said(out: &mut String, said: &[&FindingReport], detail: Detail) {
    if said.is_empty() || detail == Detail::Brief {
        return;
    }
    let known = said.iter().filter(|it| it.disposition == Disposition::Known).count();
    out.push('\n');
    let text = format!(
        "Not shown: {} allowed, {known} known from the baseline.",
        said.len() - known
    );
    line(out, 0, &text);
    if detail == Detail::Full {
        said.iter().for_each(|finding| line(out, 1, &in_one_line(finding)));
    }
}

/// `3. possible: `hits` of `struct cache` (write at a.c:4:5 in f, read at a.c:9:1 in g): …`.
fn in_one_line(finding: &FindingReport) -> String {
    let FindingReport {
        number, title, race, ..
    } = finding;
    let file = &race.first.place.file;
    let status = match finding.status {
        Status::Confirmed => "confirmed",
        Status::Possible | Status::Safe => "possible",
    };
    let said = finding.disposition.words();
    format!(
        "{number}. {status}: {title} ({} at {}, {} at {}): {}{said}",
        race.first.action(),
        race.first.place.display(),
        race.second.action(),
        race.second.place.seen_from(file),
        finding.suspicion.words()
    )
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

/// Appends a race: both accesses, and what it needs.
pub(super) fn write_race(out: &mut String, race: &RaceReport) {
    write_access(out, &race.first);
    write_access(out, &race.second);
    if race.confirmed {
        line(
            out,
            1,
            "confirmed: an execution makes both accesses with nothing that orders them",
        );
    }
    if let Some(needs) = race.needs(PlaceReport::display) {
        line(out, 2, &needs);
    }
}

/// Appends why the rows that know something did not exclude a race.
pub(super) fn write_reasons(out: &mut String, race: &RaceReport) {
    let nothing = |reason: &str| reason.strip_suffix('.') == Some(NOTHING_KNOWN);
    let known = race
        .not_excluded_because
        .0
        .iter()
        .filter(|(_, reason)| !nothing(reason));
    let known: Vec<_> = known.collect();
    if known.is_empty() {
        return;
    }
    line(out, 1, "not excluded because");
    let width = known.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    for (id, reason) in known {
        line(out, 2, &format!("{id:width$}  {reason}"));
    }
}

fn write_access(out: &mut String, access: &AccessReport) {
    let place = access.place.display();
    line(
        out,
        1,
        &format!("{} at {place} in {}", access.action(), access.function),
    );
    line(out, 2, &format!("by {}", access.thread));
    line(out, 2, &access.holding());
    for held in &access.held {
        if let Some(taken) = &held.taken {
            line(out, 2, &format!("{} is taken at {}", held.name(), taken.display()));
        }
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

/// Appends what limits the result.
fn write_limits(out: &mut String, report: &Report, detail: Detail) {
    let coarse = report.analysis.sentence().map(str::to_owned);
    write_list(out, "How much was told apart:", coarse.as_slice(), detail);
    let (hiding, imprecise): (Vec<_>, Vec<_>) = report.obstacles.iter().partition(|obstacle| obstacle.may_hide_race);
    let obstacle = |it: &&super::model::ObstacleReport| format!("{}: {}", it.place.display(), it.what);
    let texts = |list: &[&super::model::ObstacleReport]| list.iter().map(obstacle).collect::<Vec<_>>();
    write_list(out, "Not understood; a race could hide here:", &texts(&hiding), detail);
    write_list(
        out,
        "Not known exactly; this costs precision only:",
        &texts(&imprecise),
        detail,
    );
    // What executions did not see says something where they are the reason that something is left open.
    let is_settled = match report.verdict {
        VerdictReport::RaceFree => true,
        VerdictReport::Race => detail < Detail::Full && possible_besides(report) == 0,
        VerdictReport::PossibleRace | VerdictReport::Undecided => false,
    };
    if !is_settled {
        let ended = report.execution_ends.iter().map(ended);
        write_list(out, "Why no more is confirmed:", &ended.collect::<Vec<_>>(), detail);
    }
    let dead = report.dead_code.iter().map(|dead| {
        let (place, behind) = (dead.place.display(), dead.behind.display());
        format!("{place} in {}, behind {} at {behind}", dead.function, dead.operation)
    });
    write_list(
        out,
        "Never reached, because the operation before it never ends:",
        &dead.collect::<Vec<_>>(),
        detail,
    );
    write_list(out, "How the program is entered:", &open::said(report), detail);
    write_assumptions(out, report, detail);
    let configuration = report.run.silent_configuration().map(str::to_owned);
    write_list(out, "Configured by:", configuration.as_slice(), detail);
    let settings = report.run.settings.iter().map(|setting| {
        let super::model::SettingReport {
            key,
            value,
            default,
            source,
        } = setting;
        format!("{key} = {value} instead of {default} ({source})")
    });
    write_list(
        out,
        "Settings that differ from their defaults:",
        &settings.collect::<Vec<_>>(),
        detail,
    );
    write_list(
        out,
        "Races are allowed here, and there is none:",
        &report.unused_allowances,
        detail,
    );
    if detail == Detail::Full {
        let figures = report
            .statistics
            .0
            .iter()
            .map(|(name, value)| format!("{name}: {value}"));
        write_list(out, "Figures:", &figures.collect::<Vec<_>>(), detail);
    }
}

/// `executions ended at main.c:4:5: `strtok_r` is not executed (12 times)`.
fn ended(end: &ExecutionEndReport) -> String {
    format!("{} ({})", end.sentence(), count(end.times, "time", "times"))
}

/// Appends a list with its title, if there is anything in it.
fn write_list(out: &mut String, title: &str, entries: &[String], detail: Detail) {
    if entries.is_empty() {
        return;
    }
    out.push('\n');
    line(out, 0, title);
    let most = if detail == Detail::Full { usize::MAX } else { ENTRIES };
    entries.iter().take(most).for_each(|entry| line(out, 1, entry));
    if entries.len() > most {
        line(
            out,
            1,
            &format!("… and {} more (`--verbose` lists them).", entries.len() - most),
        );
    }
}

/// Appends what is assumed. An assumption can make a proof wrong; what is reported besides does not become better by it. But what a user's
/// model says may hide a race anywhere, and so may what is declared of the calls of an open program.
fn write_assumptions(out: &mut String, report: &Report, detail: Detail) {
    let all = report.verdict == VerdictReport::RaceFree || detail == Detail::Full;
    let shown = report
        .assumptions
        .iter()
        .filter(|it| all || matches!(it.setting.as_deref(), Some("models" | "open-groups")));
    let assumed = shown.map(|assumption| {
        let setting = assumption.setting.as_ref().map(|name| format!(" (setting `{name}`)"));
        format!("{}{}", assumption.what, setting.unwrap_or_default())
    });
    let assumed: Vec<String> = assumed.collect();
    let detail = if assumed.len() <= 2 * ENTRIES {
        Detail::Full
    } else {
        detail
    };
    write_list(out, "Assumed:", &assumed, detail);
}

/// Appends the counts at the end.
fn write_summary(out: &mut String, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    let confirmed = report
        .findings
        .iter()
        .filter(|it| it.status == Status::Confirmed)
        .count();
    let findings = report.findings.len();
    let open = report.locations.iter().filter(|it| it.status != Status::Safe).count();
    out.push('\n');
    line(
        out,
        0,
        &format!(
            "{}: {confirmed} confirmed, {} possible; {open} of {} with conflicting accesses {} concerned.",
            count(findings as u64, "finding", "findings"),
            findings - confirmed,
            count(report.locations.len() as u64, "location", "locations"),
            if open == 1 { "is" } else { "are" },
        ),
    );
}

/// The first line.
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
        VerdictReport::Race => match possible_besides(report) {
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

/// The number of locations with findings of their own, none of which is confirmed.
fn possible_besides(report: &Report) -> u64 {
    let possible = report
        .findings
        .iter()
        .filter(|finding| finding.status == Status::Possible);
    let locations: BTreeSet<usize> = possible.flat_map(|finding| finding.locations.iter().copied()).collect();
    locations.len() as u64
}

/// `1 pair`, `2 pairs`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(visible("a\u{1b}[31m\tb\n\u{202e}c"), "a\\u{1b}[31m\\u{9}b\n\\u{202e}c");
    }
}
