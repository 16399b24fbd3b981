//! The SARIF format (OASIS, "Static Analysis Results Interchange Format", version 2.1.0, 2020).
//!
//! One result per finding: the first access of its most telling race is its place, the other one a related place. A code flow has one
//! thread flow for each side: where the thread is created, the calls, the locks that are taken, the access. What limits the result
//! stands in notifications; where it could hide a race, or nothing was decided, the execution counts as not successful.
//! The fingerprint names the cause without lines, so that it outlives edits elsewhere. Several programs of a build are several runs.

use super::deadlocks;
use super::model::{
    AccessReport, CallReport, Disposition, FindingReport, ObstacleReport, PlaceReport, RaceReport, Report, Status,
    VerdictReport,
};
use super::project::ProjectReport;
use super::text::{Detail, verdict};
use super::threads::is_handler;
use serde_json::{Value, json};

const HELP: &str = "Two threads access the same memory, at least one of them writes, and nothing orders the accesses: \
neither a common lock, nor a join, nor the creation of a thread, nor an atomic operation. The behaviour of such a program is \
undefined (C11, 5.1.2.4). Hold one lock at both accesses, make them atomic, or order them by creating or joining a thread in between. \
A finding of level `error` was executed; one of level `warning` could not be excluded.";

/// Where Pepsin is at home (`repository` of the package), if that is said.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

/// Renders a report as a SARIF log with one run.
pub fn render(report: &Report, _: Detail) -> String {
    log(vec![run(report)])
}

/// Renders the reports on several programs as a SARIF log with a run for each, whose category is the program.
pub fn render_project(project: &ProjectReport, _: Detail) -> String {
    let runs = project.programs.iter().map(|program| {
        let mut run = match &program.report {
            Some(report) => run(report),
            None => run_without_report(&program.errors),
        };
        // What stands behind the last stroke tells one run from the next; code hosts take what stands before it.
        run["automationDetails"] = json!({ "id": format!("pepsin/{}/", program.name) });
        run
    });
    log(runs.collect())
}

fn log(runs: Vec<Value>) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    });
    let mut text = serde_json::to_string_pretty(&log).expect("the log has string keys and no fallible values");
    text.push('\n');
    text
}

fn tool() -> Value {
    let mut tool = json!({
        "driver": {
            "name": "pepsin",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": [{
                "id": "data-race",
                "name": "DataRace",
                "shortDescription": { "text": "Two threads access the same memory, one writes, and nothing orders them." },
                "fullDescription": { "text": HELP },
                "help": { "text": HELP },
                "defaultConfiguration": { "level": "warning" },
                "properties": { "tags": ["concurrency", "correctness"], "precision": "medium" },
            }],
        },
    });
    // Where the package says where it is at home.
    if !HOME.is_empty() {
        tool["driver"]["informationUri"] = json!(HOME);
    }
    tool
}

/// The run of a program that could not be read.
fn run_without_report(errors: &[String]) -> Value {
    let notifications = errors
        .iter()
        .map(|error| json!({ "level": "error", "message": { "text": error } }));
    json!({
        "tool": tool(),
        "columnKind": "utf16CodeUnits",
        "invocations": [{
            "executionSuccessful": false,
            "toolExecutionNotifications": notifications.collect::<Vec<_>>(),
        }],
        "results": [],
    })
}

