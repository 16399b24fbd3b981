//! The JSON format: the data model as it is, on several lines.

use super::{Detail, Report};

/// Renders a report as a JSON object.
pub fn render(report: &Report, _: Detail) -> String {
    let mut text = serde_json::to_string_pretty(report).expect("the model has string keys and no fallible values");
    text.push('\n');
    text
}
