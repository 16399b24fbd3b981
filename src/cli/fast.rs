//! `pepsin check --stage fast`: which locations of a program need the precise analysis.

use super::checking::Checking;
use super::run::Run;
use super::{Exit, Failure};
use crate::pipeline::{self, Project};
use crate::report::Detail;
use crate::report::fast::{FastReport, build, render_json, render_text};
use std::path::Path;

/// Tells it of all programs of a build, each within the limits of the settings together with those before it.
pub fn run(checking: &Checking, format: &str, file: Option<&Path>, detail: Detail) -> Result<Exit, Failure> {
    if !matches!(format, "text" | "json") {
        return Err(Failure::general("the fast stage tells its result as text or json"));
    }
    let settings = &checking.resolved.settings;
    let run = Run::begin_without_report(settings);
    let mut project = Project::read(&checking.inputs, settings, run.watch())?;
    let members = project.members(settings, run.watch())?;
    let mut reports: Vec<FastReport> = Vec::new();
    for member in &members {
        let (program, _) = project.program(member, settings, run.watch())?;
        let found = pipeline::fast(&program, settings);
        let about = checking.about(&project.inputs_of(member));
        reports.push(build(&program, &found, about));
    }
    let text = match format {
        "json" => render_json(&reports),
        _ => reports.iter().map(|report| render_text(report, detail)).collect(),
    };
    run.write(&text, file, Exit::Undecided)?;
    Ok(Exit::Undecided)
}
