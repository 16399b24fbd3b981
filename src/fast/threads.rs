//! Which threads run which code, and what runs before there is a second one.
//!
//! Threads are told apart by the functions with which they start. One that is created at one place, which is passed at most once, is one thread; `main` is
//! another one; of all others there may be several. From the first creation on there may be threads, for ever: joins are not looked at.

use std::collections::BTreeMap;

use super::calls::{Graph, Site};
use super::memory::Memory;
use super::rows::When;
use crate::ir::graph::reached;
use crate::ir::{Body, FunctionId};

/// Which threads run a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// None.
    Nobody,
    /// The one thread that starts with a function.
    One(FunctionId),
    /// Perhaps several.
    Several,
}

impl Who {
    /// Those of two.
    pub fn or(self, other: Who) -> Who {
        match (self, other) {
            (Who::Nobody, who) | (who, Who::Nobody) => who,
            (Who::One(one), Who::One(another)) if one == another => self,
            _ => Who::Several,
        }
    }
}

/// What is known of threads.
pub struct Threads {
    /// Who runs each function.
    pub who: Vec<Who>,
    /// Whether there may be other threads when a function is entered.
    pub entered_late: Vec<bool>,
    /// For each function the blocks that a creation may lead to; `None` if it creates nothing.
    late_blocks: Vec<Option<Vec<bool>>>,
    /// Whether a call of the function may create threads.
    creates: Vec<bool>,
    creations: usize,
}

impl Threads {
    /// Follows all calls.
    pub fn new(memory: &Memory<'_>, graph: &Graph) -> Self {
        let many = graph.sites.len();
        let mut threads = Threads {
            who: vec![Who::Nobody; many],
            entered_late: vec![false; many],
            late_blocks: vec![None; many],
            creates: vec![false; many],
            creations: 0,
        };
        threads.run(memory, graph);
        threads.find_creators(graph);
        threads.find_late_code(memory, graph);
        threads
    }

    /// How many functions are run.
    pub fn running(&self) -> usize {
        self.who.iter().filter(|who| **who != Who::Nobody).count()
    }

    /// How many places start something that runs beside what follows.
    pub fn creations(&self) -> usize {
        self.creations
    }

    /// Who runs what: from `main`, and from each function with which something starts.
    fn run(&mut self, memory: &Memory<'_>, graph: &Graph) {
        let main = memory.program.main;
        let mut starts: BTreeMap<FunctionId, usize> = BTreeMap::new();
        let mut open = vec![(main, Who::One(main))];
        let functions = memory.program.functions.iter().enumerate();
        let destructors = functions.filter(|(_, function)| function.destructor.is_some());
        open.extend(destructors.map(|(number, _)| (FunctionId(number as u32), Who::Several)));
        let is_main_called = calls(graph, main);
        while let Some((function, who)) = open.pop() {
            let number = function.0 as usize;
            let is_new = self.who[number] == Who::Nobody;
            let joined = self.who[number].or(who);
            if joined == self.who[number] {
                continue;
            }
            self.who[number] = joined;
            for site in &graph.sites[number] {
                let callees = site.callees.iter().flat_map(|callees| callees.iter());
                open.extend(callees.map(|callee| (*callee, joined)));
                if site.creates() && is_new {
                    self.creations += 1;
                    let is_once = function == main && !is_main_called && is_passed_once(memory, main, site);
                    start(site, (main, is_once), &mut starts, &mut open);
                }
            }
        }
    }

