//! What the system is configured to be: `sysconf`, `pathconf`, `fpathconf`, `confstr`, `getdtablesize` and `get_nprocs`
//! (POSIX.1-2017, `<unistd.h>`; the names and numbers of glibc, `bits/confname.h`).
//!
//! What the standard or the C library fixes is that number. The rest the kernel, the machine or whoever set the limits chooses, once for an
//! execution, from a range; -1 is in it where nobody need have the thing. A name that the library does not have is refused, and a number behind the
//! last one that glibc 2.36 knows may be a name of a later one: that ends the path.

use serde::Deserialize;

use super::error_codes::{BAD_DESCRIPTOR, INVALID, NO_SUCH_FILE};
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;

/// A question about the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Configured {
    /// `sysconf`.
    System,
    /// A function without arguments that asks `sysconf` for this name.
    Name(u16),
    /// `pathconf`.
    Path,
    /// `fpathconf`.
    Descriptor,
    /// `confstr`.
    Text,
    /// `sched_getcpu`: the number of a processor.
    Processor,
}

/// What is said of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Always this.
    Fixed(i64),
    /// Always this, in as many bits as `long` has.
    Bits(i64, i64),
    /// What somebody chooses from a closed interval.
    Chosen(i64, i64),
    /// One of two.
    Either(i64, i64),
    /// That there is no such name.
    Refused,
}

use Answer::{Bits, Chosen, Either, Fixed, Refused};

/// The version of POSIX whose options are there.
const POSIX: i64 = 200_809;
/// Names of options that are there in that version.
const SUPPORTED: &[(u16, u16)] = &[
    (9, 22),
    (29, 29),
    (46, 48),
    (51, 51),
    (67, 68),
    (77, 82),
    (95, 96),
    (132, 133),
    (137, 139),
    (149, 149),
    (153, 154),
    (159, 159),
    (164, 164),
    (236, 236),
];
/// Names of which the library says -1: there is no limit, or no such option.
const UNSUPPORTED: &[(u16, u16)] = &[
    (6, 6),
    (23, 24),
    (27, 27),
    (32, 32),
    (35, 35),
    (49, 50),
    (53, 59),
    (61, 66),
    (76, 76),
    (97, 97),
    (117, 117),
    (134, 136),
    (140, 148),
    (150, 152),
    (156, 156),
    (158, 158),
    (160, 163),
    (165, 175),
    (181, 184),
    (242, 246),
];
/// Names of which the library says 1.
const ONE: &[(u16, u16)] = &[
    (7, 8),
    (91, 91),
    (93, 94),
    (98, 100),
    (129, 131),
    (155, 155),
    (157, 157),
];
/// Numbers between names that are none.
const NO_NAMES: &[(u16, u16)] = &[(41, 41), (200, 234), (241, 241), (247, 248)];
/// The last name of glibc 2.36.
const LAST: i32 = 250;

/// Linux has no more processors (`NR_CPUS` on x86-64).
const MOST_PROCESSORS: i64 = 8192;
/// The largest power of two that a limit or a size is taken to be.
const MUCH: i64 = 1 << 40;
/// `_SC_OPEN_MAX`: the kernel takes no more.
pub(super) const OPEN_MAX: i32 = 4;
/// So many files may be open at least.
pub(super) const LEAST_OPEN_FILES: u64 = 16;
/// `_SC_NPROCESSORS_CONF` and `_SC_NPROCESSORS_ONLN`.
const CONFIGURED: i32 = 83;
const ONLINE: i32 = 84;
/// `_SC_PHYS_PAGES` and `_SC_AVPHYS_PAGES`.
const PAGES: i32 = 85;
const FREE_PAGES: i32 = 86;
/// `_SC_MINSIGSTKSZ` and `_SC_SIGSTKSZ`, which is four times that, and no less than it was of old.
const LEAST_SIGNAL_STACK: i32 = 249;
const SIGNAL_STACK: i32 = 250;
const OLD_SIGNAL_STACK: i64 = 8192;

