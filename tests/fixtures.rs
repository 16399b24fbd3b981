//! Line-annotated C programs: `tests/c/**.c`, one test a file; and a long one, of the coarser analysis, for each file that must not be proved.
//!
//! Expectations stand on the line that they speak about, and are complete both ways:
//!
//! - `// RACE`: an access on this line takes part in a race, and must be reported;
//! - `// NORACE`: a shared access that must not be reported; a line without mark must not be, either;
//! - `// IMPRECISE`: an access that does not race, but may be reported: a known imprecision;
//! - `// OBSTACLE`: what is not understood on this line must be listed, as something that could hide a race;
//! - `// CONFIRMED`: an execution must show the race;
//! - `// ENDS`: executions cannot go on at this line, and the report must say so;
//! - `// REACHABLE`: a line behind a lock, a join or a wait that must not be dead code;
//! - `// LONG`, anywhere: it takes about a second or more, and is one of the long tests.
//!
//! Where deadlocks are checked (`checks=race,deadlock`):
//!
//! - `// DEADLOCK`: a thread that waits on this line may do so for ever, and must be reported; no other line must be;
//! - `// STUCK`: an execution must show that;
//! - `// HIDES`: something on this line could hide a deadlock, and must be listed;
//! - `// MAYLOCK`: a known imprecision: it never does, but may be reported.
//!
//! A program without such lines and without obstacles must be proved to have no lock deadlock, and one with a `DEADLOCK` must not be.
//!
//! A first line `// pepsin: key=value key=value` changes settings, by the keys of `pepsin.toml`.
//! A program without a line that races, is imprecise or an obstacle must be proved, and one with a line that races or is an
//! obstacle must not be, nor by the coarser analysis that large programs get. A race may be confirmed only where a line races.

mod fixture;
mod stack;

use libtest_mimic::{Arguments, Failed, Trial};
use pepsin::config::{Convention, Search, Settings};
use pepsin::explore::{self, Detection, Execution, ExploreSettings, Goal, Segment};
use pepsin::frontend::Input;
use pepsin::limits::Watch;
use pepsin::pipeline;
use pepsin::report::{DeadlockVerdict, Report, Status, VerdictReport};
use stack::STACK;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of the programs, from the root of the package, where tests run.
const FOLDER: &str = "tests/c";

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let trials = programs(Path::new(FOLDER)).into_iter().flat_map(trials).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// All C files in a folder and below, sorted.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of fixtures can be read");
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("the folder of fixtures can be listed").path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The tests of one file: by the file's path below the folder, and with the coarser analysis, which takes long for all files together.
fn trials(path: PathBuf) -> Vec<Trial> {
    let name = path.strip_prefix(FOLDER).unwrap_or(&path).with_extension("");
    let (name, again) = (name.display().to_string(), path.clone());
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let expectations = Expectations::of(&text);
    let (must_not_be_proved, is_long) = (expectations.forbid_any_proof(), expectations.is_long);
    let coarsely = Trial::test(format!("{name} coarsely"), move || is_not_proved_coarsely(&again));
    let coarsely = must_not_be_proved.then(|| coarsely.with_ignored_flag(true));
    let itself = Trial::test(name, move || meets_expectations(&path)).with_ignored_flag(is_long);
    std::iter::once(itself).chain(coarsely).collect()
}

/// What is not decided within so many steps of executions is not waited for, unless the program asks for more.
const STEPS: u64 = 1_000_000;

/// A file, the settings that it asks for, and what its lines say.
fn read(path: &Path) -> Result<(Settings, Expectations), Failed> {
    let text = std::fs::read_to_string(path)?;
    let mut settings = fixture::settings(&text)?;
    if settings.steps == Settings::new(Convention::Check).steps {
        settings.steps = STEPS;
    }
    Ok((settings, Expectations::of(&text)))
}

/// Whether the report on a file says what its lines say.
fn meets_expectations(path: &Path) -> Result<(), Failed> {
    let (settings, expectations) = read(path)?;
    let report = analyse(path, settings.clone())?;
    let mut problems = expectations.problems(&report);
    problems.extend(not_replayed(path, &settings, &report)?);
    if problems.is_empty() {
        return Ok(());
    }
    let render = pepsin::report::FORMATS[0].render;
    Err(format!(
        "{}\n\n{}",
        problems.join("\n"),
        render(&report, pepsin::report::Detail::Full)
    )
    .into())
}