    /// Who creates threads, in the calls that it makes as well.
    fn find_creators(&mut self, graph: &Graph) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); graph.sites.len()];
        let mut open = Vec::new();
        for (caller, sites) in graph.sites.iter().enumerate() {
            for site in sites {
                for callee in site.callees.iter().flat_map(|callees| callees.iter()) {
                    callers[callee.0 as usize].push(caller);
                }
                if site.creates() {
                    open.push(caller);
                }
            }
        }
        self.creates = reached(&callers, open);
    }

    /// What runs when there may be other threads.
    fn find_late_code(&mut self, memory: &Memory<'_>, graph: &Graph) {
        let main = memory.program.main;
        for (number, function) in memory.program.functions.iter().enumerate() {
            if let (Some(body), true) = (&function.body, self.creates[number]) {
                self.late_blocks[number] = Some(self.blocks_behind_creations(body, &graph.sites[number]));
            }
        }
        let mut open: Vec<usize> = Vec::new();
        for number in 0..graph.sites.len() {
            if self.who[number] == Who::Nobody {
                continue;
            }
            if self.who[number] != Who::One(main) {
                open.push(number);
            }
            for site in &graph.sites[number] {
                if self.is_late(graph, number, site.block, site.instruction) {
                    let callees = site.callees.iter().flat_map(|callees| callees.iter());
                    open.extend(callees.map(|callee| callee.0 as usize));
                }
            }
        }
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut self.entered_late[number], true) {
                let sites = graph.sites[number].iter();
                let callees = sites
                    .flat_map(|site| site.callees.iter())
                    .flat_map(|callees| callees.iter());
                open.extend(callees.map(|callee| callee.0 as usize));
            }
        }
    }

    /// Whether a call may create threads.
    fn may_create(&self, site: &Site) -> bool {
        let mut callees = site.callees.iter().flat_map(|callees| callees.iter());
        site.creates() || callees.any(|callee| self.creates[callee.0 as usize])
    }

    fn blocks_behind_creations(&self, body: &Body, sites: &[Site]) -> Vec<bool> {
        let mut late = vec![false; body.blocks.len()];
        let creating = sites.iter().filter(|site| self.may_create(site));
        let behind = |block: usize| {
            let next = body.blocks[block].terminator.successors().into_iter();
            next.map(|block| block.0 as usize)
        };
        let mut open: Vec<usize> = creating.flat_map(|site| behind(site.block)).collect();
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut late[block], true) {
                open.extend(behind(block));
            }
        }
        late
    }

    /// Whether there may be other threads when an instruction is executed, seen from what the function itself does. What a creating call does
    /// besides may come behind its creation; what a function does that is called may come before that of its own.
    pub fn is_late(&self, graph: &Graph, function: usize, block: usize, instruction: usize) -> bool {
        let Some(late) = &self.late_blocks[function] else {
            return false;
        };
        let is_behind = |site: &Site| match site.instruction == instruction {
            true => site.creates(),
            false => site.instruction < instruction && self.may_create(site),
        };
        let sites = &graph.sites[function][graph.sites_in(function, block)];
        late[block] || sites.iter().any(is_behind)
    }
}

/// Whether a function is called from anywhere.
fn calls(graph: &Graph, function: FunctionId) -> bool {
    let sites = graph.sites.iter().flatten();
    let mut called = sites.flat_map(|site| &site.callees).flat_map(|callees| callees.iter());
    called.any(|callee| *callee == function)
}

/// Notes what a call starts; whatever may be started twice is several threads.
fn start(
    site: &Site,
    (main, is_once): (FunctionId, bool),
    starts: &mut BTreeMap<FunctionId, usize>,
    open: &mut Vec<(FunctionId, Who)>,
) {
    for (when, functions) in &site.started {
        for function in functions.iter() {
            let times = starts.entry(*function).or_default();
            *times += 1;
            let is_one = *when == When::InAThread && is_once && *times == 1 && *function != main;
            open.push((*function, if is_one { Who::One(*function) } else { Who::Several }));
        }
    }
}

/// Whether control passes a call at most once each time that the function is entered.
fn is_passed_once(memory: &Memory<'_>, function: FunctionId, site: &Site) -> bool {
    let Some(body) = &memory.program.function(function).body else {
        return false;
    };
    let mut seen = vec![false; body.blocks.len()];
    let mut open = body.blocks[site.block].terminator.successors();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block.0 as usize], true) {
            open.extend(body.blocks[block.0 as usize].terminator.successors());
        }
    }
    !seen[site.block]
}
