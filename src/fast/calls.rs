//! Who calls whom: by name, through pointers, and by functions of the library that call back.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::classes::Class;
use super::flows::value;
use super::memory::Memory;
use super::rows::{When, called_back, is_pure};
use crate::ir::{Callee, Expr, FunctionId, InstructionKind};

/// A call in a body.
pub struct Site {
    /// The number of the block, and of the instruction in it.
    pub block: usize,
    pub instruction: usize,
    /// What is run before the call returns, functions without body included.
    pub callees: Vec<Rc<[FunctionId]>>,
    /// What is run by other threads from then on.
    pub started: Vec<(When, Rc<[FunctionId]>)>,
    /// Whether code outside is called, which may call the functions that it knows.
    pub leaves: bool,
}

impl Site {
    /// Whether it makes code run at the same time as what follows.
    pub fn creates(&self) -> bool {
        !self.started.is_empty()
    }
}

/// All calls.
pub struct Graph {
    /// The calls of each function.
    pub sites: Vec<Vec<Site>>,
    /// The functions that code outside knows.
    pub outside: Rc<[FunctionId]>,
    /// The functions of each class.
    members: BTreeMap<Class, Rc<[FunctionId]>>,
}

impl Graph {
    /// The calls of a program whose addresses have flowed.
    pub fn new(memory: &mut Memory<'_>) -> Self {
        let mut members: BTreeMap<Class, Vec<FunctionId>> = BTreeMap::new();
        for number in 0..memory.functions.len() {
            let class = memory.classes.find(memory.functions[number]);
            members.entry(class).or_default().push(FunctionId(number as u32));
        }
        let members = members.into_iter().map(|(class, functions)| (class, functions.into()));
        let mut graph = Graph {
            sites: Vec::new(),
            outside: Rc::new([]),
            members: members.collect(),
        };
        graph.outside = graph.functions_in(memory, Some(memory.pools.outside));
        let program = memory.program;
        for number in 0..program.functions.len() {
            let sites = graph.sites_of(memory, FunctionId(number as u32));
            graph.sites.push(sites);
        }
        graph
    }

    /// The numbers of the calls in a block of a function.
    pub fn sites_in(&self, function: usize, block: usize) -> std::ops::Range<usize> {
        let sites = &self.sites[function];
        let first = sites.partition_point(|site| site.block < block);
        let behind = sites[first..].partition_point(|site| site.block == block);
        first..first + behind
    }

    /// The functions in a class.
    fn functions_in(&self, memory: &mut Memory<'_>, class: Option<Class>) -> Rc<[FunctionId]> {
        let found = class.and_then(|class| self.members.get(&memory.classes.find(class)));
        found.cloned().unwrap_or_else(|| Rc::new([]))
    }

    fn sites_of(&self, memory: &mut Memory<'_>, function: FunctionId) -> Vec<Site> {
        let program = memory.program;
        let mut sites = Vec::new();
        let body = program.function(function).body.iter();
        for (block, content) in body.flat_map(|body| &body.blocks).enumerate() {
            for (instruction, content) in content.instructions.iter().enumerate() {
                if let InstructionKind::Call { callee, arguments, .. } = &content.kind {
                    let mut site = Site {
                        block,
                        instruction,
                        callees: Vec::new(),
                        started: Vec::new(),
                        leaves: false,
                    };
                    self.fill(memory, function, &mut site, (callee, arguments));
                    sites.push(site);
                }
            }
        }
        sites
    }

    fn fill(
        &self,
        memory: &mut Memory<'_>,
        function: FunctionId,
        site: &mut Site,
        (callee, arguments): (&Callee, &[Expr]),
    ) {
        let called = match callee {
            Callee::Function(called) => Rc::new([*called]),
            Callee::Pointer(pointer) => {
                let class = value(memory, function, pointer);
                let outside = memory.pools.outside;
                site.leaves |= class.is_some_and(|class| memory.classes.same(class, outside));
                self.functions_in(memory, class)
            }
        };
        for called in called.iter() {
            let values = match callee {
                Callee::Function(_) => arguments.iter().map(|it| value(memory, function, it)).collect(),
                Callee::Pointer(_) => super::flows::values_through_pointers(memory, *called),
            };
            if memory.program.function(*called).body.is_none() {
                self.fill_library(memory, site, *called, &values);
            }
        }
        site.callees.push(called);
        if site.leaves && !self.outside.is_empty() {
            site.started.push((When::AtAnyTime, Rc::clone(&self.outside)));
        }
    }

    fn fill_library(&self, memory: &mut Memory<'_>, site: &mut Site, called: FunctionId, values: &[Option<Class>]) {
        let Some(model) = memory.library.model(&memory.program.function(called).name) else {
            site.leaves |= !is_pure(memory, called);
            return;
        };
        for (argument, when) in called_back(model) {
            let code = values.get(argument).copied().flatten();
            let code = match when {
                When::FromMemory => code.map(|code| memory.classes.target(code)),
                _ => code,
            };
            let functions = self.functions_in(memory, code);
            match when {
                When::Now => site.callees.push(functions),
                _ => site.started.push((when, functions)),
            }
        }
    }
}
