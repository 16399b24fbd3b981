//! A finding as compilers show what they find: the lines of the source with marks, then notes.
//!
//! Both accesses are marked, where their threads are created, and where the locks that they hold are taken.
//! Where a source is not at hand the same things are told by their places.

use super::model::{AccessReport, FindingReport, PlaceReport, Report, Status, Suspicion};
use super::sources::Sources;
use super::text::{Detail, write_reasons};
use super::threads::is_handler;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Message, Origin, Renderer, Snippet};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many further places and threads are told of a finding.
const MORE: usize = 2;

/// How many remedies are told of a finding.
const REMEDIES: usize = 2;

/// How wide a report is, in columns.
const WIDTH: usize = 120;

/// A mark on a place of the source.
struct Mark<'r> {
    at: &'r PlaceReport,
    kind: AnnotationKind,
    label: String,
}

/// Renders a finding; the text ends with a line break.
pub fn finding(report: &Report, finding: &FindingReport, detail: Detail) -> String {
    let (level, what) = match finding.status {
        Status::Confirmed => (Level::ERROR, "data race"),
        Status::Possible | Status::Safe => (Level::WARNING, "possible data race"),
    };
    let title = format!("{what} on {}: {}", finding.title, finding.suspicion.words());
    let title = level.primary_title(title).id(finding.number.to_string());
    let marks = marks(finding);
    let group: Group<'_> = match in_source(&report.sources, &marks) {
        Some(snippets) => title.elements(snippets),
        None => {
            let place = &finding.race.first.place;
            let origin = Origin::path(place.file.clone()).line(place.line.max(1) as usize);
            let told = marks
                .iter()
                .map(|mark| Level::NOTE.message(format!("{}: {}", mark.at.display(), mark.label)));
            title.element(origin).elements(told)
        }
    };
    let group = group.elements(notes(finding, detail));
    let mut text = Renderer::plain().term_width(WIDTH).render(&[group]);
    text.push('\n');
    if detail == Detail::Full {
        write_reasons(&mut text, &finding.race);
    }
    text
}

/// What is marked: the accesses first.
fn marks(finding: &FindingReport) -> Vec<Mark<'_>> {
    let (first, second) = (&finding.race.first, &finding.race.second);
    let mut marks: Vec<Mark<'_>> = Vec::new();
    let told = |access: &AccessReport| format!("{} by {}, {}", access.action(), access.thread, access.holding());
    let mut mark = |at, kind, label: String| {
        let known = marks.iter_mut().find(|mark| mark.at == at);
        match known {
            Some(mark) if mark.label.contains(&label) => {}
            Some(mark) => mark.label = format!("{}; {label}", mark.label),
            None => marks.push(Mark { at, kind, label }),
        }
    };
    if first.place == second.place && (first.action(), first.holding()) == (second.action(), second.holding()) {
        let (action, threads) = (first.action(), both(&first.thread, &second.thread));
        let label = format!("{action} by {threads}, each {}", first.holding());
        mark(&first.place, AnnotationKind::Primary, label);
    } else {
        mark(&first.place, AnnotationKind::Primary, told(first));
        mark(&second.place, AnnotationKind::Primary, told(second));
    }
    for access in [first, second] {
        for held in &access.held {
            if let Some(taken) = &held.taken {
                mark(taken, AnnotationKind::Context, format!("takes {}", held.name()));
            }
        }
        if let Some(created) = access.created.first() {
            let routine = access.thread.split([' ', ',']).next().unwrap_or_default();
            let begins = if is_handler(&access.thread) {
                "installs"
            } else {
                "creates"
            };
            mark(created, AnnotationKind::Context, format!("{begins} {routine}"));
        }
    }
    marks
}

