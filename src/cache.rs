//! Results that are kept from run to run: a folder of files, each named by a digest of all that its result depends on.
//!
//! An entry is believed as far as the user's own files are: the folder must belong to whoever runs Pepsin, and nobody else may write to it.
//! What is damaged, cut off, or stands under another name than its own fails its checksum and counts as not there; nothing that goes wrong
//! here makes a run fail. Digests are BLAKE3 (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, 2020): who writes a source cannot make two that
//! have one.

use crate::files;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The first line of an entry; it changes when the form of entries does.
const HEAD: &[u8] = b"pepsin kept result 1\n";

/// How many bytes the entries have at most, all together; behind that the oldest go, down to half of it.
const LARGEST: u64 = 512 << 20;

/// The name of an entry: a digest of all that the result depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(blake3::Hash);

impl Key {
    /// The key with a name, if it is one.
    pub fn named(name: &str) -> Option<Self> {
        blake3::Hash::from_hex(name).ok().map(Key)
    }

    /// Its name, by which entries tell of others.
    pub fn name(&self) -> String {
        self.0.to_hex().to_string()
    }

    /// Its bytes, as a part of other keys.
    pub fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Makes a key out of parts, in their order.
#[derive(Clone, Debug)]
pub struct Parts(blake3::Hasher);

impl Parts {
    /// No parts yet; `purpose` tells keys for different kinds of results apart.
    pub fn new(purpose: &str) -> Self {
        let mut parts = Parts(blake3::Hasher::new());
        parts.add(HEAD);
        parts.add(purpose.as_bytes());
        parts
    }

    /// Adds a part. Each has its length before it, so that no two sequences of parts are one.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Adds how many parts come next, or any other number.
    pub fn add_number(&mut self, number: usize) {
        self.add(&(number as u64).to_le_bytes());
    }

    /// The key.
    pub fn key(&self) -> Key {
        Key(self.0.finalize())
    }
}

/// The digest of some bytes, as a part of keys.
pub fn digest(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

/// The digest of a file of any size, of which little is in memory at once.
///
/// # Errors
/// If the file cannot be read.
pub fn digest_of_file(path: &Path) -> io::Result<[u8; 32]> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(files::open(path)?)?;
    Ok(*hasher.finalize().as_bytes())
}

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache in a folder, which is made if it is not there; nothing if it cannot be made, or others may write to it.
    pub fn at(folder: &Path) -> Option<Self> {
        make(folder).ok()?;
        is_private(folder).then(|| Cache {
            folder: folder.to_owned(),
        })
    }

    /// What is kept under a key.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        if !is_private(&path) {
            return None;
        }
        let mut entry = files::read(&path).ok()?;
        let checked = HEAD.len() + blake3::OUT_LEN;
        let body = entry.get(checked..)?;
        let is_whole = entry.starts_with(HEAD) && entry.get(HEAD.len()..checked)? == checksum(key, body).as_bytes();
        if !is_whole {
            return None;
        }
        entry.drain(..checked);
        // The time of the last use tells which ones go first.
        let _ = fs::File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(entry)
    }

    /// Keeps a result under a key, as far as that is possible.
    pub fn put(&self, key: &Key, body: &[u8]) {
        let entry = [HEAD, checksum(key, body).as_bytes(), body].concat();
        let path = self.path(key);
        // Nothing is written through a link, or into a pipe.
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            return;
        }
        if files::write(&path, &entry).is_ok() {
            self.limit(LARGEST);
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(key.0.to_hex().as_str())
    }

    /// Removes the entries that were not used for the longest time, if there are too many bytes.
    fn limit(&self, largest: u64) {
        let Ok(listed) = fs::read_dir(&self.folder) else { return };
        let about = |entry: fs::DirEntry| {
            let metadata = entry.metadata().ok()?;
            let is_entry = metadata.is_file() && entry.file_name().len() == 2 * blake3::OUT_LEN;
            is_entry.then(|| Some((metadata.modified().ok()?, entry.path(), metadata.len())))?
        };
        let mut entries: Vec<(SystemTime, PathBuf, u64)> = listed.flatten().filter_map(about).collect();
        let mut bytes: u64 = entries.iter().map(|(.., length)| length).sum();
        if bytes <= largest {
            return;
        }
        entries.sort();
        for (_, path, length) in entries {
            if bytes <= largest / 2 {
                return;
            }
            // Another run may have been faster.
            let _ = fs::remove_file(path);
            bytes -= length;
        }
    }
}

