//! The layers: which folder may know which others, and which room of the semantics which others, as ARCHITECTURE.md draws them.
//!
//! Tests, and names that only the documentation links to, may know more.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the main crate, with those that it knows. Those that know fewer others come first.
const MODULES: &[(&str, &[&str])] = &[
    ("ir", &[]),
    ("limits", &[]),
    ("files", &[]),
    ("library", &[]),
    ("cache", &["files"]),
    ("yaml", &[]),
    ("frontend", &["files", "ir", "library", "limits"]),
    ("fast", &["ir", "library"]),
    ("open", &["ir", "library"]),
    ("tested", &["ir", "library"]),
    ("values", &["ir"]),
    ("races", &["ir"]),
    ("nulls", &["ir", "races"]),
    ("tasks", &["files", "ir", "yaml"]),
    ("deadlocks", &["ir", "races"]),
    ("explore", &["ir", "library", "limits", "tested"]),
    (
        "semantics",
        &["deadlocks", "ir", "library", "limits", "races", "tested", "values"],
    ),
    ("config", &["files", "ir", "library", "limits", "races"]),
    ("report", &["deadlocks", "explore", "fast", "ir", "library", "races"]),
    ("study", &["races", "tasks"]),
    ("witness", &["explore", "files", "ir", "yaml"]),
    (
        "pipeline",
        &[
            "config",
            "deadlocks",
            "explore",
            "fast",
            "frontend",
            "ir",
            "library",
            "limits",
            "nulls",
            "open",
            "races",
            "report",
            "semantics",
            "values",
            "witness",
        ],
    ),
    (
        "cli",
        &[
            "cache",
            "config",
            "explore",
            "files",
            "frontend",
            "ir",
            "library",
            "limits",
            "nulls",
            "pipeline",
            "races",
            "report",
            "semantics",
            "study",
            "tasks",
            "witness",
        ],
    ),
];

/// Each room of the semantics, with those that it knows. Those that know fewer others come first.
const ROOMS: &[(&str, &[&str])] = &[
    ("settings", &[]),
    ("prepare", &["settings"]),
    ("state", &["prepare"]),
    ("system", &["prepare", "settings", "state"]),
    ("sharing", &["settings", "state", "system"]),
    ("acts", &["sharing", "state", "system"]),
    ("claims", &["acts", "prepare", "settings", "sharing", "state", "system"]),
    ("evaluate", &["claims", "settings", "sharing", "state", "system"]),
    ("crews", &["acts", "evaluate", "prepare", "sharing", "state", "system"]),
    (
        "origins",
        &["claims", "crews", "evaluate", "sharing", "state", "system"],
    ),
    (
        "execute",
        &[
            "acts", "claims", "crews", "evaluate", "origins", "prepare", "sharing", "state", "system",
        ],
    ),
    (
        "outside",
        &[
            "acts", "evaluate", "execute", "origins", "prepare", "settings", "sharing", "state", "system",
        ],
    ),
    (
        "effects",
        &[
            "acts", "claims", "evaluate", "execute", "origins", "outside", "settings", "sharing", "state", "system",
        ],
    ),
    (
        "calls",
        &[
            "acts", "claims", "crews", "effects", "evaluate", "execute", "origins", "outside", "prepare", "settings",
            "sharing", "state", "system",
        ],
    ),
    (
        "equations",
        &[
            "calls", "claims", "crews", "effects", "evaluate", "execute", "origins", "outside", "prepare", "settings",
            "state", "system",
        ],
    ),
    (
        "evidence",
        &[
            "claims", "evaluate", "origins", "prepare", "settings", "state", "system",
        ],
    ),
];

/// Each crate of the workspace below the main one, with those of the workspace that it knows.
const CRATES: &[(&str, &[&str])] = &[
    ("allocator", &[]),
    ("lattice", &[]),
    ("solver", &["lattice"]),
    ("digests", &["lattice"]),
];

