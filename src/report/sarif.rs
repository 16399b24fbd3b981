//! The SARIF format (OASIS, "Static Analysis Results Interchange Format", version 2.1.0, 2020).
//!
//! One result per location that may race: the first access is its place, the other accesses are related places, and a code
//! flow has one thread flow for each side, from where the thread is created to the access.
//! The fingerprint names the object, the functions and the kinds of the accesses, but no lines, so that it outlives edits elsewhere.

use super::model::{
    AccessReport, ExecutionEndReport, LocationReport, ObstacleReport, PlaceReport, RaceReport, Report, Status,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Renders a report as a SARIF log with one run.
pub fn render(report: &Report) -> String {
    let open = report
        .locations
        .iter()
        .filter(|location| location.status != Status::Safe);
    let results: Vec<Value> = open.filter_map(result).collect();
    let ends = report.execution_ends.iter().map(execution_end);
    let notifications: Vec<Value> = report.obstacles.iter().map(notification).chain(ends).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "pepsin",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": [{
                        "id": "data-race",
                        "name": "DataRace",
                        "shortDescription": { "text": "Two threads access the same memory, one writes, and nothing orders them." },
                    }],
                },
            },
            "columnKind": "utf16CodeUnits",
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notifications }],
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("the log has string keys and no fallible values");
    text.push('\n');
    text
}

/// The result for a location; nothing if none of its races is listed.
fn result(location: &LocationReport) -> Option<Value> {
    let first = location.races.first()?;
    let confirmed = location.status == Status::Confirmed;
    let (level, what) = if confirmed {
        ("error", "Data race")
    } else {
        ("warning", "Possible data race")
    };
    Some(json!({
        "ruleId": "data-race",
        "ruleIndex": 0,
        "level": level,
        "message": { "text": message(what, location, first) },
        "locations": [physical(&first.first.place)],
        "relatedLocations": related(location),
        "codeFlows": location.races.iter().map(code_flow).collect::<Vec<Value>>(),
        "partialFingerprints": { "pepsinLocation/v1": fingerprint(location) },
    }))
}

fn message(what: &str, location: &LocationReport, race: &RaceReport) -> String {
    let side = |access: &AccessReport| format!("{} in {} by {}", access.kind, access.function, access.thread);
    format!(
        "{what} on {}: {}, and {}.",
        location.object,
        side(&race.first),
        side(&race.second)
    )
}

fn place(place: &PlaceReport) -> Value {
    let mut region = json!({});
    if place.line > 0 {
        region["startLine"] = json!(place.line);
    }
    if place.column > 0 {
        region["startColumn"] = json!(place.column);
    }
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if place.line > 0 {
        physical["region"] = region;
    }
    physical
}

fn physical(at: &PlaceReport) -> Value {
    json!({ "physicalLocation": place(at) })
}

/// All accesses but the first one, each once.
fn related(location: &LocationReport) -> Vec<Value> {
    let accesses = location.races.iter().flat_map(|race| [&race.first, &race.second]);
    let mut seen = BTreeSet::new();
    let distinct = accesses.filter(|access| seen.insert((&access.place, access.kind)));
    let entry = |(number, access): (usize, &AccessReport)| {
        json!({
            "id": number,
            "physicalLocation": place(&access.place),
            "message": { "text": describe(access) },
        })
    };
    distinct.enumerate().skip(1).map(entry).collect()
}

fn describe(access: &AccessReport) -> String {
    let locks = match access.locks.as_slice() {
        [] => "no lock".to_owned(),
        locks => locks.join(", "),
    };
    format!(
        "{} in {} by {}, holding {locks}",
        access.kind, access.function, access.thread
    )
}

fn code_flow(race: &RaceReport) -> Value {
    json!({ "threadFlows": [thread_flow(1, &race.first), thread_flow(2, &race.second)] })
}

/// From the creation of a thread to its access.
fn thread_flow(number: u32, access: &AccessReport) -> Value {
    let step = |at: &PlaceReport, text: String| json!({ "location": { "physicalLocation": place(at), "message": { "text": text } } });
    let created = access
        .created
        .iter()
        .map(|at| step(at, "the thread is created".to_owned()));
    let steps: Vec<Value> = created.chain([step(&access.place, describe(access))]).collect();
    json!({ "id": format!("thread {number}"), "message": { "text": access.thread }, "locations": steps })
}

fn notification(obstacle: &ObstacleReport) -> Value {
    json!({
        "level": if obstacle.may_hide_race { "warning" } else { "note" },
        "message": { "text": obstacle.what },
        "locations": [physical(&obstacle.place)],
    })
}

fn execution_end(end: &ExecutionEndReport) -> Value {
    json!({
        "level": "note",
        "message": { "text": end.sentence() },
        "locations": [physical(&end.place)],
    })
}

/// A file name as a relative or absolute URI: what is not allowed in a path is percent-encoded.
fn uri(file: &str) -> String {
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

/// The hash FNV-1a of what names the race without lines, in hexadecimal digits.
fn fingerprint(location: &LocationReport) -> String {
    let accesses = location.races.iter().flat_map(|race| [&race.first, &race.second]);
    let sides: BTreeSet<(&str, &str)> = accesses.map(|access| (access.function.as_str(), access.kind)).collect();
    let text = format!("{} {} {sides:?}", location.object, location.bytes);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
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