/// Two threads that do the same: `worker created at line 4, numbers 1 and 2 of 3`.
fn both(one: &str, other: &str) -> String {
    if one == other {
        let other = if is_handler(one) { "run" } else { "thread" };
        return format!("{one} and another such {other}");
    }
    let parts = |thread: &str| {
        let (name, number) = thread.rsplit_once(", number ")?;
        let (number, of) = number.split_once(" of ")?;
        Some([name, number, of].map(str::to_owned))
    };
    match (parts(one), parts(other)) {
        (Some([name, first, of]), Some([same, second, same_of])) if (&name, &of) == (&same, &same_of) => {
            format!("{name}, numbers {first} and {second} of {of}")
        }
        _ => format!("{one} and by {other}"),
    }
}

/// The marks as snippets, one a file, that of the first access first; nothing if the source of an access is not at hand.
fn in_source<'s>(sources: &'s Sources, marks: &[Mark<'s>]) -> Option<Vec<Snippet<'s, Annotation<'s>>>> {
    let mut files: Vec<&str> = Vec::new();
    let mut by_file: BTreeMap<&str, Vec<Annotation<'s>>> = BTreeMap::new();
    for mark in marks {
        let file = mark.at.file.as_str();
        let span = sources.text(file).and_then(|text| span(text, mark.at));
        let Some(span) = span else {
            // What is created or taken elsewhere may be left out, an access not.
            match mark.kind {
                AnnotationKind::Primary => return None,
                _ => continue,
            }
        };
        if !files.contains(&file) {
            files.push(file);
        }
        let annotation = mark.kind.span(span).label(mark.label.clone());
        by_file.entry(file).or_default().push(annotation);
    }
    let snippets = files.into_iter().filter_map(|file| {
        let snippet = Snippet::source(sources.text(file)?).path(file).fold(true);
        Some(snippet.annotations(by_file.remove(file)?))
    });
    Some(snippets.collect())
}

/// The bytes of the text that stand for a place: the name or number that begins there, or one letter. Behind a macro, columns are those of what
/// the preprocessor made of the line: where none begins there, all of the line stands for it.
pub(super) fn span(text: &str, at: &PlaceReport) -> Option<Range<usize>> {
    let number = usize::try_from(at.line.checked_sub(1)?).ok()?;
    let start_of_line = match number {
        0 => 0,
        _ => text.match_indices('\n').nth(number - 1).map(|(end, _)| end + 1)?,
    };
    let line = text.get(start_of_line..)?.lines().next()?;
    let column = (at.column.max(1) - 1) as usize;
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let (before, rest) = line.split_at_checked(column).unwrap_or((line, ""));
    let is_inside = before.ends_with(is_word) && rest.starts_with(is_word);
    if is_inside || rest.is_empty() || rest.starts_with(char::is_whitespace) {
        let indentation = line.len() - line.trim_start().len();
        return Some(start_of_line + indentation..start_of_line + line.trim_end().len().max(indentation));
    }
    let lead = rest.len() - rest.trim_start_matches(['*', '&', '(', '!', '-', '+', '~']).len();
    let word = length_of_place(&rest[lead..]);
    let letter = rest.chars().next().map_or(0, char::len_utf8);
    let start = start_of_line + column;
    Some(start..start + (lead + word).max(letter))
}

/// How many bytes the name, with the members that it is followed by, or the number takes that begins here: all of `s->count` in `s->count++`.
fn length_of_place(text: &str) -> usize {
    let word = |text: &str| {
        text.len()
            - text
                .trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_')
                .len()
    };
    let mut length = word(text);
    while length > 0 {
        let rest = &text[length..];
        let sign = ["->", "."]
            .into_iter()
            .find(|sign| rest.starts_with(sign))
            .map_or(0, str::len);
        match word(&rest[sign..]) {
            member if sign > 0 && member > 0 => length += sign + member,
            _ => break,
        }
    }
    length
}

