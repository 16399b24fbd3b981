//! Formatted output and input, and `strtold`, against the C library: texts, results, values stored, and `errno`.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use rustc_apfloat::ieee::{Double, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

use super::super::decimals::{self, Precision};
use super::super::format::{ArgumentKind, Printed, Purpose, Values, format};
use super::super::scan::scan;
use super::super::{Host, variadic};
use super::host::Recorder;
use crate::explore::random::Random;
use crate::explore::stop::Stop;

/// Calls of each function.
const CALLS: usize = 10_000;

/// Bytes of a format, of a text, and of the memory that is written.
const FORMAT: usize = 64;
const TEXT: usize = 64;
const MEMORY: usize = 128;

/// Where the format lies; the text and the memory follow.
const BASE: u64 = 0x1_0000;

/// A function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Prints,
    Scans,
    Converts,
}

struct Call {
    kind: Kind,
    addresses: u32,
    integers: [u64; 3],
    doubles: [f64; 3],
    extended: [u128; 3],
    format: [u8; FORMAT],
    text: [u8; TEXT],
}

/// The values of a call: integers and floating-point numbers come from registers of their own.
struct Queues {
    integers: Vec<u64>,
    doubles: Vec<u64>,
    extended: Vec<u128>,
}

impl Values for Queues {
    fn next(&mut self, _: &mut dyn Host, kind: ArgumentKind) -> Result<u128, Stop> {
        let none = Err(Stop::Open("there is no argument".to_owned()));
        match kind {
            ArgumentKind::LongDouble if self.extended.is_empty() => none,
            ArgumentKind::LongDouble => Ok(self.extended.remove(0)),
            ArgumentKind::Double if self.doubles.is_empty() => none,
            ArgumentKind::Double => Ok(u128::from(self.doubles.remove(0))),
            ArgumentKind::Integer(_) if self.integers.is_empty() => none,
            ArgumentKind::Integer(_) => Ok(u128::from(self.integers.remove(0))),
        }
    }
}

fn pick<'a>(random: &mut Random, parts: &[&'a str]) -> &'a str {
    parts[random.below(parts.len() as u64) as usize]
}

/// A directive of an output format, and whether its argument is a string.
fn directive(random: &mut Random) -> (String, Option<bool>) {
    let flags: String = (0..random.below(3))
        .map(|_| pick(random, &["-", "+", " ", "#", "0", "'"]))
        .collect();
    let width = pick(random, &["", "", "1", "5", "12"]);
    let precision = pick(random, &["", "", "", ".", ".0", ".1", ".3", ".9"]);
    let (length, letter, is_string) = match random.below(4) {
        0 => ("", "s", Some(true)),
        1 => ("", pick(random, &["c", "%", "s"]), Some(true)),
        2 => (
            pick(random, &["", "hh", "h", "l", "ll", "j", "z", "t"]),
            pick(random, &["d", "i", "u", "x", "X", "o"]),
            Some(false),
        ),
        _ => (
            pick(random, &["", "L"]),
            pick(random, &["f", "e", "g", "F", "E", "G", "a", "A"]),
            None,
        ),
    };
    let is_string = match letter {
        "%" => return ("%%".to_owned(), None),
        "c" => Some(false),
        _ => is_string,
    };
    (format!("%{flags}{width}{precision}{length}{letter}"), is_string)
}

fn double(random: &mut Random) -> f64 {
    match random.below(5) {
        0 => f64::from_bits(random.bits()),
        1 => (random.below(4000) as f64 - 2000.0) / 8.0,
        2 => [
            0.0,
            -0.0,
            1.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            5e-324,
            0.5,
            2.5,
            999_999.5,
        ][random.below(10) as usize],
        3 => 10f64.powi(random.below(30) as i32 - 15),
        _ => random.bits() as i64 as f64 * 2f64.powi(random.below(120) as i32 - 100),
    }
}

/// A `long double`: as a `double` is, of any exponent, near the least numbers, or a fraction that rounds up.
fn extended(random: &mut Random) -> u128 {
    let sign = u128::from(random.below(2)) << 79;
    let (exponent, fraction) = match random.below(6) {
        0 => (random.below(0x8000), random.bits()),
        1 => (random.below(3), random.bits()),
        2 => (0x3fff - 20 + random.below(90), u64::MAX << random.below(40)),
        3 => (0x3fff + random.below(64), random.bits()),
        4 => (0x7fff, random.below(2) << 62),
        _ => {
            let wide: X87DoubleExtended = Double::from_bits(u128::from(double(random).to_bits()))
                .convert(&mut false)
                .value;
            return wide.to_bits();
        }
    };
    let whole = u64::from(exponent > 0) << 63;
    sign | u128::from(exponent) << 64 | u128::from(fraction & (u64::MAX >> 1) | whole)
}

