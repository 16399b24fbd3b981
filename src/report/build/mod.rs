//! Makes a report from the evidence, its pairs and what exploration found.

mod causes;
mod confirmed;
mod deadlocks;
mod findings;
mod instances;
mod limits;
mod sides;
mod suspicion;

use instances::merged;

use super::code::Code;
use super::model::{
    AnalysisReport, LocationReport, ObstacleReport, Ordered, PlaceReport, RaceReport, Report, RunReport, Status,
    VERSION, VerdictReport,
};
use super::open::{DeclarationReport, EntryReport, OpenReport};
use super::sources::Sources;
use super::spelling::{part, type_name};
use crate::deadlocks::{Executions, Notes};
use crate::ir::{Position, Program, TypeId};
use crate::races::pair::rank;
use crate::races::{
    AccessKind, Argument, Bytes, Cut, Evidence, ExecutionEnd, Explainer, Exploration, Granularity, Location, Object,
    ObjectKind, Pair, Verdict, decide,
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
    /// What the code says of places.
    pub code: &'a Code<'a>,
    /// Where executions could not go on.
    pub ends: &'a [ExecutionEnd],
    /// When threads may wait for locks and for each other, and what executions showed of that; if deadlocks are checked.
    pub blocking: Option<&'a (Notes, Executions)>,
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
    let locations = findings.locations();
    let mut open = findings.open();
    open.iter_mut().for_each(|open| open.count(&locations));
    Report {
        version: VERSION,
        run: RunReport::default(),
        verdict,
        complete: evidence.cut.is_none(),
        analysis: match evidence.granularity {
            Granularity::Ordinary => AnalysisReport::Ordinary,
            Granularity::Coarse => AnalysisReport::Coarse,
        },
        explored_states: match findings.exploration {
            Exploration::Complete { states } => Some(*states),
            Exploration::Open | Exploration::Confirmed(_) => None,
        },
        findings: findings.grouped(&locations),
        locations,
        obstacles: findings.obstacles(),
        assumptions: limits::assumptions(evidence),
        dead_code: findings.dead_code(),
        execution_ends: findings.execution_ends(),
        statistics: findings.statistics(),
        unused_allowances: Vec::new(),
        threads: findings.threads(),
        deadlocks: findings.deadlocks(verdict),
        open,
        sources: Sources::default(),
    }
}