/// What only some modules may write, and which.
const WORDS: &[(&str, &[&str])] = &[
    ("println!", &["cli"]),
    ("eprintln!", &["cli"]),
    ("process::exit", &["cli"]),
    ("lang_c", &["frontend"]),
    ("clap::", &["cli", "config"]),
];

/// The modules, other than its own, that the text of a module names by `crate::…`.
fn known_by<'t>(module: &str, text: &'t str) -> BTreeSet<&'t str> {
    named_behind("crate::", MODULES, module, text)
}

/// Which of some names, other than one's own, a text has behind a path.
fn named_behind<'t>(path: &str, names: &[(&str, &[&str])], own: &str, text: &'t str) -> BTreeSet<&'t str> {
    let mut known = BTreeSet::new();
    for (place, _) in text.match_indices(path) {
        let behind = &text[place + path.len()..];
        let group = behind.strip_prefix('{').and_then(|group| group.split_once('}'));
        let written: Vec<&str> = match group {
            Some((group, _)) => group.split(',').map(str::trim).collect(),
            None => vec![behind],
        };
        known.extend(written.into_iter().map(first_word));
    }
    known.retain(|name| *name != own && names.iter().any(|(listed, _)| listed == name));
    known
}

/// What a file of the semantics, by its path there, must not say of the rooms.
fn faults_of_rooms(file: &str, text: &str) -> Vec<String> {
    let text = code(text);
    let room = first_word(file);
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        return vec!["lies in no room".to_owned()];
    };
    // In a file of a room `super` is the room; in the room's own file it is the semantics.
    let semantics = match file.split_once('/') {
        Some((_, "mod.rs")) => "super::",
        _ => "super::super::",
    };
    let mut known = named_behind("crate::semantics::", ROOMS, room, &text);
    known.extend(named_behind(semantics, ROOMS, room, &text));
    known.retain(|name| !allowed.contains(name));
    known.into_iter().map(|name| format!("knows {name}")).collect()
}

fn first_word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The text without tests, comments, and imports for the documentation.
fn code(text: &str) -> String {
    let program = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let mut kept = String::new();
    let mut for_documentation = false;
    for line in program.lines() {
        let is_marked = line.trim() == "#[cfg(doc)]" || line.trim() == "#[cfg(test)]";
        if !for_documentation && !is_marked && !line.trim_start().starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        for_documentation = is_marked;
    }
    kept
}

/// What a file of a module must not say.
fn faults(module: &str, text: &str) -> Vec<String> {
    let text = code(text);
    let (_, allowed) = MODULES
        .iter()
        .find(|(name, _)| *name == module)
        .expect("the module is listed");
    let knows = known_by(module, &text).into_iter();
    let too_much = knows
        .filter(|name| !allowed.contains(name))
        .map(|name| format!("knows {name}"));
    let words = WORDS
        .iter()
        .filter(|(word, by)| text.contains(word) && !by.contains(&module));
    too_much.chain(words.map(|(word, _)| format!("says {word}"))).collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if path.is_dir() && !is_test {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test {
            found.push(path);
        }
    }
}

