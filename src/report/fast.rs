//! What the fast stage tells: the locations that need the precise analysis, and those that do not, with the reason.
//!
//! Its verdict is always `undecided`: it decides which questions are left.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::text::{Detail, count, visible};
use super::{PlaceReport, RunReport, VerdictReport};
use crate::fast::{ASSUMPTIONS, Bytes, Finding, Findings, Kind, Object, Reason};
use crate::ir::{Position, Program};

/// What the fast stage tells of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FastReport {
    /// What made the report, of what.
    #[serde(flatten)]
    pub run: RunReport,
    /// Which stage this is the result of.
    pub stage: &'static str,
    /// Undecided.
    pub verdict: VerdictReport,
    /// How many of what there are.
    pub counts: Counts,
    /// The locations that need the precise analysis.
    pub open: Vec<OpenLocation>,
    /// Those that need no more.
    pub safe: Vec<SafeLocation>,
    /// What is not understood, and could hide accesses.
    pub obstacles: Vec<Obstacle>,
    /// What is taken for granted, besides what the precise analysis does.
    pub assumptions: Vec<&'static str>,
}

/// What the JSON format holds: the report on a program, or a list of those on the programs of a build.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "Only its schema is used.")]
enum Output {
    One(Box<FastReport>),
    Several(Vec<FastReport>),
}

/// The schema of the JSON format of this stage, as text that ends with a line break.
pub fn schema() -> String {
    super::schema_of::<Output>()
}

/// Figures of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counts {
    /// Functions that some thread may run.
    pub functions: usize,
    /// Places that create threads, or have functions called at any time.
    pub creations: usize,
    /// Locations that are accessed.
    pub locations: usize,
    /// Those that need the precise analysis.
    pub open: usize,
    /// Those that need no more, by the reason.
    pub single_threaded: usize,
    /// Only one thread can reach them.
    pub never_shared: usize,
    /// Only one thread accesses them once there may be several.
    pub one_thread: usize,
    /// They are only read once there may be several threads.
    pub only_read: usize,
    /// All accesses are atomic once there may be several threads.
    pub only_atomic: usize,
    /// One lock is held at all accesses once there may be several threads.
    pub one_lock: usize,
}

/// A location that needs the precise analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenLocation {
    /// What it is called.
    pub location: String,
    /// Where it is declared or allocated.
    pub declared: PlaceReport,
    /// An access that changes it, or of which nobody knows.
    pub write: PlaceReport,
    /// Another access.
    pub other: PlaceReport,
}

/// A location that needs no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SafeLocation {
    /// What it is called.
    pub location: String,
    /// Where it is declared or allocated.
    pub declared: PlaceReport,
    /// Why.
    pub reason: Why,
    /// The lock, if that is the reason.
    pub lock: Option<String>,
}

/// Why a location needs no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "these are the words of the counts, which tell what they mean"
)]
pub enum Why {
    SingleThreaded,
    NeverShared,
    OneThread,
    OnlyRead,
    OnlyAtomic,
    OneLock,
}

/// Something that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Obstacle {
    /// Where.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// What, as a sentence.
    pub what: String,
}

/// The report on a program.
pub fn build(program: &Program, found: &Findings, run: RunReport) -> FastReport {
    let names = Names {
        program,
        objects: &found.objects,
    };
    let mut report = FastReport {
        run,
        stage: "fast",
        verdict: VerdictReport::Undecided,
        counts: Counts {
            functions: found.functions,
            creations: found.creations,
            locations: found.findings.len(),
            ..Counts::default()
        },
        open: Vec::new(),
        safe: Vec::new(),
        obstacles: Vec::new(),
        assumptions: ASSUMPTIONS.to_vec(),
    };
    for finding in &found.findings {
        names.add(&mut report, finding);
    }
    report.counts.open = report.open.len();
    let obstacles = found.obstacles.iter().map(|(at, what)| Obstacle {
        place: names.place(*at),
        what: what.clone(),
    });
    report.obstacles = obstacles.collect();
    report
}

struct Names<'p> {
    program: &'p Program,
    objects: &'p [Object],
}

