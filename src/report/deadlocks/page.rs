//! Deadlocks on the page.

use super::model::{CircleReport, DeadlocksReport};
use crate::report::page::escaped;
use std::fmt::Write;

/// Appends what is said of deadlocks.
pub fn write_page(out: &mut String, report: &DeadlocksReport) {
    let _ = writeln!(out, "<h2>Deadlocks</h2>\n<p>{}</p>", escaped(&report.sentence()));
    report.circles.iter().for_each(|circle| write_circle(out, circle));
    if report.has_more {
        let _ = writeln!(
            out,
            "<p>There may be more: circles are listed up to {} threads.</p>",
            report.longest
        );
    }
    let faults = report.faults.iter();
    let faults = faults.map(|fault| format!("{} in {}: {}", fault.place.display(), fault.function, fault.what));
    write_list(out, "Locks used wrongly", faults);
    let obstacles = report.obstacles.iter();
    let obstacles = obstacles.map(|it| format!("{}: {}", it.place.display(), it.what));
    write_list(out, "Not understood", obstacles);
    let uncovered = report.uncovered.iter().map(|it| it.what.clone());
    write_list(out, "Not covered by what is said of deadlocks", uncovered);
    write_list(out, "Assumed of deadlocks", report.assumptions.iter().cloned());
}

fn write_circle(out: &mut String, circle: &CircleReport) {
    let title = escaped(&(circle.title() + &circle.disposition.words()));
    let _ = writeln!(
        out,
        "<details class=\"deadlock\" open>\n<summary>{}: {title}</summary>",
        circle.what()
    );
    let _ = writeln!(
        out,
        "<table>\n<tr><th>thread</th><th>waits for</th><th>at</th><th>has</th><th>calls</th></tr>"
    );
    for thread in &circle.threads {
        let calls = thread.stack.iter().skip(1);
        let calls: Vec<String> = calls
            .map(|call| escaped(&format!("from {} at {}", call.function, call.place.display())))
            .collect();
        let taken = thread.taken.as_ref().map(|at| format!(", taken at {}", at.display()));
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td><code>{}</code> in <code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escaped(&thread.thread),
            escaped(&thread.wanted),
            escaped(&thread.place.display()),
            escaped(&thread.function),
            escaped(&format!("{}{}", thread.has, taken.unwrap_or_default())),
            calls.join("<br>")
        );
    }
    let _ = writeln!(out, "</table>");
    let reasons = circle.not_excluded_because.0.iter();
    write_list(
        out,
        "Not excluded because",
        reasons.map(|(id, reason)| format!("{id}: {reason}")),
    );
    let _ = writeln!(out, "</details>");
}

fn write_list(out: &mut String, title: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.map(|item| format!("<li>{}</li>", escaped(&item))).collect();
    if !items.is_empty() {
        let _ = writeln!(out, "<p>{title}:</p>\n<ul>\n{}\n</ul>", items.join("\n"));
    }
}
