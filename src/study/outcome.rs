//! What is kept of a solved task, and what it says about each configuration.

use super::configuration::Configuration;
use crate::races::Rows;
use crate::tasks::Expected;
use std::time::Duration;

/// What became of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The task's name.
    pub task: String,
    /// What is known of it.
    pub expected: Expected,
    /// The solution, or why there is none, as a sentence.
    pub solved: Result<Solved, String>,
    /// How long it took, if that is wanted: it differs from run to run.
    pub time: Option<Duration>,
}

/// What pairing says of a solved task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// The ids that [`Rows`] count along.
    pub rows: Vec<&'static str>,
    /// For the conflicting pairs, the sets of rows that exclude them, each set once.
    pub classes: Vec<Rows>,
    /// Whether anything but pairs forbids a proof: an obstacle, or an incomplete solution.
    pub stopped: bool,
    /// How many unknowns the solution has: a measure of its memory.
    pub unknowns: u64,
}

impl Solved {
    /// Whether the rows of a configuration prove the task race-free.
    pub fn is_proved_by(&self, configuration: &Configuration) -> bool {
        let used = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, id)| configuration.ids.contains(*id));
        let used = Rows::of(used.map(|(row, _)| row));
        !self.stopped && self.classes.iter().all(|class| class.meets(used))
    }
}

/// A study: for each configuration, the outcomes of all tasks under it.
///
/// Without tracking, all configurations share the outcomes; with it, each has its own.
#[derive(Clone, Debug)]
pub struct Study {
    /// The configurations, each with the number of its outcomes in [`Study::outcomes`].
    pub configurations: Vec<(Configuration, usize)>,
    /// Outcomes of all tasks, in the order of tasks.
    pub outcomes: Vec<Vec<Outcome>>,
}

/// What a configuration proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The configuration.
    pub configuration: Configuration,
    /// Race-free tasks proved.
    pub proved: u64,
    /// Race-free tasks in all.
    pub race_free: u64,
    /// Racy tasks ‘proved’: each of them is a mistake.
    pub wrong: u64,
    /// Racy tasks in all.
    pub racy: u64,
    /// Tasks that could not be solved.
    pub failed: u64,
    /// Time of all tasks together, if it was measured.
    pub time: Option<Duration>,
    /// Unknowns of all tasks together.
    pub unknowns: u64,
}

impl Study {
    /// What each configuration proves, in their order.
    pub fn tallies(&self) -> Vec<Tally> {
        let tally = |(configuration, outcomes): &(Configuration, usize)| {
            let mut tally = Tally {
                configuration: configuration.clone(),
                proved: 0,
                race_free: 0,
                wrong: 0,
                racy: 0,
                failed: 0,
                time: None,
                unknowns: 0,
            };
            self.outcomes[*outcomes].iter().for_each(|outcome| tally.add(outcome));
            tally
        };
        self.configurations.iter().map(tally).collect()
    }

    /// For each task, its name, what is expected, and by which configurations (their numbers) it is proved.
    pub fn tasks(&self) -> Vec<(&str, Expected, Vec<usize>)> {
        let Some(first) = self.outcomes.first() else {
            return Vec::new();
        };
        let row = |number: usize| {
            let proved = |(_, (configuration, outcomes)): &(usize, &(Configuration, usize))| {
                let solved = self.outcomes[*outcomes][number].solved.as_ref();
                solved.is_ok_and(|solved| solved.is_proved_by(configuration))
            };
            let by = self
                .configurations
                .iter()
                .enumerate()
                .filter(proved)
                .map(|(number, _)| number);
            (first[number].task.as_str(), first[number].expected, by.collect())
        };
        (0..first.len()).map(row).collect()
    }
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        let (race_free, racy) = (
            outcome.expected == Expected::RaceFree,
            outcome.expected == Expected::Race,
        );
        self.race_free += u64::from(race_free);
        self.racy += u64::from(racy);
        if let Some(time) = outcome.time {
            *self.time.get_or_insert_default() += time;
        }
        match &outcome.solved {
            Ok(solved) => {
                let proved = solved.is_proved_by(&self.configuration);
                self.proved += u64::from(proved && race_free);
                self.wrong += u64::from(proved && racy);
                self.unknowns += solved.unknowns;
            }
            Err(_) => self.failed += 1,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::races::facts::full_catalogue;
    use crate::study::configurations;

    fn outcome(task: &str, expected: Expected, classes: &[&[usize]]) -> Outcome {
        Outcome {
            task: task.into(),
            expected,
            solved: Ok(Solved {
                rows: vec!["TID", "L"],
                classes: classes.iter().map(|rows| Rows::of(rows.iter().copied())).collect(),
                stopped: false,
                unknowns: 10,
            }),
            time: Some(Duration::from_millis(5)),
        }
    }

    /// Three tasks: proved by L, proved by L and TID together, and a race.
    pub fn study() -> Study {
        let outcomes = vec![
            outcome("by-lock.yml", Expected::RaceFree, &[&[1], &[0, 1]]),
            outcome("by-both.yml", Expected::RaceFree, &[&[1], &[0]]),
            outcome("race.yml", Expected::Race, &[&[]]),
        ];
        let configurations = configurations("none\nL\nTID\nL+TID", &full_catalogue()).expect("rows");
        Study {
            configurations: configurations.into_iter().map(|it| (it, 0)).collect(),
            outcomes: vec![outcomes],
        }
    }

    #[test]
    fn a_configuration_proves_a_task_if_it_meets_every_pair() {
        let proved: Vec<u64> = study().tallies().iter().map(|tally| tally.proved).collect();
        assert_eq!(proved, [0, 1, 0, 2]);
        assert!(
            study()
                .tallies()
                .iter()
                .all(|tally| (tally.wrong, tally.race_free, tally.racy) == (0, 2, 1))
        );
    }

    #[test]
    fn a_task_that_was_stopped_is_never_proved() {
        let mut study = study();
        for outcome in &mut study.outcomes[0] {
            outcome.solved.iter_mut().for_each(|solved| solved.stopped = true);
        }
        assert!(study.tallies().iter().all(|tally| tally.proved == 0));
    }
}
