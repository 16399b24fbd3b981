//! Pages of the book that are made: that on configuration, and one for each argument: what its row says, the theory at the head of its file, and a program that only it proves.

mod configuration;

use std::path::PathBuf;

use pepsin::races::Arguments;
use pepsin_digests::{Kind, Row};

/// Where a page takes its text from.
pub struct Sources {
    /// The id of the row.
    pub id: &'static str,
    /// The file with the theory.
    pub theory: &'static str,
    /// A program that is proved, and would not be without the row.
    pub example: &'static str,
    /// The rows that prove it, as `--predicates` takes them.
    pub predicates: &'static str,
}

const fn sources(id: &'static str, theory: &'static str, example: &'static str, predicates: &'static str) -> Sources {
    Sources {
        id,
        theory,
        example,
        predicates,
    }
}

impl Sources {
    /// All rows that prove the example but this one.
    pub fn others(&self) -> String {
        if self.predicates == "all" {
            return format!("-{}", self.id);
        }
        let others: Vec<&str> = self.predicates.split(',').filter(|id| *id != self.id).collect();
        match others.is_empty() {
            true => "none".to_owned(),
            false => others.join(","),
        }
    }
}

/// A line for each row of the catalogue.
pub const SOURCES: &[Sources] = &[
    sources(
        "TID",
        "digests/src/thread_id.rs",
        "tests/c/threads/before-the-first-create.c",
        "TID",
    ),
    sources(
        "J",
        "digests/src/must_join.rs",
        "tests/c/joins/read-behind-join.c",
        "TID,J",
    ),
    sources(
        "LC",
        "digests/src/live_children.rs",
        "tests/c/joins/two-workers-in-turn.c",
        "all",
    ),
    sources(
        "TF",
        "digests/src/thread_flag.rs",
        "tests/c/threads/thread-exit-before-write.c",
        "TF",
    ),
    sources(
        "L",
        "digests/src/lockset.rs",
        "tests/c/semaphores/tried-and-succeeded.c",
        "all",
    ),
    sources("O", "digests/src/once.rs", "tests/c/library/once.c", "all"),
    sources("B", "digests/src/barrier.rs", "tests/c/library/barrier.c", "all"),
    sources(
        "S",
        "digests/src/semaphore.rs",
        "tests/c/semaphores/handed-over.c",
        "all",
    ),
    sources(
        "CD",
        "digests/src/countdown.rs",
        "tests/c/joins/active-workers-counted.c",
        "all",
    ),
    sources(
        "CL",
        "digests/src/creation_lockset.rs",
        "tests/c/soundness/lock-held-until-join.c",
        "all",
    ),
    sources(
        "DL",
        "digests/src/descendant_lockset.rs",
        "tests/c/digests/descendant-lockset-is-needed.c",
        "all",
    ),
    sources(
        "DO",
        "digests/src/declared_order.rs",
        "tests/c/open/calls-serialised-by-callers.c",
        "all",
    ),
    sources(
        "FR",
        "src/races/facts/fresh.rs",
        "tests/c/atomics/address-handed-over-in-order.c",
        "all",
    ),
    sources(
        "SL",
        "src/races/facts/symbolic_lockset.rs",
        "tests/c/outside/lock-inside-of-the-object.c",
        "all",
    ),
    sources("R", "src/races/facts/region.rs", "tests/c/regions/hash-table.c", "all"),
    sources(
        "OW",
        "src/races/facts/ownership.rs",
        "tests/c/takes/row-by-atomic-addition.c",
        "all",
    ),
    sources(
        "SG",
        "src/races/facts/segments.rs",
        "tests/c/segments/chunks-and-the-rest.c",
        "all",
    ),
    sources(
        "RW",
        "src/races/facts/rows.rs",
        "tests/c/rows/matrix-whose-rows-are-allocated.c",
        "all",
    ),
    sources(
        "HO",
        "src/races/facts/hand_over.rs",
        "tests/c/heap/message-taken-from-a-queue.c",
        "all",
    ),
    sources(
        "BC",
        "src/races/facts/barrier_crews.rs",
        "tests/c/order/barrier-for-as-many-as-are-created.c",
        "all",
    ),
    sources("V", "src/races/facts/watched.rs", "tests/c/flags/turns-taken.c", "all"),
];

/// The pages: their files, and what stands in them.
pub fn pages() -> Vec<(PathBuf, String)> {
    let arguments = Arguments::standard();
    let rows = arguments.catalogue().rows();
    let arguments = rows.iter().map(|row| (file(row), page(row)));
    arguments.chain([configuration::page()]).collect()
}

fn file(row: &Row) -> PathBuf {
    PathBuf::from(format!("docs/arguments/{}.md", row.id.to_lowercase()))
}

fn page(row: &Row) -> String {
    let Some(sources) = SOURCES.iter().find(|sources| sources.id == row.id) else {
        return format!("{} has no line in tests/arguments/mod.rs.\n", row.id);
    };
    let kind = match row.kind {
        Kind::Digest => "A digest: it is tracked along every thread",
        Kind::AccessFact => "An access fact: it belongs to the address accessed, or needs the whole solution",
    };
    let title = format!(
        "# {}: {}\n\n{}\n\n{kind} (`{}`).\n",
        row.id, row.name, row.help, sources.theory
    );
    let theory = format!("## Theory\n\n{}", theory(&text(sources.theory)));
    let example = format!(
        "## Example\n\nWith `--predicates {}` this is proved, and with `--predicates {}` it is not (`{}`):\n\n```c\n{}```\n",
        sources.predicates,
        sources.others(),
        sources.example,
        text(sources.example)
    );
    [title, theory, example].join("\n")
}

/// The comment at the head of a file, without links into the code.
fn theory(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let text: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let mut plain = String::new();
    let text = text.join("\n");
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[`") {
        let Some((name, behind)) = link.split_once("`]") else {
            break;
        };
        plain += &format!("{before}`{name}`");
        rest = match behind.strip_prefix('(') {
            Some(target) => target.split_once(')').map_or("", |(_, behind)| behind),
            None => behind,
        };
    }
    plain + rest + "\n"
}

fn text(file: &str) -> String {
    std::fs::read_to_string(file).expect("the file can be read")
}
