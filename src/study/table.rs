//! Studies as tables: for people, as CSV and as JSON.

use super::outcome::{Study, Tally};
use crate::tasks::Expected;
use serde::Serialize;
use std::fmt::Write;

/// A table for people, one line per configuration.
pub fn text(study: &Study) -> String {
    let tallies = study.tallies();
    let names: Vec<String> = tallies.iter().map(|tally| tally.configuration.name()).collect();
    let width = names
        .iter()
        .map(String::len)
        .max()
        .unwrap_or(0)
        .max("configuration".len());
    // A column for the time only where it was measured.
    let is_timed = tallies.iter().any(|tally| tally.time.is_some());
    let column = |text: String| if is_timed { format!("{text:>9} ") } else { String::new() };
    let mut out = format!(
        "{:width$}  {:>7} {:>10} {:>6} {:>6} {:>7} {}{:>10}\n",
        "configuration",
        "proved",
        "race-free",
        "wrong",
        "racy",
        "failed",
        column("seconds".to_owned()),
        "unknowns"
    );
    for (tally, name) in tallies.iter().zip(&names) {
        let Tally {
            proved,
            race_free,
            wrong,
            racy,
            failed,
            unknowns,
            ..
        } = tally;
        let seconds = column(format!("{:.2}", tally.time.unwrap_or_default().as_secs_f64()));
        let row = format!("{proved:>7} {race_free:>10} {wrong:>6} {racy:>6} {failed:>7} {seconds}{unknowns:>10}");
        writeln!(out, "{name:width$}  {row}").expect("writing to a string never fails");
    }
    let failures = study.outcomes.iter().flatten().filter_map(|outcome| {
        let reason = outcome.solved.as_ref().err()?;
        Some(format!("{}: {reason}\n", outcome.task))
    });
    out.extend(failures);
    out
}

/// One line per task and one column per configuration: 1 if the task is proved, else 0.
pub fn csv(study: &Study) -> String {
    let names = study
        .configurations
        .iter()
        .map(|(configuration, _)| configuration.name());
    let mut out = format!("task,expected,{}\n", names.collect::<Vec<_>>().join(","));
    for (task, expected, proved_by) in study.tasks() {
        let cell = |number: usize| if proved_by.contains(&number) { "1" } else { "0" };
        let cells: Vec<&str> = (0..study.configurations.len()).map(cell).collect();
        writeln!(out, "{},{},{}", quoted(task), word(expected), cells.join(","))
            .expect("writing to a string never fails");
    }
    out
}

/// A CSV cell; it is put in quotes where that is needed.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn word(expected: Expected) -> &'static str {
    match expected {
        Expected::RaceFree => "true",
        Expected::Race => "false",
        Expected::Unknown | Expected::NotAsked => "unknown",
    }
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    configurations: Vec<Line>,
    tasks: Vec<TaskLine<'a>>,
}

#[derive(Serialize)]
struct Line {
    rows: Vec<&'static str>,
    proved: u64,
    race_free: u64,
    wrong: u64,
    racy: u64,
    failed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u128>,
    unknowns: u64,
}

#[derive(Serialize)]
struct TaskLine<'a> {
    task: &'a str,
    expected: &'static str,
    proved_by: Vec<String>,
}

/// A JSON object with the tallies and, for each task, the configurations that prove it.
pub fn json(study: &Study) -> String {
    let line = |tally: Tally| Line {
        rows: tally.configuration.ids,
        proved: tally.proved,
        race_free: tally.race_free,
        wrong: tally.wrong,
        racy: tally.racy,
        failed: tally.failed,
        milliseconds: tally.time.map(|time| time.as_millis()),
        unknowns: tally.unknowns,
    };
    let name = |number: usize| study.configurations[number].0.name();
    let document = Document {
        version: 1,
        configurations: study.tallies().into_iter().map(line).collect(),
        tasks: (study.tasks().into_iter())
            .map(|(task, expected, proved_by)| TaskLine {
                task,
                expected: word(expected),
                proved_by: proved_by.into_iter().map(name).collect(),
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&document).expect("the model has string keys and no fallible values");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::outcome::tests::study;

    #[test]
    fn tables_show_every_configuration_and_task() {
        insta::assert_snapshot!("study_text", text(&study()));
        insta::assert_snapshot!("study_csv", csv(&study()));
        insta::assert_snapshot!("study_json", json(&study()));
    }

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
