//! Deadlocks in SARIF: a rule of their own, and one result for each circle and each lock that is used wrongly.

use super::model::{BlockedReport, DeadlocksReport};
use crate::report::model::{PlaceReport, Status};
use crate::report::sarif::add_disposition;
use serde_json::{Value, json};

const HELP: &str = "Threads wait for each other in a circle: each holds a lock, or is a thread, that another one waits for. \
Take locks in one order everywhere, or hold a lock that is common to all. A finding of level `error` was executed; one of level `warning` \
could not be excluded.";

/// The rule.
pub fn rule() -> Value {
    json!({
        "id": "deadlock",
        "name": "Deadlock",
        "shortDescription": { "text": "Threads wait for each other in a circle." },
        "fullDescription": { "text": HELP },
        "help": { "text": HELP },
        "defaultConfiguration": { "level": "warning" },
        "properties": { "tags": ["concurrency", "correctness"], "precision": "medium" },
    })
}

/// The results; places become physical locations by `physical`.
pub fn results(report: &DeadlocksReport, physical: impl Fn(&PlaceReport) -> Value) -> Vec<Value> {
    let step = |at: &PlaceReport, text: String, kinds: &[&str]| {
        let mut location = physical(at);
        location["message"] = json!({ "text": text });
        json!({ "location": location, "kinds": kinds })
    };
    let flow = |(number, thread): (usize, &BlockedReport)| {
        let created = thread.created.iter();
        let created = created.map(|at| step(at, "the thread is created".to_owned(), &["call", "function"]));
        let calls = thread.stack.iter().skip(1).rev();
        let calls = calls.map(|call| step(&call.place, format!("{} calls", call.function), &["call", "function"]));
        let taken = thread.taken.iter();
        let taken = taken.map(|at| step(at, format!("takes {}", thread.has), &["acquire", "lock"]));
        let waits = step(&thread.place, thread.sentence(), &["danger"]);
        let steps: Vec<Value> = created.chain(calls).chain(taken).chain([waits]).collect();
        json!({ "id": format!("thread {}", number + 1), "message": { "text": thread.thread }, "locations": steps })
    };
    let circles = report.circles.iter().map(|circle| {
        let sentences: Vec<String> = circle.threads.iter().map(BlockedReport::sentence).collect();
        let others = circle.threads.iter().skip(1).enumerate().map(|(number, thread)| {
            let mut related = physical(&thread.place);
            related["id"] = json!(number + 1);
            related["message"] = json!({ "text": thread.sentence() });
            related
        });
        let mut result = json!({
            "ruleId": "deadlock",
            "ruleIndex": 1,
            "partialFingerprints": { "pepsinCause/v1": circle.fingerprint },
            "level": if circle.status == Status::Confirmed { "error" } else { "warning" },
            "message": { "text": format!("A {}: {}. {}.", circle.what(), circle.title(), sentences.join("; ")) },
            "locations": circle.threads.first().map(|thread| physical(&thread.place)).into_iter().collect::<Vec<_>>(),
            "relatedLocations": others.collect::<Vec<_>>(),
            "codeFlows": [{ "threadFlows": circle.threads.iter().enumerate().map(flow).collect::<Vec<_>>() }],
        });
        add_disposition(&mut result, &circle.disposition);
        result
    });
    let faults = report.faults.iter().map(|fault| {
        json!({
            "ruleId": "deadlock",
            "ruleIndex": 1,
            "level": "note",
            "message": { "text": fault.what },
            "locations": [physical(&fault.place)],
        })
    });
    circles.chain(faults).collect()
}
