//! Files of others, and files of ours.
//!
//! Whoever names a file may not be whoever runs Pepsin, so only regular files are read: a device never ends, and a pipe waits for a
//! writer that never comes. What is written stands whole or not at all: it is written beside its place and renamed.
//!
//! A result must not replace what it is made from, whoever names the two. All that is read is read here, or noted here by who has it read by
//! another program, so no list of inputs has to be kept complete by hand: [`is_known`] asks for the file itself, by whatever name.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Whether a path leads to a regular file; the error says why not.
///
/// # Errors
/// If there is nothing, or a folder, a device, a pipe or a socket.
pub fn check_regular(path: &Path) -> io::Result<()> {
    let metadata = fs::metadata(path)?;
    if metadata.is_file() {
        return Ok(());
    }
    let what = if metadata.is_dir() {
        "it is a folder"
    } else {
        "it is not a regular file"
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}

/// The real paths of the files that this process has read or had read.
static KNOWN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes a file that is read, or that another program reads for this one.
pub fn note(path: &Path) {
    if let Ok(path) = path.canonicalize() {
        KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }
}

/// Whether a path leads to a regular file that was noted, directly, by links or by another name of the same file.
pub fn is_known(path: &Path) -> bool {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    check_regular(path).is_ok() && known.iter().any(|known| is_same(known, path))
}

/// Whether two paths lead to one file, which need not be there yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => place(one).is_some_and(|one| place(other) == Some(one)),
        _ => false,
    }
}

/// What all names of a file that is there have in common.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// What all names of a file that is there have in common, but for hard links.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// Where a file would lie that is not there yet.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

/// The bytes of a regular file.
///
/// # Errors
/// As [`check_regular`], and if reading fails.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A regular file to be read: what grows meanwhile is read as far as it went at first.
///
/// # Errors
/// As [`check_regular`], and if the file cannot be opened.
pub fn open(path: &Path) -> io::Result<impl Read + use<>> {
    check_regular(path)?;
    note(path);
    let file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    Ok(file.take(length))
}

/// The text of a regular file.
///
/// # Errors
/// As [`read`], and if the bytes are not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Whom a file belongs to; nothing where files have no owners.
#[cfg(unix)]
pub fn owner(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|metadata| metadata.uid())
}

/// Whom a file belongs to; nothing where files have no owners.
#[cfg(not(unix))]
pub fn owner(_: &Path) -> Option<u32> {
    None
}

/// Who runs Pepsin.
#[cfg(unix)]
pub fn user() -> Option<u32> {
    Some(rustix::process::geteuid().as_raw())
}

/// Who runs Pepsin.
#[cfg(not(unix))]
pub fn user() -> Option<u32> {
    None
}

/// Writes a file so that it stands whole or not at all; one that is there is replaced.
///
/// # Errors
/// If the folder cannot be written to, or the path leads to something that is there and no regular file.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    match check_regular(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => write_through(path, contents),
        _ => write_beside(path, contents),
    }
}

/// Devices and pipes that a user names as output, such as `/dev/stdout`, are written to as they are; folders fail.
fn write_through(path: &Path, contents: &[u8]) -> io::Result<()> {
    fs::OpenOptions::new().write(true).open(path)?.write_all(contents)
}

fn write_beside(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A link keeps leading to its file.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut beside = tempfile::Builder::new()
        .prefix(".pepsin-")
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    beside.write_all(contents)?;
    share(beside.as_file(), &path)?;
    beside.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Gives a file the permissions of the one that it replaces, or those that new files have.
#[cfg(unix)]
fn share(file: &fs::File, replaced: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = match fs::metadata(replaced) {
        Ok(metadata) => metadata.permissions(),
        Err(_) => fs::Permissions::from_mode(0o644),
    };
    file.set_permissions(permissions)
}

#[cfg(not(unix))]
fn share(_: &fs::File, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read() {
        for path in ["/", "/dev/null", "/nowhere/at/all"] {
            assert!(read(Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn files_that_were_read_are_known_by_all_their_names() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = |name: &str| folder.path().join(name);
        for name in ["read", "other"] {
            fs::write(path(name), name).expect("the folder is writable");
        }
        fs::hard_link(path("read"), path("hard")).expect("the folder takes links");
        #[cfg(unix)]
        std::os::unix::fs::symlink("read", path("soft")).expect("the folder takes links");
        assert!(!is_known(&path("read")));
        read(&path("read")).expect("is there");
        for name in ["read", "hard", "./read"] {
            assert!(is_known(&path(name)), "{name}");
        }
        assert_eq!(is_known(&path("soft")), cfg!(unix));
        for name in ["other", "new"] {
            assert!(!is_known(&path(name)), "{name}");
        }
    }

    #[test]
    fn files_that_are_not_there_yet_are_told_apart_by_their_places() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = |name: &str| folder.path().join(name);
        assert!(is_same(&path("a"), &path("./a")) && !is_same(&path("a"), &path("b")));
        fs::write(path("a"), "").expect("the folder is writable");
        assert!(is_same(&path("a"), &path("./a")) && !is_same(&path("a"), &path("b")));
    }

    #[test]
    fn what_is_written_replaces_the_file_and_leaves_nothing_beside() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = folder.path().join("report");
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).expect("the folder is writable");
            assert_eq!(read_text(&path).expect("was written"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("is there").count(), 1);
    }
}