/// What is said of the other names.
const NUMBERS: &[(u16, Answer)] = &[
    (0, Chosen(131_072, i64::MAX / 2)),
    (1, Chosen(-1, MUCH)),
    (2, Fixed(100)),
    (3, Chosen(32, 65_536)),
    (4, Chosen(16, 1 << 30)),
    (5, Fixed(16)),
    (25, Fixed(20)),
    (26, Fixed(i32::MAX as i64)),
    (28, Fixed(32_768)),
    (30, Fixed(4096)),
    (31, Fixed(32)),
    (33, Fixed(i32::MAX as i64)),
    (34, Chosen(-1, MUCH)),
    (36, Fixed(99)),
    (37, Fixed(2048)),
    (38, Fixed(99)),
    (39, Fixed(1000)),
    (40, Fixed(255)),
    (42, Fixed(32)),
    (43, Fixed(2048)),
    (44, Fixed(32_767)),
    (45, Fixed(2048)),
    (52, Fixed(POSIX)),
    (60, Fixed(1024)),
    (69, Fixed(1024)),
    (70, Fixed(1024)),
    (71, Fixed(256)),
    (72, Fixed(32)),
    (73, Fixed(4)),
    (74, Fixed(1024)),
    (75, Chosen(16_384, 1 << 20)),
    (83, Chosen(1, 4096)),
    (84, Chosen(1, 4096)),
    (85, Chosen(1, MUCH)),
    (86, Chosen(0, MUCH)),
    (87, Fixed(i32::MAX as i64)),
    (88, Fixed(8192)),
    (89, Fixed(700)),
    (90, Fixed(4)),
    (92, Either(-1, 1)),
    (101, Fixed(8)),
    (102, Fixed(127)),
    (103, Fixed(-128)),
    (104, Fixed(i32::MAX as i64)),
    (105, Fixed(i32::MIN as i64)),
    (106, Bits(32, 64)),
    (107, Fixed(32)),
    (108, Fixed(16)),
    (109, Fixed(20)),
    (110, Fixed(32_767)),
    (111, Fixed(127)),
    (112, Fixed(-128)),
    (113, Fixed(32_767)),
    (114, Fixed(-32_768)),
    (115, Fixed(255)),
    (116, Bits(-1, u32::MAX as i64)),
    (118, Fixed(65_535)),
    (119, Fixed(4096)),
    (120, Fixed(2048)),
    (121, Fixed(i32::MAX as i64)),
    (122, Fixed(i32::MAX as i64)),
    (123, Fixed(i32::MAX as i64)),
    (124, Fixed(i32::MAX as i64)),
    (125, Either(-1, 1)),
    (126, Either(-1, 1)),
    (127, Bits(-1, 1)),
    (128, Fixed(-1)),
    (176, Either(-1, 1)),
    (177, Either(-1, 1)),
    (178, Bits(-1, 1)),
    (179, Fixed(-1)),
    (180, Fixed(64)),
    (235, Either(-1, POSIX)),
    (237, Either(-1, 1)),
    (238, Either(-1, 1)),
    (239, Bits(-1, 1)),
    (240, Fixed(-1)),
    (249, Chosen(1024, 1 << 20)),
];
/// Names of caches, of which the processor tells or not.
const CACHES: (u16, u16) = (185, 199);

/// What is said of a name of `sysconf`; nothing where a later library may have it.
fn of_system(name: i32) -> Option<Answer> {
    let lies = |ranges: &[(u16, u16)]| {
        ranges
            .iter()
            .any(|(first, last)| (i32::from(*first)..=i32::from(*last)).contains(&name))
    };
    Some(match name {
        _ if name < 0 || lies(NO_NAMES) => Refused,
        _ if name > LAST => return None,
        _ if lies(SUPPORTED) => Fixed(POSIX),
        _ if lies(UNSUPPORTED) => Fixed(-1),
        _ if lies(ONE) => Fixed(1),
        _ if lies(&[CACHES]) => Chosen(-1, MUCH),
        _ => NUMBERS.iter().find(|row| i32::from(row.0) == name)?.1,
    })
}