/// What stands below the marked lines.
fn notes(finding: &FindingReport, detail: Detail) -> Vec<Message<'static>> {
    let (first, second) = (&finding.race.first, &finding.race.second);
    let most = if detail == Detail::Full { usize::MAX } else { MORE };
    let file = first.place.file.as_str();
    let mut notes: Vec<String> = Vec::new();
    for access in [first, second] {
        notes.extend(path(access, file));
        notes.extend(
            access
                .address
                .as_ref()
                .map(|address| format!("{} {address}", access.action())),
        );
    }
    notes.extend(finding.race.needs(|place| place.seen_from(file)));
    let shown = [&first.thread, &second.thread];
    let others = finding
        .threads
        .iter()
        .filter(|[one, other]| [one, other] != shown && [other, one] != shown);
    let others: Vec<String> = others.map(|[one, other]| format!("{one} and {other}")).collect();
    if !others.is_empty() {
        notes.push(format!("also between {}", cut(&others, most)));
    }
    let shown = [&first.place, &second.place];
    let places = finding
        .places
        .iter()
        .filter(|[one, other]| [one, other] != shown && [other, one] != shown);
    let mut places: Vec<String> = places
        .map(|[one, other]| format!("{} with {}", one.seen_from(file), other.seen_from(file)))
        .collect();
    // Accesses of one line are told once.
    places.dedup();
    if !places.is_empty() {
        notes.push(format!("also at {}", cut(&places, most)));
    }
    if finding.declared.line > 0 && finding.declared != first.place {
        let origin = match (finding.suspicion, finding.title.contains(" allocated in ")) {
            (Suspicion::UnknownPointer, _) => "the pointer is unknown at",
            (_, true) => "allocated at",
            (_, false) => "declared at",
        };
        notes.push(format!("{origin} {}", finding.declared.seen_from(file)));
    }
    let remedies = finding.remedies.iter().take(REMEDIES);
    let remedies = remedies.map(|remedy| remedy.replace(&format!("{file}:"), "line "));
    let help = remedies.map(|remedy| Level::HELP.message(format!("what would order them: {remedy}")));
    notes.dedup();
    let notes = notes.into_iter().map(|note| Level::NOTE.message(note));
    notes.chain(help).collect()
}

/// The calls that lead to an access, if it does not stand in the routine of its thread.
fn path(access: &AccessReport, file: &str) -> Option<String> {
    let calls: Vec<String> = access
        .stack
        .iter()
        .skip(1)
        .map(|call| format!("called by {} at {}", call.function, call.place.seen_from(file)))
        .collect();
    (!calls.is_empty()).then(|| format!("{} in {}, {}", access.action(), access.function, calls.join(", ")))
}

/// The first entries, and how many there are more.
fn cut(entries: &[String], most: usize) -> String {
    let shown = entries[..entries.len().min(most)].join("; ");
    match entries.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> PlaceReport {
        PlaceReport {
            file: "a.c".to_owned(),
            line,
            column,
        }
    }

    #[test]
    fn threads_that_do_the_same_are_named_once() {
        let number = |number| format!("work created at line 7, number {number} of 4");
        let cases = [
            (number(1), number(2), "work created at line 7, numbers 1 and 2 of 4"),
            (
                number(1),
                "main".to_owned(),
                "work created at line 7, number 1 of 4 and by main",
            ),
            (
                "work created at line 7, in a loop".to_owned(),
                "work created at line 7, in a loop".to_owned(),
                "work created at line 7, in a loop and another such thread",
            ),
        ];
        for (one, other, name) in cases {
            assert_eq!(both(&one, &other), name);
        }
    }

    #[test]
    fn the_marked_text_is_a_name_or_a_letter() {
        let text = "int x;\n  *count += 1;\nä\n";
        let marked = |line, column| span(text, &at(line, column)).map(|span| &text[span]);
        assert_eq!(marked(1, 5), Some("x"));
        assert_eq!(marked(2, 3), Some("*count"));
        assert_eq!(marked(2, 10), Some("+"));
        assert_eq!(marked(3, 1), Some("ä"));
        assert_eq!(marked(9, 1), None);
    }

    #[test]
    fn all_of_a_line_is_marked_where_a_macro_moved_what_stands_there() {
        let text = "x;\n  BUMP(count);  \nä\n";
        let marked = |line, column| span(text, &at(line, column)).map(|span| &text[span]);
        for column in [1, 5, 18, 90] {
            assert_eq!(marked(2, column), Some("BUMP(count);"), "column {column}");
        }
        assert_eq!(marked(3, 2), Some("ä"));
    }
}
