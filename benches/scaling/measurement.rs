//! What the analysis of one program costs, measured from inside of its process.

use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::limits::Watch;
use pepsin::pipeline::{Stage, analyse};
use pepsin::races::Arguments;
use std::error::Error;
use std::fmt;
use std::fs::read_to_string;
use std::str::FromStr;

/// Units of processor time in a second, in what the kernel tells of a process.
const TICKS: f64 = 100.0;

/// What one analysis costs.
pub struct Measurement {
    /// Seconds of processor time to read the program; that of the C preprocessor is not among it.
    pub reading: f64,
    /// Seconds to solve and verify.
    pub solving: f64,
    /// Seconds to pair and report.
    pub pairing: f64,
    /// The greatest memory, in MiB.
    pub memory: u64,
    /// The verdict.
    pub verdict: String,
}

impl Measurement {
    /// Seconds of processor time in all.
    pub fn seconds(&self) -> f64 {
        self.reading + self.solving + self.pairing
    }
}

/// Analyses a file with the settings of `check`, and measures this process.
///
/// # Errors
/// If the file can't be analysed, or the kernel tells nothing of the process.
pub fn measure(file: &str) -> Result<Measurement, Box<dyn Error>> {
    let mut begun = Vec::new();
    let mut settings = Settings::new(Convention::Check);
    // However long it takes.
    settings.seconds = 0;
    let analysis = analyse(
        &[Input::new(file)],
        &settings,
        &Arguments::standard(),
        &Watch::default(),
        &mut |stage| begun.push((stage, processor_seconds())),
    )
    .map_err(|errors| errors.to_string())?;
    let verdict = analysis.report().verdict;
    begun.push((Stage::Exploring, processor_seconds()));
    let begin = |wanted: Stage| {
        let found = begun.iter().find(|(stage, _)| *stage == wanted);
        found
            .and_then(|(_, seconds)| *seconds)
            .ok_or("the kernel does not tell the processor time")
    };
    Ok(Measurement {
        reading: begin(Stage::Solving)? - begin(Stage::Reading)?,
        solving: begin(Stage::Pairing)? - begin(Stage::Solving)?,
        pairing: begin(Stage::Exploring)? - begin(Stage::Pairing)?,
        memory: greatest_memory().ok_or("the kernel does not tell the memory")?,
        verdict: format!("{verdict:?}"),
    })
}

/// The processor time of this process so far (`proc(5)`, `/proc/pid/stat`, fields 14 and 15).
fn processor_seconds() -> Option<f64> {
    let line = read_to_string("/proc/self/stat").ok()?;
    // The second field is the name in parentheses, which may contain anything.
    let mut fields = line.rsplit(')').next()?.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / TICKS)
}

/// The greatest resident memory of this process so far, in MiB (`proc(5)`, `VmHWM`).
fn greatest_memory() -> Option<u64> {
    let status = read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}

/// As one line, from one process to the other.
impl fmt::Display for Measurement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measurement {
            reading,
            solving,
            pairing,
            memory,
            verdict,
        } = self;
        write!(out, "{reading} {solving} {pairing} {memory} {verdict}")
    }
}

impl FromStr for Measurement {
    type Err = Box<dyn Error>;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let mut fields = line.split_whitespace();
        let mut next = || fields.next().ok_or("a measurement has five fields");
        Ok(Measurement {
            reading: next()?.parse()?,
            solving: next()?.parse()?,
            pairing: next()?.parse()?,
            memory: next()?.parse()?,
            verdict: next()?.to_owned(),
        })
    }
}
