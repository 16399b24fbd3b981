//! Sets of tasks: a folder, a set file (one glob a line), or a single definition.

use super::definition::{Expected, Task, TaskError};
use std::path::{Path, PathBuf};

/// The tasks of a folder (searched through), of a set file or of a definition, sorted by path, each once.
/// In a folder, only those are taken that ask for data races.
///
/// # Errors
/// If the path cannot be read, a set names nothing that exists, or a definition is wrong.
pub fn find_tasks(path: &Path) -> Result<Vec<Task>, TaskError> {
    if path.is_dir() {
        let tasks = definitions(&all_files(path)?)?;
        let asked = tasks
            .into_iter()
            .filter(|task| task.expected != Expected::NotAsked)
            .collect::<Vec<_>>();
        if asked.is_empty() {
            return Err(TaskError::of_file(
                path,
                "There is no task about data races in this folder.",
            ));
        }
        return Ok(asked);
    }
    if path.extension().is_some_and(|extension| extension == "set") {
        return tasks_of_set(path);
    }
    Ok(vec![Task::read(path)?])
}

fn tasks_of_set(path: &Path) -> Result<Vec<Task>, TaskError> {
    let text = crate::files::read_text(path).map_err(|error| TaskError::unreadable(path, &error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let pattern = line.split('#').next().unwrap_or_default().trim();
        if pattern.is_empty() {
            continue;
        }
        let found = matching(folder, pattern)?;
        if found.is_empty() {
            return Err(TaskError {
                at: format!("{}:{}:1", path.display(), number + 1),
                message: format!("No file matches `{pattern}`."),
            });
        }
        files.extend(found);
    }
    if files.is_empty() {
        return Err(TaskError::of_file(path, "The set names no tasks."));
    }
    definitions(&files)
}

/// Reads the definitions among some files, sorted by path, each once.
fn definitions(files: &[PathBuf]) -> Result<Vec<Task>, TaskError> {
    let is_definition = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "yml");
    let mut paths: Vec<&PathBuf> = files.iter().filter(is_definition).collect();
    paths.sort();
    paths.dedup();
    paths.into_iter().map(|path| Task::read(path)).collect()
}

/// The names in a folder, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let listed = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let read = std::fs::read_dir(listed).map_err(|error| TaskError::unreadable(folder, &error))?;
    let names: Result<Vec<PathBuf>, _> = read
        .map(|entry| entry.map(|entry| folder.join(entry.file_name())))
        .collect();
    let mut names = names.map_err(|error| TaskError::unreadable(folder, &error))?;
    names.sort();
    Ok(names)
}

/// All files below a folder. Links to folders are not followed, so this ends.
fn all_files(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for path in entries(&folder)? {
            if path.is_dir() {
                if !path.is_symlink() {
                    open.push(path);
                }
            } else {
                files.push(path);
            }
        }
    }
    Ok(files)
}

/// The paths that a pattern relative to a folder matches, by segments; `*` and `?` match within a segment.
fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, TaskError> {
    let mut found = vec![folder.to_owned()];
    for segment in pattern
        .split('/')
        .filter(|segment| !segment.is_empty() && *segment != ".")
    {
        let mut next = Vec::new();
        for path in &found {
            if segment.contains(['*', '?']) {
                let fits = |path: &PathBuf| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    matches(segment.as_bytes(), name.as_bytes())
                };
                next.extend(entries(path)?.into_iter().filter(fits));
            } else {
                next.push(path.join(segment));
            }
        }
        found = next;
        found.retain(|path| path.exists());
    }
    Ok(found)
}

/// Whether a name fits a pattern with `*` (any characters) and `?` (one character).
///
/// Only the last star is ever taken back: what an earlier one could take, the later one can take as well.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut wanted, mut letter) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while letter < name.len() {
        match pattern.get(wanted) {
            Some(b'*') => {
                star = Some((wanted, letter));
                wanted += 1;
            }
            Some(fits) if *fits == b'?' || *fits == name[letter] => {
                wanted += 1;
                letter += 1;
            }
            _ => {
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (wanted, letter) = (at + 1, taken + 1);
            }
        }
    }
    pattern[wanted..].iter().all(|rest| *rest == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_characters_and_a_question_mark_one() {
        for (pattern, name, fits) in [
            ("*.yml", "a.yml", true),
            ("*.yml", "a.yaml", false),
            ("a?c*", "abcde", true),
            ("a?c", "ac", false),
            ("*a*b*", "xxaxxbxx", true),
        ] {
            assert_eq!(matches(pattern.as_bytes(), name.as_bytes()), fits, "{pattern} {name}");
        }
    }

    #[test]
    fn a_path_that_does_not_exist_is_told() {
        for path in ["no/such/folder.set", "no/such/task.yml"] {
            let error = find_tasks(Path::new(path)).expect_err(path);
            assert_eq!(error.at, path);
        }
    }
}
