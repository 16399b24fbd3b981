//! What a run read, so that a later one sees without the preprocessor that nothing changed.
//!
//! What the preprocessor gives is a function of the files that it reads, of the files that it looks for and does not find, of its flags and
//! environment, and of itself. All of that is noted beside a result: each file with a digest of its content; the names by which files were
//! found and those that `__has_include` asks for, the folders in which they are searched, and at which of these places there is something;
//! the compiler and its preprocessor, by the length and the time of their files. So a header that newly stands before another one in the
//! search is seen, as is one that has the time and length of the old one.
//!
//! Nothing is noted where the text depends on anything else: on the moment (`__DATE__`), on this machine (`-march=native`), on macros of a
//! file that leaves no trace in the text (`-imacros`), or on a file that changed so lately that it may have been read before; nor where a
//! name is computed that `__has_include` asks for, or a file is embedded. Then the preprocessor runs, as it does for any change.

use crate::cache::digest;
use crate::config::Settings;
use crate::files;
use crate::frontend::{Input, SearchPath, files_read};
use crate::ir::DataModel;
use crate::limits::Watch;
use crate::pipeline::{Member, search_folders};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf, absolute};
use std::time::{Duration, SystemTime};

/// What decides besides flags what the compiler reads.
const ENVIRONMENT: [&str; 7] = [
    "PATH",
    "CPATH",
    "C_INCLUDE_PATH",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "SDKROOT",
    "SOURCE_DATE_EPOCH",
];

/// What changed less than this before a run may have been read before it changed: file systems count time in steps.
const RECENT: Duration = Duration::from_secs(1);

/// How many places are looked at; where more would be, nothing is noted.
const MOST_PLACES: usize = 100_000;

/// What a run read, and what came of it.
#[derive(Serialize, Deserialize)]
pub struct Noted {
    compilers: Vec<Compiler>,
    /// The files, each with the digest of its content.
    files: Vec<(PathBuf, [u8; 32])>,
    folders: Vec<PathBuf>,
    names: Vec<PathBuf>,
    /// At which of the places that folders and names make there is something.
    present: [u8; 32],
    /// The programs of the build.
    pub members: Vec<Member>,
    /// The names of the reports on them.
    pub reports: Vec<String>,
}

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Compiler {
    path: PathBuf,
    length: u64,
    modified: SystemTime,
}

/// What all notes of a run have in common, besides the settings and the units as the user gives them.
pub fn surroundings() -> Vec<Vec<u8>> {
    let variables = ENVIRONMENT
        .iter()
        .map(|name| std::env::var_os(name).unwrap_or_default());
    let folder = std::env::current_dir().unwrap_or_default().into_os_string();
    let bytes = |text: std::ffi::OsString| text.as_encoded_bytes().to_vec();
    variables.chain([folder]).map(bytes).collect()
}

impl Noted {
    /// Notes what was read of some inputs since a moment; nothing if the text may depend on anything else.
    pub fn of(inputs: &[Input], settings: &Settings, watch: &Watch, since: SystemTime) -> Option<Self> {
        let is_told = |input: &Input| input.missing.is_none() && input.arguments.iter().all(|it| is_plain(it));
        if settings.data_model != DataModel::Lp64 || !inputs.iter().all(is_told) {
            return None;
        }
        let latest = since.checked_sub(RECENT)?;
        let searches = search_folders(inputs, settings, watch)?;
        let mut read: BTreeSet<PathBuf> = BTreeSet::new();
        for input in inputs {
            // Names with escapes are not taken apart.
            if files_read(input).any(|name| name.contains(['\\', '"'])) {
                return None;
            }
            let entered = files_read(input).map(|name| input.beside(Path::new(name)));
            // What the compiler makes itself has names in angle brackets.
            let entered = entered.filter(|path| !path.to_string_lossy().contains('<'));
            read.extend(entered.chain([input.file()]).filter_map(|path| absolute(path).ok()));
        }
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        folders.extend(
            searches
                .iter()
                .flat_map(|search| &search.folders)
                .filter_map(|it| absolute(it).ok()),
        );
        let mut names: BTreeSet<PathBuf> = read
            .iter()
            .flat_map(|file| folders.iter().filter_map(|folder| file.strip_prefix(folder).ok()))
            .map(Path::to_owned)
            .collect();
        folders.extend(read.iter().filter_map(|file| Some(file.parent()?.to_owned())));
        folders.extend(
            inputs
                .iter()
                .filter_map(|input| absolute(input.directory.as_deref()?).ok()),
        );
        folders.extend(std::env::current_dir());
        let mut digests = Vec::new();
        for file in &read {
            let bytes = files::read(file).ok()?;
            names.extend(names_asked_for(&bytes)?);
            if !is_before(&std::fs::metadata(file).ok()?, latest) {
                return None;
            }
            digests.push((file.clone(), digest(&bytes)));
        }
        let (folders, names): (Vec<PathBuf>, Vec<PathBuf>) =
            (folders.into_iter().collect(), names.into_iter().collect());
        let present = places(&folders, &names)?;
        // What was not read may have come behind the search.
        let is_settled = |place: &PathBuf| {
            read.contains(place) || std::fs::metadata(place).is_ok_and(|about| is_before(&about, latest))
        };
        if !present.iter().all(is_settled) {
            return None;
        }
        let programs = searches.into_iter().map(|search: SearchPath| search.program);
        let mut programs: Vec<PathBuf> = programs.chain([compiler_file(&settings.compiler)?]).collect();
        programs.sort();
        programs.dedup();
        Some(Noted {
            compilers: programs.into_iter().map(Compiler::of).collect::<Option<_>>()?,
            files: digests,
            present: digest_of(&present),
            folders,
            names,
            members: Vec::new(),
            reports: Vec::new(),
        })
    }

