//! The command line program `pepsin`.

use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// Trees and states are many small pieces: the allocator of the C library takes a quarter of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stack of the analysis, in bytes: expressions and types of the input may be nested deeply.
const STACK: usize = 256 << 20;

/// How the allocator is told, by its environment, how many addresses to reserve when it is first used.
const RESERVATION: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "32M");

fn main() -> ExitCode {
    if pepsin::limits::addresses().is_some() && std::env::var_os(RESERVATION.0).is_none() {
        start_anew();
    }
    let analysis = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(|| pepsin::cli::run(std::env::args_os()));
    match analysis.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => pepsin::cli::internal_error(),
        Err(error) => pepsin::cli::too_little_memory(STACK, &error),
    }
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
