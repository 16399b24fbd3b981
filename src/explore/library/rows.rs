//! Library functions that no routine performs: their rows say what they access, and whether the environment chooses their results.
//!
//! What the program's own arguments and state determine, and is not computed here, would be a *guess*: an execution ends where it
//! meets one, so that nothing rests on it. The accesses of the row are made before, and may race with what came before them.
//! Where races of an execution are looked for, only what the function certainly touches is an access: an object of the parameter's type,
//! or the first byte of text and bytes; where all states are visited, it may be everything up to the end of the object.

use super::{LeftChild, Routine};
use crate::explore::code::{CallSite, Row, RowResult, Scalar, Target};
use crate::explore::machine::{Machine, Purpose, Releases, Stop, UnknownFunctions, Uses};
use crate::explore::memory::ObjectState;
use crate::explore::shadow::AccessKind;
use crate::library::model::Changes;

/// `AT_FDCWD` of Linux.
const WORKING_FOLDER: i32 = -100;

impl Machine<'_> {
    /// Makes the accesses of the row with a number, once for each call, and gives its result.
    pub(in crate::explore) fn row(&mut self, thread: usize, number: u32, call: &CallSite) -> Result<u64, Stop> {
        let row = &self.code.rows[number as usize];
        if let Some(argument) = row.nothing_for_null
            && self.argument(thread, call, argument) == 0
        {
            return match call.result {
                None => Ok(0),
                Some(_) => Err(Stop::Open(format!("what `{}` returns", row.name))),
            };
        }
        // What waits is tried again, and has made its accesses.
        if !self.threads[thread].frames.last().is_some_and(|frame| frame.accessed) {
            self.end_where_cancelled(thread, self.point_of_row(thread, call))?;
            let row = &self.code.rows[number as usize];
            self.use_kept(thread, row, call)?;
            self.accesses_of_row(thread, row, call);
        }
        if let Some(end) = self.end_of_unfinished() {
            return Err(Stop::End(end));
        }
        let may_fail = match row.result {
            RowResult::Routine(_) => false,
            // There is no number that would tell so.
            RowResult::Input(_, least, _) => least < 0,
            RowResult::Effect(_) | RowResult::Unknown | RowResult::Guess => true,
        };
        if may_fail {
            self.error_may_have_changed(thread);
        }
        let demands = matches!(
            row.result,
            RowResult::Input(..) | RowResult::Routine(_) | RowResult::Effect(_)
        );
        if demands && (self.certainly_fails(thread, row, call) || self.refuses_a_text(thread, row, call)?) {
            return Err(Stop::Open(format!("`{}` is given what it refuses", row.name)));
        }
        let mut unmodelled = row.unmodelled.iter();
        if unmodelled
            .any(|&(argument, least, most)| (least..=most).contains(&(self.argument(thread, call, argument) as i64)))
        {
            return Err(Stop::Open(format!("what `{}` leaves behind is not modelled", row.name)));
        }
        if let Some(told) = self.nothing_of_stream(thread, call, Target::Row(number))? {
            return Ok(told);
        }
        match (row.result, self.settings.unknown_functions) {
            (RowResult::Input(Changes::AtEachCall, least, most), _) => Ok(self.input_between(call, (least, most))),
            (RowResult::Input(Changes::Never, least, most), _) => self.constant_input(row, call, (least, most)),
            (RowResult::Routine(routine), _) => self.routine(thread, routine, call),
            (RowResult::Effect(effect), _) => {
                let result = self.perform_effect(thread, (&row.name, effect), call)?;
                self.use_taken(thread, row, call);
                Ok(result)
            }
            (RowResult::Unknown, UnknownFunctions::Inputs) => Ok(self.any(call)),
            (RowResult::Unknown, UnknownFunctions::Open) => {
                Err(Stop::Open(format!("`{}` has neither a body nor a model", row.name)))
            }
            (RowResult::Guess, _) => {
                let reason = format!("`{}` is not executed", row.name);
                Err(self.leave_unfinished(thread, row, reason))
            }
        }
    }

    /// Whether a function is given a number that it refuses, so that it touches nothing: one outside of what its row says, or
    /// a negative one, which is no descriptor.
    fn certainly_fails(&self, thread: usize, row: &Row, call: &CallSite) -> bool {
        let number = |argument: usize| match call.scalars.get(argument) {
            Some(Some(Scalar::I32)) => i64::from(self.argument(thread, call, argument) as i32),
            _ => self.argument(thread, call, argument) as i64,
        };
        let exactly = |argument| Some((i128::from(number(argument)), i128::from(number(argument))));
        let other_bits = |&(argument, bits): &(usize, u64)| number(argument) as u64 & !bits != 0;
        !row.demands.hold_between(exactly)
            || row.demands.bits.iter().any(other_bits)
            || self.names_no_descriptor(thread, call)
            || self.settings.purpose != Purpose::Exhaust && self.asks_for_other_descriptors(thread, row, call)
    }

    /// Whether a function is given a descriptor that is not open, or is not of the kind that it demands.
    fn asks_for_other_descriptors(&self, thread: usize, row: &Row, call: &CallSite) -> bool {
        let value = |number: &usize| self.argument(thread, call, *number);
        let open = row.demands.open.iter().all(|number| self.is_open(value(number)));
        let files = row.demands.files.iter().all(|number| self.is_no_channel(value(number)));
        let sockets = || {
            row.demands
                .sockets
                .iter()
                .all(|number| self.socket(value(number)).is_some())
        };
        !(open && files && sockets())
    }

    /// Whether a function is given a text that it refuses. The row's accesses read it.
    fn refuses_a_text(&self, thread: usize, row: &Row, call: &CallSite) -> Result<bool, Stop> {
        for argument in row.demands.texts() {
            let address = self.argument(thread, call, argument);
            let length = self.memory.string_length(address)?;
            self.require_value(address, length + 1)?;
            if !row.demands.take_text(argument, self.memory.bytes(address, length)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the first argument is a negative `int`.
    pub(super) fn names_no_descriptor(&self, thread: usize, call: &CallSite) -> bool {
        let first = self.argument(thread, call, 0) as i32;
        call.scalars.first() == Some(&Some(Scalar::I32)) && first < 0 && first != WORKING_FOLDER
    }

    fn accesses_of_row(&mut self, thread: usize, row: &Row, call: &CallSite) {
        if self.settings.purpose != Purpose::Exhaust && self.certainly_fails(thread, row, call) {
            return;
        }
        for (argument, size) in &row.reads {
            self.access_by_row(thread, call, (*argument, *size), AccessKind::Read);
        }
        let is_performed = matches!(row.result, RowResult::Routine(_));
        // Most routines use objects of synchronisation themselves.
        let knows = matches!(row.result, RowResult::Routine(routine) if !routine.uses().is_empty());
        for (argument, kind) in row.uses.iter().filter(|_| !knows) {
            let counts = match kind {
                // What performs the effect makes it.
                AccessKind::Free if matches!(row.result, RowResult::Effect(_)) => false,
                AccessKind::Free => self.settings.releases == Releases::Race,
                _ => self.settings.uses == Uses::Race,
            };
            if counts {
                self.use_object(thread, call, *argument, *kind);
            }
        }
        // A routine that leaves the accesses to the row writes only where something fails, or else always.
        let always = matches!(row.result, RowResult::Routine(Routine::SavePlace));
        let takes_texts = || matches!(self.refuses_a_text(thread, row, call), Ok(false));
        let writes = self.settings.purpose == Purpose::Exhaust || !is_performed && takes_texts() || always;
        for (argument, size) in row.writes.iter().filter(|_| writes) {
            self.access_by_row(thread, call, (*argument, *size), AccessKind::Write);
        }
    }

    /// An access by a library function to what an argument leads to; null leads nowhere.
    fn access_by_row(&mut self, thread: usize, call: &CallSite, (argument, certain): (usize, u64), kind: AccessKind) {
        let address = self.argument(thread, call, argument);
        let object = self.memory.object_at(address);
        let Some(object) = object.filter(|object| object.state == ObjectState::Live) else {
            return;
        };
        let rest = (object.base + object.size).saturating_sub(address);
        let size = match self.settings.purpose {
            Purpose::Exhaust => rest,
            // A length of 0 is among the arguments: perhaps nothing is touched.
            Purpose::DetectRaces | Purpose::Run if certain <= 1 && self.passes_zero(thread, call) => 0,
            Purpose::DetectRaces | Purpose::Run => rest.min(certain),
        };
        if self.settings.purpose == Purpose::Exhaust && kind == AccessKind::Write {
            self.memory.mark_indeterminate(address, size);
        }
        self.access(thread, address, size, kind, call.access);
    }

    /// A library function uses an object of synchronisation.
    pub(super) fn use_object(&mut self, thread: usize, call: &CallSite, argument: usize, kind: AccessKind) {
        let address = self.argument(thread, call, argument);
        let Some(object) = self.memory.object_at(address) else {
            return;
        };
        let declared = call.pointee_sizes.get(argument).copied().flatten().unwrap_or(1);
        let rest = (object.base + object.size).saturating_sub(address);
        self.record(thread, address, rest.min(u64::from(declared).max(1)), kind, call.access);
    }

    fn passes_zero(&self, thread: usize, call: &CallSite) -> bool {
        let integers = (0..call.arguments.len()).filter(|number| call.pointee_sizes.get(*number) == Some(&None));
        integers
            .into_iter()
            .any(|number| self.argument(thread, call, number) == 0)
    }

    /// An input of the call's result type, within a closed interval.
    pub(super) fn input_between(&mut self, call: &CallSite, (least, most): (i64, i64)) -> u64 {
        call.result.map_or(0, |scalar| self.input_of(scalar, (least, most)))
    }

    /// An input that is the same at each call. A search through all states does not keep it.
    fn constant_input(&mut self, row: &Row, call: &CallSite, (least, most): (i64, i64)) -> Result<u64, Stop> {
        let name = &row.name;
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(format!("what `{name}` gives at each call")));
        }
        if let Some(value) = self.constant_inputs.get(name) {
            return Ok(*value);
        }
        let mut value = self.input_between(call, (least, most));
        // Nobody looked at what a call without a result gives.
        if call.result.is_some() {
            if self.is_taken(row, value) {
                value = if value as i64 == most { least as u64 } else { value + 1 };
            }
            self.constant_inputs.insert(name.clone(), value);
        }
        Ok(value)
    }

    /// Whether a value is that of a function which never gives the same.
    fn is_taken(&self, row: &Row, value: u64) -> bool {
        let mut others = self.constant_inputs.iter().filter(|other| {
            let apart_from_it = row.apart_from.as_deref() == Some(other.0.as_str());
            apart_from_it || self.is_apart_from(other.0, &row.name)
        });
        others.any(|other| *other.1 == value) || self.left_child == LeftChild::Ended(value)
    }

    fn is_apart_from(&self, name: &str, other: &str) -> bool {
        let mut rows = self.code.rows.iter();
        rows.any(|row| row.name == name && row.apart_from.as_deref() == Some(other))
    }

    /// An input of a type from an interval.
    pub(super) fn input_of(&mut self, scalar: Scalar, (least, most): (i64, i64)) -> u64 {
        let value = self.input(scalar);
        if let Some(symbol) = self.fresh {
            let range = self.symbols.range(symbol);
            self.symbols.restrict(symbol, (range.0.max(least), range.1.min(most)));
            return value;
        }
        if scalar.is_float() || scalar == Scalar::Bool || (least..=most).contains(&(value as i64)) {
            return value;
        }
        // Every value of the interval comes from some input.
        let count = (most as u64).wrapping_sub(least as u64).wrapping_add(1);
        (least as u64).wrapping_add(value.checked_rem(count).unwrap_or(value))
    }
}

