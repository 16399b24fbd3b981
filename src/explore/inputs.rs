//! Inputs: what `__VERIFIER_nondet_*`, functions without body, indeterminate memory and free choices of the library give.
//!
//! Values come from constants of the program and their neighbours, from the boundaries of the type, or are random;
//! each run prefers one of these sources. Every value given is recorded, so that a run can be repeated.

use super::arithmetic;
use super::code::Scalar;
use super::guide::{Guide, ToldInputs};
use super::random::Random;

/// What a run's inputs mostly are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Preference {
    Zero,
    Small,
    Constants,
    Anything,
}

/// Whether the environment refuses in a run what it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Luck {
    Good,
    /// Now and then it does.
    Bad,
}

/// One run of so many has bad luck, and in it one call of so many is refused.
const UNLUCKY_RUNS: u64 = 8;
const REFUSED_CALLS: u64 = 4;

/// The inputs of a run.
#[derive(Clone, Debug)]
pub struct Inputs {
    random: Random,
    preference: Preference,
    /// Values given so far, as registers hold them.
    pub given: Vec<u64>,
    /// For each of them, the number of the operation that asked for it.
    pub steps: Vec<u64>,
    /// The number of the operation under way.
    pub now: u64,
    script: Vec<u64>,
    luck: Luck,
    /// What somebody else tells of them.
    pub(super) told: ToldInputs,
    /// When all inputs are enumerated: for each input given, how many values there are; 0 where there are too many.
    pub domains: Option<Vec<u64>>,
}

impl Inputs {
    /// Inputs made from a seed; `run` numbers the runs of an exploration.
    pub fn new(seed: u64, run: u64) -> Self {
        let mut random = Random::new(seed, 2 * run + 1);
        let preference = match (run, random.below(8)) {
            (0, _) => Preference::Small,
            (_, 0) => Preference::Zero,
            (_, 1..=3) => Preference::Small,
            (_, 4 | 5) => Preference::Constants,
            _ => Preference::Anything,
        };
        Inputs {
            random,
            preference,
            given: Vec::new(),
            steps: Vec::new(),
            now: 0,
            script: Vec::new(),
            told: ToldInputs::default(),
            luck: match run % UNLUCKY_RUNS == UNLUCKY_RUNS - 1 {
                true => Luck::Bad,
                false => Luck::Good,
            },
            domains: None,
        }
    }

    /// Inputs that are enumerated from outside: first the values of a script, then the first value of each domain.
    pub fn enumerated(script: Vec<u64>) -> Self {
        Inputs {
            script,
            domains: Some(Vec::new()),
            ..Inputs::new(0, 0)
        }
    }

    /// Inputs that repeat recorded values; beyond them they are made from the seed.
    pub fn scripted(seed: u64, run: u64, script: Vec<u64>) -> Self {
        Inputs {
            script,
            ..Inputs::new(seed, run)
        }
    }

    /// The same inputs, but for those of which a guide tells the value.
    pub fn guided(self, guide: &Guide) -> Self {
        Inputs {
            told: ToldInputs::of(guide),
            ..self
        }
    }

    /// Any value of a type.
    pub fn value(&mut self, scalar: Scalar, constants: &[i64]) -> u64 {
        if self.domains.is_some() {
            let count = match scalar {
                Scalar::Bool => 2,
                Scalar::I8 | Scalar::U8 => 256,
                _ => 0,
            };
            return arithmetic::normalise(scalar, self.enumerate(count));
        }
        let made = self.make(scalar, constants);
        let told = self.told.take().filter(|_| !scalar.is_float());
        self.record(told.map_or(made, |told| arithmetic::normalise(scalar, told)))
    }

    /// The next value of the script, or the first of a domain with a number of values.
    fn enumerate(&mut self, count: u64) -> u64 {
        self.domains.get_or_insert_default().push(count);
        self.record(0)
    }

    /// A choice among `count` possibilities; the first is the usual one.
    pub fn choice(&mut self, count: u64) -> u64 {
        if self.domains.is_some() {
            return self.enumerate(count);
        }
        let made = if self.random.one_in(3) {
            self.random.below(count)
        } else {
            0
        };
        self.record(made) % count.max(1)
    }

    /// A choice among `count` possibilities that are equally usual.
    pub fn among(&mut self, count: u64) -> u64 {
        if self.domains.is_some() {
            return self.enumerate(count);
        }
        let made = self.random.below(count);
        self.record(made) % count.max(1)
    }

    /// Whether the environment refuses what the program asks for.
    pub fn misfortune(&mut self) -> bool {
        if self.domains.is_some() {
            return self.enumerate(2) == 1;
        }
        let made = self.luck == Luck::Bad && self.random.one_in(REFUSED_CALLS);
        self.record(u64::from(made)) == 1
    }

    fn record(&mut self, made: u64) -> u64 {
        let value = self.script.get(self.given.len()).copied().unwrap_or(made);
        self.given.push(value);
        self.steps.push(self.now);
        value
    }

    fn make(&mut self, scalar: Scalar, constants: &[i64]) -> u64 {
        let preference = match self.random.below(4) {
            0 => match self.random.below(4) {
                0 => Preference::Zero,
                1 => Preference::Small,
                2 => Preference::Constants,
                _ => Preference::Anything,
            },
            _ => self.preference,
        };
        let value = match preference {
            Preference::Zero => 0,
            Preference::Small => self.random.below(6),
            Preference::Constants if !constants.is_empty() => {
                let constant = constants[self.random.below(constants.len() as u64) as usize];
                constant.wrapping_add(self.random.below(3) as i64 - 1) as u64
            }
            Preference::Constants | Preference::Anything => self.anything(),
        };
        if scalar.is_float() {
            return arithmetic::convert(Scalar::I64, scalar, value);
        }
        arithmetic::normalise(scalar, value)
    }

    fn anything(&mut self) -> u64 {
        match self.random.below(6) {
            0 => u64::MAX,
            1 => i64::MAX as u64,
            2 => i32::MAX as u64,
            3 => i32::MIN as i64 as u64,
            4 => self.random.below(100),
            _ => self.random.bits(),
        }
    }
}
