//! The tasks of `sv-benchmarks-subset/`: never a wrong verdict, and a list of what is decided.

mod stack;

use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::VerdictReport;
use pepsin::tasks::{Expected, Task, find_tasks};
use rayon::prelude::*;
use stack::STACK;
use std::fmt::Write;
use std::path::Path;
use std::sync::OnceLock;

/// The folder of the tasks, from the root of the package, where tests run.
const FOLDER: &str = "sv-benchmarks-subset";

/// A task and what was said of it.
struct Answer {
    /// The category and the name.
    task: String,
    expected: Expected,
    /// The verdict, or the error.
    verdict: Result<VerdictReport, String>,
}

/// All answers, in the order of the tasks; the analysis runs once for all tests.
fn answers() -> &'static [Answer] {
    static ANSWERS: OnceLock<Vec<Answer>> = OnceLock::new();
    ANSWERS.get_or_init(|| {
        let tasks = find_tasks(Path::new(FOLDER)).expect("the tasks can be read");
        let threads = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
        let threads = threads.expect("threads can be started");
        threads.install(|| tasks.par_iter().map(answer).collect())
    })
}

fn answer(task: &Task) -> Answer {
    let mut settings = Settings::new(Convention::SvComp);
    settings.data_model = task.data_model.unwrap_or(settings.data_model);
    // What is not decided soon is not waited for.
    settings.steps = settings.steps.min(20_000_000);
    let inputs: Vec<Input> = task.inputs.iter().map(Input::new).collect();
    let report = pipeline::check(&inputs, &settings);
    let name = task.path.strip_prefix(FOLDER).unwrap_or(&task.path).with_extension("");
    Answer {
        task: name.display().to_string(),
        expected: task.expected,
        verdict: report.map(|report| report.verdict).map_err(|errors| errors.to_string()),
    }
}

/// One line for each answer that meets a condition.
fn list(condition: impl Fn(&Answer) -> bool) -> String {
    let mut lines = String::new();
    for answer in answers().iter().filter(|answer| condition(answer)) {
        // Writing to a text does not fail.
        let _ = writeln!(lines, "{}", answer.task);
    }
    lines
}

#[test]
fn every_task_is_understood() {
    let errors: Vec<&String> = answers()
        .iter()
        .filter_map(|answer| answer.verdict.as_ref().err())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn no_verdict_is_wrong() {
    let wrong = list(|answer| {
        matches!(
            (&answer.verdict, answer.expected),
            (Ok(VerdictReport::RaceFree), Expected::Race) | (Ok(VerdictReport::Race), Expected::RaceFree)
        )
    });
    assert_eq!(wrong, "");
}

#[test]
fn each_category_holds_both_verdicts() {
    let categories: Vec<&str> = answers()
        .iter()
        .filter_map(|answer| answer.task.split('/').next())
        .collect();
    for category in categories {
        let of_category = |wanted: Expected| {
            answers()
                .iter()
                .any(|answer| answer.task.starts_with(category) && answer.expected == wanted)
        };
        assert!(
            of_category(Expected::RaceFree) && of_category(Expected::Race),
            "{category}"
        );
    }
}

#[test]
fn the_race_free_tasks_that_remain_open_are_known() {
    insta::assert_snapshot!(list(|answer| {
        answer.expected == Expected::RaceFree && answer.verdict != Ok(VerdictReport::RaceFree)
    }));
}

#[test]
fn the_racy_tasks_that_remain_open_are_known() {
    insta::assert_snapshot!(list(|answer| {
        answer.expected == Expected::Race && answer.verdict != Ok(VerdictReport::Race)
    }));
}
