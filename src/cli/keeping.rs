//! Results of `check` that are kept: what they depend on, where they lie, and which ones are worth it.
//!
//! A report is a function of the preprocessed texts of its units with their flags, the settings and models, and this very program; all of
//! that goes into its key. So a changed header, flag, compiler or Pepsin makes another key, and nothing has to be thrown away. The texts of
//! the sources that a report shows, allowances and baselines are read anew each time. A report is kept if no limit of time or memory, and
//! nobody else, asked a step of its analysis to end: another run gives the same.
//!
//! Beside a report stands what was read for it ([`super::unchanged`]), so that the preprocessor need not run where nothing changed.

use super::sources::Sources;
use super::trace;
use super::unchanged::{Noted, surroundings};
use crate::cache::{Cache, Key, Parts, digest_of_file};
use crate::config::{ProjectTrust, Resolved, SETTINGS, Settings, is_repository};
use crate::frontend::{Input, Need};
use crate::limits::Watch;
use crate::pipeline::{Member, Project};
use crate::races::Rows;
use crate::report::Report;
use crate::study::{Answer, Solved};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

/// What the command line says of results that are kept.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Results that are kept")]
pub struct Keeping {
    /// Where results are kept; by default a folder of the user's own (PEPSIN_CACHE_DIR, or pepsin in XDG_CACHE_HOME or ~/.cache).
    #[arg(long, value_name = "FOLDER")]
    cache_dir: Option<PathBuf>,
    /// Analyses anew, and keeps nothing; so does PEPSIN_NO_CACHE=1.
    #[arg(long)]
    no_cache: bool,
}

/// The results that were kept of analyses with the same settings.
pub struct Kept {
    cache: Cache,
    /// The settings, the models, and this program.
    common: Vec<u8>,
    /// The moment before anything was read.
    opened: SystemTime,
}

/// What is kept of a program: the report without what is read anew, and the names of the files that it is about.
#[derive(Serialize, Deserialize)]
pub struct KeptReport {
    /// The files.
    pub files: Vec<String>,
    /// The report.
    pub report: Report,
}

impl Keeping {
    /// Whether the command line says where results are kept.
    pub fn names_folder(&self) -> bool {
        self.cache_dir.is_some()
    }

    /// What was kept, if anything is to be.
    pub fn open(&self, sources: &Sources, inputs: &[Input], resolved: &Resolved) -> Option<Kept> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        // A result that was kept tells nothing of its way.
        if self.no_cache || variable("PEPSIN_NO_CACHE").is_some() || variable(trace::VARIABLE).is_some() {
            return None;
        }
        let below = |name, path: &str| variable(name).map(|folder| Path::new(&folder).join(path));
        let folder = self
            .cache_dir
            .clone()
            .or_else(|| below("PEPSIN_CACHE_DIR", ""))
            .or_else(|| below("XDG_CACHE_HOME", "pepsin").filter(|folder| folder.is_absolute()))
            .or_else(|| below("HOME", ".cache/pepsin").filter(|folder| folder.is_absolute()))?;
        let is_trusted = matches!(resolved.trust, ProjectTrust::Settings | ProjectTrust::Everything);
        if !is_trusted && lies_in_project(&folder, sources, inputs) {
            return None;
        }
        Some(Kept {
            cache: Cache::at(&folder)?,
            common: common(resolved)?,
            opened: SystemTime::now(),
        })
    }
}

/// Whether a folder lies in the tree of the project: below the outermost repository of a source, or where there is none, below the folder of
/// a source or of the database.
fn lies_in_project(folder: &Path, sources: &Sources, inputs: &[Input]) -> bool {
    let Ok(folder) = std::path::absolute(folder) else {
        return true;
    };
    // The folder need not be there yet, but what is there of its path may be links.
    let known = folder.ancestors().find_map(|above| above.canonicalize().ok());
    let read = inputs.iter().map(Input::file);
    let given = sources.files.iter().cloned().chain(sources.database()).chain(read);
    let mut roots = given.filter_map(|file| {
        let folder = file.canonicalize().ok()?.parent()?.to_owned();
        let repositories = folder.ancestors().filter(|above| is_repository(above));
        Some(repositories.last().unwrap_or(&folder).to_owned())
    });
    roots.any(|root| folder.starts_with(&root) || known.as_ref().is_none_or(|known| known.starts_with(&root)))
}

