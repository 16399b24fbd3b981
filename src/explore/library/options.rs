//! Options of the command line: `getopt` and `getopt_long` (POSIX.1-2017; glibc, which looks behind operands as well).
//!
//! The library keeps where it is within an argument; all else stands in variables that the program may declare. Options come before
//! operands in the end: operands that stand in front of an option change places with it, unless the letters begin with `+` or `-`.
//! A word behind two hyphens is a long option, by its name or the beginning of one; its argument stands behind `=` or comes next.

use serde::Deserialize;

use super::exact::Host;
use super::host::CallHost;
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose, Stop};

/// Which options there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Options {
    /// Letters.
    Short,
    /// Letters and words.
    Long,
}

/// The variables of the library in which options are told, by name, with what they hold at first.
pub const VARIABLES: [(&str, u64); 4] = [("optind", 1), ("opterr", 1), ("optopt", '?' as u64), ("optarg", 0)];

/// Where the variables lie that the program declares; 0 for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OptionVariables(pub [u64; 4]);

/// What the library keeps from call to call, and the variables that the program does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionState {
    index: u64,
    /// The next letter within an argument; 0 for none.
    next: u64,
    /// The operands that were passed over: the first one, and the one behind the last; 0 before the first call.
    passed: (u64, u64),
}

impl Default for OptionState {
    fn default() -> Self {
        OptionState {
            index: 1,
            next: 0,
            passed: (0, 0),
        }
    }
}

/// What a call finds.
struct Found {
    result: u64,
    /// What `optopt` tells.
    letter: Option<u64>,
    argument: u64,
}

impl Found {
    fn only(result: u64) -> Self {
        Found {
            result,
            letter: None,
            argument: 0,
        }
    }
}

/// The end of all options.
const END: u64 = u64::MAX;

/// The arguments of a call.
struct Line {
    count: u64,
    vector: u64,
    /// What options there are, and how operands and missing arguments are treated.
    letters: Vec<u8>,
    ends_at_operand: bool,
    gives_operands: bool,
    is_quiet: bool,
    /// Where the long options stand, and where the number of the one that is found goes; 0 for nowhere.
    words: u64,
    found_at: u64,
}

/// A `struct option`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Word {
    name: u64,
    /// 0 for no argument, 1 for one, 2 for one behind `=` only.
    has_argument: u64,
    flag: u64,
    value: u64,
}

impl Word {
    /// The option with a number; none behind the last one, whose name is null.
    fn read(host: &mut dyn Host, words: u64, number: u64) -> Result<Option<Self>, Stop> {
        let size = host.word();
        let at = words.wrapping_add(number * 4 * size);
        let name = host.read_number(at, size)?;
        if name == 0 {
            return Ok(None);
        }
        Ok(Some(Word {
            name,
            has_argument: host.read_number(at.wrapping_add(size), 4)?,
            flag: host.read_number(at.wrapping_add(2 * size), size)?,
            value: host.read_number(at.wrapping_add(3 * size), 4)?,
        }))
    }

    /// Whether two options are the same but for their names.
    fn does_what(self, other: Word) -> bool {
        Word { name: 0, ..self } == Word { name: 0, ..other }
    }
}

impl Machine<'_> {
    /// Performs a call.
    pub(super) fn options(&mut self, thread: usize, call: &CallSite, kind: Options) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(
                "options of the command line in a search of all states".to_owned(),
            ));
        }
        let variables = self.code.options;
        let mut state = self.option_state;
        if variables.0[0] != 0 {
            let index = self.memory.read(variables.0[0], 4)?;
            // The program may begin anew.
            if index != state.index {
                state.next = 0;
            }
            state.index = index;
        }
        let [count, vector, letters] = [0, 1, 2].map(|number| self.argument(thread, call, number));
        let words = match kind {
            Options::Short => [0, 0],
            Options::Long => [3, 4].map(|number| self.argument(thread, call, number)),
        };
        let mut host = CallHost::new(self, thread, call);
        let found = Line::of(&mut host, (count & 0xffff_ffff, vector, letters), words)
            .and_then(|line| line.next(&mut host, &mut state));
        host.finish();
        let found = found?;
        self.option_state = state;
        let size = self.code.pointer.size();
        let told = [(0, 4, state.index), (3, size, found.argument)];
        let letter = found.letter.map(|letter| (2, 4, letter));
        for (variable, size, value) in told.into_iter().chain(letter) {
            if variables.0[variable] != 0 {
                self.memory.write(variables.0[variable], size, value)?;
            }
        }
        Ok(found.result)
    }
}

