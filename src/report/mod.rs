//! The report: one data model, and renderers that turn it into text for people and for programs.
//!
//! [`build`](fn@build) makes a [`Report`] from the evidence and its pairs; a renderer is a pure function from a report to text.
//! A format is one file here and one row of [`FORMATS`]; nothing here prints.
//! This layer does not know how anything in the report was found out.

mod build;
pub mod code;
mod deadlocks;
pub mod dump;
pub mod execution;
pub mod explanation;
pub mod fast;
mod fingerprint;
mod hints;
mod json;
mod model;
mod open;
mod page;
mod project;
pub mod said;
mod sarif;
mod snippets;
pub mod sources;
mod spelling;
#[cfg(test)]
mod tests;
mod text;
mod threads;

pub use build::{Findings, build, unfinished};
pub use deadlocks::{
    BlockedReport, CircleReport, CircleShape, DeadlockVerdict, DeadlocksReport, ExecutedReport, LockFaultReport,
    LockOrderReport, UncoveredReport,
};
pub use model::{
    AccessReport, AssumptionReport, CallReport, DeadCodeReport, Disposition, ExecutionEndReport, FindingReport,
    HeldReport, LocationReport, ObstacleReport, Ordered, PlaceReport, RaceReport, Report, RunReport, SettingReport,
    Status, Suspicion, ThreadReport, VerdictReport,
};
pub use open::{DeclarationReport, EntryReport, OpenReport};
pub use project::{ProgramReport, ProjectReport};
pub use sarif::uri;
pub use sources::Sources;
pub use text::{Detail, visible};
pub use threads::thread_name;

/// An output format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name that selects it.
    pub name: &'static str,
    /// What it is for, as a sentence.
    pub help: &'static str,
    /// Renders a report; the text ends with a line break. Formats for programs tell everything in any detail.
    pub render: fn(&Report, Detail) -> String,
    /// Renders the reports on several programs of a build, likewise.
    pub render_project: fn(&ProjectReport, Detail) -> String,
}

/// All formats, the default first.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        help: "For people at a terminal.",
        render: text::render,
        render_project: project::render_text,
    },
    Format {
        name: "sarif",
        help: "For code hosts and editors: SARIF 2.1.0, one result per location that may race.",
        render: sarif::render,
        render_project: sarif::render_project,
    },
    Format {
        name: "html",
        help: "For a browser: one page that needs no other files.",
        render: page::render,
        render_project: page::render_project,
    },
    Format {
        name: "json",
        help: "For programs: one JSON object with a version.",
        render: json::render,
        render_project: json::render_project,
    },
];

/// The format with a name.
pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The schema of the JSON format (JSON Schema, draft 2020-12), as text that ends with a line break.
pub fn schema() -> String {
    schema_of::<project::Output>()
}

fn schema_of<T: schemars::JsonSchema>() -> String {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema has string keys and no fallible values");
    text.push('\n');
    text
}
