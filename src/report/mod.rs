//! The report: one data model, and renderers that turn it into text for people and for programs.
//!
//! [`build`] makes a [`Report`] from the evidence and its pairs; a renderer is a pure function from a report to text.
//! A format is one file here and one row of [`FORMATS`]; nothing here prints.
//! This layer does not know how anything in the report was found out.

mod build;
pub mod dump;
pub mod execution;
pub mod explanation;
mod hints;
mod html;
mod json;
mod model;
mod sarif;
mod spelling;
#[cfg(test)]
mod tests;
mod text;
mod threads;

pub use build::{Findings, build};
pub use model::{
    AccessReport, AssumptionReport, CallReport, DeadCodeReport, LocationReport, ObstacleReport, Ordered, PlaceReport,
    RaceReport, Report, Status, VerdictReport,
};
pub use threads::thread_name;

/// An output format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name that selects it.
    pub name: &'static str,
    /// What it is for, as a sentence.
    pub help: &'static str,
    /// Renders a report; the text ends with a line break.
    pub render: fn(&Report) -> String,
}

/// All formats, the default first.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        help: "For people at a terminal.",
        render: text::render,
    },
    Format {
        name: "sarif",
        help: "For code hosts and editors: SARIF 2.1.0, one result per location that may race.",
        render: sarif::render,
    },
    Format {
        name: "html",
        help: "For a browser: one page without scripts or other files.",
        render: html::render,
    },
    Format {
        name: "json",
        help: "For programs: one JSON object with a version.",
        render: json::render,
    },
];

/// The format with a name.
pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
