//! `printf` and its kin: the format and the strings that it names are read, and the text goes to memory, or out of the program.

use super::exact::format::{ArgumentKind, Printed, Purpose as Formatting, Registers, Values, format};
use super::exact::variadic::List;
use super::host::CallHost;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;

/// Where a text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// Out of the program.
    Stream,
    /// To the memory that the first argument points to.
    Memory,
    /// The same, with at most as many bytes as the argument with this number says.
    Bounded(u8),
    /// To new memory, whose address goes where the first argument points.
    Allocated,
}

/// How a function of the family takes its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Print {
    /// Where the text goes.
    pub to: Destination,
    /// The number of the argument with the format; the values stand behind it.
    pub format: u8,
    /// Whether the values are a `va_list`.
    pub is_list: bool,
}

/// The functions of the family; those that end in `_chk` are what the headers make of the others under `_FORTIFY_SOURCE`.
const FUNCTIONS: &[(&str, Destination, u8)] = &[
    ("printf", Destination::Stream, 0),
    ("__printf_chk", Destination::Stream, 1),
    ("fprintf", Destination::Stream, 1),
    ("__fprintf_chk", Destination::Stream, 2),
    ("dprintf", Destination::Stream, 1),
    ("__dprintf_chk", Destination::Stream, 2),
    ("syslog", Destination::Stream, 1),
    ("__syslog_chk", Destination::Stream, 2),
    ("warn", Destination::Stream, 0),
    ("warnx", Destination::Stream, 0),
    ("sprintf", Destination::Memory, 1),
    ("__sprintf_chk", Destination::Memory, 3),
    ("snprintf", Destination::Bounded(1), 2),
    ("__snprintf_chk", Destination::Bounded(1), 4),
    ("asprintf", Destination::Allocated, 1),
    ("__asprintf", Destination::Allocated, 1),
    ("__asprintf_chk", Destination::Allocated, 2),
];

impl Print {
    /// How a function prints; `vprintf` and its kin take a `va_list`.
    pub fn of(name: &str) -> Option<Self> {
        let known = |plain: &str| FUNCTIONS.iter().find(|row| row.0 == plain);
        let (row, is_list) = match known(name) {
            Some(row) => (row, false),
            None => {
                let plain = match name.strip_prefix("__v") {
                    Some(rest) => format!("__{rest}"),
                    None => name.strip_prefix('v')?.to_owned(),
                };
                (known(&plain)?, true)
            }
        };
        Some(Print {
            to: row.1,
            format: row.2,
            is_list,
        })
    }
}

/// How `err` and its kin print: the status to exit with stands before the format.
const BEFORE_EXIT: Print = Print {
    to: Destination::Stream,
    format: 1,
    is_list: false,
};

impl Machine<'_> {
    /// `err` and `errx`: the message is printed once, then handlers run.
    pub(super) fn exit_with_message(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        if self.stage(thread) == 0 {
            self.print(thread, call, BEFORE_EXIT)?;
            self.set_stage(thread, 1);
        }
        self.exit(thread)
    }

    /// Performs a call.
    pub(super) fn print(&mut self, thread: usize, call: &CallSite, print: Print) -> Result<u64, Stop> {
        self.numbers_for_stars(thread, call, print)?;
        let text = self.printed(thread, call, print);
        match (print.to, text?) {
            (_, Printed::Failed(error)) if print.to == Destination::Stream => {
                self.set_error_number(thread, error)?;
                Ok(u64::MAX)
            }
            (_, Printed::Failed(_)) => Err(Stop::Open("a text with characters that cannot be written".to_owned())),
            (Destination::Stream, Printed::Text(text)) => {
                self.error_may_have_changed(thread);
                Ok(self.outcome(call, text.len() as u64))
            }
            (Destination::Memory, Printed::Text(text)) => self.put_text(thread, call, &text, u64::MAX),
            (Destination::Bounded(bound), Printed::Text(text)) => {
                let room = self.argument(thread, call, usize::from(bound));
                self.put_text(thread, call, &text, room)
            }
            (Destination::Allocated, Printed::Text(text)) => {
                let to = self.allocate_filled(thread, text.len() as u64 + 1, ObjectKind::Heap, 0)?;
                self.memory.bytes_mut(to, text.len() as u64)?.copy_from_slice(&text);
                let result = self.argument(thread, call, 0);
                self.write_result(thread, call, result, self.code.pointer, to)?;
                Ok(text.len() as u64)
            }
        }
    }

    /// What is printed to a stream makes no difference, so inputs with many values need no number there;
    /// a width or precision makes one.
    fn numbers_for_stars(&self, thread: usize, call: &CallSite, print: Print) -> Result<(), Stop> {
        let symbolic = |register: &u32| self.symbol(thread, *register).is_some();
        if self.settings.purpose != Purpose::Exhaust || !call.arguments.iter().any(symbolic) {
            return Ok(());
        }
        let format = self.argument(thread, call, usize::from(print.format));
        let length = self.memory.string_length(format)?;
        match self.memory.bytes(format, length)?.contains(&b'*') {
            true => Err(Stop::Open("a width or precision that is an input".to_owned())),
            false => Ok(()),
        }
    }

    /// An argument as a format takes it.
    fn printable(&self, thread: usize, call: &CallSite, number: usize) -> (u128, Option<ArgumentKind>) {
        let value = self.argument(thread, call, number);
        let narrow = u128::from(value);
        match call.scalars.get(number).copied().flatten() {
            None | Some(Scalar::I128 | Scalar::U128) => (0, None),
            Some(Scalar::Extended(_)) => (self.wide_numbers.number(value), Some(ArgumentKind::LongDouble)),
            Some(Scalar::F32 | Scalar::F64) => (narrow, Some(ArgumentKind::Double)),
            Some(scalar) => (narrow, Some(ArgumentKind::Integer(scalar.size()))),
        }
    }

    fn printed(&mut self, thread: usize, call: &CallSite, print: Print) -> Result<Printed, Stop> {
        let first = usize::from(print.format) + 1;
        let at = self.argument(thread, call, first - 1);
        let values: Vec<_> = (first..call.arguments.len())
            .map(|number| self.printable(thread, call, number))
            .collect();
        let list = self.argument(thread, call, first);
        let formatting = Formatting {
            is_seen: print.to != Destination::Stream,
            error: self.known_error(thread),
        };
        let mut host = CallHost::new(self, thread, call);
        let values: &mut dyn Values = match print.is_list {
            true => &mut List::given(list),
            false => &mut Registers { values: &values },
        };
        let text = format(&mut host, at, values, formatting);
        host.finish();
        text
    }

    /// Writes a text and its zero, or as much of it as there is room for; gives the length of the whole text.
    fn put_text(&mut self, thread: usize, call: &CallSite, text: &[u8], room: u64) -> Result<u64, Stop> {
        let to = self.argument(thread, call, 0);
        if let Some(most) = room.checked_sub(1) {
            let mut kept = text[..text.len().min(usize::try_from(most).unwrap_or(usize::MAX))].to_vec();
            kept.push(0);
            self.write_bytes(thread, call, to, &kept)?;
        }
        Ok(text.len() as u64)
    }
}
