//! Mutates C programs and reads the results, as fuzzing does, but the same way every time and without a nightly compiler.
//!
//! `cargo run --release --example mutate -- TARGET COUNT SEED FILE-or-FOLDER…`, where a target is one of `syntax`, `lowering` and `check` for
//! C programs, and `witness`, `task`, `database`, `configuration` and `models` for files in YAML, JSON and TOML.
//!
//! Every input is made from one of the seed files by one to eight changes: bytes flipped, removed or repeated, tokens replaced, swapped or moved,
//! and pieces of other seeds put in. What panics or takes longer than [`SLOW`] is written to a file in the current folder and counted.
//! The exit status is 1 if there is any.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[path = "../fuzz/tokens.rs"]
mod tokens;

use pepsin::config::{Convention, Options, Settings};
use pepsin::frontend::{FrontendOptions, Input, check_syntax, check_units, parse_compilation_database};
use pepsin::library::Library;
use pepsin::tasks::Task;
use pepsin::{pipeline, witness};
use tokens::TOKENS;

/// What takes longer is a finding.
const SLOW: Duration = Duration::from_secs(10);

/// How large an input may be, in bytes.
const LARGEST: usize = 20_000;

static PANICS: AtomicUsize = AtomicUsize::new(0);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(target), Some(count), Some(seed)) = (
        arguments.next(),
        arguments.next().and_then(|count| count.parse::<u64>().ok()),
        arguments.next().and_then(|seed| seed.parse::<u64>().ok()),
    ) else {
        println!(
            "usage: mutate syntax|lowering|check|witness|task|database|configuration|models COUNT SEED FILE-or-FOLDER…"
        );
        return ExitCode::from(2);
    };
    let mut seeds = Vec::new();
    for argument in arguments {
        collect(Path::new(&argument), endings(&target), &mut seeds);
    }
    seeds.sort();
    let seeds: Vec<Vec<u8>> = seeds.iter().filter_map(|path| seed_text(path)).collect();
    if seeds.is_empty() {
        println!("There are no seed files.");
        return ExitCode::from(2);
    }
    std::panic::set_hook(Box::new(|_| {
        PANICS.fetch_add(1, Ordering::Relaxed);
    }));
    run(&target, count, seed, &seeds)
}

fn run(target: &str, count: u64, seed: u64, seeds: &[Vec<u8>]) -> ExitCode {
    let good = seeds.iter().filter(|seed| is_accepted(target, seed)).count();
    println!("{good} of {} seeds are accepted as they are.", seeds.len());
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut panics, mut slow, mut accepted) = (0, 0, 0);
    let mut longest = Duration::ZERO;
    let current = format!("current-{target}-{seed}.i");
    for number in 0..count {
        let text = mutated(seeds, &mut numbers);
        // What ends the whole process leaves this file behind.
        if let Err(error) = std::fs::write(&current, &text) {
            println!("{current} can't be written: {error}.");
            return ExitCode::from(2);
        }
        let before = PANICS.load(Ordering::Relaxed);
        let start = Instant::now();
        // A panic ends at the border of a call, and is counted by the hook.
        let judged = std::panic::catch_unwind(|| is_accepted(target, &text));
        accepted += u64::from(judged.unwrap_or(false));
        let time = start.elapsed();
        longest = longest.max(time);
        let panicked = PANICS.load(Ordering::Relaxed) > before;
        panics += u64::from(panicked);
        slow += u64::from(time > SLOW);
        if panicked || time > SLOW {
            let kind = if panicked { "panic" } else { "slow" };
            let name = format!("{kind}-{target}-{seed}-{number}.i");
            println!("{name}: {time:?}");
            if let Err(error) = std::fs::write(&name, &text) {
                println!("{name} can't be written: {error}.");
            }
        }
    }
    let _ = std::fs::remove_file(&current);
    println!(
        "{target}, seed {seed}: {count} inputs, {accepted} accepted, {panics} panics, {slow} slower than {SLOW:?}, longest {longest:?}"
    );
    if panics + slow == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Whether the target takes the text for a program.
fn is_accepted(target: &str, text: &[u8]) -> bool {
    let inputs = [Input::preprocessed("mutated.c", text)];
    let options = FrontendOptions::default();
    let file = String::from_utf8_lossy(text);
    match target {
        "witness" => witness::parse("mutated.yml", &file).is_ok(),
        "task" => Task::parse(Path::new("mutated.yml"), &file).is_ok(),
        "database" => parse_compilation_database(Path::new("mutated.json"), &file, &[], &[]).is_ok(),
        "configuration" => Options::parse("mutated.toml", &file).is_ok(),
        "models" => Library::default().extend(&file).is_ok(),
        "syntax" => check_syntax(&inputs, &options).is_ok(),
        "lowering" => check_units(&inputs, &options).is_ok(),
        _ => {
            let settings = Settings {
                evaluations: 2_000,
                steps: 2_000,
                states: 200,
                ..Settings::new(Convention::Check)
            };
            pipeline::check(&inputs, &settings).is_ok()
        }
    }
}

