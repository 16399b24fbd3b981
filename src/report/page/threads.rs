//! The threads on the page: drawn, and as a list below their creators with links to where they are created and joined.

use super::drawing::{Edge, EdgeKind, Graph, drawn};
use super::source::Marked;
use super::{escaped, link, put};
use crate::report::model::{PlaceReport, Report, ThreadReport};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Which threads create which, and where.
fn graph(threads: &[ThreadReport]) -> Graph {
    let name = |thread: &ThreadReport| match thread.several {
        true => format!("{}, any number", thread.routine),
        false => thread.routine.clone(),
    };
    let arrows = threads.iter().enumerate().flat_map(|(number, thread)| {
        let lines: BTreeSet<u32> = thread.created.iter().map(|at| at.line).collect();
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        let label = format!("line {}", lines.join(", "));
        thread.creators.iter().map(move |creator| Edge {
            from: *creator,
            to: number,
            label: label.clone(),
            kind: EdgeKind::Ordinary,
        })
    });
    Graph {
        title: "Which threads create which",
        nodes: threads.iter().map(name).collect(),
        edges: arrows.collect(),
    }
}

/// The threads below their creators.
pub fn write_threads(out: &mut String, report: &Report, marked: &Marked<'_>) {
    if report.threads.len() < 2 {
        return;
    }
    put!(out, "<h2>Threads</h2>");
    out.extend(drawn(&graph(&report.threads), &format!("{}threads-", marked.prefix)));
    put!(out, "<ul class=\"tree\">");
    let mut shown = BTreeSet::new();
    for root in 0..report.threads.len() {
        if report.threads[root].creators.is_empty() {
            write_thread(out, report, root, marked, &mut shown);
        }
    }
    put!(out, "</ul>");
}

/// Threads are deep only where the program nests creations, which ids of threads do not do more than a few times.
fn write_thread(out: &mut String, report: &Report, number: usize, marked: &Marked<'_>, shown: &mut BTreeSet<usize>) {
    if !shown.insert(number) {
        return;
    }
    let thread = &report.threads[number];
    let several = if thread.several { ", any number" } else { "" };
    let places = |places: &[PlaceReport]| places.iter().map(|at| link(at, marked)).collect::<Vec<_>>().join(", ");
    let mut text = format!("<code>{}</code>{several}", escaped(&thread.routine));
    if !thread.created.is_empty() {
        let begins = if thread.handler {
            "a signal handler, installed"
        } else {
            "created"
        };
        text += &format!("; {begins} at {}", places(&thread.created));
    }
    if !thread.joined.is_empty() {
        text += &format!("; joined at {}", places(&thread.joined));
    }
    put!(out, "<li>{text}");
    let children = (0..report.threads.len()).filter(|child| report.threads[*child].creators.contains(&number));
    let children: Vec<usize> = children.filter(|child| !shown.contains(child)).collect();
    if !children.is_empty() && shown.len() < report.threads.len() {
        put!(out, "<ul class=\"tree\">");
        children.into_iter().for_each(|child| {
            stacker::maybe_grow(64 * 1024, 1 << 20, || write_thread(out, report, child, marked, shown))
        });
        put!(out, "</ul>");
    }
    put!(out, "</li>");
}
