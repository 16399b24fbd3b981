//! Dumps of what the stages see: graphs, threads, locks, digests.

use super::build::Findings;
use super::text::{count, line};
use super::threads::creation_place;
use crate::ir::{BlockId, Program};
use crate::races::{Access, AccessKind, Multiplicity, Thread, ThreadId};
use std::collections::{BTreeMap, BTreeSet};

/// The control-flow graphs of all functions in the language of Graphviz.
pub fn graphs(program: &Program) -> String {
    let mut out = String::from("digraph program {\n  node [shape=box];\n");
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        line(&mut out, 1, &format!("subgraph cluster_{number} {{"));
        line(&mut out, 2, &format!("label=\"{}\";", function.name));
        for (block, content) in body.blocks.iter().enumerate() {
            let first = content
                .instructions
                .first()
                .map_or(content.at, |instruction| instruction.at);
            let instructions = count(content.instructions.len() as u64, "instruction", "instructions");
            let label = format!("b{block}, line {}: {instructions}", first.line);
            line(&mut out, 2, &format!("f{number}_b{block} [label=\"{label}\"];"));
            for BlockId(next) in content.terminator.successors() {
                line(&mut out, 2, &format!("f{number}_b{block} -> f{number}_b{next};"));
            }
        }
        line(&mut out, 1, "}");
    }
    out.push_str("}\n");
    out
}

/// The tree of threads: ids, how many each stands for, where they are created and joined.
pub fn threads(findings: &Findings<'_>) -> String {
    let threads = &findings.evidence().threads;
    let mut out = String::new();
    let mut shown = BTreeSet::new();
    for root in threads.iter().filter(|thread| thread.creators.is_empty()) {
        write_thread(findings, root, 0, &mut shown, &mut out);
    }
    // Threads that only threads like themselves create hang below no root.
    for thread in threads {
        if !shown.contains(&thread.id) {
            write_thread(findings, thread, 0, &mut shown, &mut out);
        }
    }
    out
}

fn write_thread(
    findings: &Findings<'_>,
    thread: &Thread,
    level: usize,
    shown: &mut BTreeSet<ThreadId>,
    out: &mut String,
) {
    let again = if shown.insert(thread.id) { "" } else { " (see above)" };
    let count = match thread.multiplicity {
        Multiplicity::Unique => "one thread",
        Multiplicity::Multiple => "any number of threads",
    };
    line(out, level, &format!("{}: {count}{again}", thread.routine));
    if !again.is_empty() {
        return;
    }
    for creation in &thread.created_at {
        let place = creation_place(creation, findings.place(creation.at).display());
        let begins = if findings.code.installs_handler(creation.at) {
            "installed"
        } else {
            "created"
        };
        line(out, level + 1, &format!("{begins} at {place}"));
    }
    for joined in &thread.joined_at {
        line(
            out,
            level + 1,
            &format!("joined at {}", findings.place(*joined).display()),
        );
    }
    let children = findings
        .evidence()
        .threads
        .iter()
        .filter(|child| child.creators.contains(&thread.id));
    for child in children.filter(|child| child.id != thread.id) {
        write_thread(findings, child, level + 1, shown, out);
    }
}

/// Each lock, and the accesses made while it is held.
pub fn locks(findings: &Findings<'_>) -> String {
    let mut held: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for access in &findings.explainer.pairing.accesses {
        for lock in findings.evidence().predicates.locks(access.digest) {
            held.entry(lock).or_default().insert(describe(findings, access));
        }
    }
    let mut out = String::new();
    for (lock, accesses) in held {
        line(&mut out, 0, &lock);
        accesses.iter().for_each(|access| line(&mut out, 1, access));
    }
    if out.is_empty() {
        out.push_str("No lock is certainly held at any access to shared memory.\n");
    }
    out
}

/// The accesses to shared memory, each with its digest.
pub fn solution(findings: &Findings<'_>) -> String {
    let mut out = String::new();
    for access in &findings.explainer.pairing.accesses {
        line(&mut out, 0, &describe(findings, access));
        for (id, component) in findings.evidence().predicates.render(access.digest) {
            line(&mut out, 1, &format!("{id:<4} {component}"));
        }
    }
    out
}

/// `counter.c:12:3: write of counter in worker`.
fn describe(findings: &Findings<'_>, access: &Access) -> String {
    let kind = match access.kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
        AccessKind::Free => "free",
        AccessKind::Destroy => "destroy",
    };
    let object = &findings.evidence().objects[access.object.index()].name;
    let function = &findings.program.function(access.function).name;
    format!(
        "{}: {kind} of {object} in {function}",
        findings.place(access.at).display()
    )
}
