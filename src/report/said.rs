//! What users say of findings: that they allow one, or that they know it already.
//!
//! None of it changes a verdict, a location or a pair. A finding that is allowed or known stays in every format, with what was said of it;
//! only the exit status and what counts as new depend on it.
//!
//! - A comment `// pepsin: allow race -- reason` speaks of the races with an access on its line or the next one. A finding is allowed if
//!   that holds for each of its races: what is found besides them is new.
//! - A comment `// pepsin: allow deadlock -- reason` speaks of the circles in which a thread waits on its line or the next one.
//! - A table `[[allow]]` in `pepsin.toml` names an `object` as the report does, or the `fingerprint` of a finding, and a `reason`.
//! - A baseline lists findings by their fingerprints. One that was possible then and is confirmed now is new, and so is one that races in
//!   other functions than then.

use super::deadlocks::CircleReport;
use super::model::{Disposition, FindingReport, PlaceReport, Report, Status};
use super::sources::Sources;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The words of comments that allow something, and what they allow.
const COMMENTS: [(&str, Finds); 2] = [
    ("pepsin: allow race", Finds::Races),
    ("pepsin: allow deadlock", Finds::Deadlocks),
];

/// The version of baselines.
const VERSION: u32 = 1;

/// Something that a user allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What.
    pub what: Allowed,
    /// Why.
    pub reason: String,
    /// Where that is said.
    pub at: String,
}

/// What is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// What is found on a line or the next one.
    Line {
        /// What that is.
        finds: Finds,
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// Findings on an object, named as the report names it.
    Object(String),
    /// The finding with a fingerprint.
    Fingerprint(String),
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// Races, by their accesses.
    Races,
    /// Threads that wait in a circle, by where they wait.
    Deadlocks,
}

/// The findings of an earlier run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u32,
    findings: Vec<Known>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    deadlocks: Vec<KnownDeadlock>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    fingerprint: String,
    title: String,
    confirmed: bool,
    sides: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownDeadlock {
    fingerprint: String,
    title: String,
    confirmed: bool,
}

/// The comments of the sources that allow something.
pub fn comments(sources: &Sources) -> Vec<Allowance> {
    let mut found = Vec::new();
    for (file, text) in sources.files() {
        for (line, content) in (1..).zip(text.lines()) {
            let comment = COMMENTS.iter().find_map(|(words, finds)| {
                let (before, rest) = content.split_once(words)?;
                Some((before, rest, *finds))
            });
            let Some((before, rest, finds)) = comment else {
                continue;
            };
            let reason = rest.trim_start().strip_prefix("--").unwrap_or_default();
            let is_comment = before.trim_end().ends_with("//") || before.trim_end().ends_with("/*");
            if is_comment {
                found.push(Allowance {
                    what: Allowed::Line {
                        finds,
                        file: file.to_owned(),
                        line,
                    },
                    reason: reason.trim().trim_end_matches("*/").trim_end().to_owned(),
                    at: format!("{file}:{line}"),
                });
            }
        }
    }
    found
}

impl Baseline {
    /// The findings of some reports.
    pub fn of<'r>(reports: impl IntoIterator<Item = &'r Report> + Clone) -> Self {
        let known = |finding: &FindingReport| Known {
            fingerprint: finding.fingerprint.clone(),
            title: finding.title.clone(),
            confirmed: finding.status == Status::Confirmed,
            sides: finding.sides.clone(),
        };
        let known_deadlock = |circle: &CircleReport| KnownDeadlock {
            fingerprint: circle.fingerprint.clone(),
            title: circle.title(),
            confirmed: circle.status == Status::Confirmed,
        };
        let deadlocks = reports
            .clone()
            .into_iter()
            .filter_map(|report| report.deadlocks.as_ref());
        let circles = deadlocks.flat_map(|deadlocks| &deadlocks.circles);
        let mut deadlocks: Vec<KnownDeadlock> = circles.map(known_deadlock).collect();
        deadlocks.sort();
        deadlocks.dedup();
        let mut findings: Vec<Known> = reports
            .into_iter()
            .flat_map(|report| &report.findings)
            .map(known)
            .collect();
        findings.sort();
        // Programs of one build may share what is found.
        findings.dedup();
        Baseline {
            version: VERSION,
            findings,
            deadlocks,
        }
    }

    /// Reads a baseline; `name` is the file's name in messages.
    ///
    /// # Errors
    /// A message with its place, if the text is not a baseline of this version.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let baseline: Baseline = serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            format!("{name}:{line}:{column}: error: This is not a baseline: {error}.")
        })?;
        match baseline.version {
            VERSION => Ok(baseline),
            other => Err(format!(
                "{name}: error: This baseline has version {other}; version {VERSION} is understood."
            )),
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a baseline has string keys and no fallible values");
        text.push('\n');
        text
    }

    fn knows(&self, finding: &FindingReport) -> bool {
        self.findings.iter().any(|known| {
            known.fingerprint == finding.fingerprint
                && (known.confirmed || finding.status != Status::Confirmed)
                && finding.sides.iter().all(|side| known.sides.contains(side))
        })
    }

    fn knows_circle(&self, circle: &CircleReport) -> bool {
        self.deadlocks.iter().any(|known| {
            known.fingerprint == circle.fingerprint && (known.confirmed || circle.status != Status::Confirmed)
        })
    }
}

