//! Arguments at random, so that searches find something and numbers are nearly numbers.

use super::cases::{Case, Text};
use super::{Call, MEMORY};
use crate::explore::random::Random;

/// Texts that numbers are made of.
const NUMBER_PARTS: &[&str] = &[
    "0",
    "1",
    "9",
    "7",
    "12",
    "0x",
    "0X",
    "x",
    "-",
    "+",
    " ",
    "\t",
    "f",
    "z",
    "e",
    "e+",
    "E-",
    "p",
    "P-3",
    ".",
    ".5",
    "inf",
    "INFINITY",
    "nan",
    "nan()",
    "99999999999",
    "9223372036854775807",
    "18446744073709551616",
    "2147483648",
    "308",
    "324",
    "1e-310",
    "2.2250738585072014e-308",
    "1.17549435e-38",
    "1e-45",
    "0.1",
    "0x1.8p1",
    "0x.0000001p-1020",
    "4503599627370497.5",
    "000",
    "\n",
    "_",
];

/// Texts that addresses are made of.
const ADDRESS_PARTS: &[&str] = &[
    "0",
    "1",
    "12",
    "127",
    "255",
    "256",
    "010",
    "08",
    "0x",
    "0x7f",
    "0xg",
    "65535",
    "16777215",
    "16777216",
    "4294967295",
    "4294967296",
    "1.2.3.4",
    "10.0.0.1",
    "255.255.255.255",
    "00",
    " ",
    "\n",
    "x",
];

/// Where the format of a date and the room for its text lie.
const FORMAT: usize = 56;
const ROOM: usize = 66;

