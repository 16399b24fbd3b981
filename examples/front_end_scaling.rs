//! How the time of the front end grows with the text: generated programs of doubling size, loaded whole.
//!
//! `cargo run --release --example front_end_scaling -- [LARGEST MEGABYTES]`; the times are processor time.
#![allow(clippy::print_stdout)]

#[path = "../benches/generated/mod.rs"]
mod generated;

use pepsin::frontend::{FrontendOptions, Input, load};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let largest: f64 = std::env::args()
        .nth(1)
        .and_then(|size| size.parse().ok())
        .unwrap_or(20.0);
    println!("| text | time | speed | times the time of half the text |");
    println!("| --- | --- | --- | --- |");
    let mut before = None;
    let mut size = largest / 16.0;
    while size <= largest {
        let text = generated::program((size * 1e6) as usize);
        let megabytes = text.len() as f64 / 1e6;
        let inputs = [Input::preprocessed("generated.c", text)];
        let start = processor_time();
        let loaded = load(&inputs, &FrontendOptions::default());
        let time = processor_time() - start;
        if let Err(errors) = loaded {
            println!("{}", errors[0]);
            return;
        }
        let ratio = before.map_or("".to_owned(), |before: f64| format!("{:.2}", time / before));
        println!(
            "| {megabytes:.2} MB | {time:.2} s | {:.1} MB/s | {ratio} |",
            megabytes / time.max(0.01)
        );
        before = Some(time.max(0.01));
        size *= 2.0;
    }
}

/// The processor time that this process has taken, in seconds; Linux counts it in hundredths.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = text.rsplit(')').next().unwrap_or("");
    let ticks = behind_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
