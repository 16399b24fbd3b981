//! Makes a report from the evidence, its pairs and what exploration found.

use super::model::{
    AccessReport, AssumptionReport, DeadCodeReport, LocationReport, ObstacleReport, Ordered, PlaceReport, RaceReport,
    Report, Status, VERSION, VerdictReport,
};
use super::threads::thread_name;
use crate::ir::printer::TypeText;
use crate::ir::{Position, Program};
use crate::races::pair::rank;
use crate::races::{
    Access, AccessKind, Argument, Bytes, Confirmation, Cut, Effect, Evidence, Explainer, Exploration, Location, Object,
    Origin, Pair, Sighting, ThreadId, Verdict, decide,
};

/// All that a report is made from.
#[derive(Clone, Copy)]
pub struct Findings<'a> {
    /// The program.
    pub program: &'a Program,
    /// The evidence, its pairs and the rows in use.
    pub explainer: Explainer<'a>,
    /// What executions showed.
    pub exploration: &'a Exploration,
}

/// The report on a program.
pub fn build(findings: &Findings<'_>) -> Report {
    let evidence = findings.explainer.evidence;
    let verdict = match decide(evidence, findings.explainer.pairing, findings.exploration) {
        Verdict::RaceFree => VerdictReport::RaceFree,
        Verdict::Race => VerdictReport::Race,
        Verdict::PossibleRace => VerdictReport::PossibleRace,
        Verdict::Undecided => VerdictReport::Undecided,
    };
    Report {
        version: VERSION,
        verdict,
        locations: findings.locations(),
        obstacles: findings.obstacles(),
        assumptions: assumptions(evidence),
        dead_code: findings.dead_code(),
        statistics: findings.statistics(),
    }
}

