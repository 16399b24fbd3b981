//! Explanations as text: for safe locations what makes them safe, for the others why nothing excludes their pairs.

use super::build::Findings;
use super::hints::hints;
use super::model::Status;
use super::text::{describe, line, write_race, write_reasons};
use crate::races::Location;
use std::collections::BTreeSet;
use std::path::Path;

/// Explains the locations that are accessed on a line, and lie in an object with a name, where these are given.
pub fn render(findings: &Findings<'_>, on_line: Option<(&Path, u32)>, object: Option<&str>) -> String {
    let locations = findings.explainer.pairing.locations.iter();
    let wanted = |location: &&Location| {
        let name = &findings.evidence().objects[location.object.index()].name;
        let named = object.is_none_or(|object| object == name);
        named && on_line.is_none_or(|line| is_accessed_on(findings, location, line))
    };
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for location in locations.filter(wanted) {
        let paragraph = explain(findings, location);
        match paragraphs.iter_mut().find(|known| known.says_the_same(&paragraph)) {
            Some(known) => known.pairs += paragraph.pairs,
            None => paragraphs.push(paragraph),
        }
    }
    if paragraphs.is_empty() {
        return "No two threads have conflicting accesses to shared memory here.\n".to_owned();
    }
    paragraphs.iter().map(Paragraph::text).collect()
}

/// What is said of a location; instances of one allocation of which the same is said are one.
struct Paragraph {
    /// The location, and whether it is safe.
    head: String,
    /// How many conflicting pairs there are.
    pairs: u64,
    /// Why it is safe, or what remains.
    body: Body,
}

#[derive(PartialEq, Eq)]
enum Body {
    /// The rows that order all pairs, each with its fact.
    Safe(Vec<String>),
    /// The races, as text.
    Races(String),
}

impl Paragraph {
    fn says_the_same(&self, other: &Self) -> bool {
        (&self.head, &self.body) == (&other.head, &other.body)
    }

    fn text(&self) -> String {
        let mut out = String::new();
        line(&mut out, 0, &self.head);
        match &self.body {
            Body::Safe(because) => line(&mut out, 1, &safe_sentence(self.pairs, because)),
            Body::Races(races) => out.push_str(races),
        }
        out.push('\n');
        out
    }
}

/// `All 7 conflicting pairs of accesses are ordered by L (both accesses hold mutex).`
fn safe_sentence(pairs: u64, because: &[String]) -> String {
    let subject = match pairs {
        1 => "The only conflicting pair of accesses is ordered".to_owned(),
        2 => "Both conflicting pairs of accesses are ordered".to_owned(),
        pairs => format!("All {pairs} conflicting pairs of accesses are ordered"),
    };
    match because.split_last() {
        None => format!("{subject}."),
        Some((last, [])) => format!("{subject} by {last}."),
        Some((last, others)) => format!("{subject}, each by {} or {last}.", others.join(", ")),
    }
}

/// Whether some access to the location stands on a line of the first input.
fn is_accessed_on(findings: &Findings<'_>, location: &Location, (file, number): (&Path, u32)) -> bool {
    let family = |object: crate::races::ObjectId| findings.evidence().objects[object.index()].family;
    let file = file.strip_prefix(".").unwrap_or(file);
    let is_the_file = |id| Path::new(findings.program.files.name(id)).ends_with(file);
    findings.explainer.pairing.accesses.iter().any(|access| {
        let here = access.at.line == number && is_the_file(access.at.file);
        here && family(access.object) == location.object && access.bytes.overlaps(&location.bytes)
    })
}

fn explain(findings: &Findings<'_>, location: &Location) -> Paragraph {
    let report = findings.location_report(location);
    let (status, body) = match report.status {
        Status::Safe => {
            let arguments = findings.explainer.why_safe(location).unwrap_or_default();
            let catalogue = &findings.explainer.pairing.catalogue;
            let because = arguments
                .iter()
                .map(|argument| format!("{} ({})", catalogue[argument.row].id, argument.fact));
            ("safe", Body::Safe(because.collect()))
        }
        Status::Possible | Status::Confirmed => ("may race", Body::Races(races(findings, location))),
    };
    Paragraph {
        head: format!("{}: {status}", describe(&report)),
        pairs: location.pairs(),
        body,
    }
}

/// The pairs that remain, each pair of places once, and reasons that are those of the pair before once, too.
fn races(findings: &Findings<'_>, location: &Location) -> String {
    let mut out = String::new();
    let mut seen = BTreeSet::new();
    let mut reasons = None;
    for (pair, race) in findings.races(location) {
        let mut places = [&race.first, &race.second].map(|access| (access.place.display(), access.thread.clone()));
        places.sort();
        if !seen.insert(places) {
            continue;
        }
        out.push('\n');
        write_race(&mut out, &race);
        match reasons.replace(race.not_excluded_because.clone()) {
            Some(before) if before == race.not_excluded_because => {
                line(&mut out, 1, "not excluded for the same reasons");
            }
            _ => write_reasons(&mut out, &race),
        }
        let hints = hints(findings, pair, &race);
        if !hints.is_empty() {
            line(&mut out, 1, "what would order them");
        }
        hints.iter().for_each(|hint| line(&mut out, 2, hint));
    }
    out
}
