//! What whole runs cost: from source text to report, on programs of the subset.
//!
//! The programs are preprocessed once, so that the C compiler is not what is measured.

use criterion::{Criterion, criterion_group, criterion_main};
use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use std::path::PathBuf;
use std::process::Command;

/// A preprocessed program of the subset.
fn preprocessed(program: &str) -> PathBuf {
    let source = format!("sv-benchmarks-subset/{program}.c");
    let target = std::env::temp_dir().join(format!("{}.i", program.replace('/', "-")));
    let status = Command::new("cc").args(["-E", &source, "-o"]).arg(&target).status();
    assert!(status.is_ok_and(|status| status.success()), "{source} is preprocessed");
    target
}

fn whole_runs(criterion: &mut Criterion) {
    let settings = Settings::new(Convention::SvComp);
    for program in [
        "mutexes/counter-under-one-mutex",
        "heap/list-under-one-mutex",
        "thread-creation/workers-in-a-loop-with-mutex",
        "atomics/peterson",
        "joins/wrong-worker-joined",
    ] {
        let input = Input::new(preprocessed(program));
        criterion.bench_function(program, |bencher| {
            bencher.iter(|| pipeline::check(std::slice::from_ref(&input), &settings));
        });
    }
}

criterion_group!(benches, whole_runs);
criterion_main!(benches);