/// Notes on each circle what is said of it; gives the numbers of the allowances that speak of one.
fn apply_to_circles(
    circles: &mut [CircleReport],
    allowances: &[Allowance],
    baseline: Option<&Baseline>,
) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    for circle in circles {
        let speaks = |allowance: &Allowance| match &allowance.what {
            Allowed::Object(_) => false,
            Allowed::Fingerprint(fingerprint) => circle.fingerprint == *fingerprint,
            Allowed::Line { finds, file, line } => {
                let mut waits = circle.threads.iter().map(|thread| &thread.place);
                *finds == Finds::Deadlocks && waits.any(|at| is_at(at, file, *line))
            }
        };
        let speaking: Vec<usize> = (0..allowances.len())
            .filter(|number| speaks(&allowances[*number]))
            .collect();
        if let Some(first) = speaking.first().map(|number| &allowances[*number]) {
            circle.disposition = Disposition::Allowed {
                reason: first.reason.clone(),
                at: first.at.clone(),
            };
        } else if baseline.is_some_and(|baseline| baseline.knows_circle(circle)) {
            circle.disposition = Disposition::Known;
        }
        used.extend(speaking);
    }
    used
}

/// Notes on each finding what is said of it, and in the report what was allowed and is not there.
pub fn apply(report: &mut Report, allowances: &[Allowance], baseline: Option<&Baseline>) {
    let mut used: BTreeSet<usize> = BTreeSet::new();
    let cut: Vec<bool> = report.locations.iter().map(|location| location.unlisted > 0).collect();
    for finding in &mut report.findings {
        // Of races that are not listed nobody can say that they are allowed.
        let is_cut = finding
            .locations
            .iter()
            .any(|location| cut.get(*location) == Some(&true));
        let mut speaking = Vec::new();
        for (number, allowance) in allowances.iter().enumerate() {
            if concerns(allowance, finding) {
                used.insert(number);
                speaking.push(allowance);
            }
        }
        if let Some(first) = speaking.first().filter(|_| covered(&speaking, finding, is_cut)) {
            finding.disposition = Disposition::Allowed {
                reason: first.reason.clone(),
                at: first.at.clone(),
            };
        } else if baseline.is_some_and(|baseline| baseline.knows(finding)) {
            finding.disposition = Disposition::Known;
        }
    }
    if let Some(deadlocks) = &mut report.deadlocks {
        used.extend(apply_to_circles(&mut deadlocks.circles, allowances, baseline));
    }
    let is_asked = report.deadlocks.is_some();
    let is_of_deadlocks = |allowance: &Allowance| {
        matches!(
            allowance.what,
            Allowed::Line {
                finds: Finds::Deadlocks,
                ..
            }
        )
    };
    let unused = allowances
        .iter()
        .enumerate()
        .filter(|(number, allowance)| !used.contains(number) && (is_asked || !is_of_deadlocks(allowance)));
    report.unused_allowances = unused.map(|(_, allowance)| allowance.at.clone()).collect();
}

/// Whether an allowance speaks of a finding, or of a race in it.
fn concerns(allowance: &Allowance, finding: &FindingReport) -> bool {
    match &allowance.what {
        Allowed::Object(object) => finding.title.split('`').nth(1) == Some(object) || finding.title == *object,
        Allowed::Fingerprint(fingerprint) => finding.fingerprint == *fingerprint,
        Allowed::Line { finds, file, line } => {
            *finds == Finds::Races && finding.places.iter().flatten().any(|at| is_at(at, file, *line))
        }
    }
}

fn is_at(at: &PlaceReport, file: &str, line: u32) -> bool {
    at.file == file && (at.line == line || at.line == line.saturating_add(1))
}

/// Whether what is allowed of a finding is all of it.
fn covered(speaking: &[&Allowance], finding: &FindingReport, is_cut: bool) -> bool {
    let whole = speaking
        .iter()
        .any(|allowance| !matches!(allowance.what, Allowed::Line { .. }));
    let race = |places: &[PlaceReport; 2]| {
        speaking.iter().any(|allowance| match &allowance.what {
            Allowed::Line { file, line, .. } => places.iter().any(|at| is_at(at, file, *line)),
            Allowed::Object(_) | Allowed::Fingerprint(_) => true,
        })
    };
    whole || !is_cut && !speaking.is_empty() && finding.places.iter().all(race)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_allows_with_its_reason_and_other_text_does_not() {
        let source =
            "int x; // pepsin: allow race -- only a figure\n/* pepsin: allow race -- why */\n\"pepsin: allow race\"\n";
        let sources = Sources::read(["a.c"], |_| Some(source.to_owned()));
        let found = comments(&sources);
        let told: Vec<(&str, &str)> = found.iter().map(|it| (it.at.as_str(), it.reason.as_str())).collect();
        assert_eq!(told, [("a.c:1", "only a figure"), ("a.c:2", "why")]);
    }

    #[test]
    fn a_baseline_is_read_back_as_it_is_written() {
        let baseline = Baseline {
            version: VERSION,
            findings: vec![Known {
                fingerprint: "0".to_owned(),
                title: "x".to_owned(),
                confirmed: false,
                sides: vec!["read in f, write in g".to_owned()],
            }],
            deadlocks: vec![KnownDeadlock {
                fingerprint: "1".to_owned(),
                title: "threads take a, b in different orders".to_owned(),
                confirmed: true,
            }],
        };
        assert_eq!(Baseline::parse("b", &baseline.text()), Ok(baseline));
        assert!(Baseline::parse("b", "{\"version\": 2, \"findings\": []}").is_err());
    }
}
