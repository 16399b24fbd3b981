//! Open files: what stands behind a descriptor, and how it was opened (POSIX.1-2017, XBD 3.258, "open file description").
//!
//! Whether a file has positions and whether it is a terminal does not change as long as it is open. The environment chooses that when the
//! program first asks for something that depends on it, and all descriptors and streams that lead to the same file share the choice.
//! What the program made itself is what it made: a pipe has no positions, a temporary file has them.

use std::collections::BTreeMap;

use super::descriptors::{Purposes, number};
use super::error_codes::{NO_POSITIONS, NO_TERMINAL};
use crate::explore::machine::{Machine, Stop};

/// What a descriptor leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file under a name, which others may change.
    Regular,
    /// A regular file without a name.
    Temporary,
    /// A terminal.
    Terminal,
    /// A pipe or a socket.
    Channel,
    /// What the kernel has under a name of its own, which no choice is left of.
    OfKernel,
}

/// Where the kernel has files of its own.
const OF_KERNEL: [&[u8]; 3] = [b"/dev/", b"/proc/", b"/sys/"];

impl Kind {
    /// Whether it has positions.
    pub fn has_positions(self) -> bool {
        matches!(self, Kind::Regular | Kind::Temporary)
    }
}

/// An open file, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenFile {
    /// The descriptor by which the program got it from who started it.
    inherited: Option<u64>,
    /// How it was opened.
    status: Option<u64>,
    kind: Option<Kind>,
    /// The numbers of the file and of its device.
    identity: Option<[u64; 2]>,
}

/// The open files, and which descriptors lead to which of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenFiles {
    /// Places in the next list, by descriptors.
    leads: BTreeMap<u64, usize>,
    files: Vec<OpenFile>,
}

impl OpenFiles {
    /// Those that a program begins with.
    pub fn inherited(descriptors: u64) -> Self {
        let mut files = OpenFiles::default();
        for descriptor in 0..descriptors {
            files.at(descriptor).inherited = Some(descriptor);
        }
        files
    }

    /// The file that a descriptor leads to.
    fn at(&mut self, descriptor: u64) -> &mut OpenFile {
        let next = self.files.len();
        let place = *self.leads.entry(number(descriptor)).or_insert(next);
        if place == next {
            self.files.push(OpenFile::default());
        }
        &mut self.files[place]
    }

    fn known(&self, descriptor: u64) -> OpenFile {
        let place = self.leads.get(&number(descriptor));
        place.map(|place| self.files[*place]).unwrap_or_default()
    }

    /// A descriptor leads to another file than before, of which nothing is known.
    pub fn begin(&mut self, descriptor: u64) {
        self.leads.remove(&number(descriptor));
    }

    /// Two descriptors lead to the same file.
    pub fn share(&mut self, from: u64, to: u64) {
        self.at(from);
        let place = self.leads[&number(from)];
        self.leads.insert(number(to), place);
    }

    /// The descriptor by which the program got the file from who started it, if it did.
    pub fn inherited_as(&self, descriptor: u64) -> Option<u64> {
        self.known(descriptor).inherited
    }

    /// How the file was opened, if that is known.
    pub fn status(&self, descriptor: u64) -> Option<u64> {
        self.known(descriptor).status
    }

    /// How it is open from now on, under all its descriptors.
    pub fn set_status(&mut self, descriptor: u64, status: u64) {
        self.at(descriptor).status = Some(status);
    }

    /// Says what it is.
    pub fn set_kind(&mut self, descriptor: u64, kind: Kind) {
        self.at(descriptor).kind = Some(kind);
    }

    /// The numbers of the file and of its device: those that were told before, or new ones.
    pub fn identify(&mut self, descriptor: u64, new: [u64; 2]) -> [u64; 2] {
        *self.at(descriptor).identity.get_or_insert(new)
    }
}

impl Machine<'_> {
    /// What a descriptor leads to that is open.
    pub(super) fn kind(&mut self, descriptor: u64) -> Result<Kind, Stop> {
        let unknown = || Stop::Open("what a descriptor leads to is not known".to_owned());
        let purpose = self.descriptors.purpose(descriptor).ok_or_else(unknown)?;
        let known = self.descriptors.files.known(descriptor).kind;
        match (purpose, known) {
            (Purposes::Socket(_) | Purposes::Pipe(_), _) => Ok(Kind::Channel),
            (_, Some(Kind::OfKernel)) | (Purposes::Other, None) => Err(unknown()),
            (_, Some(kind)) => Ok(kind),
            (Purposes::Both | Purposes::Reading | Purposes::Writing, None) => {
                let kinds = [Kind::Regular, Kind::Terminal, Kind::Channel];
                let kind = kinds[self.inputs.among(kinds.len() as u64) as usize];
                self.descriptors.files.set_kind(descriptor, kind);
                Ok(kind)
            }
        }
    }

    /// A descriptor was opened by a name.
    pub(super) fn note_name(&mut self, descriptor: u64, name: u64) -> Result<(), Stop> {
        let text = self.memory.bytes(name, self.memory.string_length(name)?)?;
        if OF_KERNEL.iter().any(|folder| text.starts_with(folder)) {
            self.descriptors.files.set_kind(descriptor, Kind::OfKernel);
        }
        Ok(())
    }

    /// Of what has no positions, none is told or set.
    pub(super) fn refuse_position(&mut self, thread: usize) -> Result<u64, Stop> {
        self.set_error_number(thread, NO_POSITIONS)?;
        Ok(u64::MAX)
    }

    /// What is no terminal is not asked for what terminals have; gives what tells that.
    pub(super) fn refuse_as_terminal(&mut self, thread: usize, told: u64) -> Result<u64, Stop> {
        self.set_error_number(thread, NO_TERMINAL)?;
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_that_were_duplicated_lead_to_one_file() {
        let mut files = OpenFiles::inherited(3);
        files.share(1, 7);
        files.set_kind(7, Kind::Terminal);
        files.set_status(1, 2);
        assert_eq!(files.known(1), files.known(7));
        assert_eq!(files.inherited_as(7), Some(1));
        assert_eq!(files.identify(7, [1, 2]), files.identify(1, [3, 4]));
        files.begin(7);
        assert_eq!(files.known(7), OpenFile::default());
        assert_eq!(files.status(1), Some(2));
    }
}
