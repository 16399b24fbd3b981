//! Line-annotated C programs: `tests/c/**.c`, one test a file.
//!
//! Expectations stand on the line that they speak about, and are complete both ways:
//!
//! - `// RACE`: an access on this line takes part in a race, and must be reported;
//! - `// NORACE`: a shared access that must not be reported; a line without mark must not be, either;
//! - `// IMPRECISE`: an access that does not race, but may be reported: a known imprecision;
//! - `// OBSTACLE`: what is not understood on this line must be listed, as something that could hide a race;
//! - `// CONFIRMED`: an execution must show the race;
//! - `// ENDS`: executions cannot go on at this line, and the report must say so;
//! - `// REACHABLE`: a line behind a lock, a join or a wait that must not be dead code.
//!
//! A first line `// pepsin: key=value key=value` changes settings, by the keys of `pepsin.toml`.
//! A program without a line that races, is imprecise or an obstacle must be proved, and one with a line that races or is an
//! obstacle must not be, nor by the coarser analysis that large programs get. A race may be confirmed only where a line races.

mod fixture;

use fixture::STACK;
use libtest_mimic::{Arguments, Failed, Trial};
use pepsin::config::{Search, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::{Report, VerdictReport};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of the programs, from the root of the package, where tests run.
const FOLDER: &str = "tests/c";

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let trials = programs(Path::new(FOLDER)).into_iter().map(trial).collect();
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

/// The test of one file; its name is the file's path below the folder.
fn trial(path: PathBuf) -> Trial {
    let name = path.strip_prefix(FOLDER).unwrap_or(&path).with_extension("");
    Trial::test(name.display().to_string(), move || meets_expectations(&path))
}

/// Whether the report on a file says what its lines say.
fn meets_expectations(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let mut settings = fixture::settings(&text)?;
    // What is not decided soon is not waited for.
    settings.steps = settings.steps.min(20_000_000);
    let expectations = Expectations::of(&text);
    let report = analyse(path, settings.clone())?;
    let problems = expectations.problems(&report);
    if problems.is_empty() {
        return match expectations.forbid_a_proof() {
            true => is_not_proved_coarsely(path, settings),
            false => Ok(()),
        };
    }
    let render = pepsin::report::FORMATS[0].render;
    Err(format!(
        "{}\n\n{}",
        problems.join("\n"),
        render(&report, pepsin::report::Detail::Full)
    )
    .into())
}

/// So few evaluations that most fixtures are analysed again more coarsely.
const COARSE: u64 = 200;

/// Whether the coarser analysis, which large programs get, does not prove what races either.
fn is_not_proved_coarsely(path: &Path, settings: Settings) -> Result<(), Failed> {
    let report = analyse(
        path,
        Settings {
            evaluations: settings.evaluations.min(COARSE),
            exploration: Search::Off,
            ..settings
        },
    )?;
    match report.verdict {
        VerdictReport::RaceFree => Err("The coarser analysis proves it.".into()),
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
    /// The lines on which a function ends.
    function_ends: BTreeSet<u32>,
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
                    "ENDS" => expectations.ends.insert(number),
                    "REACHABLE" => expectations.reachable.insert(number),
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
        problems.chain(overlooked).chain(unsaid).chain(verdict).collect()
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