/// What a study keeps of a task: what came of it, by the ids of rows, and how long that took.
#[derive(Serialize, Deserialize)]
pub struct KeptOutcome {
    solved: Result<KeptSolved, String>,
    microseconds: u64,
}

#[derive(Serialize, Deserialize)]
struct KeptSolved {
    rows: Vec<String>,
    classes: Vec<Vec<usize>>,
    stopped: bool,
    unknowns: u64,
    answer: Answer,
}

impl KeptOutcome {
    /// What is kept of an outcome.
    pub fn of(solved: &Result<Solved, String>, time: Duration) -> Self {
        let kept = |solved: &Solved| KeptSolved {
            rows: solved.rows.iter().map(|&id| id.to_owned()).collect(),
            classes: solved.classes.iter().map(|rows| rows.iter().collect()).collect(),
            stopped: solved.stopped,
            unknowns: solved.unknowns,
            answer: solved.answer,
        };
        KeptOutcome {
            solved: solved.as_ref().map(kept).map_err(String::clone),
            microseconds: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// The outcome, if all its rows are among those with these ids.
    pub fn outcome(self, ids: &[&'static str]) -> Option<(Result<Solved, String>, Duration)> {
        let time = Duration::from_micros(self.microseconds);
        let kept = match self.solved {
            Ok(kept) => kept,
            Err(message) => return Some((Err(message), time)),
        };
        let known = |id: &String| ids.iter().find(|known| *known == id).copied();
        let solved = Solved {
            rows: kept.rows.iter().map(known).collect::<Option<_>>()?,
            classes: kept.classes.into_iter().map(Rows::of).collect(),
            stopped: kept.stopped,
            unknowns: kept.unknowns,
            answer: kept.answer,
        };
        Some((Ok(solved), time))
    }
}

/// The digest of this program, which is read once.
fn this_program() -> Option<[u8; 32]> {
    static DIGEST: OnceLock<Option<[u8; 32]>> = OnceLock::new();
    let read = || digest_of_file(&std::env::current_exe().ok()?).ok();
    *DIGEST.get_or_init(read)
}

/// The part of all keys of a run; nothing if this program cannot be told from others.
fn common(resolved: &Resolved) -> Option<Vec<u8>> {
    let mut parts = Parts::new("settings");
    parts.add(super::version().as_bytes());
    parts.add(&this_program()?);
    for setting in SETTINGS.iter().filter(|setting| setting.key != "main") {
        parts.add(setting.key.as_bytes());
        parts.add((setting.get)(&resolved.settings).as_bytes());
    }
    for model in &resolved.models {
        parts.add(model.name.as_bytes());
        parts.add(model.text.as_bytes());
    }
    Some(parts.key().bytes().to_vec())
}

impl Kept {
    /// What was kept in a folder that the user names, of analyses with these settings; nothing if the folder cannot be used.
    pub fn at(folder: &Path, resolved: &Resolved) -> Option<Self> {
        Some(Kept {
            cache: Cache::at(folder)?,
            common: common(resolved)?,
            opened: SystemTime::now(),
        })
    }

    /// What came of a task in a study, if its units are what they were then.
    pub fn outcome(&self, units: &[Input], main: Option<&Path>) -> Option<KeptOutcome> {
        self.read(&self.of_task(units, main))
    }

    /// Keeps what came of a task in a study.
    pub fn keep_outcome(&self, units: &[Input], main: Option<&Path>, outcome: &KeptOutcome) {
        self.write(&self.of_task(units, main), outcome);
    }

    fn of_task(&self, units: &[Input], main: Option<&Path>) -> Parts {
        let mut parts = Parts::new("outcome of a task in a study");
        parts.add(&self.common);
        add_main(&mut parts, main);
        add_units(&mut parts, units.iter());
        parts
    }

    /// The programs of a build, if its units are what they were then; `main` is the chosen one.
    pub fn members(&self, project: &Project, main: Option<&Path>) -> Option<Vec<Member>> {
        self.read(&self.of_build(project, main))
    }

    /// Keeps which programs a build has.
    pub fn keep_members(&self, project: &Project, main: Option<&Path>, members: &[Member]) {
        // What could not be told stands in messages, which are made anew.
        if members.iter().all(|member| member.errors.is_empty()) {
            self.write(&self.of_build(project, main), &members);
        }
    }

    /// The report on a program, if its units are what they were then.
    pub fn report(&self, project: &Project, member: &Member) -> Option<KeptReport> {
        self.read(&self.of_program(project, member))
    }

    /// Keeps the report on a program.
    pub fn keep_report(&self, project: &Project, member: &Member, report: &KeptReport) {
        self.write(&self.of_program(project, member), report);
    }

    /// The programs of a build with the reports on them, if nothing changed that was read for them; no preprocessor runs to see that.
    pub fn recall(&self, inputs: &[Input], main: Option<&Path>) -> Option<Vec<(Member, KeptReport)>> {
        let noted: Noted = self.read(&self.of_files(inputs, main))?;
        if !noted.holds() {
            return None;
        }
        let report = |name: &String| serde_json::from_slice(&self.cache.get(&Key::named(name)?)?).ok();
        let reports: Option<Vec<KeptReport>> = noted.reports.iter().map(report).collect();
        Some(noted.members.into_iter().zip(reports?).collect())
    }

    /// Notes what was read for the programs of a build since a moment, if there are reports on all of them.
    pub fn note(&self, inputs: &[Input], project: &Project, members: &[Member], settings: &Settings, watch: &Watch) {
        let keys: Vec<Key> = members.iter().map(|it| self.of_program(project, it).key()).collect();
        if !keys.iter().all(|key| self.cache.get(key).is_some()) {
            return;
        }
        if let Some(mut noted) = Noted::of(project.inputs(), settings, watch, self.opened) {
            noted.members = members.to_vec();
            noted.reports = keys.iter().map(Key::name).collect();
            self.write(&self.of_files(inputs, settings.main.as_deref()), &noted);
        }
    }

    fn of_files(&self, inputs: &[Input], main: Option<&Path>) -> Parts {
        let mut parts = Parts::new("files read for a build");
        parts.add(&self.common);
        surroundings().iter().for_each(|part| parts.add(part));
        add_main(&mut parts, main);
        add_units(&mut parts, inputs.iter());
        parts
    }

    fn of_build(&self, project: &Project, main: Option<&Path>) -> Parts {
        let mut parts = Parts::new("programs of a build");
        parts.add(&self.common);
        add_main(&mut parts, main);
        add_units(&mut parts, project.inputs().iter());
        parts
    }

    fn of_program(&self, project: &Project, member: &Member) -> Parts {
        let mut parts = Parts::new("report on a program");
        parts.add(&self.common);
        // A program that is made of some units only says so.
        parts.add_number(usize::from(member.units.len() < project.inputs().len()));
        parts.add_number(member.beside.len());
        member.beside.iter().for_each(|what| parts.add(what.as_bytes()));
        add_units(&mut parts, project.units_of(member));
        parts
    }

    fn read<T: DeserializeOwned>(&self, parts: &Parts) -> Option<T> {
        serde_json::from_slice(&self.cache.get(&parts.key())?).ok()
    }

    fn write(&self, parts: &Parts, value: &impl Serialize) {
        if let Ok(body) = serde_json::to_vec(value) {
            self.cache.put(&parts.key(), &body);
        }
    }
}

/// Adds the file whose `main` is chosen.
fn add_main(parts: &mut Parts, main: Option<&Path>) {
    match main {
        Some(main) => parts.add(main.as_os_str().as_encoded_bytes()),
        None => parts.add_number(0),
    }
}

/// Adds all that is read of some units.
fn add_units<'a>(parts: &mut Parts, units: impl Iterator<Item = &'a Input>) {
    for Input {
        path,
        arguments,
        directory,
        text,
        assumption,
        unread,
        need,
        missing,
    } in units
    {
        parts.add(path.as_os_str().as_encoded_bytes());
        parts.add_number(arguments.len());
        arguments.iter().for_each(|argument| parts.add(argument.as_bytes()));
        let directory = directory.as_deref().map(|it| it.as_os_str().as_encoded_bytes());
        parts.add(directory.unwrap_or_default());
        parts.add_number(usize::from(text.is_some()));
        parts.add(text.as_deref().map_or(&[], Vec::as_slice));
        parts.add(assumption.as_deref().unwrap_or_default().as_bytes());
        parts.add_number(unread.len());
        unread.iter().for_each(|file| parts.add(file.as_bytes()));
        parts.add_number(usize::from(*need == Need::OneOfBuild));
        parts.add(missing.as_deref().unwrap_or_default().as_bytes());
    }
}
