//! What reading C costs, per byte of preprocessed text: parsing alone, and parsing and lowering.

mod generated;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pepsin::frontend::{FrontendOptions, Input, check_syntax, check_units, load};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn front_end(criterion: &mut Criterion) {
    let options = FrontendOptions::default();
    let text = generated::program(1_000_000);
    let inputs = [Input::preprocessed("generated.c", text.clone())];
    let mut group = criterion.benchmark_group("front end, a megabyte in which everything is used");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    group.bench_function("parse", |bencher| bencher.iter(|| check_syntax(&inputs, &options)));
    group.bench_function("parse and lower", |bencher| {
        bencher.iter(|| check_units(&inputs, &options))
    });
    group.bench_function("load", |bencher| {
        bencher.iter(|| load(&inputs, &options).map(|loaded| loaded.bytes))
    });
    group.finish();
}

criterion_group!(benches, front_end);
criterion_main!(benches);
