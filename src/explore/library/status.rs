//! What the kernel says of files: `stat` and its kin (POSIX.1-2017, `<sys/stat.h>`; the structure of Linux on x86-64).
//!
//! The file system chooses what there is. Executions choose regular files and folders, which may be under any name, and regular files
//! for descriptors.

use serde::Deserialize;

use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;

/// Of what a call tells the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Of a name; where the argument with this number points, it is stored.
    Name(u8),
    /// Of the descriptor that is one argument, stored where the other points.
    Descriptor(u8, u8),
}

/// `S_IFREG` and `S_IFDIR`.
const FILE: u64 = 0o100_000;
const FOLDER: u64 = 0o040_000;
/// Bytes of `struct stat`.
const SIZE: u64 = 144;
/// The largest number of nanoseconds in a second.
const NANOSECONDS: i64 = 999_999_999;
/// Members that are numbers: where they lie, how large they are, the least and the greatest value.
const MEMBERS: [(u64, Scalar, i64, i64); 14] = [
    (0, Scalar::I64, 1, i64::MAX),
    (8, Scalar::I64, 1, i64::MAX),
    (16, Scalar::I64, 1, i32::MAX as i64),
    (28, Scalar::U32, 0, u32::MAX as i64),
    (32, Scalar::U32, 0, u32::MAX as i64),
    (48, Scalar::I64, 0, i64::MAX),
    (56, Scalar::I64, 4096, 4096),
    (64, Scalar::I64, 0, i64::MAX),
    (72, Scalar::I64, 0, i64::MAX),
    (80, Scalar::I64, 0, NANOSECONDS),
    (88, Scalar::I64, 0, i64::MAX),
    (96, Scalar::I64, 0, NANOSECONDS),
    (104, Scalar::I64, 0, i64::MAX),
    (112, Scalar::I64, 0, NANOSECONDS),
];
/// Where `st_mode` lies.
const MODE: u64 = 24;

impl Machine<'_> {
    /// `stat` and its kin: the row says what is read.
    pub(super) fn status(&mut self, thread: usize, call: &CallSite, status: Status) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.code.pointer.size() != 8 {
            return Err(Stop::Open("the status of a file".to_owned()));
        }
        let (at, is_name) = match status {
            Status::Name(at) => (at, true),
            Status::Descriptor(descriptor, at) => {
                if !self.is_file(self.argument(thread, call, usize::from(descriptor))) {
                    return Err(Stop::Open("the status of what is no file of the program".to_owned()));
                }
                (at, false)
            }
        };
        let to = self.argument(thread, call, usize::from(at));
        if self.inputs.choice(2) != 0 {
            self.error_may_have_changed(thread);
            return Ok(u64::MAX);
        }
        self.memory.bytes_mut(to, SIZE)?.fill(0);
        for (offset, scalar, least, most) in MEMBERS {
            let value = self.input_of(scalar, (least, most));
            self.memory.write(to.wrapping_add(offset), scalar.size(), value)?;
        }
        let kind = if is_name && self.inputs.choice(2) == 1 {
            FOLDER
        } else {
            FILE
        };
        let mode = kind | self.inputs.among(0o1000);
        self.memory.write(to.wrapping_add(MODE), 4, mode)?;
        self.access(thread, to, SIZE, AccessKind::Write, call.access);
        Ok(0)
    }
}
