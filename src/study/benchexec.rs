//! Results that BenchExec writes: of one tool as XML, and of several as the table of its `table-generator`.
//!
//! The XML has an element `run` for each task, with an element `column` for each thing measured; the attributes of its root name the tool.
//! The table has cells that are separated by tabs, and three lines above those of the tasks: the tool of each column; the set of tasks of
//! each, which may be left out; and the title of each, with the beginning that all names of tasks have in common in the first cell.

use super::published::{Published, cells};

/// What tools say of tasks, if BenchExec wrote the text.
pub(super) fn parse(text: &str) -> Option<Result<Vec<Published>, String>> {
    let is_xml = text.trim_start().starts_with('<');
    match (is_xml, text.starts_with("tool\t")) {
        (true, _) => Some(results(text).map(|tool| vec![tool])),
        (_, true) => Some(table(text)),
        _ => None,
    }
}

/// The results of one tool, from XML.
fn results(text: &str) -> Result<Published, String> {
    let mut tool = None;
    let mut task = None;
    let (mut status, mut seconds) = (String::new(), None);
    for tag in tags(text) {
        let value = |name: &str| attribute(tag, name);
        match (name(tag), &mut tool) {
            ("result", None) => {
                let words = ["tool", "version"].map(value).into_iter().flatten();
                tool = Some(Published::new(words.collect::<Vec<_>>().join(" ")));
            }
            ("run", _) => {
                task = value("name");
                (status, seconds) = (String::new(), None);
            }
            // Columns stand in descriptions, too, outside of runs.
            ("column", _) if task.is_some() => match value("title").as_deref() {
                Some("status") => status = value("value").unwrap_or_default(),
                Some("cputime") => seconds = value("value").and_then(|it| it.trim_end_matches('s').parse().ok()),
                _ => {}
            },
            ("/run", Some(tool)) => {
                if let Some(task) = task.take() {
                    tool.add(&task, &status, seconds);
                }
            }
            _ => {}
        }
    }
    tool.ok_or_else(|| "This is no result of BenchExec: there is no element `result`.".to_owned())
}

/// The tags of XML that has neither comments nor text with angle brackets, as BenchExec writes it: what stands between the brackets.
fn tags(text: &str) -> impl Iterator<Item = &str> {
    text.split('<')
        .skip(1)
        .filter_map(|part| part.split_once('>'))
        .map(|(tag, _)| tag.trim_end_matches('/'))
}

/// The name of a tag.
fn name(tag: &str) -> &str {
    tag.split_whitespace().next().unwrap_or_default()
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let begins = |quote: char| format!(" {name}={quote}");
    let value = |quote: char| Some(tag.split_once(&begins(quote))?.1.split_once(quote)?.0);
    let value = value('"').or_else(|| value('\''))?;
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let text = entities
        .iter()
        .fold(value.to_owned(), |text, (entity, letter)| text.replace(entity, letter));
    Some(text)
}

/// The results of several tools, from a table.
fn table(text: &str) -> Result<Vec<Published>, String> {
    let mut lines = text.lines().map(|line| cells(line, '\t'));
    let heads: Vec<Vec<String>> = lines.by_ref().take(2).collect();
    let [names, second] = heads.as_slice() else {
        return Err("The table has no line with the titles of its columns.".to_owned());
    };
    let is_set = second.first().is_some_and(|cell| cell == "run set");
    let titles = match is_set {
        true => lines.next().unwrap_or_default(),
        false => second.clone(),
    };
    let statuses: Vec<usize> = (0..titles.len()).filter(|&column| titles[column] == "status").collect();
    if statuses.is_empty() {
        return Err("The table has no column `status`.".to_owned());
    }
    let name = |column: usize| names.get(column).cloned().unwrap_or_default();
    let mut tools: Vec<Published> = statuses.iter().map(|&column| Published::new(name(column))).collect();
    let prefix = titles.first().map_or("", String::as_str);
    for line in lines {
        let Some(task) = line.first().filter(|task| !task.is_empty()) else {
            continue;
        };
        for (number, (&column, tool)) in statuses.iter().zip(&mut tools).enumerate() {
            // The columns of a tool end where those of the next one begin.
            let end = statuses.get(number + 1).copied().unwrap_or(titles.len());
            let time = (column..end).find(|&column| titles[column].starts_with("cputime"));
            let seconds = time.and_then(|time| line.get(time)?.parse().ok());
            if let Some(verdict) = line.get(column).filter(|verdict| !verdict.is_empty()) {
                tool.add(&format!("{prefix}{task}"), verdict, seconds);
            }
        }
    }
    Ok(tools)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Answer;

    fn parsed(text: &str) -> Vec<Published> {
        parse(text).expect("BenchExec writes this").expect("it is whole")
    }

    #[test]
    fn results_of_one_tool_are_read_from_xml() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE result PUBLIC '+//X//Y' 'https://example.org/result.dtd'>\n\
            <result benchmarkname=\"b\" tool=\"Some &amp; Other\" version=\"1.2\">\n  <columns><column title=\"status\"/></columns>\n  \
            <run name=\"../tasks/a/one.yml\" properties=\"no-data-race\">\n    <column title=\"category\" value=\"correct\"/>\n    \
            <column title=\"cputime\" value=\"0.25s\"/>\n    <column title=\"status\" value=\"true\"/>\n  </run>\n  \
            <run name=\"../tasks/a/two.yml\"><column title=\"status\" value=\"false(no-data-race)\"/></run>\n</result>\n";
        let tools = parsed(text);
        assert_eq!(tools.len(), 1);
        let tool = &tools[0];
        assert_eq!(tool.name, "Some & Other 1.2");
        assert_eq!(tool.says("elsewhere/a/one.yml"), Some(Answer::RaceFree));
        assert_eq!(tool.seconds("a/one.yml"), Some(0.25));
        assert_eq!(tool.says("a/two.yml"), Some(Answer::Race));
        assert_eq!(tool.says("a/three.yml"), None);
        assert!(parse("<html></html>").is_some_and(|tools| tools.is_err()));
    }

    #[test]
    fn results_of_several_tools_are_read_from_a_table() {
        let head = "tool\tA 1\tA 1\tB 2\tB 2\n";
        let rest = "../tasks/a/\tstatus\tcputime (s)\tstatus\tmemory (MB)\n\
            one.yml\ttrue\t1.5\tunknown\t10\ntwo.yml\t\t\tfalse(no-data-race)\t10\n";
        for sets in ["", "run set\tx\tx\ty\ty\n"] {
            let tools = parsed(&format!("{head}{sets}{rest}"));
            let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
            assert_eq!(names, ["A 1", "B 2"]);
            assert_eq!(tools[0].says("a/one.yml"), Some(Answer::RaceFree));
            assert_eq!(tools[0].seconds("a/one.yml"), Some(1.5));
            assert_eq!(tools[0].says("a/two.yml"), None);
            assert_eq!(tools[1].says("a/one.yml"), Some(Answer::Unknown));
            assert_eq!(tools[1].says("a/two.yml"), Some(Answer::Race));
            assert_eq!(tools[1].seconds("a/two.yml"), None);
        }
        assert!(parse("tool\tA\n").is_some_and(|tools| tools.is_err()));
        assert!(parse("tool\tA\nx\tverdict\n").is_some_and(|tools| tools.is_err()));
    }
}