impl Findings<'_> {
    pub(super) fn evidence(&self) -> &Evidence {
        self.explainer.evidence
    }

    /// A position with the name of its file.
    pub(super) fn place(&self, at: Position) -> PlaceReport {
        PlaceReport {
            file: self.program.files.name(at.file).to_owned(),
            line: at.line,
            column: at.column,
        }
    }

    /// All locations, confirmed races first, then possible ones by their best pair, then safe ones.
    fn locations(&self) -> Vec<LocationReport> {
        let pairing = self.explainer.pairing;
        let mut open: Vec<&Location> = pairing.locations.iter().filter(|location| location.is_open()).collect();
        open.sort_by_key(|location| self.ranked(location).first().map(|pair| self.rank(*pair)));
        let mut reports: Vec<LocationReport> = open.iter().map(|location| self.open_location(location)).collect();
        self.confirm(&mut reports);
        if *self.exploration == Exploration::Complete {
            reports.iter_mut().for_each(proved_by_exploration);
        }
        let safe = pairing.locations.iter().filter(|location| !location.is_open());
        reports.extend(safe.map(|location| self.safe_location(location)));
        reports.sort_by_key(|report| match report.status {
            Status::Confirmed => 0,
            Status::Possible => 1,
            Status::Safe => 2,
        });
        reports
    }

    fn rank(&self, pair: Pair) -> impl Ord + use<> {
        let (first, second) = self.explainer.pairing.accesses_of(pair);
        rank(first, second)
    }

    /// The remaining pairs of a location, the most telling first.
    pub(super) fn ranked(&self, location: &Location) -> Vec<Pair> {
        let mut pairs = location.remaining.clone();
        pairs.sort_by_key(|pair| self.rank(*pair));
        pairs
    }

    fn location(&self, location: &Location, status: Status) -> LocationReport {
        let object = &self.evidence().objects[location.object.index()];
        LocationReport {
            object: object.name.clone(),
            bytes: bytes(&location.bytes, object),
            ty: object.ty.map(|ty| TypeText(self.program, ty).to_string()),
            status,
            because: Vec::new(),
            races: Vec::new(),
            unlisted: location.unlisted,
            declared: self.place(object.at),
        }
    }

    /// What is reported of one location, by what pairing alone says of it.
    pub(super) fn location_report(&self, location: &Location) -> LocationReport {
        if location.is_open() {
            self.open_location(location)
        } else {
            self.safe_location(location)
        }
    }

    fn safe_location(&self, location: &Location) -> LocationReport {
        let arguments = self.explainer.why_safe(location).unwrap_or_default();
        let sentence = |argument: Argument| format!("{}: {}.", self.row_id(argument.row), argument.fact);
        LocationReport {
            because: arguments.into_iter().map(sentence).collect(),
            ..self.location(location, Status::Safe)
        }
    }

    fn open_location(&self, location: &Location) -> LocationReport {
        LocationReport {
            races: self.ranked(location).into_iter().map(|pair| self.race(pair)).collect(),
            ..self.location(location, Status::Possible)
        }
    }

    fn row_id(&self, row: usize) -> &'static str {
        self.explainer.pairing.catalogue[row].id
    }

    fn race(&self, pair: Pair) -> RaceReport {
        let (first, second) = self.explainer.pairing.accesses_of(pair);
        let arguments = self.explainer.why_not_excluded(pair).into_iter();
        RaceReport {
            first: self.access(first),
            second: self.access(second),
            not_excluded_because: Ordered(arguments.map(|it| (self.row_id(it.row), it.fact + ".")).collect()),
            status: Status::Possible,
        }
    }

    fn access(&self, access: &Access) -> AccessReport {
        let evidence = self.evidence();
        let address = match access.origin {
            Origin::Direct => None,
            Origin::UnknownPointer(at) => Some(format!(
                "through a pointer whose target is unknown at {}",
                self.place(at).display()
            )),
        };
        AccessReport {
            place: self.place(access.at),
            function: self.program.function(access.function).name.clone(),
            kind: kind(access.kind),
            operation: operation(access.kind),
            thread: thread_name(&evidence.threads, access.thread, &self.program.files, access.at),
            locks: evidence.predicates.locks(access.digest),
            address,
            created: self.creations(access.thread),
        }
    }

    /// Where the threads with an id are created.
    fn creations(&self, id: ThreadId) -> Vec<PlaceReport> {
        let thread = self.evidence().threads.iter().find(|thread| thread.id == id);
        let creations = thread.map_or(&[][..], |thread| &thread.created_at);
        creations.iter().map(|creation| self.place(creation.at)).collect()
    }

    /// Marks the races that an execution showed, and adds those that no pair stands for.
    fn confirm(&self, reports: &mut Vec<LocationReport>) {
        let Exploration::Confirmed(confirmations) = self.exploration else {
            return;
        };
        for confirmation in confirmations {
            if !self.mark(reports, confirmation) {
                reports.push(self.confirmed_location(confirmation));
            }
        }
    }

    /// Marks the pairs at the places of a confirmation; false if there is none.
    fn mark(&self, reports: &mut [LocationReport], confirmation: &Confirmation) -> bool {
        let seen = [&confirmation.first, &confirmation.second].map(|sighting| self.place(sighting.at));
        let mut found = false;
        for location in reports {
            for race in &mut location.races {
                let places = [&race.first.place, &race.second.place];
                if places == [&seen[0], &seen[1]] || places == [&seen[1], &seen[0]] {
                    race.status = Status::Confirmed;
                    location.status = Status::Confirmed;
                    found = true;
                }
            }
            location.races.sort_by_key(|race| race.status != Status::Confirmed);
        }
        found
    }

    fn confirmed_location(&self, confirmation: &Confirmation) -> LocationReport {
        LocationReport {
            object: confirmation.object.clone(),
            bytes: format!("{}..{}", confirmation.bytes.0, confirmation.bytes.1),
            ty: None,
            status: Status::Confirmed,
            because: Vec::new(),
            races: vec![RaceReport {
                first: self.sighting(&confirmation.first),
                second: self.sighting(&confirmation.second),
                not_excluded_because: Ordered::default(),
                status: Status::Confirmed,
            }],
            unlisted: 0,
            declared: PlaceReport::default(),
        }
    }

    fn sighting(&self, sighting: &Sighting) -> AccessReport {
        AccessReport {
            place: self.place(sighting.at),
            function: sighting.function.clone(),
            kind: kind(sighting.kind),
            operation: operation(sighting.kind),
            thread: sighting.thread.clone(),
            locks: sighting.locks.clone(),
            address: None,
            created: Vec::new(),
        }
    }

    /// The obstacles and what cut the analysis, by place.
    fn obstacles(&self) -> Vec<ObstacleReport> {
        let mut obstacles = self.evidence().obstacles.clone();
        obstacles.sort();
        obstacles.dedup();
        let report = |obstacle: &crate::races::Obstacle| ObstacleReport {
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

    fn dead_code(&self) -> Vec<DeadCodeReport> {
        let mut dead = self.evidence().dead_code.clone();
        dead.sort();
        dead.dedup();
        let report = |code: &crate::races::DeadCode| DeadCodeReport {
            place: self.place(code.at),
            function: code.function.clone(),
            operation: code.operation.clone(),
            behind: self.place(code.behind),
        };
        dead.iter().map(report).collect()
    }

    fn statistics(&self) -> Ordered<u64> {
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

fn assumptions(evidence: &Evidence) -> Vec<AssumptionReport> {
    let mut assumptions = evidence.assumptions.clone();
    assumptions.sort();
    assumptions.dedup();
    let report = |assumption: crate::races::Assumption| AssumptionReport {
        what: assumption.what,
        setting: assumption.setting,
    };
    assumptions.into_iter().map(report).collect()
}

/// What remains open statically is settled when every execution was covered.
fn proved_by_exploration(location: &mut LocationReport) {
    location.status = Status::Safe;
    location.races.clear();
    location.unlisted = 0;
    location.because = vec!["Every execution was explored, and none has a race here.".to_owned()];
}

fn kind(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "read",
        AccessKind::Write | AccessKind::Free => "write",
    }
}

fn operation(kind: AccessKind) -> Option<&'static str> {
    (kind == AccessKind::Free).then_some("free")
}

/// The bytes of a location, within the object where its size is known.
fn bytes(bytes: &Bytes, object: &Object) -> String {
    let end = match object.size {
        Some(size) => bytes.end().min(i128::from(size)),
        None => bytes.end(),
    };
    let start = match object.size {
        Some(_) => i128::from(bytes.first()).max(0),
        None => i128::from(bytes.first()),
    };
    let unknown = i128::from(i64::MAX);
    if end >= unknown || start <= -unknown {
        return "any".to_owned();
    }
    match bytes.stride() {
        stride if stride > bytes.size() => format!("{start}..{end} by {stride}"),
        _ => format!("{start}..{end}"),
    }
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
