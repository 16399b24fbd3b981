//! The HTML format: one page that needs no scripts and no other files.

use super::model::{AccessReport, ExecutionEndReport, LocationReport, RaceReport, Report, Status};
use super::text::{describe, verdict};
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1{font-size:1.5rem}section{border:1px solid #ccc;border-radius:.4rem;padding:0 1rem 1rem;margin:1rem 0}\
h2{font-size:1.1rem}.confirmed{border-color:#a00}.possible{border-color:#b70}.safe{border-color:#384}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0}\
code{font-size:.9em}";

/// Renders a report as a page.
pub fn render(report: &Report) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Data races</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        escaped(&verdict(report))
    );
    report
        .locations
        .iter()
        .for_each(|location| write_location(&mut out, location));
    let obstacles = report
        .obstacles
        .iter()
        .map(|it| format!("{}: {}", it.place.display(), it.what));
    write_list(&mut out, "Not understood", obstacles);
    let dead = report.dead_code.iter().map(|it| {
        format!(
            "{} in {}, behind {} at {}",
            it.place.display(),
            it.function,
            it.operation,
            it.behind.display()
        )
    });
    write_list(&mut out, "Never reached", dead);
    let ends = report.execution_ends.iter().map(ExecutionEndReport::sentence);
    write_list(&mut out, "Not seen by executions", ends);
    write_list(&mut out, "Assumed", report.assumptions.iter().map(|it| it.what.clone()));
    let statistics = report
        .statistics
        .0
        .iter()
        .map(|(name, value)| format!("{name}: {value}"));
    write_list(&mut out, "Figures", statistics);
    out.push_str("</body>\n</html>\n");
    out
}

/// Appends formatted text.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {
        writeln!($out, $($text)*).expect("writing to a string never fails")
    };
}

fn write_location(out: &mut String, location: &LocationReport) {
    let (class, status) = match location.status {
        Status::Confirmed => ("confirmed", "data race"),
        Status::Possible => ("possible", "possible data race"),
        Status::Safe => ("safe", "safe"),
    };
    put!(
        out,
        "<section class=\"{class}\">\n<h2>{}: {status}</h2>",
        escaped(&describe(location))
    );
    for because in &location.because {
        put!(out, "<p>{}</p>", escaped(because));
    }
    location.races.iter().for_each(|race| write_race(out, race));
    if location.unlisted > 0 {
        put!(out, "<p>{} more pairs are not listed.</p>", location.unlisted);
    }
    put!(out, "</section>");
}

fn write_race(out: &mut String, race: &RaceReport) {
    put!(
        out,
        "<table>\n<tr><th></th><th>access</th><th>thread</th><th>locks held</th></tr>"
    );
    write_access(out, "first", &race.first);
    write_access(out, "second", &race.second);
    put!(out, "</table>");
    if race.not_excluded_because.0.is_empty() {
        return;
    }
    put!(
        out,
        "<details>\n<summary>Why nothing excluded this pair</summary>\n<table>"
    );
    for (id, reason) in &race.not_excluded_because.0 {
        put!(out, "<tr><td>{}</td><td>{}</td></tr>", escaped(id), escaped(reason));
    }
    put!(out, "</table>\n</details>");
}

fn write_access(out: &mut String, side: &str, access: &AccessReport) {
    let locks = if access.locks.is_empty() {
        "none".to_owned()
    } else {
        access.locks.join(", ")
    };
    put!(
        out,
        "<tr><td>{side}</td><td>{} at <code>{}</code> in <code>{}</code></td><td>{}</td><td>{}</td></tr>",
        access.operation.unwrap_or(access.kind),
        escaped(&access.place.display()),
        escaped(&access.function),
        escaped(&access.thread),
        escaped(&locks)
    );
}

fn write_list(out: &mut String, title: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.map(|item| format!("<li>{}</li>", escaped(&item))).collect();
    if !items.is_empty() {
        put!(out, "<h2>{title}</h2>\n<ul>\n{}\n</ul>", items.join("\n"));
    }
}

/// Text in which nothing is taken for markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