/// The executed deadlocks that do not happen again when their executions are run again.
fn not_replayed(path: &Path, settings: &Settings, report: &Report) -> Result<Vec<String>, Failed> {
    let mut problems = Vec::new();
    let circles = report.deadlocks.iter().flat_map(|found| &found.circles);
    for circle in circles {
        let Some(executed) = &circle.execution else { continue };
        let (program, _) = pipeline::read(&[Input::new(path)], settings, &Watch::default())?;
        let turns = executed.schedule.iter();
        let segment = |[thread, steps]: &[u64; 2]| Segment {
            thread: *thread as u32,
            steps: *steps,
        };
        let execution = Execution {
            segments: turns.map(segment).collect(),
            inputs: executed.inputs.clone(),
            threads: executed.most_threads,
        };
        let search = ExploreSettings {
            goal: Goal::Deadlocks,
            detection: Detection::Off,
            ..pipeline::execution_settings(settings)
        };
        let again = explore::replay(&program, &search, &execution);
        let lines = |places: &mut dyn Iterator<Item = u32>| places.collect::<BTreeSet<u32>>();
        let wanted = lines(&mut circle.threads.iter().map(|thread| thread.place.line));
        let mut shown = again.circles.iter();
        if !shown.any(|circle| lines(&mut circle.threads.iter().map(|thread| thread.at.line)) == wanted) {
            problems.push(format!("The deadlock on lines {wanted:?} does not happen again."));
        }
    }
    Ok(problems)
}

/// So few evaluations that most fixtures are analysed again more coarsely.
const COARSE: u64 = 200;

/// Whether the coarser analysis, which large programs get, does not prove what races either.
fn is_not_proved_coarsely(path: &Path) -> Result<(), Failed> {
    let (settings, expectations) = read(path)?;
    let report = analyse(
        path,
        Settings {
            evaluations: settings.evaluations.min(COARSE),
            exploration: Search::Off,
            ..settings
        },
    )?;
    let found = report.deadlocks.as_ref().map(|found| found.verdict);
    match report.verdict {
        VerdictReport::RaceFree if expectations.forbid_a_proof() => Err("The coarser analysis proves it.".into()),
        _ if expectations.deadlocks.is_empty() => Ok(()),
        _ if matches!(
            found,
            Some(DeadlockVerdict::NoLockDeadlock | DeadlockVerdict::DeadlockFree)
        ) =>
        {
            Err("The coarser analysis finds no deadlock.".into())
        }
        _ => Ok(()),
    }
}

/// The report on a file, made with as much stack as the command line program has.
fn analyse(path: &Path, settings: Settings) -> Result<Report, Failed> {
    let input = Input::new(path);
    let analysis = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || pipeline::check(&[input], &settings))?;
    let result = analysis.join().map_err(|_| "The analysis panicked.")?;
    Ok(result?)
}

/// What the lines of a file say.
#[derive(Default)]
struct Expectations {
    /// The lines that must be reported.
    racing: BTreeSet<u32>,
    /// The lines that may be reported.
    imprecise: BTreeSet<u32>,
    /// The lines on which something must be listed that could hide a race.
    obstacles: BTreeSet<u32>,
    /// Whether an execution must show a race.
    confirmed: bool,
    /// The lines at which executions cannot go on.
    ends: BTreeSet<u32>,
    /// The lines that must not be dead code.
    reachable: BTreeSet<u32>,
    /// The lines on which threads wait for ever.
    deadlocks: BTreeSet<u32>,
    /// Those of them where an execution must show it.
    stuck: BTreeSet<u32>,
    /// The lines on which something could hide that.
    hiding_deadlocks: BTreeSet<u32>,
    /// The lines on which that may be reported although it is not so.
    imprecise_deadlocks: BTreeSet<u32>,
    /// The lines on which a function ends.
    function_ends: BTreeSet<u32>,
    /// Whether it takes long.
    is_long: bool,
}

impl Expectations {
    fn of(text: &str) -> Self {
        let mut expectations = Expectations::default();
        for (number, line) in (1..).zip(text.lines()) {
            let marks = line.rsplit_once("//").map_or("", |(_, comment)| comment);
            for mark in marks.split_whitespace() {
                match mark {
                    "RACE" => expectations.racing.insert(number),
                    "IMPRECISE" => expectations.imprecise.insert(number),
                    "OBSTACLE" => expectations.obstacles.insert(number),
                    "CONFIRMED" => !std::mem::replace(&mut expectations.confirmed, true),
                    "LONG" => !std::mem::replace(&mut expectations.is_long, true),
                    "ENDS" => expectations.ends.insert(number),
                    "REACHABLE" => expectations.reachable.insert(number),
                    "DEADLOCK" => expectations.deadlocks.insert(number),
                    "STUCK" => expectations.stuck.insert(number),
                    "HIDES" => expectations.hiding_deadlocks.insert(number),
                    "MAYLOCK" => expectations.imprecise_deadlocks.insert(number),
                    _ => false,
                };
            }
            if line == "}" {
                expectations.function_ends.insert(number);
            }
        }
        expectations
    }

    /// Whether something races or could hide a race.
    fn forbid_a_proof(&self) -> bool {
        !self.racing.is_empty() || !self.obstacles.is_empty()
    }

    /// The same, or whether threads wait for ever.
    fn forbid_any_proof(&self) -> bool {
        self.forbid_a_proof() || !self.deadlocks.is_empty()
    }

