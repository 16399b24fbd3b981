//! Deadlocks on the page.

use super::model::{CircleReport, DeadlocksReport, LockOrderReport};
use crate::report::page::{Edge, EdgeKind, Graph, drawn, escaped};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Appends what is said of deadlocks; the prefix tells names from those of other reports on the page.
pub fn write_page(out: &mut String, report: &DeadlocksReport, prefix: &str) {
    let _ = writeln!(out, "<h2>Deadlocks</h2>\n<p>{}</p>", escaped(&report.sentence()));
    report.circles.iter().for_each(|circle| write_circle(out, circle));
    out.extend(drawn(&graph(report), &format!("{prefix}locks-")));
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

/// In which order locks are taken; arrows of circles are told from others.
fn graph(report: &DeadlocksReport) -> Graph {
    let pairs = report.order.iter();
    let names: BTreeSet<&String> = pairs.flat_map(|pair| [&pair.held, &pair.taken]).collect();
    let nodes: Vec<String> = names.into_iter().cloned().collect();
    let number = |name: &String| nodes.binary_search(name).expect("each name is that of a box");
    let arrow = |pair: &LockOrderReport| Edge {
        from: number(&pair.held),
        to: number(&pair.taken),
        label: pair
            .places
            .first()
            .map_or_else(String::new, |at| format!("line {}", at.line)),
        kind: match report.circles.iter().any(|circle| has(circle, pair)) {
            true => EdgeKind::Reported,
            false => EdgeKind::Ordinary,
        },
    };
    Graph {
        title: "Which locks are taken while which are held",
        edges: report.order.iter().map(arrow).collect(),
        nodes,
    }
}

/// Whether a thread of a circle holds the one lock and waits for the other. A lock in allocated memory is called `p->lock in NAME`.
fn has(circle: &CircleReport, pair: &LockOrderReport) -> bool {
    let is_held = |has: &str| has == pair.held || has.ends_with(&format!(" in {}", pair.held));
    let mut threads = circle.threads.iter();
    threads.any(|thread| pair.places.contains(&thread.place) && is_held(&thread.has))
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
