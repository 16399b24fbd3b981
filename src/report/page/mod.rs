//! The HTML format: one page without network or other files: findings with a filter and an order, the sources with marked lines,
//! the tree of threads, and what limits the result.
//!
//! Without scripts the page shows everything; the script only filters, sorts and moves. Keys: `/` searches, `j` and `k` go to the next
//! and the previous finding, Enter opens it. All text of the program is escaped, and a policy of the page forbids to load anything.

mod drawing;
mod source;
mod threads;

use super::deadlocks::write_page;
use super::model::{AccessReport, Disposition, ExecutionEndReport, FindingReport, PlaceReport, Report, Status};
use super::open;
use super::project::ProjectReport;
use super::text::{Detail, verdict};
pub(super) use drawing::{Edge, EdgeKind, Graph, drawn};
use source::{Marked, anchor};
use std::fmt::Write;
use threads::write_threads;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Appends formatted text and a line break.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {
        writeln!($out, $($text)*).expect("writing to a string never fails")
    };
}
use put;

/// Renders a report as a page.
pub fn render(report: &Report, _: Detail) -> String {
    let mut out = head(&verdict(report));
    let marked = Marked::of(report, "");
    put!(out, "<h2>Findings</h2>");
    write_controls(&mut out);
    write_findings(&mut out, report, &marked);
    write_rest(&mut out, report, &marked);
    out + &tail()
}

/// Renders the reports on several programs as a page: their verdicts, and then the report on each.
pub fn render_project(project: &ProjectReport, _: Detail) -> String {
    let mut out = head(&format!("{} programs", project.programs.len()));
    put!(out, "<ul>");
    for (number, program) in (1..).zip(&project.programs) {
        let (title, verdict) = (escaped(&program.title()), escaped(&program.verdict()));
        put!(out, "<li><a href=\"#program-{number}\">{title}</a>: {verdict}</li>");
    }
    put!(out, "</ul>");
    write_controls(&mut out);
    for (number, program) in (1..).zip(&project.programs) {
        let (title, verdict) = (escaped(&program.title()), escaped(&program.verdict()));
        put!(out, "<section id=\"program-{number}\">\n<h1>{title}: {verdict}</h1>");
        write_section(&mut out, "Why it is not read", program.errors.iter().cloned());
        if let Some(report) = &program.report {
            let marked = Marked::of(report, &format!("program-{number}-"));
            put!(out, "<h2>Findings</h2>");
            write_findings(&mut out, report, &marked);
            write_rest(&mut out, report, &marked);
        }
        put!(out, "</section>");
    }
    out + &tail()
}

/// A page up to its first heading.
fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>Data races</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        escaped(title)
    )
}