/// How the names of the files end that a target takes.
fn endings(target: &str) -> &'static [&'static str] {
    match target {
        "witness" | "task" => &["yml"],
        "database" => &["json"],
        "configuration" | "models" => &["toml"],
        _ => &["c", "i"],
    }
}

fn collect(path: &Path, endings: &[&str], files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten() {
            collect(&entry.path(), endings, files);
        }
    } else if path
        .extension()
        .is_some_and(|extension| endings.iter().any(|ending| extension == *ending))
    {
        files.push(path.to_owned());
    }
}

/// What the seeds need of the headers that they include.
const HEADERS: &str = "typedef unsigned long size_t, pthread_t, uintptr_t, uint64_t; typedef long ssize_t, intptr_t, int64_t;\n\
    typedef unsigned char bool, uint8_t; typedef int int32_t, atomic_int, pthread_once_t, pthread_key_t, pthread_spinlock_t;\n\
    typedef unsigned short uint16_t; typedef unsigned uint32_t, atomic_uint; typedef _Atomic _Bool atomic_bool;\n\
    typedef union { char bytes[56]; long align; } pthread_mutex_t, pthread_cond_t, pthread_rwlock_t, pthread_barrier_t, sem_t;\n\
    typedef union { char bytes[56]; long align; } pthread_attr_t, pthread_mutexattr_t, pthread_condattr_t;\n\
    enum { NULL, false, true, PTHREAD_ONCE_INIT = 0, EBUSY = 16, memory_order_relaxed = 0, memory_order_acquire = 2,\n\
    memory_order_release, memory_order_acq_rel, memory_order_seq_cst };\n\
    int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_join(pthread_t, void **);\n\
    int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *), printf(const char *, ...);\n\
    void *malloc(size_t), *calloc(size_t, size_t), free(void *), *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);\n\
    void exit(int), abort(void);\n";

/// The text of a seed, with declarations in place of its directives, which only a preprocessor reads.
fn seed_text(path: &Path) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let body = lines.collect::<Vec<_>>().join("\n");
    let initialisers = ["MUTEX", "COND", "RWLOCK"].map(|what| format!("PTHREAD_{what}_INITIALIZER"));
    let body = initialisers.iter().fold(body, |body, name| body.replace(name, "{ 0 }"));
    let seed = if path.extension().is_some_and(|extension| extension == "c") {
        format!("{HEADERS}{body}\n").into_bytes()
    } else {
        text.into_bytes()
    };
    (seed.len() <= LARGEST).then_some(seed)
}

/// Numbers that look random (xorshift, Marsaglia 2003) and repeat with the seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit.max(1)
    }
}

fn mutated(seeds: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut text = seeds[numbers.below(seeds.len())].clone();
    let most = numbers.below(8);
    for _ in 0..=numbers.below(most + 1) {
        let at = numbers.below(text.len() + 1);
        match numbers.below(8) {
            0 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= 1 << numbers.below(8);
                }
            }
            1 => {
                let end = (at + numbers.below(40)).min(text.len());
                text.drain(at..end);
            }
            2 => {
                let end = (at + numbers.below(60)).min(text.len());
                let piece = text[at..end].repeat(1 + numbers.below(4));
                text.splice(at..at, piece);
            }
            3 => {
                let token = TOKENS[numbers.below(TOKENS.len())];
                text.splice(at..at, token.bytes());
            }
            4 => {
                let (start, end) = token_at(&text, at);
                text.splice(start..end, TOKENS[numbers.below(TOKENS.len())].bytes());
            }
            5 => {
                let (start, end) = token_at(&text, at);
                let token: Vec<u8> = text.drain(start..end).collect();
                let (_, to) = token_at(&text, numbers.below(text.len() + 1));
                text.splice(to..to, token);
            }
            6 => {
                let (start, end) = token_at(&text, at);
                let (from, to) = token_at(&text, numbers.below(text.len() + 1));
                let token = text[from..to].to_vec();
                text.splice(start..end, token);
            }
            _ => {
                let other = &seeds[numbers.below(seeds.len())];
                let from = numbers.below(other.len());
                let to = (from + numbers.below(120)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
        }
        text.truncate(LARGEST);
    }
    text
}

/// The word, or the single other byte, that covers a place.
fn token_at(text: &[u8], at: usize) -> (usize, usize) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if !text.get(at).is_some_and(is_word) {
        return (at.min(text.len()), (at + 1).min(text.len()));
    }
    let start = text[..at]
        .iter()
        .rposition(|byte| !is_word(byte))
        .map_or(0, |before| before + 1);
    let end = text[at..]
        .iter()
        .position(|byte| !is_word(byte))
        .map_or(text.len(), |length| at + length);
    (start, end)
}
