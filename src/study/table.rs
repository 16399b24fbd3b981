//! Studies as tables: for people, as CSV and as JSON.

use super::outcome::{Answer, Outcome, Score, Study, Tally};
use super::published::Published;
use crate::tasks::Expected;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Renders a study, with the results of other tools.
pub type Table = fn(&Study, &[Published]) -> String;

/// The formats of the table of configurations, by their names.
pub const TABLES: [(&str, Table); 3] = [("text", text), ("markdown", markdown), ("latex", latex)];

/// The lines of the table, below one with the names of the columns; the first column is left-aligned, the others right-aligned.
fn lines(study: &Study, published: &[Published]) -> Vec<Vec<String>> {
    let tallies = study.tallies();
    // A column for the time only where it was measured.
    let is_timed = tallies.iter().any(|tally| tally.time.is_some());
    let of_tool = |number: u64| number.to_string();
    let line = |name: String, numbers: [String; 5], time: String, unknowns: String| {
        let time = is_timed.then_some(time);
        std::iter::once(name)
            .chain(numbers)
            .chain(time)
            .chain([unknowns])
            .collect()
    };
    let names = ["proved", "race-free", "wrong", "racy", "failed"].map(str::to_owned);
    let mut lines = vec![line(
        "configuration".to_owned(),
        names,
        "seconds".to_owned(),
        "unknowns".to_owned(),
    )];
    for tally in &tallies {
        let numbers = [tally.proved, tally.race_free, tally.wrong, tally.racy, tally.failed];
        lines.push(line(
            tally.configuration.name(),
            numbers.map(of_tool),
            format!("{:.2}", tally.time.unwrap_or_default().as_secs_f64()),
            tally.unknowns.to_string(),
        ));
    }
    let (Some(outcomes), Some(tally)) = (study.outcomes.first(), tallies.first()) else {
        return lines;
    };
    for tool in published {
        let compared = tool.compare(outcomes);
        let numbers = [
            compared.proved,
            tally.race_free,
            compared.wrong,
            tally.racy,
            compared.missing,
        ];
        lines.push(line(
            tool.name.clone(),
            numbers.map(of_tool),
            String::new(),
            String::new(),
        ));
    }
    lines
}

/// What is answered where all that Pepsin has takes part, and what that is worth; a sentence.
fn answered(study: &Study) -> Option<String> {
    let score = study.score()?;
    let wrong = match score.wrong_proofs + score.wrong_races {
        0 => String::new(),
        wrong => format!(", {wrong} wrong"),
    };
    Some(format!(
        "answered: {} of {} race-free, {} of {} racy{wrong}: {} points",
        score.proofs,
        score.race_free,
        score.races,
        score.racy,
        score.points()
    ))
}

/// What became of the tasks that could not be solved, a line each.
fn failures(study: &Study) -> impl Iterator<Item = String> {
    study.outcomes.iter().flatten().filter_map(|outcome| {
        let reason = outcome.solved.as_ref().err()?;
        Some(format!("{}: {reason}", outcome.task))
    })
}