impl Line {
    fn of(
        host: &mut dyn Host,
        (count, vector, letters): (u64, u64, u64),
        [words, found_at]: [u64; 2],
    ) -> Result<Self, Stop> {
        let mut letters = host.string(letters)?;
        if letters.windows(2).any(|pair| pair == b"W;") && words != 0 {
            return Err(Stop::Open("a long option behind `-W`".to_owned()));
        }
        let first = letters.first().copied();
        let (ends_at_operand, gives_operands) = (first == Some(b'+'), first == Some(b'-'));
        if ends_at_operand || gives_operands {
            letters.remove(0);
        }
        Ok(Line {
            count,
            vector,
            is_quiet: letters.first() == Some(&b':'),
            letters,
            ends_at_operand,
            gives_operands,
            words,
            found_at,
        })
    }

    fn argument(&self, host: &mut dyn Host, number: u64) -> Result<u64, Stop> {
        let word = host.word();
        host.read_number(self.vector.wrapping_add(number * word), word)
    }

    /// Whether an argument is no option.
    fn is_operand(&self, host: &mut dyn Host, argument: u64) -> Result<bool, Stop> {
        Ok(host.read(argument)? != b'-' || host.read(argument.wrapping_add(1))? == 0)
    }

    /// The next option.
    fn next(&self, host: &mut dyn Host, state: &mut OptionState) -> Result<Found, Stop> {
        if state.index == 0 {
            *state = OptionState::default();
        }
        if state.next == 0 || host.read(state.next)? == 0 {
            self.pass_operands(host, state)?;
            let argument = match state.index < self.count {
                true => self.argument(host, state.index)?,
                false => 0,
            };
            if argument == 0 {
                return Ok(self.end(state));
            }
            if self.is_operand(host, argument)? {
                return Ok(self.operand(state, argument));
            }
            if host.read(argument.wrapping_add(1))? == b'-' {
                if host.read(argument.wrapping_add(2))? == 0 {
                    state.index += 1;
                    self.put_options_first(host, state)?;
                    return Ok(self.end(state));
                }
                if self.words != 0 {
                    return self.word(host, state, argument.wrapping_add(2));
                }
            }
            state.next = argument.wrapping_add(1);
        }
        let letter = host.read(state.next)?;
        state.next = state.next.wrapping_add(1);
        self.letter(host, state, letter)
    }

    /// Whether operands and options change places.
    fn permutes(&self) -> bool {
        !self.ends_at_operand && !self.gives_operands
    }

    /// Goes on to the next argument that is an option, where operands may stand in front of one.
    fn pass_operands(&self, host: &mut dyn Host, state: &mut OptionState) -> Result<(), Stop> {
        let (first, behind) = state.passed;
        state.passed = match behind {
            0 => (state.index, state.index),
            // The program may have gone back.
            _ => (first.min(state.index), behind.min(state.index)),
        };
        if !self.permutes() {
            return Ok(());
        }
        self.put_options_first(host, state)?;
        while state.index < self.count {
            let argument = self.argument(host, state.index)?;
            if argument == 0 || !self.is_operand(host, argument)? {
                break;
            }
            state.index += 1;
        }
        state.passed.1 = state.index;
        Ok(())
    }

    /// The options read since operands were passed over change places with these.
    fn put_options_first(&self, host: &mut dyn Host, state: &mut OptionState) -> Result<(), Stop> {
        let ((first, behind), end) = (state.passed, state.index);
        if behind == end {
            return Ok(());
        }
        state.passed = (end - (behind - first), end);
        if first == behind || !self.permutes() {
            return Ok(());
        }
        let numbers = first..end;
        let mut arguments: Vec<u64> = numbers
            .clone()
            .map(|number| self.argument(host, number))
            .collect::<Result<_, _>>()?;
        arguments.rotate_left((behind - first) as usize);
        let word = host.word();
        for (number, argument) in numbers.zip(arguments) {
            host.write_number(self.vector.wrapping_add(number * word), word, argument)?;
        }
        Ok(())
    }