/// Makes calls.
pub struct Generator {
    random: Random,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        Generator {
            random: Random::new(seed, 1),
        }
    }

    /// A call; none if the arguments that were drawn do not fit together.
    pub fn call(&mut self, number: usize, case: &Case) -> Option<Call> {
        let memory = self.memory(case.text);
        let mut arguments = [0; 6];
        for (argument, kind) in arguments.iter_mut().zip(case.arguments.bytes()) {
            *argument = match kind {
                b's' | b'm' => self.random.below(MEMORY as u64),
                b'p' if self.random.below(4) == 0 => u64::MAX,
                b'p' | b'b' => 8 * self.random.below(MEMORY as u64 / 8),
                b'n' if self.random.below(16) == 0 => self.random.below(2 * MEMORY as u64),
                b'n' => self.random.below(20),
                b'c' if self.random.below(2) == 0 => (self.random.below(384) as i64 - 128) as u64,
                b'c' => u64::from(b"abAB, "[self.random.below(6) as usize]),
                b'r' => [0, 10, 16, 8, 2, 36, 37, 1, u64::MAX][self.random.below(9) as usize],
                b'a' => [2, 2, 2, 2, 0, 1][self.random.below(6) as usize],
                b'h' => u64::from(self.wide()),
                b'o' => 8 * self.random.below(MEMORY as u64 / 8),
                b'd' => self.double(),
                b'f' => f64::from(f64::from_bits(self.double()) as f32).to_bits(),
                b'g' => self.random.below(70).wrapping_sub(2),
                b'e' => (self.random.below(2400) as i64 - 1200) as u64,
                b'w' => self.small_number(),
                b'z' => [0.0f64, -0.0, 1.0, -1.0][self.random.below(4) as usize].to_bits(),
                b'0' | b'1' => 0,
                b'2' => FORMAT as u64,
                b'3' => ROOM as u64,
                b'4' => (MEMORY - ROOM) as u64,
                _ => self.number(),
            };
        }
        let call = Call {
            case: number,
            arguments,
            memory,
            end: MEMORY,
            is_shortened: false,
        };
        (!overlaps(case, &call)).then_some(call)
    }

    fn memory(&mut self, text: Text) -> [u8; MEMORY] {
        let mut memory = [0; MEMORY];
        match text {
            Text::Bytes => memory.fill_with(|| self.random.below(256) as u8),
            Text::Words => {
                let letters = b"aaabbbAB,, \0";
                let few = 2 + self.random.below(letters.len() as u64 - 1);
                let first = self.random.below(letters.len() as u64 - few + 1);
                memory.fill_with(|| letters[(first + self.random.below(few)) as usize]);
                for _ in 0..self.random.below(4) {
                    memory[self.random.below(MEMORY as u64) as usize] = self.random.below(256) as u8;
                }
                for _ in 0..1 + self.random.below(6) {
                    memory[self.random.below(MEMORY as u64) as usize] = 0;
                }
            }
            Text::Paths => memory.fill_with(|| b"//ab.\0"[self.random.below(6) as usize]),
            Text::Wide => {
                for bytes in memory.chunks_exact_mut(4) {
                    bytes.copy_from_slice(&self.wide().to_le_bytes());
                }
            }
            Text::Calendar => self.date_and_format(&mut memory),
            Text::Times => {
                for bytes in memory.chunks_exact_mut(8) {
                    let seconds = self.number() as i64 >> self.random.below(64);
                    bytes.copy_from_slice(&seconds.to_le_bytes());
                }
            }
            Text::Dates => {
                for bytes in memory.chunks_exact_mut(4) {
                    let member = match self.random.below(4) {
                        0 | 1 => 0,
                        2 => self.random.below(70) as i32 - 5,
                        _ => self.random.below(4000) as i32 - 2000,
                    };
                    bytes.copy_from_slice(&member.to_le_bytes());
                }
            }
            Text::Addresses => {
                let parts = ADDRESS_PARTS;
                let mut bytes = Vec::new();
                while bytes.len() < MEMORY {
                    match self.random.below(6) {
                        0 => bytes.push(0),
                        1 | 2 => bytes.push(b'.'),
                        _ => bytes.extend(parts[self.random.below(parts.len() as u64) as usize].bytes()),
                    }
                }
                memory.copy_from_slice(&bytes[..MEMORY]);
            }
            Text::Numbers => {
                let mut bytes = Vec::new();
                while bytes.len() < MEMORY {
                    match self.random.below(5) {
                        0 => bytes.push(0),
                        _ => bytes.extend(NUMBER_PARTS[self.random.below(NUMBER_PARTS.len() as u64) as usize].bytes()),
                    }
                }
                memory.copy_from_slice(&bytes[..MEMORY]);
            }
        }
        memory
    }

    /// A `struct tm` within its ranges, and a format.
    fn date_and_format(&mut self, memory: &mut [u8; MEMORY]) {
        let ranges = [
            (0, 61),
            (0, 60),
            (0, 24),
            (1, 31),
            (0, 12),
            (-100, 300),
            (0, 7),
            (0, 366),
            (0, 2),
        ];
        for (bytes, (least, count)) in memory.chunks_exact_mut(4).zip(ranges) {
            let member = least + self.random.below(count) as i32;
            bytes.copy_from_slice(&member.to_le_bytes());
        }
        let offset = (self.random.below(2880) as i64 - 1440) * 30;
        memory[40..48].copy_from_slice(&offset.to_le_bytes());
        let mut at = FORMAT;
        while at + 3 < ROOM && self.random.below(5) != 0 {
            let letters = b"aAbBhcCdDeFgGHIjklmMnpPrRStTuUVwWxXyYz%";
            match self.random.below(4) {
                0 => memory[at] = b" :/T"[self.random.below(4) as usize],
                _ => {
                    memory[at] = b'%';
                    at += 1;
                    memory[at] = letters[self.random.below(letters.len() as u64) as usize];
                }
            }
            at += 1;
        }
    }

    fn wide(&mut self) -> u32 {
        [0, 0, 1, 97, 98, u32::MAX, 0x100][self.random.below(7) as usize]
    }

    fn number(&mut self) -> u64 {
        let bits = self.random.below(65) as u32;
        let value = self.random.bits() & u64::MAX.checked_shr(64 - bits).unwrap_or(0);
        if self.random.below(2) == 0 {
            value
        } else {
            value.wrapping_neg()
        }
    }

    /// Numbers whose powers can often be represented.
    fn small_number(&mut self) -> u64 {
        let whole = self.random.below(64) as i64 - 20;
        let exponent = self.random.below(4) as i32 - 2;
        (whole as f64 * 2f64.powi(exponent)).to_bits()
    }

    fn double(&mut self) -> u64 {
        match self.random.below(4) {
            0 => self.random.bits(),
            1 => ((self.random.below(4000) as f64 - 2000.0) / 4.0).to_bits(),
            2 => [
                0.0,
                -0.0,
                1.0,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::MIN_POSITIVE,
                f64::MAX,
                5e-324,
                0.5,
                -0.5,
            ][self.random.below(10) as usize]
                .to_bits(),
            _ => (self.random.bits() as i64 as f64 * 2f64.powi(self.random.below(200) as i32 - 130)).to_bits(),
        }
    }
}

/// Whether the first text ends inside of the second.
fn end_is_shared(call: &Call, host: &super::host::Recorder) -> bool {
    let end = |start: u64| {
        let behind = &call.memory[start as usize..];
        start as usize + behind.iter().position(|byte| *byte == 0).unwrap_or(behind.len())
    };
    let [to, from] = [call.arguments[0], call.arguments[1]];
    let first = end(to);
    (from as usize..=end(from)).contains(&first) || host.written[from as usize]
}

/// Whether memory that is written is also read, where the standard forbids that.
fn overlaps(case: &Case, call: &Call) -> bool {
    let Some((_, host)) = call.perform() else { return true };
    let common = (0..MEMORY).filter(|at| host.read[*at] && host.written[*at]).count();
    match case.name {
        // They read everything before they write.
        "bcopy" | "timegm" | "mktime" | "strsep" | "sigaddset" | "sigdelset" => false,
        "strtok_r" | "__strtok_r" => (0..8).any(|offset| host.read[call.arguments[2] as usize + offset]),
        // The zero at the end of the first text.
        "wcscat" => common > 4,
        "strcat" | "strncat" => common > 1 || end_is_shared(call, &host),
        _ => common > 0,
    }
}