/// A table for people, one line per configuration and tool. Of a tool, `failed` are the tasks that its table does not name.
pub fn text(study: &Study, published: &[Published]) -> String {
    let lines = lines(study, published);
    let width = lines.iter().filter_map(|line| Some(line.first()?.len())).max();
    let mut out = String::new();
    for line in &lines {
        for (number, (cell, name)) in line.iter().zip(&lines[0]).enumerate() {
            let cell = match number {
                0 => format!("{cell:0$} ", width.unwrap_or(0)),
                _ => format!(" {cell:>0$}", TEXT_COLUMN.max(name.len())),
            };
            out.push_str(&cell);
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out.extend(answered(study).map(|answered| answered + "\n"));
    out.extend(failures(study).map(|failure| failure + "\n"));
    out
}

/// How wide a column of numbers is at least, in letters.
const TEXT_COLUMN: usize = 9;

/// The table in Markdown.
pub fn markdown(study: &Study, published: &[Published]) -> String {
    let lines = lines(study, published);
    let mut out = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells: Vec<String> = line.iter().map(|cell| cell.replace('|', "\\|")).collect();
        writeln!(out, "| {} |", cells.join(" | ")).expect("writing to a string never fails");
        if number == 0 {
            let rules = "| ---: ".repeat(line.len() - 1);
            writeln!(out, "| --- {rules}|").expect("writing to a string never fails");
        }
    }
    out.extend(answered(study).map(|answered| format!("\n{answered}\n")));
    let failures: Vec<String> = failures(study).map(|failure| format!("- {failure}\n")).collect();
    if !failures.is_empty() {
        out.push('\n');
        out.extend(failures);
    }
    out
}

/// The table in LaTeX, for the package `booktabs`; answers and what failed are comments.
pub fn latex(study: &Study, published: &[Published]) -> String {
    let lines = lines(study, published);
    let columns = lines.first().map_or(0, Vec::len);
    let mut out = format!(
        "\\begin{{tabular}}{{l{}}}\n\\toprule\n",
        "r".repeat(columns.saturating_sub(1))
    );
    for (number, line) in lines.iter().enumerate() {
        let cells: Vec<String> = line.iter().map(|cell| escaped(cell)).collect();
        writeln!(out, "{} \\\\", cells.join(" & ")).expect("writing to a string never fails");
        if number == 0 {
            out.push_str("\\midrule\n");
        }
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
    out.extend(answered(study).map(|answered| format!("% {answered}\n")));
    out.extend(failures(study).map(|failure| format!("% {failure}\n")));
    out
}

/// A text as LaTeX prints it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// One line per task: what is known of it, one column per configuration (1 if the task is proved, else 0), what is answered if that counts,
/// and what each other tool says; nothing where its table does not name the task.
pub fn csv(study: &Study, published: &[Published]) -> String {
    let configurations = study
        .configurations
        .iter()
        .map(|(configuration, _)| configuration.name());
    let answer = study.scored.then(|| "answer".to_owned());
    let tools = published.iter().map(|tool| quoted(&tool.name));
    let names: Vec<String> = configurations.chain(answer).chain(tools).collect();
    let mut out = format!("task,expected,{}\n", names.join(","));
    let answers = study.outcomes.first().into_iter().flatten().map(Outcome::answer);
    for ((task, expected, proved_by), answer) in study.tasks().into_iter().zip(answers) {
        let cell = |number: usize| if proved_by.contains(&number) { "1" } else { "0" };
        let configurations = (0..study.configurations.len()).map(cell);
        let answer = study.scored.then_some(answer.word());
        let tools = published.iter().map(|tool| tool.says(task).map_or("", Answer::word));
        let cells: Vec<&str> = configurations.chain(answer).chain(tools).collect();
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
    #[serde(skip_serializing_if = "Option::is_none")]
    answered: Option<ScoreLine>,
    tasks: Vec<TaskLine<'a>>,
}

#[derive(Serialize)]
struct ScoreLine {
    proofs: u64,
    race_free: u64,
    races: u64,
    racy: u64,
    wrong_proofs: u64,
    wrong_races: u64,
    points: i64,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Answer>,
    /// What other tools say, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    others: BTreeMap<&'a str, Answer>,
}

/// A JSON object with the tallies and, for each task, the configurations that prove it, the answer if that counts, and what other tools say.
pub fn json(study: &Study, published: &[Published]) -> String {
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
    let score = |score: Score| ScoreLine {
        proofs: score.proofs,
        race_free: score.race_free,
        races: score.races,
        racy: score.racy,
        wrong_proofs: score.wrong_proofs,
        wrong_races: score.wrong_races,
        points: score.points(),
    };
    let others = |task| {
        let said = published
            .iter()
            .filter_map(|tool| Some((tool.name.as_str(), tool.says(task)?)));
        said.collect()
    };
    let answers = study.outcomes.first().into_iter().flatten().map(Outcome::answer);
    let document = Document {
        version: 1,
        configurations: study.tallies().into_iter().map(line).collect(),
        answered: study.score().map(score),
        tasks: (study.tasks().into_iter().zip(answers))
            .map(|((task, expected, proved_by), answer)| TaskLine {
                task,
                expected: word(expected),
                proved_by: proved_by.into_iter().map(name).collect(),
                answer: study.scored.then_some(answer),
                others: others(task),
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
        let tool = Published::parse(
            "other_tool".to_owned(),
            "task,verdict\nby-lock.yml,true\nrace.yml,true\n",
        );
        let tools = tool.expect("it has both columns");
        insta::assert_snapshot!("study_text", text(&study(), &[]));
        insta::assert_snapshot!("study_against", text(&study(), &tools));
        insta::assert_snapshot!("study_markdown", markdown(&study(), &tools));
        insta::assert_snapshot!("study_latex", latex(&study(), &tools));
        insta::assert_snapshot!("study_csv", csv(&study(), &tools));
        insta::assert_snapshot!("study_json", json(&study(), &tools));
    }

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
