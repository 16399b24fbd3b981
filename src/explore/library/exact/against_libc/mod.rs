//! Exact routines against the C library of this machine: results, `errno`, bytes written, and which bytes are read.
//!
//! One C program performs all calls. The memory of a call ends at a page that may not be touched, right behind the last byte that the routine
//! accesses: if the library needs one more, it faults. Some calls are done again with the memory one byte shorter: then it has to fault,
//! or the routine accesses a byte too many.

mod cases;
mod formats;
mod generate;
pub mod host;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cases::{CASES, Case, Result, UNCOMPARED, is_pointer};
use generate::Generator;
use host::{ELSEWHERE, Recorder};

use super::Exact;

/// Calls of each routine.
const CALLS: usize = 10_000;

/// One call of so many is done again with less memory.
const SHORTENED: usize = 8;

/// Bytes of the memory of a call.
const MEMORY: usize = 96;

/// Where the page that may not be touched begins; the C program has the same number.
const WALL: u64 = 0x4000_1000;

/// A call: the routine, its arguments, the memory before it, and how many bytes of it there are before the wall.
struct Call {
    case: usize,
    arguments: [u64; 6],
    memory: [u8; MEMORY],
    end: usize,
    /// Whether the memory is shorter than what the routine accesses.
    is_shortened: bool,
}

impl Call {
    fn base(&self) -> u64 {
        WALL - self.end as u64
    }

    /// The arguments, where those that are offsets into the memory became addresses.
    fn placed(&self) -> [u64; 6] {
        let case = &CASES[self.case];
        let mut placed = self.arguments;
        for (argument, kind) in placed.iter_mut().zip(case.arguments.bytes()) {
            if is_pointer(kind) && *argument != u64::MAX {
                *argument += self.base();
            } else if kind == b'p' {
                *argument = 0;
            }
        }
        placed
    }

    /// What the routine does: its result, the memory behind it, `errno`, and one past the last byte accessed.
    fn perform(&self) -> Option<(u64, Recorder)> {
        let case = &CASES[self.case];
        let mut host = Recorder::new(self.base(), &self.memory);
        for place in case
            .arguments
            .bytes()
            .zip(self.arguments)
            .filter(|(kind, _)| *kind == b'b')
        {
            // A pointer that the routine finds in memory points into the memory.
            let (at, to) = (place.1 as usize, self.base());
            host.memory[at..at + 8].copy_from_slice(&to.to_le_bytes());
        }
        let routine = Exact::of(case.name).expect("every case has a routine");
        let result = routine.perform(&mut host, &self.placed()).ok()?;
        Some((result, host))
    }
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pepsin-against-libc-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    folder
}

/// The C program that performs the calls of a file.
fn compiled(folder: &Path) -> PathBuf {
    let calls: String = CASES
        .iter()
        .enumerate()
        .map(|(number, case)| format!("    case {number}: {} break;\n", case.call()))
        .collect();
    let source = folder.join("driver.c");
    let program = folder.join("driver");
    fs::write(&source, include_str!("driver.c").replace("/* CALLS */", &calls)).expect("the source can be written");
    let status = Command::new("cc")
        .args(["-O0", "-w", "-fno-builtin", "-D_GNU_SOURCE", "-o"])
        .args([&program, &source])
        .arg("-lm")
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "the driver compiles");
    program
}

/// All calls, with the memory cut where the routine says that it stops.
fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    let mut generator = Generator::new(1);
    for (number, case) in CASES.iter().enumerate() {
        let mut made = 0;
        for _ in 0..32 * CALLS {
            let Some(mut call) = generator.call(number, case) else {
                continue;
            };
            let Some((_, host)) = call.perform() else { continue };
            let (end, is_certain) = host.end();
            call.end = end;
            if made % SHORTENED == 0 && call.end > 0 && is_certain && case.reads_all {
                calls.push(Call {
                    end: call.end - 1,
                    is_shortened: true,
                    ..call.copy()
                });
            }
            calls.push(call);
            made += 1;
            if made == CALLS {
                break;
            }
        }
        assert_eq!(made, CALLS, "there are enough defined calls of {}", case.name);
    }
    calls
}

impl Call {
    fn copy(&self) -> Call {
        Call { ..*self }
    }
}

/// What the library did.
struct Answer {
    result: u64,
    error: i32,
    faulted: bool,
    memory: [u8; MEMORY],
}

