//! What limits a result: obstacles, assumptions, code never reached; and figures.

use super::Findings;
use crate::ir::Position;
use crate::races::{
    Assumption, DeadCode, Effect, Ended, Evidence, ExecutionEnd, Location, Multiplicity, Obstacle, Thread, ThreadId,
};
use crate::report::model::{
    AssumptionReport, DeadCodeReport, ExecutionEndReport, ObstacleReport, Ordered, ThreadReport,
};

impl Findings<'_> {
    /// The obstacles and what cut the analysis, by place.
    pub(super) fn obstacles(&self) -> Vec<ObstacleReport> {
        let mut obstacles = self.evidence().obstacles.clone();
        obstacles.sort();
        obstacles.dedup();
        let report = |obstacle: &Obstacle| ObstacleReport {
            place: self.place(obstacle.at),
            what: obstacle.what.clone(),
            may_hide_race: obstacle.effect == Effect::MayHideRace,
        };
        let cut = self.evidence().cut.map(|cut| ObstacleReport {
            place: self.place(Position::BUILT_IN),
            what: cut.sentence().to_owned(),
            may_hide_race: true,
        });
        cut.into_iter().chain(obstacles.iter().map(report)).collect()
    }

    /// What is never reached, by place.
    pub(super) fn dead_code(&self) -> Vec<DeadCodeReport> {
        let mut dead = self.evidence().dead_code.clone();
        dead.sort();
        dead.dedup();
        let report = |code: &DeadCode| DeadCodeReport {
            place: self.place(code.at),
            function: code.function.clone(),
            operation: code.operation.clone(),
            behind: self.place(code.behind),
        };
        dead.iter().map(report).collect()
    }

    /// The threads, in the order of the evidence.
    pub(super) fn threads(&self) -> Vec<ThreadReport> {
        let threads = &self.evidence().threads;
        let number = |id: &ThreadId| threads.iter().position(|thread| thread.id == *id);
        let report = |thread: &Thread| ThreadReport {
            routine: thread.routine.clone(),
            several: thread.multiplicity == Multiplicity::Multiple,
            handler: thread
                .created_at
                .iter()
                .any(|creation| self.code.installs_handler(creation.at)),
            creators: thread.creators.iter().filter_map(number).collect(),
            created: thread
                .created_at
                .iter()
                .map(|creation| self.place(creation.at))
                .collect(),
            joined: thread.joined_at.iter().map(|at| self.place(*at)).collect(),
        };
        threads.iter().map(report).collect()
    }

    /// Where executions ended before the program did, the most frequent ends first.
    pub(super) fn execution_ends(&self) -> Vec<ExecutionEndReport> {
        let mut ends = self.ends.to_vec();
        ends.sort_by(|one, other| (one.of, other.times, one).cmp(&(other.of, one.times, other)));
        let report = |end: &ExecutionEnd| ExecutionEndReport {
            place: self.place(end.at),
            why: end.why.clone(),
            of: match end.of {
                Ended::Executions => "executions".into(),
                Ended::Search => "search".into(),
            },
            times: end.times,
        };
        ends.iter().map(report).collect()
    }

    /// The figures of all stages.
    pub(super) fn statistics(&self) -> Ordered<u64> {
        let locations = &self.explainer.pairing.locations;
        let mut statistics: Vec<(&'static str, u64)> = self
            .evidence()
            .statistics
            .iter()
            .map(|figure| (figure.name, figure.value))
            .collect();
        statistics.extend([
            ("shared accesses", self.explainer.pairing.accesses.len() as u64),
            ("locations", locations.len() as u64),
            ("conflicting pairs", locations.iter().map(Location::pairs).sum()),
            (
                "unlisted pairs",
                locations.iter().map(|location| location.unlisted).sum(),
            ),
        ]);
        Ordered(
            statistics
                .into_iter()
                .map(|(name, value)| (name.into(), value))
                .collect(),
        )
    }
}

/// The assumptions, each once.
pub(super) fn assumptions(evidence: &Evidence) -> Vec<AssumptionReport> {
    let mut assumptions = evidence.assumptions.clone();
    assumptions.sort();
    assumptions.dedup();
    let report = |assumption: Assumption| AssumptionReport {
        what: assumption.what,
        setting: assumption.setting.map(Into::into),
    };
    assumptions.into_iter().map(report).collect()
}
