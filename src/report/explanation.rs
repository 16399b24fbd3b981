//! Explanations as text: for safe locations what makes them safe, for the others why nothing excludes their pairs.

use super::build::Findings;
use super::hints::hints;
use super::model::Status;
use super::text::{count, describe, line, write_race};
use crate::races::Location;

/// Explains the locations that are accessed on a line, and lie in an object with a name, where these are given.
pub fn render(findings: &Findings<'_>, on_line: Option<u32>, object: Option<&str>) -> String {
    let locations = findings.explainer.pairing.locations.iter();
    let wanted = |location: &&Location| {
        let name = &findings.evidence().objects[location.object.index()].name;
        let named = object.is_none_or(|object| object == name);
        named && on_line.is_none_or(|number| is_accessed_on(findings, location, number))
    };
    let text: String = locations
        .filter(wanted)
        .map(|location| explain(findings, location))
        .collect();
    if text.is_empty() {
        "No two threads have conflicting accesses to shared memory here.\n".to_owned()
    } else {
        text
    }
}

/// Whether some access to the location stands on a line of the first input.
fn is_accessed_on(findings: &Findings<'_>, location: &Location, number: u32) -> bool {
    let family = |object: crate::races::ObjectId| findings.evidence().objects[object.index()].family;
    let main_file = crate::ir::FileId(0);
    findings.explainer.pairing.accesses.iter().any(|access| {
        let here = access.at.line == number && access.at.file == main_file;
        here && family(access.object) == location.object && access.bytes.overlaps(&location.bytes)
    })
}

fn explain(findings: &Findings<'_>, location: &Location) -> String {
    let report = findings.location_report(location);
    let mut out = String::new();
    match report.status {
        Status::Safe => {
            line(&mut out, 0, &format!("{}: safe", describe(&report)));
            let pairs = count(
                location.pairs(),
                "conflicting pair of accesses",
                "conflicting pairs of accesses",
            );
            line(&mut out, 1, &format!("{pairs}, all ordered, because"));
            report.because.iter().for_each(|because| line(&mut out, 2, because));
        }
        Status::Possible | Status::Confirmed => {
            line(&mut out, 0, &format!("{}: may race", describe(&report)));
            for (race, pair) in report.races.iter().zip(findings.ranked(location)) {
                out.push('\n');
                write_race(&mut out, race);
                let hints = hints(findings, pair);
                if !hints.is_empty() {
                    line(&mut out, 1, "what is missing");
                }
                hints.iter().for_each(|hint| line(&mut out, 2, hint));
            }
        }
    }
    out.push('\n');
    out
}