fn ask(calls: &[Call]) -> Vec<Answer> {
    let folder = folder();
    let program = compiled(&folder);
    let (asked, answered) = (folder.join("calls"), folder.join("answers"));
    let mut bytes = Vec::with_capacity(calls.len() * 200);
    for call in calls {
        bytes.extend((call.case as u32).to_le_bytes());
        bytes.extend((call.end as u32).to_le_bytes());
        for argument in call.placed() {
            bytes.extend(argument.to_le_bytes());
        }
        let mut memory = call.memory;
        for place in CASES[call.case]
            .arguments
            .bytes()
            .zip(call.arguments)
            .filter(|(kind, _)| *kind == b'b')
        {
            let at = place.1 as usize;
            memory[at..at + 8].copy_from_slice(&call.base().to_le_bytes());
        }
        bytes.extend(memory);
    }
    File::create(&asked)
        .and_then(|mut file| file.write_all(&bytes))
        .expect("the calls can be written");
    let status = Command::new(&program)
        .env("TZ", "UTC")
        .stdin(Stdio::from(File::open(&asked).expect("the calls can be read")))
        .stdout(Stdio::from(
            File::create(&answered).expect("the answers can be written"),
        ))
        .status()
        .expect("the driver runs");
    assert!(status.success(), "the driver ends well");
    let mut bytes = Vec::new();
    File::open(&answered)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .expect("the answers can be read");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    let size = 16 + MEMORY;
    assert_eq!(bytes.len(), size * calls.len(), "there is an answer to each call");
    bytes
        .chunks_exact(size)
        .map(|chunk| {
            let word = |at: usize| u32::from_le_bytes([chunk[at], chunk[at + 1], chunk[at + 2], chunk[at + 3]]);
            Answer {
                result: u64::from(word(0)) | u64::from(word(4)) << 32,
                error: word(8) as i32,
                faulted: word(12) != 0,
                memory: chunk[16..].try_into().expect("the rest of the chunk is the memory"),
            }
        })
        .collect()
}

/// What differs, in words.
fn difference(case: &Case, call: &Call, answer: &Answer) -> Option<String> {
    if call.is_shortened {
        return (!answer.faulted).then(|| "reads less".to_owned());
    }
    if answer.faulted {
        return Some("reads more".to_owned());
    }
    let (result, host) = call.perform().expect("the call was performed before");
    let result = case.result.comparable(result, case);
    if result != ELSEWHERE && result != case.result.comparable_answer(answer.result) {
        return Some(format!("gives {:#x}, not {result:#x}", answer.result));
    }
    if host.error != answer.error {
        return Some(format!("errno is {}, not {}", answer.error, host.error));
    }
    let is_same =
        |at: usize| host.memory[at] == answer.memory[at] || is_elsewhere(&host.memory, at) || is_padding(call, at);
    (!(0..call.end).all(is_same)).then(|| format!("writes {:?}", answer.memory))
}

/// Whether a byte belongs to the address of a text of the library.
fn is_elsewhere(memory: &[u8], at: usize) -> bool {
    let word = at / 8 * 8;
    memory.get(word..word + 8) == Some(&ELSEWHERE.to_le_bytes())
}

/// Whether a byte lies between the members of a structure that is stored: it has any value then (C17 6.2.6.1p6).
fn is_padding(call: &Call, at: usize) -> bool {
    let stored = call.arguments[0] as usize;
    matches!(CASES[call.case].name, "mktime" | "timegm") && (stored + 36..stored + 40).contains(&at)
}

#[test]
fn routines_do_what_the_c_library_does() {
    let calls = calls();
    let answers = ask(&calls);
    let mut wrong = Vec::new();
    let mut counts = vec![0; CASES.len()];
    for (call, answer) in calls.iter().zip(&answers) {
        let case = &CASES[call.case];
        if let Some(difference) = difference(case, call, answer) {
            counts[call.case] += 1;
            if counts[call.case] <= 3 {
                let memory = String::from_utf8_lossy(&call.memory).into_owned();
                wrong.push(format!(
                    "{} {:?} on {memory:?}: {difference}",
                    case.name, call.arguments
                ));
            }
        }
    }
    for (case, count) in CASES.iter().zip(&counts).filter(|(_, count)| **count > 0) {
        wrong.push(format!("{}: {count} differences", case.name));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_exact_routine_is_compared_or_stands_in_a_list_with_its_reason() {
    let names = super::FAMILIES.iter().flat_map(|family| family.rows).map(|row| row.0);
    let is_compared = |name: &str| CASES.iter().any(|case| case.name == name);
    let is_listed = |name: &str| UNCOMPARED.iter().any(|row| row.0 == name && !row.1.is_empty());
    for name in names {
        assert!(is_compared(name) != is_listed(name), "{name}");
    }
    for (name, _) in UNCOMPARED {
        assert!(Exact::of(name).is_some(), "{name} is no routine");
    }
}

impl Result {
    /// The result of a routine as it can be compared.
    fn comparable(self, result: u64, case: &Case) -> u64 {
        match self {
            Result::Int => result as i32 as i64 as u64,
            Result::Sign | Result::Truth => self.comparable_answer(result),
            Result::Double | Result::Single if f64::from_bits(result).is_nan() => u64::MAX,
            Result::Single => f64::from(f64::from_bits(result) as f32).to_bits(),
            Result::Double if case.arguments.contains('f') => f64::from(f64::from_bits(result) as f32).to_bits(),
            Result::Unsigned => u64::from(result as u32),
            Result::Short => u64::from(result as u16),
            Result::Nothing => 0,
            _ => result,
        }
    }

    fn comparable_answer(self, result: u64) -> u64 {
        match self {
            Result::Nothing => 0,
            Result::Double | Result::Single if f64::from_bits(result).is_nan() => u64::MAX,
            Result::Sign => (result as i32).signum() as u64,
            Result::Truth => u64::from(result as u32 != 0),
            _ => result,
        }
    }
}
