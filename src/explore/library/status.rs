//! What the kernel says of files: `stat` and its kin (POSIX.1-2017, `<sys/stat.h>`; the structure of Linux on x86-64).
//!
//! The file system chooses what there is. Executions choose regular files and folders under names; what a descriptor leads to is chosen
//! once ([`super::open_files`]), is told whenever that is asked, and is the same file each time.

use serde::Deserialize;

use super::open_files::Kind;
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

/// Whose status it is.
#[derive(Clone, Copy)]
enum Of {
    /// What is found under a name, of a kind that `st_mode` tells.
    Named(u64),
    /// What a descriptor leads to.
    Open(u64, Kind),
}

/// `S_IFREG`, `S_IFDIR`, `S_IFCHR`, `S_IFIFO` and `S_IFSOCK`.
const FILE: u64 = 0o100_000;
const FOLDER: u64 = 0o040_000;
const DEVICE: u64 = 0o020_000;
const PIPE: u64 = 0o010_000;
const SOCKET: u64 = 0o140_000;
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
/// Where `st_mode`, `st_size` and `st_blocks` lie.
const MODE: u64 = 24;
const LENGTH: u64 = 48;
const BLOCKS: u64 = 64;

impl Machine<'_> {
    /// `stat` and its kin: the row says what is read.
    pub(super) fn status(&mut self, thread: usize, call: &CallSite, status: Status) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.code.pointer.size() != 8 {
            return Err(Stop::Open("the status of a file".to_owned()));
        }
        let (at, of) = match status {
            Status::Name(at) => (at, self.kind_of_name()),
            Status::Descriptor(descriptor, at) => {
                let descriptor = self.argument(thread, call, usize::from(descriptor));
                if self.refuses_descriptor(descriptor)? {
                    return self.refuse_descriptor(thread);
                }
                (at, Some(Of::Open(descriptor, self.kind(descriptor)?)))
            }
        };
        let Some(of) = of else {
            self.error_may_have_changed(thread);
            return Ok(u64::MAX);
        };
        let to = self.argument(thread, call, usize::from(at));
        let kind = match of {
            Of::Named(kind) => kind,
            Of::Open(_, Kind::Regular) => FILE,
            Of::Open(_, Kind::Terminal) => DEVICE,
            Of::Open(descriptor, Kind::Channel) if self.socket(descriptor).is_some() => SOCKET,
            Of::Open(_, Kind::Channel) => PIPE,
            Of::Open(_, Kind::Temporary | Kind::OfKernel) => {
                return Err(Stop::Open("the status of a temporary file".to_owned()));
            }
        };
        self.memory.bytes_mut(to, SIZE)?.fill(0);
        for (offset, scalar, least, most) in MEMBERS {
            let value = self.input_of(scalar, (least, most));
            self.memory.write(to.wrapping_add(offset), scalar.size(), value)?;
        }
        let mode = kind | self.inputs.among(0o1000);
        self.memory.write(to.wrapping_add(MODE), 4, mode)?;
        if !matches!(kind, FILE | FOLDER) {
            for offset in [LENGTH, BLOCKS] {
                self.memory.write(to.wrapping_add(offset), 8, 0)?;
            }
        }
        if let Of::Open(descriptor, _) = of {
            let new = [self.memory.read(to, 8)?, self.memory.read(to.wrapping_add(8), 8)?];
            let [device, number] = self.descriptors.files.identify(descriptor, new);
            self.memory.write(to, 8, device)?;
            self.memory.write(to.wrapping_add(8), 8, number)?;
        }
        self.access(thread, to, SIZE, AccessKind::Write, call.access);
        Ok(0)
    }

    /// What there is under a name, if there is something.
    fn kind_of_name(&mut self) -> Option<Of> {
        match (self.inputs.choice(2), self.inputs.choice(2)) {
            (0, 0) => Some(Of::Named(FILE)),
            (0, _) => Some(Of::Named(FOLDER)),
            _ => None,
        }
    }
}
