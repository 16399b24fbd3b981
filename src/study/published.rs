//! Results of other tools, as they are published: what each says of which task.
//!
//! A table has a line with names of columns, of which `task` (or `name`) and `verdict` (or `status`) count, and `time` (or `cputime (s)`, in
//! seconds) where it is there, and a line for each task.
//! Cells are separated by commas or tabs, and may stand in quotes. What BenchExec writes is read as well ([`super::benchexec`]).
//! Tasks are found by the ends of their paths, so that it does not matter from where a path begins.

use super::benchexec;
use super::outcome::{Answer, Outcome};
use crate::tasks::Expected;
use std::collections::BTreeMap;

/// What a tool says of tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The tool, as the table is called.
    pub name: String,
    /// What it says by the last two parts of the tasks' paths, without ending.
    results: BTreeMap<String, ToolResult>,
}

/// What a tool says of a task, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ToolResult {
    said: Answer,
    seconds: Option<f64>,
}

/// What a tool says of the tasks of a study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Race-free tasks of which it says so.
    pub proved: u64,
    /// Racy tasks that it calls race-free.
    pub wrong: u64,
    /// Tasks that it does not name.
    pub missing: u64,
}

impl Published {
    /// A tool that says nothing yet.
    pub(super) fn new(name: String) -> Self {
        Published {
            name,
            results: BTreeMap::new(),
        }
    }

    /// Adds what it says of a task in the words of a table.
    pub(super) fn add(&mut self, task: &str, verdict: &str, seconds: Option<f64>) {
        let said = said(verdict);
        self.results.insert(end_of(task), ToolResult { said, seconds });
    }

    /// Reads a file with the results of one tool or, if BenchExec made it, of several; the file's name is that of a tool that has none.
    ///
    /// # Errors
    /// A sentence, if it is no such file.
    pub fn parse(name: String, text: &str) -> Result<Vec<Self>, String> {
        match benchexec::parse(text) {
            Some(tools) => tools,
            None => Ok(vec![Self::of_table(name, text)?]),
        }
    }

    fn of_table(name: String, text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        let separator = if head.contains('\t') { '\t' } else { ',' };
        let columns = cells(head, separator);
        let column = |names: [&str; 2]| {
            let is_named = |it: &String| names.contains(&it.trim().to_lowercase().as_str());
            columns.iter().position(is_named)
        };
        let needed = |names: [&str; 2]| column(names).ok_or_else(|| format!("The table has no column `{}`.", names[0]));
        let (task, verdict) = (needed(["task", "name"])?, needed(["verdict", "status"])?);
        let time = column(["time", "cputime (s)"]);
        let mut tool = Published::new(name);
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let cells = cells(line, separator);
            if let (Some(task), Some(verdict)) = (cells.get(task), cells.get(verdict)) {
                let seconds = time.and_then(|time| cells.get(time)?.trim().parse().ok());
                tool.add(task, verdict, seconds);
            }
        }
        Ok(tool)
    }

    /// What it says of a task, if it says anything.
    pub fn says(&self, task: &str) -> Option<Answer> {
        self.results.get(&end_of(task)).map(|result| result.said)
    }

    /// Whether it says that a task has no race.
    pub fn calls_race_free(&self, task: &str) -> bool {
        self.says(task) == Some(Answer::RaceFree)
    }

    /// How long it took for a task, if that is told.
    pub fn seconds(&self, task: &str) -> Option<f64> {
        self.results.get(&end_of(task))?.seconds
    }

    /// What it says of some tasks.
    pub fn compare(&self, outcomes: &[Outcome]) -> Compared {
        let mut compared = Compared::default();
        for outcome in outcomes {
            match (self.says(&outcome.task), outcome.expected) {
                (None, _) => compared.missing += 1,
                (Some(Answer::RaceFree), Expected::RaceFree) => compared.proved += 1,
                (Some(Answer::RaceFree), Expected::Race) => compared.wrong += 1,
                _ => {}
            }
        }
        compared
    }
}

/// `mutexes/counter` of `a/b/mutexes/counter.yml`.
fn end_of(task: &str) -> String {
    let task = task.trim();
    let stem = [".yml", ".yaml", ".c", ".i"]
        .iter()
        .find_map(|end| task.strip_suffix(end));
    let mut parts: Vec<&str> = stem.unwrap_or(task).rsplit('/').take(2).collect();
    parts.reverse();
    parts.join("/")
}

fn said(verdict: &str) -> Answer {
    let verdict = verdict.trim().to_lowercase();
    match verdict.as_str() {
        "true" => Answer::RaceFree,
        _ if verdict.starts_with("false") => Answer::Race,
        _ => Answer::Unknown,
    }
}

/// The cells of a line.
pub(super) fn cells(line: &str, separator: char) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            _ if letter == separator && !quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(letter),
        }
    }
    cells.push(cell);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::outcome::tests::study;

    fn one(text: &str) -> Published {
        let mut tools = Published::parse("tool".to_owned(), text).expect("it has both columns");
        assert_eq!(tools.len(), 1);
        tools.remove(0)
    }

    #[test]
    fn verdicts_are_counted_for_the_tasks_of_the_study() {
        let text = "Task,time,Verdict\n\"somewhere/by-lock.c\",1.5,true\nby-both.yml,2,unknown\nrace.yml,3,true\nother.yml,1,true\n";
        let published = one(text);
        let mut outcomes = study().outcomes.remove(0);
        outcomes[0].task = "a/somewhere/by-lock.yml".to_owned();
        let compared = published.compare(&outcomes);
        assert_eq!((compared.proved, compared.wrong, compared.missing), (1, 1, 0));
        let tabs = "name\tstatus\nx.yml\tfalse(no-data-race)\n";
        let published = one(tabs);
        assert_eq!(published.compare(&outcomes).missing, 3);
    }

    #[test]
    fn a_table_without_verdicts_is_an_error() {
        assert!(Published::parse("tool".to_owned(), "task,time\na.yml,1\n").is_err());
        assert!(Published::parse("tool".to_owned(), "").is_err());
    }

    #[test]
    fn cells_in_quotes_hold_separators() {
        assert_eq!(cells("a,\"b, \"\"c\"\"\",", ','), ["a", "b, \"c\"", ""]);
    }
}