fn run(report: &Report) -> Value {
    let writer = Writer { report };
    let mut results: Vec<Value> = report.findings.iter().map(|finding| writer.result(finding)).collect();
    let mut tool = tool();
    if let Some(found) = &report.deadlocks {
        results.extend(deadlocks::results(found, |at| writer.physical(at)));
        if let Some(rules) = tool["driver"]["rules"].as_array_mut() {
            rules.push(deadlocks::rule());
        }
    }
    let hidden = report.obstacles.iter().any(|obstacle| obstacle.may_hide_race);
    let undecided = report.verdict == VerdictReport::Undecided;
    let mut notifications: Vec<Value> = report.obstacles.iter().map(|it| writer.notification(it)).collect();
    if undecided {
        notifications.push(json!({ "level": "error", "message": { "text": verdict(report) } }));
    }
    if let Some(sentence) = report.analysis.sentence() {
        notifications.push(json!({ "level": "note", "message": { "text": sentence } }));
    }
    for end in &report.execution_ends {
        notifications.push(json!({
            "level": "note",
            "message": { "text": end.sentence() },
            "locations": [writer.physical(&end.place)],
        }));
    }
    let mut run = json!({
        "tool": tool,
        "columnKind": "utf16CodeUnits",
        "invocations": [{
            "executionSuccessful": !(undecided || hidden),
            "toolExecutionNotifications": notifications,
        }],
        "properties": {
            "verdict": report.verdict,
            "settings": report.run.settings,
            "inputs": report.run.inputs,
            "assumptions": report.assumptions,
        },
        "results": results,
    });
    if let Some(file) = &report.run.configuration {
        run["properties"]["configuration"] = json!(file);
    }
    if let Some(open) = &report.open {
        run["properties"]["open"] = json!(open);
    }
    if let Some(found) = &report.deadlocks {
        run["properties"]["deadlocks"] = json!({
            "verdict": found.verdict,
            "uncovered": found.uncovered,
            "assumptions": found.assumptions,
        });
    }
    run
}

struct Writer<'r> {
    report: &'r Report,
}

impl Writer<'_> {
    fn result(&self, finding: &FindingReport) -> Value {
        let (level, what) = match finding.status {
            Status::Confirmed => ("error", "Data race"),
            Status::Possible | Status::Safe => ("warning", "Possible data race"),
        };
        let race = &finding.race;
        let mut result = json!({
            "ruleId": "data-race",
            "ruleIndex": 0,
            "level": level,
            "message": { "text": message(what, finding) },
            "locations": [self.physical(&race.first.place)],
            "relatedLocations": self.related(race),
            "codeFlows": [self.code_flow(race)],
            "partialFingerprints": { "pepsinCause/v1": finding.fingerprint },
            "rank": rank(finding),
        });
        let stacks: Vec<Value> = [&race.first, &race.second]
            .into_iter()
            .filter_map(|access| self.stack(access))
            .collect();
        if !stacks.is_empty() {
            result["stacks"] = json!(stacks);
        }
        add_disposition(&mut result, &finding.disposition);
        result
    }

    fn place(&self, place: &PlaceReport) -> Value {
        let root = self.report.run.root.as_deref();
        let relative = root.and_then(|root| place.file.strip_prefix(root)?.strip_prefix('/'));
        let mut physical = json!({ "artifactLocation": { "uri": uri(relative.unwrap_or(&place.file)) } });
        if place.line > 0 {
            let mut region = json!({ "startLine": place.line });
            if place.column > 0 {
                region["startColumn"] = json!(self.column(place));
            }
            physical["region"] = region;
        }
        physical
    }

    /// The column in UTF-16 units, where the line is at hand; else in bytes.
    fn column(&self, place: &PlaceReport) -> usize {
        let bytes = place.column.saturating_sub(1) as usize;
        let line = self.report.sources.line(&place.file, place.line);
        let before = line.and_then(|line| line.get(..bytes));
        before.map_or(bytes, |text| text.encode_utf16().count()) + 1
    }

    fn physical(&self, at: &PlaceReport) -> Value {
        json!({ "physicalLocation": self.place(at) })
    }

    /// The other access, unless it stands in the same place.
    fn related(&self, race: &RaceReport) -> Vec<Value> {
        let other = (race.second.place != race.first.place).then_some(&race.second);
        let entry = |access: &AccessReport| {
            json!({
                "id": 1,
                "physicalLocation": self.place(&access.place),
                "message": { "text": describe(access) },
            })
        };
        other.into_iter().map(entry).collect()
    }

    fn code_flow(&self, race: &RaceReport) -> Value {
        json!({ "threadFlows": [self.thread_flow(1, &race.first), self.thread_flow(2, &race.second)] })
    }

    /// From the creation of a thread over calls and locks to its access.
    fn thread_flow(&self, number: u32, access: &AccessReport) -> Value {
        let step = |at: &PlaceReport, text: String, kinds: &[&str]| {
            json!({
                "location": { "physicalLocation": self.place(at), "message": { "text": text } },
                "kinds": kinds,
            })
        };
        let created = access.created.iter();
        let begins = match is_handler(&access.thread) {
            true => "the signal handler is installed",
            false => "the thread is created",
        };
        let created = created.map(|at| step(at, begins.to_owned(), &["call", "function"]));
        let calls = access.stack.iter().skip(1).rev();
        let calls = calls.map(|call| step(&call.place, format!("{} calls", call.function), &["call", "function"]));
        let locks = access.held.iter().rev().filter_map(|held| {
            let taken = held.taken.as_ref()?;
            Some(step(taken, format!("takes {}", held.name()), &["acquire", "lock"]))
        });
        let access_step = step(&access.place, describe(access), &["danger"]);
        let steps: Vec<Value> = created.chain(calls).chain(locks).chain([access_step]).collect();
        json!({ "id": format!("thread {number}"), "message": { "text": access.thread }, "locations": steps })
    }

    fn stack(&self, access: &AccessReport) -> Option<Value> {
        let frame = |call: &CallReport| {
            json!({ "location": {
                "physicalLocation": self.place(&call.place),
                "logicalLocations": [{ "name": call.function, "kind": "function" }],
            } })
        };
        let frames: Vec<Value> = access.stack.iter().map(frame).collect();
        let message = format!("{} by {}", access.action(), access.thread);
        (!frames.is_empty()).then(|| json!({ "message": { "text": message }, "frames": frames }))
    }

    fn notification(&self, obstacle: &ObstacleReport) -> Value {
        json!({
            "level": if obstacle.may_hide_race { "warning" } else { "note" },
            "message": { "text": obstacle.what },
            "locations": [self.physical(&obstacle.place)],
        })
    }
}