#[cfg(test)]
mod tests {
    use crate::explore::code::{RowResult, Target};
    use crate::explore::library::target;
    use crate::ir::{DataModel, FunctionType, TypeKind, Types};
    use crate::library::Library;

    /// What becomes of a call of a function without body and parameters.
    fn result(name: &str) -> Option<RowResult> {
        let library = Library::shared();
        let mut types = Types::new(DataModel::Lp64);
        let result = types.intern(TypeKind::Void);
        let ty = types.intern(TypeKind::Function(FunctionType {
            result,
            parameters: Vec::new(),
            variadic: true,
        }));
        let mut rows = Vec::new();
        match target(&library, &types, (name, ty), Vec::new(), &mut rows) {
            Target::Row(row) => Some(rows[row as usize].result),
            _ => None,
        }
    }

    #[test]
    fn what_the_environment_chooses_is_an_input_and_what_arguments_determine_is_a_guess() {
        assert_eq!(
            result("getchar"),
            Some(RowResult::Input(crate::library::model::Changes::AtEachCall, -1, 255))
        );
        assert_eq!(result("strverscmp"), Some(RowResult::Guess));
        assert_eq!(result("__builtin_no_such_function"), Some(RowResult::Guess));
        assert_eq!(result("pthread_no_such_function"), Some(RowResult::Guess));
        assert_eq!(result("function_of_the_program"), Some(RowResult::Unknown));
        assert_eq!(result("pthread_mutex_lock"), None);
    }
}
