//! The sources in a page: excerpts beside findings, and the files with marked lines behind all.

use super::{escaped, put};
use crate::report::model::{PlaceReport, Report};
use crate::report::sources::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many lines stand before and behind the one that an excerpt is about.
const AROUND: u32 = 2;

/// How many lines of files a page shows at most, all together; of further files only the excerpts.
const MOST_LINES: usize = 50_000;

/// The lines to which something points, by file.
pub struct Marked<'r> {
    /// What stands before all anchors of a report, where a page has several.
    pub prefix: String,
    sources: &'r Sources,
    files: BTreeMap<&'r str, usize>,
    lines: BTreeSet<(&'r str, u32)>,
    /// The findings with an access on a line.
    findings: BTreeMap<(&'r str, u32), BTreeSet<u32>>,
}

impl<'r> Marked<'r> {
    /// The lines that findings and threads name.
    pub fn of(report: &'r Report, prefix: &str) -> Self {
        let mut marked = Marked {
            prefix: prefix.to_owned(),
            sources: &report.sources,
            files: BTreeMap::new(),
            lines: BTreeSet::new(),
            findings: BTreeMap::new(),
        };
        let mut lines = 0;
        for (file, text) in report.sources.files() {
            lines += text.lines().count();
            if lines <= MOST_LINES {
                let number = marked.files.len() + 1;
                marked.files.insert(file, number);
            }
        }
        let mut place = |at: &'r PlaceReport| {
            marked.lines.insert((at.file.as_str(), at.line));
        };
        for finding in &report.findings {
            finding.places.iter().flatten().for_each(&mut place);
            for access in [&finding.race.first, &finding.race.second] {
                place(&access.place);
                access.created.iter().for_each(&mut place);
                access.stack.iter().for_each(|call| place(&call.place));
                access
                    .held
                    .iter()
                    .filter_map(|held| held.taken.as_ref())
                    .for_each(&mut place);
            }
        }
        for thread in &report.threads {
            thread.created.iter().chain(&thread.joined).for_each(&mut place);
        }
        for finding in &report.findings {
            for at in finding.places.iter().flatten() {
                let known = marked.findings.entry((at.file.as_str(), at.line)).or_default();
                known.insert(finding.number);
            }
        }
        marked
    }
}

/// The anchor of a place's line, if the page has it.
pub fn anchor(at: &PlaceReport, marked: &Marked<'_>) -> Option<String> {
    let file = marked.files.get(at.file.as_str())?;
    marked
        .lines
        .contains(&(at.file.as_str(), at.line))
        .then(|| format!("{}file-{file}-{}", marked.prefix, at.line))
}

/// Appends the lines around a place, if its source is at hand.
pub fn write_excerpt(out: &mut String, at: &PlaceReport, marked: &Marked<'_>) {
    let Some(text) = marked.sources.text(&at.file) else {
        return;
    };
    let first = at.line.saturating_sub(AROUND).max(1);
    let count = (at.line + AROUND + 1).saturating_sub(first) as usize;
    let lines = (first..).zip(text.lines().skip(first as usize - 1)).take(count);
    out.push_str("<pre>");
    for (number, line) in lines {
        let class = if number == at.line { " class=\"mark\"" } else { "" };
        put!(
            out,
            "<span{class}><span class=\"n\">{number}</span>{}</span>",
            shown(line)
        );
    }
    put!(out, "</pre>");
}

/// Appends the files.
pub fn write(out: &mut String, report: &Report, marked: &Marked<'_>) {
    for (file, text) in report.sources.files() {
        let Some(number) = marked.files.get(file) else {
            put!(out, "<p>{} is too long to be shown.</p>", escaped(file));
            continue;
        };
        put!(
            out,
            "<details class=\"file\">\n<summary><code>{}</code></summary>\n<pre>",
            escaped(file)
        );
        for (line, content) in (1..).zip(text.lines()) {
            write_line(out, (file, line), *number, content, marked);
        }
        put!(out, "</pre>\n</details>");
    }
}

fn write_line(out: &mut String, (file, line): (&str, u32), number: usize, content: &str, marked: &Marked<'_>) {
    if !marked.lines.contains(&(file, line)) {
        put!(out, "<span class=\"n\">{line}</span>{}", shown(content));
        return;
    }
    let back: Vec<String> = marked
        .findings
        .get(&(file, line))
        .into_iter()
        .flatten()
        .map(|finding| format!(" <a href=\"#{}finding-{finding}\">finding {finding}</a>", marked.prefix))
        .collect();
    put!(
        out,
        "<span class=\"mark\" id=\"{}file-{number}-{line}\"><span class=\"n\">{line}</span>{}{}</span>",
        marked.prefix,
        shown(content),
        back.concat()
    );
}

/// A line as text; tabs stay what they are.
fn shown(line: &str) -> String {
    line.split('\t').map(escaped).collect::<Vec<_>>().join("\t")
}
