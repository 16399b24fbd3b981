//! Which sources a report may show.
//!
//! A source can say that its lines come from any file (`#line 1 "/etc/passwd"`), and a report may be published. So only files are shown
//! that were given as inputs, or lie in the folder of one or below, or below the current folder.

use crate::frontend::Input;
use crate::report::Sources;
use std::path::{Path, PathBuf};

/// Larger files are not shown, in bytes.
const LARGEST: u64 = 16 << 20;

/// The texts of those of the files that may be shown.
pub fn sources<'f>(files: impl IntoIterator<Item = &'f str>, inputs: &[Input]) -> Sources {
    let folder = |input: &Input| input.path.parent().map(Path::to_path_buf);
    let roots = inputs.iter().filter_map(folder).chain([PathBuf::new()]);
    let resolved = |path: PathBuf| match path.as_os_str().is_empty() {
        true => Path::new(".").canonicalize().ok(),
        false => path.canonicalize().ok(),
    };
    let mut roots: Vec<PathBuf> = roots
        .filter_map(resolved)
        .filter(|root| root.parent().is_some())
        .collect();
    roots.sort();
    roots.dedup();
    Sources::read(files, |file| {
        let path = Path::new(file).canonicalize().ok()?;
        let allowed = roots.iter().any(|root| path.starts_with(root));
        let about = path.metadata().ok()?;
        (allowed && about.is_file() && about.len() <= LARGEST)
            .then(|| crate::files::read(&path).ok())
            .flatten()
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    })
}
