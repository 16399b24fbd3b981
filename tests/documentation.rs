//! What the pages say of files is true: links lead somewhere, and the book has all pages.

use std::path::{Path, PathBuf};

/// The pages.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [".", "docs", "competition", "benches"]
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
fn links(page: &str) -> Vec<&str> {
    let mut in_example = false;
    let lines = page.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        in_example ^= fence;
        !in_example && !fence
    });
    lines
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next())
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
            let name = page.file_name().unwrap_or_default().to_string_lossy();
            name != "SUMMARY.md" && !listed.contains(&name.as_ref())
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?} are missing in docs/SUMMARY.md");
}
