//! What is kept of a solved task, and what it says about each configuration and in all.

use super::configuration::Configuration;
use crate::races::Rows;
use crate::tasks::Expected;
use serde::{Deserialize, Serialize};
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

/// What is answered of a task where all that Pepsin has takes part: all rows, executions, the search through all states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// It has no race.
    #[serde(rename = "true")]
    RaceFree,
    /// An execution has one.
    #[serde(rename = "false")]
    Race,
    /// Nobody knows.
    #[default]
    #[serde(rename = "unknown")]
    Unknown,
}

impl Answer {
    /// The word for it in tables, as in definitions of tasks.
    pub fn word(self) -> &'static str {
        match self {
            Answer::RaceFree => "true",
            Answer::Race => "false",
            Answer::Unknown => "unknown",
        }
    }
}

/// What pairing says of a solved task, and what is answered.
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
    /// What is answered: configurations have no part in that.
    pub answer: Answer,
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
    /// Whether answers count: where it is known of each task whether it has a race, and all outcomes are of one analysis.
    pub scored: bool,
}

/// What the answers are worth, as the competition on software verification counts: two points for a proof, one for a race; a proof
/// that is wrong costs 32, a race that is none 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Race-free tasks that are called so.
    pub proofs: u64,
    /// Race-free tasks in all.
    pub race_free: u64,
    /// Racy tasks that are called so.
    pub races: u64,
    /// Racy tasks in all.
    pub racy: u64,
    /// Racy tasks that are called race-free.
    pub wrong_proofs: u64,
    /// Race-free tasks that are called racy.
    pub wrong_races: u64,
}

impl Score {
    /// The sum.
    pub fn points(&self) -> i64 {
        let counted = [
            (self.proofs, 2),
            (self.races, 1),
            (self.wrong_proofs, -32),
            (self.wrong_races, -16),
        ];
        counted.iter().map(|&(count, points)| count as i64 * points).sum()
    }

    fn add(&mut self, outcome: &Outcome) {
        let counted = match (outcome.expected, outcome.answer()) {
            (Expected::RaceFree, Answer::RaceFree) => Some(&mut self.proofs),
            (Expected::RaceFree, Answer::Race) => Some(&mut self.wrong_races),
            (Expected::Race, Answer::Race) => Some(&mut self.races),
            (Expected::Race, Answer::RaceFree) => Some(&mut self.wrong_proofs),
            _ => None,
        };
        counted.into_iter().for_each(|count| *count += 1);
        self.race_free += u64::from(outcome.expected == Expected::RaceFree);
        self.racy += u64::from(outcome.expected == Expected::Race);
    }
}

impl Outcome {
    /// What is answered of the task.
    pub fn answer(&self) -> Answer {
        self.solved.as_ref().map_or(Answer::Unknown, |solved| solved.answer)
    }
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
    /// What the answers are worth, if they count.
    pub fn score(&self) -> Option<Score> {
        let outcomes = self.outcomes.first().filter(|_| self.scored)?;
        let mut score = Score::default();
        outcomes.iter().for_each(|outcome| score.add(outcome));
        Some(score)
    }

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

    fn outcome(task: &str, expected: Expected, classes: &[&[usize]], answer: Answer) -> Outcome {
        Outcome {
            task: task.into(),
            expected,
            solved: Ok(Solved {
                rows: vec!["TID", "L"],
                classes: classes.iter().map(|rows| Rows::of(rows.iter().copied())).collect(),
                stopped: false,
                unknowns: 10,
                answer,
            }),
            time: Some(Duration::from_millis(5)),
        }
    }

    /// Three tasks: proved by L, proved by L and TID together, and a race.
    pub fn study() -> Study {
        let outcomes = vec![
            outcome("by-lock.yml", Expected::RaceFree, &[&[1], &[0, 1]], Answer::RaceFree),
            outcome("by-both.yml", Expected::RaceFree, &[&[1], &[0]], Answer::Unknown),
            outcome("race.yml", Expected::Race, &[&[]], Answer::Race),
        ];
        let configurations = configurations("none\nL\nTID\nL+TID", &full_catalogue()).expect("rows");
        Study {
            configurations: configurations.into_iter().map(|it| (it, 0)).collect(),
            outcomes: vec![outcomes],
            scored: true,
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

    #[test]
    fn answers_count_as_in_the_competition() {
        let mut study = study();
        let points = |study: &Study| study.score().map(|score| score.points());
        assert_eq!(points(&study), Some(3));
        for outcome in &mut study.outcomes[0] {
            outcome
                .solved
                .iter_mut()
                .for_each(|solved| solved.answer = Answer::RaceFree);
        }
        assert_eq!(points(&study), Some(2 + 2 - 32));
        for outcome in &mut study.outcomes[0] {
            outcome
                .solved
                .iter_mut()
                .for_each(|solved| solved.answer = Answer::Race);
        }
        assert_eq!(points(&study), Some(1 - 16 - 16));
        study.scored = false;
        assert_eq!(points(&study), None);
    }
}