/// The end of a page.
fn tail() -> String {
    format!("<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

/// Appends what stands behind the findings.
fn write_rest(out: &mut String, report: &Report, marked: &Marked<'_>) {
    if let Some(deadlocks) = &report.deadlocks {
        write_page(out, deadlocks, &marked.prefix);
    }
    write_threads(out, report, marked);
    write_limits(out, report);
    source::write(out, report, marked);
}

/// Appends the filter and the order, which hold for all findings of the page.
fn write_controls(out: &mut String) {
    put!(
        out,
        "<div class=\"controls\" role=\"search\">\n\
         <input id=\"search\" type=\"search\" placeholder=\"Filter (key /)\" aria-label=\"Filter findings\">\n\
         <select id=\"which\" aria-label=\"Which findings\"><option value=\"all\">all</option>\
         <option value=\"confirmed\">confirmed</option><option value=\"possible\">possible</option>\
         <option value=\"new\">new</option><option value=\"known\">known</option>\
         <option value=\"allowed\">allowed</option></select>\n\
         <select id=\"order\" aria-label=\"Order\"><option value=\"number\">by suspicion</option>\
         <option value=\"file\">by place</option><option value=\"title\">by name</option></select>\n\
         <output id=\"shown\"></output>\n</div>"
    );
}

fn write_findings(out: &mut String, report: &Report, marked: &Marked<'_>) {
    put!(out, "<div class=\"findings\">");
    report
        .findings
        .iter()
        .for_each(|finding| write_finding(out, finding, marked));
    put!(out, "</div>");
    if report.findings.is_empty() {
        put!(out, "<p>There is none.</p>");
    }
}

fn write_finding(out: &mut String, finding: &FindingReport, marked: &Marked<'_>) {
    let status = match finding.status {
        Status::Confirmed => "confirmed",
        Status::Possible | Status::Safe => "possible",
    };
    let said = match &finding.disposition {
        Disposition::New => "new",
        Disposition::Known => "known",
        Disposition::Allowed { .. } => "allowed",
    };
    let FindingReport { number, race, .. } = finding;
    let place = &race.first.place;
    put!(
        out,
        "<details class=\"finding {status}\" id=\"{}finding-{number}\" data-number=\"{number}\" data-status=\"{status}\" \
         data-said=\"{said}\" data-file=\"{}:{:08}\" data-title=\"{}\">\n\
         <summary><span class=\"badge\">{number}</span><span class=\"badge\">{status}</span>{}: {}</summary>",
        marked.prefix,
        escaped(&place.file),
        place.line,
        escaped(&finding.title),
        escaped(&finding.title),
        finding.suspicion.words()
    );
    if let Disposition::Allowed { reason, at } = &finding.disposition {
        put!(out, "<p>Allowed at {}: {}</p>", escaped(at), escaped(reason));
    }
    put!(
        out,
        "<table>\n<tr><th>access</th><th>thread</th><th>locks held</th><th>calls</th></tr>"
    );
    write_access(out, &race.first, marked);
    write_access(out, &race.second, marked);
    put!(out, "</table>");
    source::write_excerpt(out, &race.first.place, marked);
    if race.second.place != race.first.place {
        source::write_excerpt(out, &race.second.place, marked);
    }
    let threads = finding
        .threads
        .iter()
        .map(|[one, other]| escaped(&format!("{one}, and {other}")));
    write_list(out, "Threads that may do it at the same time", threads);
    let places = finding.places.iter().filter(|pair| {
        let shown = [&race.first.place, &race.second.place];
        [&pair[0], &pair[1]] != shown && [&pair[1], &pair[0]] != shown
    });
    let places = places.map(|[one, other]| format!("{} with {}", link(one, marked), link(other, marked)));
    write_list(out, "Also at", places);
    write_list(
        out,
        "What would order them",
        finding.remedies.iter().map(|it| escaped(it)),
    );
    write_list(
        out,
        "What must go wrong",
        race.needs(|place| link(place, marked)).into_iter(),
    );
    if !race.not_excluded_because.0.is_empty() {
        put!(
            out,
            "<details>\n<summary>Why nothing excluded this pair</summary>\n<table>"
        );
        for (id, reason) in &race.not_excluded_because.0 {
            put!(out, "<tr><td>{}</td><td>{}</td></tr>", escaped(id), escaped(reason));
        }
        put!(out, "</table>\n</details>");
    }
    put!(out, "</details>");
}

fn write_access(out: &mut String, access: &AccessReport, marked: &Marked<'_>) {
    let held: Vec<String> = access
        .held
        .iter()
        .map(|held| {
            let taken = held.taken.as_ref().map(|at| format!(", taken at {}", link(at, marked)));
            format!("{}{}", escaped(&held.name()), taken.unwrap_or_default())
        })
        .collect();
    let held = if held.is_empty() {
        "none".to_owned()
    } else {
        held.join("<br>")
    };
    let calls: Vec<String> = access
        .stack
        .iter()
        .skip(1)
        .map(|call| {
            format!(
                "from <code>{}</code> at {}",
                escaped(&call.function),
                link(&call.place, marked)
            )
        })
        .collect();
    let created: Vec<String> = access
        .created
        .iter()
        .map(|at| format!(" ({})", link(at, marked)))
        .collect();
    put!(
        out,
        "<tr><td>{} at {} in <code>{}</code></td><td>{}{}</td><td>{held}</td><td>{}</td></tr>",
        access.action(),
        link(&access.place, marked),
        escaped(&access.function),
        escaped(&access.thread),
        created.concat(),
        calls.join("<br>")
    );
}

/// A place, as a link to its line where the source is in the page.
fn link(at: &PlaceReport, marked: &Marked<'_>) -> String {
    let text = format!("<code>{}</code>", escaped(&at.display()));
    match anchor(at, marked) {
        Some(anchor) => format!("<a href=\"#{anchor}\">{text}</a>"),
        None => text,
    }
}

fn write_limits(out: &mut String, report: &Report) {
    let coarse = report.analysis.sentence().map(str::to_owned);
    write_section(out, "How much was told apart", coarse.into_iter());
    let obstacles = report
        .obstacles
        .iter()
        .map(|it| format!("{}: {}", it.place.display(), it.what));
    write_section(out, "Not understood", obstacles);
    let ended = report.execution_ends.iter().map(ExecutionEndReport::sentence);
    write_section(out, "Where executions ended", ended);
    let dead = report.dead_code.iter().map(|it| {
        format!(
            "{} in {}, behind {} at {}",
            it.place.display(),
            it.function,
            it.operation,
            it.behind.display()
        )
    });
    write_section(out, "Never reached", dead);
    write_section(out, "How the program is entered", open::said(report).into_iter());
    write_section(out, "Assumed", report.assumptions.iter().map(|it| it.what.clone()));
    let configuration = report.run.silent_configuration();
    write_section(out, "Configured by", configuration.map(str::to_owned).into_iter());
    let settings = report.run.settings.iter();
    let settings = settings.map(|it| format!("{} = {} instead of {} ({})", it.key, it.value, it.default, it.source));
    write_section(out, "Settings that differ from their defaults", settings);
    let safe = report
        .locations
        .iter()
        .filter(|location| location.status == Status::Safe);
    let safe = safe.map(|it| format!("{}{}, bytes {}: {}", it.object, it.part, it.bytes, it.because.join(" ")));
    write_section(out, "Safe locations", safe);
    let statistics = report
        .statistics
        .0
        .iter()
        .map(|(name, value)| format!("{name}: {value}"));
    write_section(out, "Figures", statistics);
}

fn write_section(out: &mut String, title: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.map(|item| format!("<li>{}</li>", escaped(&item))).collect();
    if !items.is_empty() {
        put!(
            out,
            "<details open><summary>{title} ({})</summary>\n<ul>\n{}\n</ul>\n</details>",
            items.len(),
            items.join("\n")
        );
    }
}

/// A list of items that are markup already.
fn write_list(out: &mut String, title: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.map(|item| format!("<li>{item}</li>")).collect();
    if !items.is_empty() {
        put!(out, "<p>{title}:</p>\n<ul>\n{}\n</ul>", items.join("\n"));
    }
}

/// Text in which nothing is taken for markup.
pub(super) fn escaped(text: &str) -> String {
    super::text::visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