/// A checksum of an entry, under its own name.
fn checksum(key: &Key, body: &[u8]) -> blake3::Hash {
    blake3::keyed_hash(key.0.as_bytes(), body)
}

#[cfg(unix)]
fn make(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)
}

/// Whether a file or folder belongs to whoever runs Pepsin, and nobody else may write to it.
#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).map(|metadata| metadata.permissions().mode());
    files::owner(path) == files::user() && mode.is_ok_and(|mode| mode & 0o022 == 0)
}

#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        let mut parts = Parts::new("test");
        parts.add(text.as_bytes());
        parts.key()
    }

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let cache = Cache::at(&folder.path().join("kept")).expect("the folder can be made");
        (folder, cache)
    }

    #[test]
    fn a_file_has_the_digest_of_its_bytes() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = folder.path().join("large");
        let bytes: Vec<u8> = (0..300_000_u32).map(|number| (number % 251) as u8).collect();
        fs::write(&path, &bytes).expect("the folder is writable");
        assert_eq!(digest_of_file(&path).expect("is readable"), digest(&bytes));
        assert!(digest_of_file(folder.path()).is_err());
    }

    #[test]
    fn what_is_kept_is_found_under_its_key_only() {
        let (_folder, cache) = cache();
        cache.put(&key("a"), b"body");
        assert_eq!(cache.get(&key("a")).as_deref(), Some(&b"body"[..]));
        assert_eq!(cache.get(&key("b")), None);
        cache.put(&key("a"), b"other");
        assert_eq!(cache.get(&key("a")).as_deref(), Some(&b"other"[..]));
    }

    #[test]
    fn what_is_damaged_cut_off_or_another_entry_is_not_believed() {
        let (_folder, cache) = cache();
        cache.put(&key("a"), b"body");
        let whole = fs::read(cache.path(&key("a"))).expect("was written");
        for (number, _) in whole.iter().enumerate() {
            let mut damaged = whole.clone();
            damaged[number] ^= 1;
            fs::write(cache.path(&key("a")), &damaged).expect("is writable");
            assert_eq!(cache.get(&key("a")), None, "byte {number} is changed");
            fs::write(cache.path(&key("a")), &whole[..number]).expect("is writable");
            assert_eq!(cache.get(&key("a")), None, "only {number} bytes are left");
        }
        fs::write(cache.path(&key("b")), &whole).expect("is writable");
        assert_eq!(cache.get(&key("b")), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_or_an_entry_that_others_may_write_to_is_not_believed() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, cache) = cache();
        cache.put(&key("a"), b"body");
        let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("is ours");
        allow(&cache.path(&key("a")), 0o666);
        assert_eq!(cache.get(&key("a")), None);
        allow(&cache.folder, 0o777);
        assert!(Cache::at(&cache.folder).is_none());
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        let key = |texts: &[&str]| {
            let mut parts = Parts::new("test");
            texts.iter().for_each(|text| parts.add(text.as_bytes()));
            parts.key()
        };
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["a", ""]), key(&["a"]));
        assert_ne!(Parts::new("one").key(), Parts::new("other").key());
    }

    #[test]
    fn the_oldest_entries_go_first() {
        let (_folder, cache) = cache();
        let names = ["a", "b", "c", "d"];
        for (age, name) in (1..).zip(names) {
            cache.put(&key(name), &[0; 100]);
            let file = fs::File::open(cache.path(&key(name))).expect("was written");
            let time = SystemTime::now() - std::time::Duration::from_secs(1000 * age);
            file.set_modified(time).expect("is ours");
        }
        cache.limit(400);
        let left: Vec<&str> = names
            .into_iter()
            .filter(|name| cache.get(&key(name)).is_some())
            .collect();
        assert_eq!(left, ["a"]);
        cache.limit(400);
        assert!(cache.get(&key("a")).is_some());
    }
}