/// Adds to a result what the user has said of it.
pub(super) fn add_disposition(result: &mut Value, said: &Disposition) {
    match said {
        Disposition::New => {}
        Disposition::Known => result["baselineState"] = json!("unchanged"),
        Disposition::Allowed { reason, at } => {
            let kind = if at.ends_with(".toml") || at.contains(".toml:") {
                "external"
            } else {
                "inSource"
            };
            result["suppressions"] = json!([{ "kind": kind, "justification": reason }]);
        }
    }
}

/// From 100 for what is confirmed down, by the order of findings.
fn rank(finding: &FindingReport) -> f64 {
    match finding.status {
        Status::Confirmed => 100.0,
        Status::Possible | Status::Safe => 90.0 / f64::from(finding.number.max(1)),
    }
}

fn message(what: &str, finding: &FindingReport) -> String {
    let side = |access: &AccessReport| format!("{} in {} by {}", access.action(), access.function, access.thread);
    let race = &finding.race;
    let other = match race.first.place == race.second.place {
        true => side(&race.second),
        // Code hosts make a link of the number of a related location.
        false => format!("[{}](1)", side(&race.second)),
    };
    let remedy = finding
        .remedies
        .first()
        .map(|remedy| format!(" What would order them: {remedy}"));
    let needs = race.needs(PlaceReport::display).map(|needs| format!("; {needs}"));
    format!(
        "{what} on {}: {}, and {other}; {}{}.{}",
        finding.title,
        side(&race.first),
        finding.suspicion.words(),
        needs.unwrap_or_default(),
        remedy.unwrap_or_default()
    )
}

fn describe(access: &AccessReport) -> String {
    format!(
        "{} in {} by {}, {}",
        access.action(),
        access.function,
        access.thread,
        access.holding()
    )
}

/// A file name as a relative or absolute URI: what is not allowed in a path is percent-encoded.
pub fn uri(file: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    let path: String = file.bytes().map(encode).collect();
    if path.starts_with('/') {
        format!("file://{path}")
    } else {
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_uris() {
        assert_eq!(uri("a b/c#.c"), "a%20b/c%23.c");
        assert_eq!(uri("/tmp/x.c"), "file:///tmp/x.c");
    }
}
