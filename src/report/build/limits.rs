//! What limits a result: obstacles, assumptions, code never reached; and figures.

use super::Findings;
use crate::ir::Position;
use crate::races::{Assumption, Cut, DeadCode, Effect, Ended, Evidence, ExecutionEnd, Location, Obstacle};
use crate::report::model::{AssumptionReport, DeadCodeReport, ExecutionEndReport, ObstacleReport, Ordered};

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
            what: cut_sentence(cut).to_owned(),
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

    /// Where executions ended before the program did, the most frequent ends first.
    pub(super) fn execution_ends(&self) -> Vec<ExecutionEndReport> {
        let mut ends = self.ends.to_vec();
        ends.sort_by(|one, other| (one.of, other.times, one).cmp(&(other.of, one.times, other)));
        let report = |end: &ExecutionEnd| ExecutionEndReport {
            place: self.place(end.at),
            why: end.why.clone(),
            of: match end.of {
                Ended::Executions => "executions",
                Ended::Search => "search",
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
        Ordered(statistics)
    }
}

/// The assumptions, each once.
pub(super) fn assumptions(evidence: &Evidence) -> Vec<AssumptionReport> {
    let mut assumptions = evidence.assumptions.clone();
    assumptions.sort();
    assumptions.dedup();
    let report = |assumption: Assumption| AssumptionReport {
        what: assumption.what,
        setting: assumption.setting,
    };
    assumptions.into_iter().map(report).collect()
}

fn cut_sentence(cut: Cut) -> &'static str {
    match cut {
        Cut::Evaluations => "The budget of evaluations ended before the analysis did.",
        Cut::Time => "The time limit ended before the analysis did.",
        Cut::Depth => "The analysis needed too deep a recursion.",
        Cut::Memory => "The memory limit ended before the analysis did.",
        Cut::NotVerified => "The solution failed its verification, which is a mistake in this program.",
    }
}
