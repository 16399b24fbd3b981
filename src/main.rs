//! The command line program `pepsin`.

use std::process::ExitCode;

/// Trees and states are many small pieces: the allocator of the C library takes a quarter of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stack of the analysis, in bytes: expressions and types of the input may be nested deeply.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let analysis = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(|| pepsin::cli::run(std::env::args_os()));
    match analysis.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => pepsin::cli::internal_error(),
        Err(error) => pepsin::cli::too_little_memory(STACK, &error),
    }
}