/// The report on a program, by the name of its first file, of which nothing is known yet.
pub fn unfinished(file: &str, cut: Cut) -> Report {
    Report {
        version: VERSION,
        run: RunReport::default(),
        verdict: VerdictReport::Undecided,
        complete: false,
        analysis: AnalysisReport::Ordinary,
        explored_states: None,
        findings: Vec::new(),
        locations: Vec::new(),
        obstacles: vec![ObstacleReport {
            place: PlaceReport {
                file: file.to_owned(),
                line: Position::BUILT_IN.line,
                column: Position::BUILT_IN.column,
            },
            what: cut.sentence().to_owned(),
            may_hide_race: true,
        }],
        assumptions: Vec::new(),
        dead_code: Vec::new(),
        execution_ends: Vec::new(),
        statistics: Ordered(Vec::new()),
        unused_allowances: Vec::new(),
        threads: Vec::new(),
        deadlocks: None,
        open: None,
        sources: Sources::default(),
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
            column: self.program.files.column(at),
        }
    }

    /// All locations, confirmed races first, then possible ones by their best pair, then safe ones.
    fn locations(&self) -> Vec<LocationReport> {
        let pairing = self.explainer.pairing;
        let (mut open, safe): (Vec<&Location>, Vec<&Location>) =
            pairing.locations.iter().partition(|location| location.is_open());
        open.sort_by_key(|location| self.ranked(location).first().map(|pair| self.rank(*pair)));
        let mut reports: Vec<LocationReport> = open
            .iter()
            .chain(&safe)
            .map(|location| self.location_report(location))
            .collect();
        let elsewhere = self.elsewhere().into_iter();
        reports.extend(elsewhere.map(|confirmation| self.confirmed_location(confirmation)));
        if let Exploration::Complete { states } = self.exploration {
            reports.iter_mut().for_each(|report| settle(report, *states));
        }
        let mut reports = merged(reports);
        reports.sort_by_key(|report| report.status);
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
        let types = &self.program.types;
        let part = object.ty.map(|ty| part(types, ty, &location.bytes));
        let accessed = || self.accessed_type(location);
        LocationReport {
            object: object.name.clone(),
            bytes: bytes(&location.bytes, object),
            ty: object.ty.map(|ty| type_name(types, ty)),
            part: part.as_ref().map_or_else(String::new, |(path, _)| path.clone()),
            part_type: part.map(|(_, ty)| ty).or_else(accessed).map(|ty| type_name(types, ty)),
            status,
            because: Vec::new(),
            races: Vec::new(),
            unlisted: location.unlisted,
            declared: self.place(object.at),
            variable: matches!(object.kind, ObjectKind::Global | ObjectKind::ThreadLocal),
        }
    }

    /// Who calls the program, if it has no `main` of its own.
    fn open(&self) -> Option<OpenReport> {
        let open = self.program.open.as_ref()?;
        let entries = open.entries.iter().map(|entry| {
            let function = self.program.function(entry.function);
            EntryReport {
                function: function.name.clone(),
                known: entry.known.word().to_owned(),
                place: self.place(function.at),
            }
        });
        let declarations = open.declarations.iter().map(|declaration| DeclarationReport {
            name: declaration.name.clone(),
            order: declaration.order.word().to_owned(),
            argument: declaration
                .order
                .is_by_argument()
                .then_some(declaration.argument as u64),
            functions: declaration.functions.clone(),
            at: declaration.at.clone(),
        });
        Some(OpenReport {
            entries: entries.collect(),
            declarations: declarations.collect(),
            direct_races: 0,
            indirect_races: 0,
        })
    }

    /// The type by which the first pair accesses a location.
    fn accessed_type(&self, location: &Location) -> Option<TypeId> {
        let (first, second) = self
            .explainer
            .pairing
            .accesses_of(location.classes.values().next()?.example);
        first.ty.or(second.ty)
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
        let races: Vec<RaceReport> = self.races(location).into_iter().map(|(_, race)| race).collect();
        let confirmed = races.first().is_some_and(|race| race.confirmed);
        let status = if confirmed { Status::Confirmed } else { Status::Possible };
        LocationReport {
            races,
            ..self.location(location, status)
        }
    }

    /// The remaining pairs of a location and the races that they are, confirmed ones first, then the most telling.
    pub(super) fn races(&self, location: &Location) -> Vec<(Pair, RaceReport)> {
        let ranked = self.ranked(location).into_iter();
        let mut races: Vec<(Pair, RaceReport)> = ranked.map(|pair| (pair, self.race(pair))).collect();
        races.sort_by_key(|(_, race)| !race.confirmed);
        races
    }

    fn row_id(&self, row: usize) -> &'static str {
        self.explainer.pairing.catalogue[row].id
    }

    fn race(&self, listed: Pair) -> RaceReport {
        let pair = self.executed_pair(listed);
        let (first, second) = self.explainer.pairing.accesses_of(pair);
        let arguments = self.explainer.why_not_excluded(pair).into_iter();
        let (first, second) = (self.access(first), self.access(second));
        let (first, second, confirmed) = match self.sightings(listed) {
            Some(seen) => (self.executed(first, seen[0]), self.executed(second, seen[1]), true),
            None => (first, second, false),
        };
        RaceReport {
            first,
            second,
            not_excluded_because: Ordered(
                arguments
                    .map(|it| (self.row_id(it.row).into(), it.fact + "."))
                    .collect(),
            ),
            confirmed,
            refused: self.refused_before(listed),
        }
    }
}

/// What remains open statically is settled when every execution was covered.
fn settle(location: &mut LocationReport, states: u64) {
    if location.status == Status::Possible {
        location.status = Status::Safe;
        location.races.clear();
        location.unlisted = 0;
        location.because = vec![format!("Exhaustive exploration ({states} states) shows no race.")];
    }
}

fn kind(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "read",
        AccessKind::Write | AccessKind::Free | AccessKind::Destroy => "write",
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