#[test]
fn no_module_knows_more_than_its_layer_allows() {
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    let mut found = Vec::new();
    for file in files {
        let below = file.strip_prefix("src").expect("it lies in `src`");
        let module = below
            .iter()
            .next()
            .and_then(|first| first.to_str())
            .expect("names are text");
        let module = module.trim_end_matches(".rs");
        if module == "lib" || module == "main" {
            continue;
        }
        let text = fs::read_to_string(&file).expect("the file can be read");
        found.extend(
            faults(module, &text)
                .into_iter()
                .map(|fault| format!("{}: {fault}", file.display())),
        );
    }
    found.sort();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_room_knows_more_than_is_allowed() {
    let rooms = Path::new("src/semantics");
    let mut files = Vec::new();
    rust_files(rooms, &mut files);
    let mut found = Vec::new();
    for file in files {
        let below = file.strip_prefix(rooms).expect("it lies there").display().to_string();
        if below == "mod.rs" {
            continue;
        }
        let text = fs::read_to_string(&file).expect("the file can be read");
        let faults = faults_of_rooms(&below, &text).into_iter();
        found.extend(faults.map(|fault| format!("{below}: {fault}")));
    }
    found.sort();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn layers_point_downwards_only() {
    for layers in [MODULES, ROOMS] {
        for (number, (module, known)) in layers.iter().enumerate() {
            let below: Vec<&str> = layers[..number].iter().map(|(below, _)| *below).collect();
            for name in *known {
                assert!(
                    below.contains(name),
                    "{module} knows {name}, which does not lie below it"
                );
            }
        }
    }
}

#[test]
fn no_circle_within_a_room_has_more_than_six_files() {
    for (room, _) in ROOMS {
        let folder = Path::new("src/semantics").join(room);
        let mut files = Vec::new();
        if folder.is_dir() {
            rust_files(&folder, &mut files);
        }
        let named: Vec<String> = files.iter().map(|file| module_of(file)).collect();
        let exported = exported_names(&folder);
        let knows = |file: &PathBuf| {
            let text = code(&fs::read_to_string(file).expect("the file can be read"));
            let mut known = BTreeSet::new();
            let imports: String = text
                .split("use ")
                .skip(1)
                .filter_map(|part| part.split(';').next())
                .collect();
            for word in imports.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
                known.extend(
                    exported
                        .iter()
                        .filter(|(name, _)| name == word)
                        .map(|(_, module)| module.clone()),
                );
            }
            let paths = [format!("crate::semantics::{room}::"), "super::".to_owned()];
            for name in &named {
                let rows: &[(&str, &[&str])] = &[(name.as_str(), &[])];
                let is_named = paths.iter().any(|path| !named_behind(path, rows, "", &text).is_empty());
                known.extend(is_named.then(|| name.clone()));
            }
            known
        };
        let edges: Vec<BTreeSet<String>> = files.iter().map(knows).collect();
        let reached: Vec<BTreeSet<usize>> = (0..files.len())
            .map(|from| reached_from(from, &named, &edges))
            .collect();
        for file in (0..files.len()).filter(|file| named[*file] != "mod") {
            let circle =
                (0..files.len()).filter(|other| reached[file].contains(other) && reached[*other].contains(&file));
            let circle: Vec<&str> = circle
                .map(|other| named[other].as_str())
                .filter(|name| *name != "mod")
                .collect();
            assert!(circle.len() <= 6, "a circle in {room}: {}", circle.join(", "));
        }
    }
}

/// The name of a file without its ending.
fn module_of(file: &Path) -> String {
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    stem.expect("names are text").to_owned()
}

/// The names that a room exports from its files, each with the file.
fn exported_names(room: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(room.join("mod.rs")).unwrap_or_default();
    let mut names = Vec::new();
    for row in text.split("pub(in crate::semantics) use ").skip(1) {
        let Some((module, behind)) = row.split_once("::") else {
            continue;
        };
        let listed = behind.split(';').next().unwrap_or_default();
        let words = listed.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let written = words.filter(|word| !word.is_empty());
        names.extend(written.map(|name| (name.to_owned(), module.to_owned())));
    }
    names
}

/// The files of a room that one of them leads to by what they know.
fn reached_from(from: usize, named: &[String], edges: &[BTreeSet<String>]) -> BTreeSet<usize> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        let next = (0..named.len()).filter(|other| *other != file && edges[file].contains(&named[*other]));
        open.extend(
            next.filter(|other| named[*other] != "mod" && reached.insert(*other))
                .collect::<Vec<_>>(),
        );
    }
    reached
}

#[test]
fn only_views_open_what_is_localised() {
    const FIELDS: [&str; 8] = [
        "memory",
        "current",
        "written",
        "escaped",
        "introduced",
        "allocated",
        "active",
        "reentered",
    ];
    let mut files = Vec::new();
    rust_files(Path::new("src/semantics"), &mut files);
    let allowed = ["src/semantics/state/localised.rs", "src/semantics/sharing/views.rs"];
    for file in files
        .iter()
        .filter(|file| !allowed.iter().any(|allowed| Path::new(allowed) == **file))
    {
        let text = code(&fs::read_to_string(file).expect("the file can be read"));
        let joined: String = text.split_whitespace().collect();
        let opened = FIELDS
            .iter()
            .find(|field| joined.contains(&format!(".localised.{field}")));
        assert_eq!(opened, None, "{} opens it", file.display());
    }
}