    /// What the report says too much or too little, one sentence each.
    fn problems(&self, report: &Report) -> Vec<String> {
        let reported = reported_lines(report);
        let missing = self.racing.difference(&reported);
        let missing = missing.map(|line| format!("Line {line} is not reported."));
        let unexpected = reported
            .iter()
            .filter(|line| !self.racing.contains(line) && !self.imprecise.contains(line))
            .map(|line| format!("Line {line} is reported."));
        let dead = self
            .reachable
            .iter()
            .filter(|line| self.is_dead(**line, report))
            .map(|line| format!("Line {line} is dead code."));
        let hiding = report.obstacles.iter().filter(|obstacle| obstacle.may_hide_race);
        let listed: BTreeSet<u32> = hiding.map(|obstacle| obstacle.place.line).collect();
        let overlooked = self.obstacles.difference(&listed);
        let overlooked = overlooked.map(|line| format!("No obstacle is listed for line {line}."));
        let ended: BTreeSet<u32> = report.execution_ends.iter().map(|end| end.place.line).collect();
        let unsaid = self.ends.difference(&ended);
        let unsaid = unsaid.map(|line| format!("It is not said that executions end at line {line}."));
        let is_proved = report.verdict == VerdictReport::RaceFree;
        let is_shown = report.verdict == VerdictReport::Race;
        let must_stay_open = self.forbid_a_proof();
        let is_fitting = match (!must_stay_open, self.imprecise.is_empty()) {
            (true, true) => is_proved,
            (true, false) => !is_shown,
            (false, _) => !is_proved && (is_shown || !self.confirmed),
        };
        let verdict = (!is_fitting).then(|| format!("The verdict is {:?}.", report.verdict));
        let problems = missing.chain(unexpected).chain(dead);
        let problems = problems.chain(overlooked).chain(unsaid).chain(verdict);
        problems.chain(self.problems_of_deadlocks(report)).collect()
    }

    /// The same of deadlocks, if they are checked.
    fn problems_of_deadlocks(&self, report: &Report) -> Vec<String> {
        let Some(found) = &report.deadlocks else {
            return Vec::new();
        };
        let lines = |status: &[Status]| -> BTreeSet<u32> {
            let circles = found.circles.iter().filter(|circle| status.contains(&circle.status));
            circles
                .flat_map(|circle| circle.threads.iter().map(|thread| thread.place.line))
                .collect()
        };
        let (reported, executed) = (
            lines(&[Status::Confirmed, Status::Possible]),
            lines(&[Status::Confirmed]),
        );
        let missing = self.deadlocks.difference(&reported);
        let missing = missing.map(|line| format!("No deadlock is reported on line {line}."));
        let unexpected = reported
            .iter()
            .filter(|line| !self.deadlocks.contains(line) && !self.imprecise_deadlocks.contains(line))
            .map(|line| format!("A deadlock is reported on line {line}."));
        let unconfirmed = self.stuck.difference(&executed);
        let unconfirmed = unconfirmed.map(|line| format!("No execution ends in a deadlock on line {line}."));
        let is_fitting = match found.verdict {
            DeadlockVerdict::Deadlock => !self.deadlocks.is_empty(),
            DeadlockVerdict::PossibleDeadlock => self.stuck.is_empty(),
            DeadlockVerdict::NoLockDeadlock | DeadlockVerdict::DeadlockFree => {
                let nothing_hides = self.obstacles.is_empty() && self.hiding_deadlocks.is_empty();
                self.deadlocks.is_empty() && self.imprecise_deadlocks.is_empty() && nothing_hides
            }
            DeadlockVerdict::Undecided => !self.obstacles.is_empty() || !self.hiding_deadlocks.is_empty(),
        };
        let verdict = (!is_fitting).then(|| format!("The verdict on deadlocks is {:?}.", found.verdict));
        let hiding: BTreeSet<u32> = found.obstacles.iter().map(|obstacle| obstacle.place.line).collect();
        let overlooked = self.hiding_deadlocks.symmetric_difference(&hiding);
        let overlooked = overlooked.map(|line| format!("What hides deadlocks on line {line} is not as expected."));
        let problems = missing.chain(unexpected).chain(unconfirmed);
        problems.chain(overlooked).chain(verdict).collect()
    }

    /// Whether dead code begins on a line, or before it in the same function.
    fn is_dead(&self, line: u32, report: &Report) -> bool {
        let begins = report.dead_code.iter().map(|dead| dead.place.line);
        begins
            .filter(|begin| *begin <= line)
            .any(|begin| self.function_ends.range(begin..line).next().is_none())
    }
}

/// The lines of all accesses in races.
fn reported_lines(report: &Report) -> BTreeSet<u32> {
    let races = report.locations.iter().flat_map(|location| &location.races);
    races
        .flat_map(|race| [race.first.place.line, race.second.place.line])
        .collect()
}
