//! What was found out about the programs of a build that makes several.
//!
//! Each program has a report of its own; nothing is said of them together but which one is the worst.

use super::model::{Report, VERSION, VerdictReport};
use super::text::{self, Detail, line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reports on the programs of a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProjectReport {
    /// The version of the format.
    pub version: u32,
    /// The programs, in the order of the build.
    pub programs: Vec<ProgramReport>,
}

/// One program of a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramReport {
    /// Its name: that of the file with `main` without its ending, or the whole path where two have the same name.
    pub name: String,
    /// The file with `main`.
    pub main: String,
    /// What was found out; nothing if the program could not be read.
    pub report: Option<Report>,
    /// Why it could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

/// What the JSON format holds: the report on a program, or those on the programs of a build.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "Only its schema is used.")]
pub(super) enum Output {
    /// Of one program.
    Program(Box<Report>),
    /// Of several.
    Project(ProjectReport),
}

impl ProjectReport {
    /// The reports on some programs.
    pub fn new(programs: Vec<ProgramReport>) -> Self {
        ProjectReport {
            version: VERSION,
            programs,
        }
    }

    /// The programs that could be read, by number from 1, with their reports.
    pub(super) fn reports(&self) -> impl Iterator<Item = (usize, &ProgramReport, &Report)> {
        let numbered = (1..).zip(&self.programs);
        numbered.filter_map(|(number, program)| Some((number, program, program.report.as_ref()?)))
    }
}

impl ProgramReport {
    /// `server (src/server.c)`.
    pub(super) fn title(&self) -> String {
        match self.name == self.main {
            true => self.name.clone(),
            false => format!("{} ({})", self.name, self.main),
        }
    }

    /// The first line of its report.
    pub(super) fn verdict(&self) -> String {
        match &self.report {
            Some(report) => text::verdict(report),
            None => "Not read: the source is not understood.".to_owned(),
        }
    }

    /// Whether there is nothing to look at.
    fn is_proved(&self) -> bool {
        self.report
            .as_ref()
            .is_some_and(|report| report.verdict == VerdictReport::RaceFree)
    }
}

/// Renders reports for people: the verdicts, and then the report on each program, those that are not proved first.
pub(super) fn render_text(project: &ProjectReport, detail: Detail) -> String {
    let mut out = String::new();
    let proved = project.programs.iter().filter(|program| program.is_proved()).count();
    line(
        &mut out,
        0,
        &format!(
            "{} of {} programs are proved free of data races.",
            proved,
            project.programs.len()
        ),
    );
    for program in &project.programs {
        line(&mut out, 1, &format!("{}: {}", program.title(), program.verdict()));
    }
    let mut out = text::visible(&out);
    let (proved, open): (Vec<_>, Vec<_>) = project.reports().partition(|(_, program, _)| program.is_proved());
    for (_, program, report) in open.into_iter().chain(proved) {
        out.push_str(&text::visible(&format!("\n=== {} ===\n\n", program.title())));
        out.push_str(&text::render(report, detail));
    }
    out
}
