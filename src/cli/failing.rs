//! Which findings fail a run: what users have said of them, and the exit status that follows.

use super::{Exit, Failure, output};
use crate::config::{AllowRow, AllowedFindings, Resolved};
use crate::files;
use crate::report::said::{self, Allowance, Allowed, Baseline};
use crate::report::{
    DeadlockVerdict, DeadlocksReport, Disposition, FindingReport, LocationReport, Report, Status, VerdictReport,
};
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What users say of findings on the command line.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "What fails")]
pub struct Failing {
    /// Takes the findings of this file as known: they do not fail the run.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Writes the findings to a file for `--baseline`, and takes them as known.
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// Which findings fail the run, with exit status 1.
    #[arg(long, value_enum, default_value = "new")]
    fail_on: FailOn,
}

/// Which findings fail a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Those that an execution shows, and that are neither allowed nor known.
    Confirmed,
    /// Those that are neither allowed nor known.
    New,
    /// All.
    Any,
}

impl Failing {
    /// Notes that the baseline is read, if it is: only where none is written.
    pub fn note_baseline(&self) {
        if let (Some(path), None) = (&self.baseline, &self.write_baseline) {
            files::note(path);
        }
    }

    /// Whether anything is said of findings.
    pub fn judges(&self) -> bool {
        self.baseline.is_some() || self.write_baseline.is_some() || self.fail_on != FailOn::New
    }

    /// Notes in the reports on the programs of a run what the user has said of their findings; what is known already is returned.
    pub fn note(&self, reports: &mut [&mut Report], resolved: &Resolved) -> Result<Option<Baseline>, Failure> {
        let baseline = match (&self.write_baseline, &self.baseline) {
            (Some(_), _) => Some(Baseline::of(reports.iter().map(|report| &**report))),
            (None, Some(path)) => Some(read_baseline(path)?),
            (None, None) => None,
        };
        let mut used = BTreeSet::new();
        for report in reports.iter_mut() {
            let mut allowances: Vec<Allowance> = resolved.allowed.iter().map(allowance).collect();
            if resolved.trust.allows_comments() {
                allowances.extend(said::comments(&report.sources));
            }
            said::apply(report, &allowances, baseline.as_ref());
            let unused = &report.unused_allowances;
            used.extend(allowances.into_iter().map(|it| it.at).filter(|at| !unused.contains(at)));
        }
        // What one program has a race for is of use, though another one has none.
        for report in reports {
            report.unused_allowances.retain(|at| !used.contains(at));
        }
        Ok(baseline)
    }

    /// Writes the findings that are known, if they are to be written.
    pub fn keep(&self, known: Option<Baseline>) -> Result<(), Failure> {
        match (&self.write_baseline, known) {
            (Some(file), Some(known)) => Ok(output::write(&known.text(), Some(file))?),
            _ => Ok(()),
        }
    }

    /// The exit status. What is said of findings never makes a proof: where something could hide a race, the run is undecided still.
    pub fn exit(&self, report: &Report) -> Exit {
        let fails = |finding: &FindingReport| self.fails(&finding.disposition, finding.status);
        // Of locations without a finding nobody has said anything.
        let told: BTreeSet<usize> = report
            .findings
            .iter()
            .flat_map(|it| it.locations.iter().copied())
            .collect();
        let is_untold = |(number, location): (usize, &LocationReport)| {
            location.status != Status::Safe && !told.contains(&number) && self.fail_on != FailOn::Confirmed
        };
        let untold = report.locations.iter().enumerate().any(is_untold);
        let hidden = report.obstacles.iter().any(|obstacle| obstacle.may_hide_race);
        let exit = match report.verdict {
            VerdictReport::RaceFree => Exit::Success,
            VerdictReport::Undecided => Exit::Undecided,
            VerdictReport::Race | VerdictReport::PossibleRace if untold || report.findings.iter().any(fails) => {
                Exit::Races
            }
            VerdictReport::Race | VerdictReport::PossibleRace if hidden => Exit::Undecided,
            VerdictReport::Race | VerdictReport::PossibleRace => Exit::Success,
        };
        match &report.deadlocks {
            Some(deadlocks) => exit.worse(self.exit_by_deadlocks(deadlocks, hidden)),
            None => exit,
        }
    }

    fn fails(&self, said: &Disposition, status: Status) -> bool {
        match self.fail_on {
            FailOn::Any => true,
            FailOn::New => *said == Disposition::New,
            FailOn::Confirmed => *said == Disposition::New && status == Status::Confirmed,
        }
    }

    fn exit_by_deadlocks(&self, deadlocks: &DeadlocksReport, is_race_hidden: bool) -> Exit {
        let mut circles = deadlocks.circles.iter();
        let fails = circles.any(|circle| self.fails(&circle.disposition, circle.status));
        // Of circles that are not listed nobody has said anything.
        let is_untold = (deadlocks.has_more || deadlocks.circles.is_empty()) && self.fail_on != FailOn::Confirmed;
        let is_hidden = is_race_hidden || !deadlocks.obstacles.is_empty();
        match deadlocks.verdict {
            DeadlockVerdict::DeadlockFree | DeadlockVerdict::NoLockDeadlock => Exit::Success,
            DeadlockVerdict::Undecided => Exit::Undecided,
            DeadlockVerdict::Deadlock | DeadlockVerdict::PossibleDeadlock if fails || is_untold => Exit::Races,
            DeadlockVerdict::Deadlock | DeadlockVerdict::PossibleDeadlock if is_hidden => Exit::Undecided,
            DeadlockVerdict::Deadlock | DeadlockVerdict::PossibleDeadlock => Exit::Success,
        }
    }
}

fn allowance(row: &AllowRow) -> Allowance {
    Allowance {
        what: match &row.which {
            AllowedFindings::OnObject(object) => Allowed::Object(object.clone()),
            AllowedFindings::WithFingerprint(fingerprint) => Allowed::Fingerprint(fingerprint.clone()),
        },
        reason: row.reason.clone(),
        at: row.at.clone(),
    }
}

fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    let name = path.display().to_string();
    let text = files::read_text(path)
        .map_err(|error| Failure::new(vec![format!("{name}: error: The file can't be read: {error}.")]))?;
    Baseline::parse(&name, &text).map_err(|message| Failure::new(vec![message]))
}
