//! The JSON format: the data model as it is, on several lines.

use super::{Detail, ProjectReport, Report};
use serde::Serialize;

/// Renders a report as a JSON object.
pub fn render(report: &Report, _: Detail) -> String {
    written(report)
}

/// Renders the reports on several programs as a JSON object.
pub fn render_project(project: &ProjectReport, _: Detail) -> String {
    written(project)
}

fn written(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("the model has string keys and no fallible values");
    text.push('\n');
    text
}