    /// The end of all options: the operands that were passed over come next.
    fn end(&self, state: &mut OptionState) -> Found {
        let (first, behind) = state.passed;
        if self.permutes() && first != behind {
            state.index = first;
        }
        Found::only(END)
    }

    /// An argument that is no option, where they keep their places.
    fn operand(&self, state: &mut OptionState, argument: u64) -> Found {
        if !self.gives_operands {
            return Found::only(END);
        }
        state.index += 1;
        Found {
            argument,
            ..Found::only(1)
        }
    }

    /// An option, and its argument.
    fn letter(&self, host: &mut dyn Host, state: &mut OptionState, letter: u8) -> Result<Found, Stop> {
        let is_last = host.read(state.next)? == 0;
        if is_last {
            state.index += 1;
        }
        let known = self.letters.iter().position(|known| *known == letter);
        let Some(known) = known.filter(|_| !matches!(letter, b':' | b';')) else {
            return Ok(Found {
                letter: Some(u64::from(letter)),
                ..Found::only(u64::from(b'?'))
            });
        };
        let behind = |distance: usize| self.letters.get(known + distance) == Some(&b':');
        if !behind(1) {
            return Ok(Found::only(u64::from(letter)));
        }
        let rest = std::mem::take(&mut state.next);
        if !is_last {
            state.index += 1;
            return Ok(Found {
                argument: rest,
                ..Found::only(u64::from(letter))
            });
        }
        if behind(2) {
            return Ok(Found::only(u64::from(letter)));
        }
        if state.index >= self.count {
            let result = if self.is_quiet { b':' } else { b'?' };
            return Ok(Found {
                letter: Some(u64::from(letter)),
                ..Found::only(u64::from(result))
            });
        }
        let argument = self.argument(host, state.index)?;
        state.index += 1;
        Ok(Found {
            argument,
            ..Found::only(u64::from(letter))
        })
    }

    /// A long option. It is the one with that name, or else the only one whose name begins so, unless others do the same.
    fn word(&self, host: &mut dyn Host, state: &mut OptionState, text: u64) -> Result<Found, Stop> {
        let text_bytes = host.string(text)?;
        let length = text_bytes
            .iter()
            .position(|byte| *byte == b'=')
            .unwrap_or(text_bytes.len());
        state.index += 1;
        state.next = 0;
        let Some((number, word)) = self.find(host, &text_bytes[..length])? else {
            return Ok(Found {
                letter: Some(0),
                ..Found::only(u64::from(b'?'))
            });
        };
        let refused = |result: u8| Found {
            letter: Some(word.value),
            ..Found::only(u64::from(result))
        };
        let mut argument = 0;
        if length < text_bytes.len() {
            if word.has_argument == 0 {
                return Ok(refused(b'?'));
            }
            argument = text.wrapping_add(length as u64 + 1);
        } else if word.has_argument == 1 {
            if state.index >= self.count {
                return Ok(refused(if self.is_quiet { b':' } else { b'?' }));
            }
            argument = self.argument(host, state.index)?;
            state.index += 1;
        }
        if self.found_at != 0 {
            host.write_number(self.found_at, 4, number)?;
        }
        let result = match word.flag {
            0 => word.value,
            flag => {
                host.write_number(flag, 4, word.value)?;
                0
            }
        };
        Ok(Found {
            argument,
            ..Found::only(result)
        })
    }

    /// The long option that a text stands for, and its number.
    fn find(&self, host: &mut dyn Host, text: &[u8]) -> Result<Option<(u64, Word)>, Stop> {
        let mut candidates: Vec<(u64, Word)> = Vec::new();
        for number in 0.. {
            let Some(word) = Word::read(host, self.words, number)? else {
                break;
            };
            if !begins_with(host, word.name, text)? {
                continue;
            }
            if host.read(word.name.wrapping_add(text.len() as u64))? == 0 {
                return Ok(Some((number, word)));
            }
            candidates.push((number, word));
        }
        let first = candidates.first().copied();
        Ok(first.filter(|first| candidates.iter().all(|other| other.1.does_what(first.1))))
    }
}

/// Whether the name at an address begins with a text.
fn begins_with(host: &mut dyn Host, name: u64, text: &[u8]) -> Result<bool, Stop> {
    for (offset, byte) in (0..).zip(text) {
        if host.read(name.wrapping_add(offset))? != *byte {
            return Ok(false);
        }
    }
    Ok(true)
}