#[test]
fn the_evaluation_of_a_right_hand_side_has_few_methods() {
    let mut files = Vec::new();
    rust_files(Path::new("src/semantics"), &mut files);
    let mut methods = 0;
    for file in files {
        let text = fs::read_to_string(file).expect("the file can be read");
        for part in text.split("\nimpl").skip(1) {
            let (head, body) = part.split_once("{\n").unwrap_or((part, ""));
            let body = body.split("\n}\n").next().unwrap_or_default();
            if head.contains(" Transfer<") && !head.contains(" for ") {
                methods += body
                    .lines()
                    .filter(|line| line.trim_start().starts_with("pub fn "))
                    .count();
                methods += body.lines().filter(|line| line.starts_with("    fn ")).count();
            }
        }
    }
    assert!((1..=20).contains(&methods), "there are {methods} methods");
}

#[test]
fn crates_know_only_those_below_them() {
    for (name, known) in CRATES {
        let text = fs::read_to_string(Path::new(name).join("Cargo.toml")).expect("each crate has a manifest");
        let dependencies = text.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for line in dependencies.lines().filter_map(|line| line.strip_prefix("pepsin-")) {
            let other = first_word(line);
            assert!(known.contains(&other), "{name} depends on {other}");
        }
    }
}

#[test]
fn a_wrong_import_is_a_fault() {
    assert_eq!(faults("values", "use crate::frontend::Input;\n"), ["knows frontend"]);
    assert_eq!(
        faults("races", "use crate::{ir::Position, semantics};\n"),
        ["knows semantics"]
    );
    assert_eq!(faults("explore", "fn run() {\n    println!();\n}\n"), ["says println!"]);
    let harmless = "//! See [`crate::semantics`].\n#[cfg(doc)]\nuse crate::races::Cell;\nuse crate::ir::Position;\n";
    assert!(faults("values", harmless).is_empty());
}

#[test]
fn a_wrong_import_between_rooms_is_a_fault() {
    let faults = faults_of_rooms;
    let upwards = "use crate::semantics::evidence::all_objects;\n";
    assert_eq!(faults("claims/watched.rs", upwards), ["knows evidence"]);
    let by_path = "fn of() -> crate::semantics::effects::Outcome {}\n";
    assert_eq!(faults("origins/tickets.rs", by_path), ["knows effects"]);
    assert_eq!(
        faults("state/set.rs", "use super::super::crews::Crews;\n"),
        ["knows crews"]
    );
    assert_eq!(
        faults("state/table.rs", "use crate::semantics::{crews, prepare};\n"),
        ["knows crews"]
    );
    assert_eq!(faults("state/mod.rs", "use super::crews::Crews;\n"), ["knows crews"]);
    assert_eq!(faults("odds.rs", ""), ["lies in no room"]);
    let harmless =
        "//! See [`crate::semantics::evidence`].\nuse crate::semantics::prepare::Halts;\nuse super::set::Set;\n";
    assert!(faults("state/table.rs", harmless).is_empty());
}

#[test]
fn every_room_stands_in_the_architecture() {
    let text = fs::read_to_string("ARCHITECTURE.md").expect("there is an architecture");
    for (room, _) in ROOMS {
        assert!(
            text.contains(&format!("\n| `{room}` |")),
            "{room} is not in the table of rooms"
        );
    }
}

#[test]
fn every_layer_stands_in_the_architecture() {
    let text = fs::read_to_string("ARCHITECTURE.md").expect("there is an architecture");
    for (module, _) in MODULES.iter().chain(CRATES) {
        let drawn = [format!("  {module}/"), format!("  {module}.rs"), format!("\n{module}/")];
        assert!(drawn.iter().any(|drawn| text.contains(drawn)), "{module} is not drawn");
    }
}
