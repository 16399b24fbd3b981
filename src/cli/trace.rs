//! Traces: what the analysis tells of its way, on standard error, if `PEPSIN_TRACE` asks for it.
//!
//! `PEPSIN_TRACE=widen,claim` lists targets: `solve` (each evaluation), `widen` (each widening and narrowing), `context` (each
//! context when it is met) and `claim` (each claim that the verified solution refutes). `docs/debugging.md` follows a lost proof by them.

use super::Failure;
use super::output;

/// The variable of the environment that lists targets.
pub const VARIABLE: &str = "PEPSIN_TRACE";

/// What can be traced.
const TARGETS: [&str; 4] = ["solve", "widen", "context", "claim"];

/// Listens to some targets.
struct Listener {
    targets: Vec<&'static str>,
}

impl log::Log for Listener {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        self.targets.contains(&metadata.target())
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            output::complain(&[format!("{}: {}", record.target(), record.args())]);
        }
    }

    fn flush(&self) {}
}

/// Listens to what the environment asks for.
///
/// # Errors
/// If it asks for something that is not traced.
pub fn install() -> Result<(), Failure> {
    let Some(asked) = std::env::var_os(VARIABLE) else {
        return Ok(());
    };
    let asked = asked.to_string_lossy().into_owned();
    let mut targets = Vec::new();
    for name in asked.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let Some(known) = TARGETS.iter().find(|target| **target == name) else {
            let known = TARGETS.join(", ");
            return Err(Failure::general(format!(
                "{VARIABLE} lists `{name}`, which is none of {known}"
            )));
        };
        targets.push(*known);
    }
    if !targets.is_empty() && log::set_boxed_logger(Box::new(Listener { targets })).is_ok() {
        log::set_max_level(log::LevelFilter::Trace);
    }
    Ok(())
}