impl Names<'_> {
    fn place(&self, at: Position) -> PlaceReport {
        PlaceReport {
            file: self.program.files.name(at.file).to_owned(),
            line: at.line,
            column: self.program.files.column(at),
        }
    }

    fn add(&self, report: &mut FastReport, finding: &Finding) {
        let object = &self.objects[finding.object];
        let mut location = self.name(object);
        if let Some(Bytes { start, end }) = finding.bytes {
            // Writing to a text does not fail.
            let _ = write!(location, ", bytes {start} to {}", end.saturating_sub(1));
        }
        let declared = self.place(object.at);
        let counts = &mut report.counts;
        let (reason, counter) = match finding.reason {
            Reason::Open { write, other } => {
                report.open.push(OpenLocation {
                    location,
                    declared,
                    write: self.place(write),
                    other: self.place(other),
                });
                return;
            }
            Reason::SingleThreaded => (Why::SingleThreaded, &mut counts.single_threaded),
            Reason::NeverShared => (Why::NeverShared, &mut counts.never_shared),
            Reason::OneThread => (Why::OneThread, &mut counts.one_thread),
            Reason::OnlyRead => (Why::OnlyRead, &mut counts.only_read),
            Reason::OnlyAtomic => (Why::OnlyAtomic, &mut counts.only_atomic),
            Reason::OneLock(..) => (Why::OneLock, &mut counts.one_lock),
        };
        *counter += 1;
        let lock = match finding.reason {
            Reason::OneLock(lock, 0) => Some(self.name(&self.objects[lock])),
            Reason::OneLock(lock, byte) => Some(format!("{}, byte {byte}", self.name(&self.objects[lock]))),
            _ => None,
        };
        report.safe.push(SafeLocation {
            location,
            declared,
            reason,
            lock,
        });
    }

    /// What an object is called.
    fn name(&self, object: &Object) -> String {
        let function = |function| &self.program.function(function).name;
        match &object.kind {
            Kind::Global(global) | Kind::ThreadLocal(global) => {
                let global = self.program.global(*global);
                match &global.function {
                    Some(function) => format!("`{}` of `{function}`", global.name),
                    None => format!("`{}`", global.name),
                }
            }
            Kind::Local(of, local) => {
                let body = self.program.function(*of).body.as_ref();
                let local = body.and_then(|body| body.locals.get(local.0 as usize));
                let name = local.map_or("", |local| &local.name);
                format!("`{name}` of `{}`", function(*of))
            }
            Kind::String(string) => {
                let bytes = self.program.string(*string);
                let text = String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(bytes)).into_owned();
                format!("the text {text:?}")
            }
            Kind::Heap => format!("what is allocated at line {}", object.at.line),
            Kind::Given(of) => format!("what `{}` gives", function(*of)),
            Kind::Own(of) => format!("what `{}` gives each thread", function(*of)),
            Kind::State(name) => format!("{name} (a state of the library)"),
        }
    }
}

/// How many open locations an ordinary report lists.
const LISTED: usize = 100;

/// Renders the report for people.
pub fn render_text(report: &FastReport, detail: Detail) -> String {
    let mut lines = vec![headline(report)];
    let most = if detail == Detail::Full { usize::MAX } else { LISTED };
    for open in report.open.iter().take(most) {
        let OpenLocation {
            location, write, other, ..
        } = open;
        let both = match write == other {
            true => place(write),
            false => format!("{}, {}", place(write), place(other)),
        };
        lines.push(format!("  {location}: {both}"));
    }
    if report.open.len() > most {
        lines.push(format!(
            "  … and {} more (`--verbose` lists all).",
            report.open.len() - most
        ));
    }
    if detail > Detail::Brief {
        lines.push("Needs no more:".to_owned());
        lines.extend(reasons(&report.counts));
        if detail == Detail::Full {
            lines.extend(report.safe.iter().map(safe_line));
        }
        if !report.obstacles.is_empty() {
            lines.push("Not understood, so accesses may be missing:".to_owned());
            let obstacles = report.obstacles.iter();
            lines.extend(obstacles.map(|obstacle| format!("  {}: {}", place(&obstacle.place), obstacle.what)));
        }
        lines.push("Taken for granted, besides what the precise analysis does:".to_owned());
        lines.extend(report.assumptions.iter().map(|assumption| format!("  {assumption}")));
    }
    visible(&(lines.join("\n") + "\n"))
}

fn headline(report: &FastReport) -> String {
    let counts = &report.counts;
    let locations = count(counts.open as u64, "location needs", "locations need");
    let creations = count(
        counts.creations as u64,
        "place that creates threads",
        "places that create threads",
    );
    let functions = count(counts.functions as u64, "function", "functions");
    format!(
        "UNDECIDED by the fast stage: {locations} the precise analysis, of {} ({functions}, {creations}).",
        counts.locations
    )
}

fn reasons(counts: &Counts) -> Vec<String> {
    let rows = [
        (counts.single_threaded, "accessed only before there are threads"),
        (counts.never_shared, "reached by one thread only"),
        (counts.one_thread, "accessed by one thread only, once there are several"),
        (counts.only_read, "only read, once there are several threads"),
        (counts.only_atomic, "atomic, once there are several threads"),
        (counts.one_lock, "under one lock, once there are several threads"),
    ];
    let rows = rows.iter().filter(|(number, _)| *number > 0);
    rows.map(|(number, what)| format!("  {number} {what}")).collect()
}

fn safe_line(safe: &SafeLocation) -> String {
    let lock = safe.lock.iter().map(|lock| format!(" {lock}"));
    let reason = match safe.reason {
        Why::SingleThreaded => "only before there are threads",
        Why::NeverShared => "reached by one thread only",
        Why::OneThread => "one thread only",
        Why::OnlyRead => "only read",
        Why::OnlyAtomic => "atomic",
        Why::OneLock => "under",
    };
    format!("  {}: {reason}{}", safe.location, lock.collect::<String>())
}

fn place(place: &PlaceReport) -> String {
    format!("{}:{}:{}", place.file, place.line, place.column)
}

/// Renders the reports on the programs of a build for programs: one object, or a list of several.
pub fn render_json(reports: &[FastReport]) -> String {
    let text = match reports {
        [only] => serde_json::to_string_pretty(only),
        several => serde_json::to_string_pretty(several),
    };
    text.expect("the model has string keys and no fallible values") + "\n"
}
