//! Two runs give the same bytes, in processes of their own: what depends on addresses or on hashing shows here.

use std::path::Path;
use std::process::{Command, Output};

/// Runs of each task.
const RUNS: usize = 10;

/// Of the tasks, every so many takes part.
const STEP: usize = 10;

fn answer(task: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pepsin"))
        .arg("svcomp")
        .arg(task)
        .output()
        .expect("the program was built for this test")
}

#[test]
fn ten_runs_on_a_task_give_the_same_bytes() {
    let tasks = pepsin::tasks::find_tasks(Path::new("sv-benchmarks-subset")).expect("the tasks can be read");
    for task in tasks.iter().step_by(STEP) {
        let first = answer(&task.path);
        for _ in 1..RUNS {
            assert_eq!(first, answer(&task.path), "{}", task.path.display());
        }
    }
}