/// What is said of a name of `pathconf`, from 0; the file system has a say in it. Names behind the last one may be of a later library.
const OF_FILES: [Answer; 21] = [
    Chosen(-1, i32::MAX as i64),
    Fixed(255),
    Fixed(255),
    Chosen(-1, 4096),
    Fixed(4096),
    Fixed(4096),
    Fixed(1),
    Fixed(1),
    Fixed(0),
    Fixed(-1),
    Either(-1, 1),
    Fixed(-1),
    Fixed(-1),
    Chosen(-1, 64),
    Fixed(-1),
    Fixed(-1),
    Chosen(-1, MUCH),
    Chosen(-1, MUCH),
    Chosen(-1, MUCH),
    Fixed(-1),
    Either(-1, 1),
];

/// `_CS_PATH`, and where the standard utilities are on Linux.
const STANDARD_PATH: i32 = 0;
const STANDARD_FOLDERS: &[u8] = b"/bin:/usr/bin\0";

impl Machine<'_> {
    /// Tells of the configuration.
    pub(super) fn configured(&mut self, thread: usize, call: &CallSite, asked: Configured) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return match asked {
                // The kernel need not tell it.
                Configured::Processor => Ok(self.input_between(call, (-1, MOST_PROCESSORS - 1))),
                _ => Err(Stop::Open("the configuration of the system".to_owned())),
            };
        }
        let name = |number: usize| self.argument(thread, call, number) as i32;
        match asked {
            Configured::System => self.system_configuration(thread, name(0)),
            Configured::Name(name) => self.system_configuration(thread, i32::from(name)),
            Configured::Path => {
                let (path, name) = (self.argument(thread, call, 0), name(1));
                let first = self.memory.read(path, 1)?;
                self.access(thread, path, 1, AccessKind::Read, call.access);
                match first {
                    0 => self.refuse_configuration(thread, NO_SUCH_FILE),
                    _ => self.file_configuration(thread, name),
                }
            }
            Configured::Descriptor if name(0) < 0 => self.refuse_configuration(thread, BAD_DESCRIPTOR),
            Configured::Descriptor => {
                let name = name(1);
                self.file_configuration(thread, name)
            }
            Configured::Text => self.configuration_text(thread, call, name(0)),
            Configured::Processor => {
                let count = self.system_configuration(thread, CONFIGURED)? as i64;
                Ok(self.input_between(call, (0, count - 1)))
            }
        }
    }

    /// What `sysconf` says of a name: the same each time, but for free memory.
    pub(super) fn system_configuration(&mut self, thread: usize, name: i32) -> Result<u64, Stop> {
        if let (OPEN_MAX, Some(limit)) = (name, self.limits.open_files()) {
            return Ok(limit);
        }
        if let Some(value) = self.configuration.get(&name) {
            return Ok(*value);
        }
        if name == SIGNAL_STACK {
            let least = self.system_configuration(thread, LEAST_SIGNAL_STACK)? as i64;
            return Ok((4 * least).max(OLD_SIGNAL_STACK) as u64);
        }
        let answer = of_system(name).ok_or_else(|| Stop::Open("a name of `sysconf` that is not known".to_owned()))?;
        let known = |machine: &Self, name| machine.configuration.get(&name).map(|value| *value as i64);
        let answer = match (name, answer) {
            (CONFIGURED, Chosen(least, most)) => Chosen(known(self, ONLINE).unwrap_or(least), most),
            (ONLINE, Chosen(least, most)) => Chosen(least, known(self, CONFIGURED).unwrap_or(most)),
            (PAGES, Chosen(least, most)) => Chosen(known(self, FREE_PAGES).unwrap_or(least), most),
            (FREE_PAGES, Chosen(least, most)) => Chosen(least, known(self, PAGES).unwrap_or(most)),
            // What is open may be.
            (OPEN_MAX, Chosen(least, most)) => Chosen(least.max(self.descriptors.used() as i64), most),
            (_, answer) => answer,
        };
        let value = self.answer(thread, answer)?;
        self.configuration.insert(name, value);
        Ok(value)
    }

    fn file_configuration(&mut self, thread: usize, name: i32) -> Result<u64, Stop> {
        let answer = match usize::try_from(name) {
            Err(_) => Refused,
            Ok(name) => *OF_FILES
                .get(name)
                .ok_or_else(|| Stop::Open("a name of `pathconf` that is not known".to_owned()))?,
        };
        if matches!(answer, Chosen(..) | Either(..)) {
            // There may be no such file.
            self.error_may_have_changed(thread);
        }
        self.answer(thread, answer)
    }

    fn answer(&mut self, thread: usize, answer: Answer) -> Result<u64, Stop> {
        Ok(match answer {
            Fixed(value) => value as u64,
            Bits(narrow, wide) => (if self.code.pointer.size() == 8 { wide } else { narrow }) as u64,
            Chosen(least, most) => self.input_of(Scalar::I64, (least, most)),
            Either(one, other) => (if self.inputs.among(2) == 0 { one } else { other }) as u64,
            Refused => return self.refuse_configuration(thread, INVALID),
        })
    }

    fn refuse_configuration(&mut self, thread: usize, error: u64) -> Result<u64, Stop> {
        self.set_error_number(thread, error)?;
        Ok(u64::MAX)
    }

    /// `confstr`: as much of a text as there is room for, and how long it is.
    fn configuration_text(&mut self, thread: usize, call: &CallSite, name: i32) -> Result<u64, Stop> {
        match name {
            STANDARD_PATH => {}
            ..0 => {
                self.set_error_number(thread, INVALID)?;
                return Ok(0);
            }
            _ => return Err(Stop::Open("a text of the configuration that is not known".to_owned())),
        }
        let (to, room) = (self.argument(thread, call, 1), self.argument(thread, call, 2));
        if to != 0 && room > 0 {
            let mut text = STANDARD_FOLDERS.to_vec();
            text.truncate(usize::try_from(room).unwrap_or(usize::MAX));
            if let Some(last) = text.last_mut() {
                *last = 0;
            }
            self.write_bytes(thread, call, to, &text)?;
        }
        Ok(STANDARD_FOLDERS.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// What the C library of this machine says of all names up to the last, as lines `name value errno`.
    fn told() -> Vec<(i32, i64, i32)> {
        const SOURCE: &str = "#include <unistd.h>\n#include <errno.h>\n#include <stdio.h>\nint main(void){for(int i=-2;i<=250;i++)\
            {errno=0;long v=sysconf(i);printf(\"%d %ld %d\\n\",i,v,errno);}}\n";
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (source, binary) = (folder.path().join("names.c"), folder.path().join("names"));
        std::fs::write(&source, SOURCE).expect("the source can be written");
        let compiled = Command::new("gcc").arg(&source).arg("-o").arg(&binary).status();
        assert!(compiled.is_ok_and(|status| status.success()), "gcc compiles");
        let output = Command::new(&binary).output().expect("the program runs").stdout;
        let line = |line: &str| {
            let mut words = line.split(' ');
            Some((
                words.next()?.parse().ok()?,
                words.next()?.parse().ok()?,
                words.next()?.parse().ok()?,
            ))
        };
        String::from_utf8_lossy(&output).lines().filter_map(line).collect()
    }

    #[test]
    fn the_c_library_says_of_each_name_what_we_say() {
        let told = told();
        assert_eq!(told.len(), 253);
        for (name, value, error) in told {
            let holds = match of_system(name) {
                _ if name == SIGNAL_STACK => value >= OLD_SIGNAL_STACK,
                None => false,
                Some(Fixed(fixed)) => value == fixed,
                Some(Bits(_, wide)) => value == wide,
                Some(Chosen(least, most)) => (least..=most).contains(&value),
                Some(Either(one, other)) => value == one || value == other,
                Some(Refused) => value == -1 && error == INVALID as i32,
            };
            assert!(holds, "{name}: {value}, errno {error}, not {:?}", of_system(name));
        }
    }

    #[test]
    fn no_name_has_two_answers() {
        for name in 0..=u16::from(u8::MAX) {
            let lists = [SUPPORTED, UNSUPPORTED, ONE, NO_NAMES, &[CACHES]];
            let ranges = lists.iter().flat_map(|list| list.iter());
            let in_ranges = ranges.filter(|(first, last)| (*first..=*last).contains(&name)).count();
            let alone = NUMBERS.iter().filter(|row| row.0 == name).count();
            assert!(in_ranges + alone <= 1, "{name}");
        }
    }
}
