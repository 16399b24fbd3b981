//! Variable argument lists of functions of the program: `va_start`, `va_arg`, `va_copy`.

use super::exact::variadic::{self, aligned, room};
use super::host::CallHost;
use crate::explore::arithmetic;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Stop};
use crate::explore::memory::ObjectKind;
use crate::ir::FunctionId;

impl Machine<'_> {
    /// A function was entered: the arguments behind the named ones go to memory that ends with its activation, if it looks for them.
    pub(in crate::explore) fn keep_variadic_arguments(
        &mut self,
        thread: usize,
        function: FunctionId,
        call: &CallSite,
        values: &[u64],
    ) -> Result<(), Stop> {
        let Some(code) = &self.code.functions[function.0 as usize] else {
            return Ok(());
        };
        if !code.is_variadic {
            return Ok(());
        }
        let word = self.code.pointer.size();
        let mut places = Vec::new();
        let mut end = 0;
        for (number, value) in values.iter().enumerate().skip(code.parameters as usize) {
            let scalar = call.scalars.get(number).copied().flatten();
            let size = u64::from(call.sizes.get(number).copied().unwrap_or(0));
            let at = aligned(end, size, matches!(scalar, Some(Scalar::Extended(_))));
            places.push((at, size, scalar, *value));
            end = at + room(size, word);
        }
        let area = self.allocate_filled(thread, end, ObjectKind::Library, 0)?;
        for (at, size, scalar, value) in places {
            match scalar {
                Some(Scalar::Extended(_)) => self.memory.write(area + at, size, value)?,
                // Small integers and pointers take a whole word.
                Some(scalar) => {
                    let raw = arithmetic::to_memory(scalar, value);
                    self.memory.write(area + at, room(size, word), raw)?;
                }
                None => self.keep_record(area + at, value, size)?,
            }
        }
        let depth = self.threads[thread].frames.len() as u32;
        self.threads[thread].allocas.push((area, depth));
        if let Some(frame) = self.threads[thread].frames.last_mut() {
            frame.variadic = area;
        }
        Ok(())
    }

    fn keep_record(&mut self, to: u64, from: u64, size: u64) -> Result<(), Stop> {
        self.require_value(from, size)?;
        let bytes = self.memory.bytes(from, size)?.to_vec();
        self.memory.bytes_mut(to, size)?.copy_from_slice(&bytes);
        Ok(())
    }

    pub(super) fn list_start(&mut self, thread: usize, call: &CallSite, list: u64) -> Result<u64, Stop> {
        let arguments = self.threads[thread].frames.last().map_or(0, |frame| frame.variadic);
        if arguments == 0 {
            return Err(Stop::Open("`va_start` where the arguments are not known".to_owned()));
        }
        let mut host = CallHost::new(self, thread, call);
        let result = variadic::start(&mut host, list, arguments);
        host.finish();
        result.map(|()| 0)
    }

    pub(super) fn list_copy(&mut self, thread: usize, call: &CallSite, to: u64, from: u64) -> Result<u64, Stop> {
        let mut host = CallHost::new(self, thread, call);
        let result = variadic::copy(&mut host, to, from);
        host.finish();
        result.map(|()| 0)
    }

    /// `va_arg`: the result is of the type of the call, or a record of as many bytes as the last argument says.
    pub(super) fn list_argument(&mut self, thread: usize, call: &CallSite, list: u64, size: u64) -> Result<u64, Stop> {
        let is_long_double = matches!(call.result, Some(Scalar::Extended(_)));
        let mut host = CallHost::new(self, thread, call);
        let at = variadic::take(&mut host, list, size, is_long_double);
        host.finish();
        let at = at?;
        self.require_value(at, size)?;
        match call.result {
            Some(scalar) => {
                let raw = self.memory.read(at, scalar.size())?;
                Ok(arithmetic::from_memory(scalar, raw))
            }
            None => {
                let bytes = self.memory.bytes(at, size)?.to_vec();
                self.threads[thread].returned = bytes.into();
                Ok(0)
            }
        }
    }
}