fn output(random: &mut Random) -> Call {
    let (mut text, mut addresses, mut integers) = (String::new(), 0, 0);
    for _ in 0..1 + random.below(3) {
        text.push_str(pick(random, &["", " ", "x=", "\n"]));
        let (part, is_string) = directive(random);
        if let Some(is_string) = is_string {
            addresses |= u32::from(is_string) << integers;
            integers += 1;
        }
        text.push_str(&part);
    }
    let bits = random.below(65) as u32;
    let mut number = || random.bits() & u64::MAX.checked_shr(64 - bits).unwrap_or(0);
    let integers = [number(), number().wrapping_neg(), number()];
    let mut word = [0; TEXT];
    for byte in &mut word[..random.below(20) as usize] {
        *byte = b'a' + random.below(26) as u8;
    }
    Call {
        kind: Kind::Prints,
        addresses,
        integers,
        doubles: [double(random), double(random), double(random)],
        extended: [extended(random), extended(random), extended(random)],
        format: padded(&text),
        text: word,
    }
}

fn padded<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    bytes
}

fn input(random: &mut Random) -> Call {
    let (mut format, mut text) = (String::new(), String::new());
    for _ in 0..1 + random.below(3) {
        format.push_str(pick(random, &["", "", " ", ",", "x"]));
        format.push_str(pick(
            random,
            &[
                "%d", "%i", "%u", "%x", "%o", "%ld", "%hhd", "%hd", "%lf", "%f", "%5s", "%9s", "%3d", "%4lf", "%c",
                "%3c", "%[a-c]", "%8[^,]", "%[]x]", "%*d", "%*s", "%n", "%%", "%2x", "%lli", "%jd", "%7le", "%Lf",
                "%5Lg",
            ],
        ));
    }
    for _ in 0..1 + random.below(8) {
        text.push_str(pick(
            random,
            &[
                "1",
                "23",
                "0x1f",
                "-",
                "+7",
                " ",
                " ",
                ",",
                "x",
                "abc",
                "0",
                "08",
                ".5",
                "1e",
                "1e5",
                "nan",
                "inf",
                "infinity",
                "99999999999",
                "%",
                "]",
                "\n",
                "0x",
                "2.5",
                "e",
                "-3",
                "p1",
                "in",
                "9223372036854775808",
                "1e-320",
            ],
        ));
    }
    text.truncate(TEXT - 1);
    Call {
        kind: Kind::Scans,
        addresses: 0,
        integers: [0; 3],
        doubles: [0.0; 3],
        extended: [0; 3],
        format: padded(&format),
        text: padded(&text),
    }
}

/// Texts that are mostly numbers of `long double`, often at a boundary of that type.
fn number(random: &mut Random) -> Call {
    let mut text = pick(random, &["", "", " ", "-", "+", "\n -"]).to_owned();
    let digits = |random: &mut Random| {
        (0..random.below(24))
            .map(|_| char::from(b'0' + random.below(10) as u8))
            .collect::<String>()
    };
    match random.below(5) {
        0 => {
            let exponent = random.below(10_000) as i64 - 5000;
            text.push_str(&format!("{}.{}e{exponent}", digits(random), digits(random)));
        }
        1 => text.push_str(&format!("{}.{}", digits(random), digits(random))),
        2 => text.push_str(&format!(
            "0x{:x}.{:x}p{}",
            random.bits() >> random.below(64),
            random.bits(),
            random.below(33_000) as i64 - 16_500
        )),
        3 => {
            // Near the least normal number, and the least of all.
            let exponent = [-4932, -4951, 4932, -4933][random.below(4) as usize];
            let near = [
                "3.36210314311209350",
                "3.6451995318824746025284",
                "1.18973149535723176502126",
                "1.8225997659412373012",
                "0.1",
                "9",
            ];
            text.push_str(&format!("{}{}e{exponent}", pick(random, &near), digits(random)));
        }
        _ => text.push_str(pick(
            random,
            &[
                "inf",
                "INFINITY",
                "infi",
                "nan",
                "nan(",
                "nan()",
                ".",
                "",
                "0x",
                "0x.p1",
                "0x1p",
                "1e",
                "1e+",
                "0x8000000000000000.8p0",
                "0x8000000000000001.8p0",
                "0xfffffffffffffffff",
                "0x1p-16445",
                "0x1p-16446",
                "0x1.8p-16446",
                "0x0.ffffffffffffffffp-16382",
                "0x1.fffffffffffffffep16383",
                "0x1.ffffffffffffffffp16383",
                "18446744073709551617",
                "9007199254740993",
            ],
        )),
    }
    text.push_str(pick(random, &["", "", "x", "e", "p", " "]));
    text.truncate(TEXT - 1);
    Call {
        kind: Kind::Converts,
        addresses: 0,
        integers: [0; 3],
        doubles: [0.0; 3],
        extended: [0; 3],
        format: padded(""),
        text: padded(&text),
    }
}