    /// Whether everything is as it was.
    pub fn holds(&self) -> bool {
        let is_same = |compiler: &Compiler| Compiler::of(compiler.path.clone()).as_ref() == Some(compiler);
        let is_unchanged = |(file, was): &(PathBuf, [u8; 32])| files::read(file).is_ok_and(|now| digest(&now) == *was);
        self.compilers.iter().all(is_same)
            && self.files.iter().all(is_unchanged)
            && places(&self.folders, &self.names).is_some_and(|present| digest_of(&present) == self.present)
    }
}

impl Compiler {
    fn of(path: PathBuf) -> Option<Self> {
        let about = std::fs::metadata(&path).ok()?;
        Some(Compiler {
            length: about.len(),
            modified: about.modified().ok()?,
            path,
        })
    }
}

/// Whether an argument of the preprocessor says all that it does.
fn is_plain(argument: &str) -> bool {
    !argument.starts_with("-imacros") && !argument.ends_with("=native")
}

/// The file of a compiler, which is searched as the system does.
fn compiler_file(compiler: &str) -> Option<PathBuf> {
    let name = Path::new(compiler);
    if name.components().count() > 1 {
        return name.canonicalize().ok();
    }
    let folders = std::env::var_os("PATH")?;
    let mut found = std::env::split_paths(&folders).map(|folder| folder.join(name));
    found.find(|path| path.is_file())?.canonicalize().ok()
}

/// The places made of a folder and a name at which there is something; nothing if there are too many to look at.
fn places(folders: &[PathBuf], names: &[PathBuf]) -> Option<Vec<PathBuf>> {
    if folders.len().saturating_mul(names.len()) > MOST_PLACES {
        return None;
    }
    let all = folders
        .iter()
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    Some(
        all.filter(|place| std::fs::metadata(place).is_ok_and(|about| !about.is_dir()))
            .collect(),
    )
}

fn digest_of(places: &[PathBuf]) -> [u8; 32] {
    let mut bytes = Vec::new();
    for place in places {
        bytes.extend_from_slice(place.as_os_str().as_encoded_bytes());
        bytes.push(0);
    }
    digest(&bytes)
}

/// Whether a file is as it is since before a moment, in content and in name.
fn is_before(about: &Metadata, moment: SystemTime) -> bool {
    about.modified().is_ok_and(|modified| modified < moment) && is_changed_before(about, moment)
}

#[cfg(unix)]
fn is_changed_before(about: &Metadata, moment: SystemTime) -> bool {
    use std::os::unix::fs::MetadataExt;
    let since = u64::try_from(about.ctime()).map(Duration::from_secs);
    since.is_ok_and(|since| SystemTime::UNIX_EPOCH + since < moment)
}

#[cfg(not(unix))]
fn is_changed_before(_: &Metadata, _: SystemTime) -> bool {
    true
}

/// The names that a text asks for by `__has_include`; nothing if it asks for one that is computed, or depends on the moment or on
/// files that leave no trace.
fn names_asked_for(text: &[u8]) -> Option<Vec<PathBuf>> {
    let contains = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
    if [&b"__DATE__"[..], b"__TIME__", b"__TIMESTAMP__"]
        .into_iter()
        .any(contains)
    {
        return None;
    }
    let text = String::from_utf8_lossy(text).replace("\\\r\n", "").replace("\\\n", "");
    let mut names = Vec::new();
    for line in text.lines() {
        let asks = line.contains("__has_include");
        let Some(directive) = line.trim_start().strip_prefix('#').map(str::trim_start) else {
            // A directive may stand behind a comment, or begin with `%:`; else this is no question (C23, 6.10.2).
            if asks && (line.contains('#') || line.contains("%:")) {
                return None;
            }
            continue;
        };
        let is_defined = asks && directive.starts_with("define");
        if is_defined || directive.starts_with("embed") || directive.contains("__has_embed") {
            return None;
        }
        for behind in directive.split("__has_include").skip(1) {
            let behind = behind.strip_prefix("_next").unwrap_or(behind).trim_start();
            let Some(inside) = behind.strip_prefix('(') else {
                continue;
            };
            let inside = inside.trim_start();
            let end = match inside.chars().next()? {
                '<' => '>',
                '"' => '"',
                _ => return None,
            };
            names.push(PathBuf::from(inside[1..].split_once(end)?.0));
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Option<Vec<String>> {
        let names = names_asked_for(text.as_bytes())?;
        Some(names.iter().map(|name| name.display().to_string()).collect())
    }

    #[test]
    fn names_are_told_if_none_is_computed() {
        let text =
            "#if defined(__has_include) && __has_include(<a/b.h>)\n# if __has_include_next ( \"c.h\" )\nint x;\n";
        assert_eq!(asked(text), Some(vec!["a/b.h".to_owned(), "c.h".to_owned()]));
        assert_eq!(
            asked("#if X && \\\n __has_include(<d.h>)\n"),
            Some(vec!["d.h".to_owned()])
        );
        for untold in [
            "#if __has_include(NAME)\n",
            "#define HAS __has_include\n",
            "#define HAS(x) __has_include(x)\n",
            "char *when = __DATE__;\n",
            "# embed \"x\"\n",
            "/* */ #if __has_include(<a.h>)\n",
        ] {
            assert_eq!(asked(untold), None, "{untold}");
        }
    }
}
