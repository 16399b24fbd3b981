//! What the pages say of files is true: links lead somewhere, and the book has all pages.

mod arguments;
mod fixture;

use std::path::{Path, PathBuf};

use pepsin::config::{Search, Selection, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::VerdictReport;

/// The pages.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [".", "docs", "docs/arguments", "cluster", "competition", "benches"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("the folder can be listed"))
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    pages
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the page can be read")
}

/// The targets of the links of a page, outside of its examples.
fn links(page: &str) -> Vec<String> {
    let mut in_example = false;
    let lines = page.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        in_example ^= fence;
        !in_example && !fence
    });
    // What stands between backquotes is code.
    let prose = lines.map(|line| line.split('`').step_by(2).collect::<String>());
    prose
        .flat_map(|line| line.split("](").skip(1).map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|rest| rest.split(')').next().map(str::to_owned))
        .collect()
}

#[test]
fn links_lead_to_files_that_are_there() {
    let mut broken = Vec::new();
    let mut count = 0;
    for page in pages() {
        for link in links(&text(&page)) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            count += 1;
            if !page.with_file_name(target).exists() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(count > 10, "only {count} links are found");
}

#[test]
fn the_book_has_all_pages() {
    let summary = text(Path::new("docs/SUMMARY.md"));
    let listed = links(&summary);
    let pages = pages().into_iter().filter(|page| page.starts_with("docs"));
    let missing: Vec<PathBuf> = pages
        .filter(|page| {
            let name = page.strip_prefix("docs").unwrap_or(page).to_string_lossy();
            name != "SUMMARY.md" && !listed.iter().any(|link| *link == name)
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?} are missing in docs/SUMMARY.md");
}

#[test]
fn each_argument_has_the_page_that_its_file_makes() {
    for (file, page) in arguments::pages() {
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            written == page,
            "{} is not what `cargo run --example argument_pages` writes",
            file.display()
        );
    }
}

#[test]
fn examples_of_arguments_need_them() {
    let is_proved = |example: &str, predicates: &str| {
        let text = std::fs::read_to_string(example).expect("the example can be read");
        let settings = Settings {
            predicates: Selection::parse(predicates).expect("the rows are known"),
            exploration: Search::Off,
            ..fixture::settings(&text).expect("its first line has settings")
        };
        let report = pipeline::check(&[Input::new(example)], &settings).expect("the example can be read");
        matches!(report.verdict, VerdictReport::RaceFree)
    };
    for sources in arguments::SOURCES {
        let (id, example) = (sources.id, sources.example);
        assert!(is_proved(example, sources.predicates), "{id}: {example} is not proved");
        assert!(
            !is_proved(example, &sources.others()),
            "{id}: {example} is proved without it"
        );
    }
}