impl Call {
    /// The result, `errno`, and the memory.
    fn perform(&self) -> Result<(i32, i32, Vec<u8>), Stop> {
        let mut memory = self.format.to_vec();
        memory.extend(self.text);
        memory.extend([0; MEMORY]);
        let (text, written) = (BASE + FORMAT as u64, BASE + (FORMAT + TEXT) as u64);
        let mut host = Recorder::new(BASE, &memory);
        let mut values = Queues {
            integers: match self.kind {
                Kind::Scans | Kind::Converts => (0..3).map(|number| written + 32 * number).collect(),
                Kind::Prints => (0..3)
                    .map(|number| {
                        if self.addresses >> number & 1 == 1 {
                            text
                        } else {
                            self.integers[number]
                        }
                    })
                    .collect(),
            },
            doubles: self.doubles.iter().map(|double| double.to_bits()).collect(),
            extended: self.extended.to_vec(),
        };
        let result = if self.kind == Kind::Scans {
            scan(&mut host, text, BASE, &mut values)?
        } else if self.kind == Kind::Converts {
            // Behind the value, which is stored last.
            let end = written + 64;
            let value = decimals::convert(&mut host, text, end, Precision::Extended)?;
            let host: &mut dyn Host = &mut host;
            let length = host.read_number(end, 8)? - text;
            host.write_number(end, 8, 0)?;
            host.write_all(written, &value.to_le_bytes()[..10])?;
            length as i32
        } else {
            let purpose = Purpose {
                is_seen: true,
                error: Some(0),
            };
            match format(&mut host, BASE, &mut values, purpose)? {
                Printed::Failed(_) => -1,
                Printed::Text(text) => {
                    let kept = &text[..text.len().min(MEMORY - 1)];
                    host.memory[FORMAT + TEXT..][..kept.len()].copy_from_slice(kept);
                    text.len() as i32
                }
            }
        };
        Ok((result, host.error, host.memory[FORMAT + TEXT..].to_vec()))
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = (self.kind as u32).to_le_bytes().to_vec();
        bytes.extend(self.addresses.to_le_bytes());
        bytes.extend(self.integers.iter().flat_map(|integer| integer.to_le_bytes()));
        bytes.extend(self.doubles.iter().flat_map(|double| double.to_le_bytes()));
        bytes.extend(self.extended.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.format);
        bytes.extend(self.text);
        bytes
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned()
}

#[test]
fn formats_are_those_of_the_c_library() {
    let mut random = Random::new(2, 1);
    let mut calls: Vec<Call> = (0..CALLS).map(|_| output(&mut random)).collect();
    calls.extend((0..CALLS).map(|_| input(&mut random)));
    calls.extend((0..CALLS).map(|_| number(&mut random)));
    let folder = std::env::temp_dir().join(format!("pepsin-formats-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let [source, program, asked, answered] = ["formats.c", "formats", "calls", "answers"].map(|name| folder.join(name));
    fs::write(&source, include_str!("formats.c")).expect("the source can be written");
    let status = Command::new("cc").args(["-w", "-o"]).args([&program, &source]).status();
    assert!(status.expect("there is a C compiler").success(), "the program compiles");
    let bytes: Vec<u8> = calls.iter().flat_map(Call::bytes).collect();
    fs::write(&asked, bytes).expect("the calls can be written");
    let status = Command::new(&program)
        .stdin(Stdio::from(File::open(&asked).expect("the calls can be read")))
        .stdout(Stdio::from(
            File::create(&answered).expect("the answers can be written"),
        ))
        .status();
    assert!(status.expect("the program runs").success(), "the program ends well");
    let answers = fs::read(&answered).expect("the answers can be read");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    let mut wrong = Vec::new();
    let mut undefined = 0;
    for (call, answer) in calls.iter().zip(answers.chunks_exact(8 + MEMORY)) {
        let word = |at: usize| i32::from_le_bytes([answer[at], answer[at + 1], answer[at + 2], answer[at + 3]]);
        let Ok((result, error, memory)) = call.perform() else {
            undefined += 1;
            continue;
        };
        if (result, error, &memory[..]) != (word(0), word(4), &answer[8..]) {
            wrong.push(format!(
                "{:?} of {:?} {:x?} {:?} {:x?}: {result} {error} {:?}, not {} {} {:?}",
                shown(&call.format),
                shown(&call.text),
                call.integers,
                call.doubles,
                call.extended,
                shown(&memory),
                word(0),
                word(4),
                shown(&answer[8..])
            ));
        }
    }
    assert!(undefined < CALLS / 20, "{undefined} calls are not performed");
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_list_gives_what_lies_behind_each_other() {
    let mut memory = vec![0; 96];
    memory[32..40].copy_from_slice(&7u64.to_le_bytes());
    memory[40..48].copy_from_slice(&2.5f64.to_le_bytes());
    let mut host = Recorder::new(BASE, &memory);
    let host: &mut dyn Host = &mut host;
    host.write_number(BASE + 8, 8, BASE + 32)
        .expect("the list can be written");
    let mut list = variadic::List::given(BASE);
    assert_eq!(list.next(host, ArgumentKind::Integer(4)), Ok(7));
    assert_eq!(list.next(host, ArgumentKind::Double), Ok(u128::from(2.5f64.to_bits())));
    assert_eq!(host.read_number(BASE + 8, 8), Ok(BASE + 48));
}
