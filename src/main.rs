//! The command line program `pepsin`.

use mimalloc::MiMalloc;
use pepsin_allocator::Telling;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// Trees and states are many small pieces: the allocator of the C library takes a quarter of the time. A run that is refused memory still reports.
#[global_allocator]
static ALLOCATOR: Telling<MiMalloc> = Telling::new(MiMalloc, pepsin::limits::memory_refused);

/// How the allocator is told, by its environment, how many addresses to reserve when it is first used.
const RESERVATION: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "32M");

fn main() -> ExitCode {
    if pepsin::limits::addresses().is_some() && std::env::var_os(RESERVATION.0).is_none() {
        start_anew();
    }
    pepsin::cli::run_with(std::env::args_os(), pepsin::races::Arguments::standard())
}

/// Where addresses are limited (`ulimit -v`), the gibibyte that the allocator reserves is most of what there is. By now it has done so:
/// the program begins once more, in the same process. If it cannot, it goes on with what is left.
fn start_anew() {
    let Ok(program) = std::env::current_exe() else { return };
    let arguments = std::env::args_os().skip(1);
    let _ = Command::new(program)
        .args(arguments)
        .env(RESERVATION.0, RESERVATION.1)
        .exec();
}
