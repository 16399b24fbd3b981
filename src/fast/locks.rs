//! Which locks are certainly held.
//!
//! Only a lock that is one definite variable counts: it is named where it is acquired, or the pointer can lead to no other object. For each point of a function,
//! what it did to the locks held at its entry is known by what was perhaps lost since then, and what was certainly gained (of two paths the union of what
//! is lost and the intersection of what is gained). What callees lose and gain is summed up per function; what is held at the entry of a function is
//! held at all its calls. So each function is looked at once, and calls in a circle gain nothing.

use std::collections::BTreeMap;

use super::calls::{Graph, Site};
use super::changes::{Change, Hold, Holds, Lost, MOST_LOST, gain};
use super::memory::{Memory, ObjectNumber};
use super::rows::When;
use super::spots::{self, Bytes, Spot, is_array};
use super::threads::{Threads, Who};
use crate::ir::{Callee, Expr, FunctionId, InstructionKind};
use crate::library::model::{Attempt, Effect, Mode};

/// A lock: the variable, and the bytes in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lock {
    /// The variable.
    pub object: ObjectNumber,
    /// Its bytes.
    pub bytes: Bytes,
}

/// All locks, and what is held where.
pub struct Locks {
    /// The locks, by number.
    pub locks: Vec<Lock>,
    numbers: BTreeMap<Lock, u32>,
    /// The locks that are taken for reading somewhere: who holds one so may be refused it exclusively.
    read: Lost,
    /// Whether a lock may be given to who finds that its holder has ended.
    has_robust: bool,
    /// What each call does, in the order of the sites of the function.
    sites: Vec<Vec<Change>>,
    /// For each function, what happened where its blocks begin; nothing for those that change nothing. Of unreachable blocks there is nothing.
    blocks: Vec<Vec<Option<Change>>>,
    /// What each function does until it returns.
    summaries: Vec<Option<Change>>,
    /// What may be released in a call of each function.
    lost: Vec<Lost>,
    /// What is held whenever a function is entered; nothing for functions that nobody enters.
    pub entries: Vec<Option<Holds>>,
}

impl Locks {
    /// Looks at all functions that run.
    pub fn new(memory: &mut Memory<'_>, graph: &Graph, threads: &Threads) -> Self {
        let many = graph.sites.len();
        let mut locks = Locks {
            locks: Vec::new(),
            numbers: BTreeMap::new(),
            read: Lost::NONE,
            has_robust: false,
            sites: Vec::new(),
            blocks: vec![Vec::new(); many],
            summaries: vec![None; many],
            lost: vec![Lost::NONE; many],
            entries: vec![None; many],
        };
        locks.name_locks(memory, graph);
        locks.find_read_locks(memory, graph);
        locks.find_own_changes(memory, graph);
        locks.find_lost(graph);
        locks.forget_loose(graph);
        for number in 0..many {
            locks.summarise(memory, graph, number);
        }
        locks.enter(memory, graph, threads);
        locks
    }

    /// What happened before an instruction of a function; nothing if control does not get there.
    pub fn before(&self, graph: &Graph, function: usize, block: usize, instruction: usize) -> Option<Change> {
        if self.blocks[function].is_empty() {
            return Some(Change::NONE);
        }
        let mut change = self.blocks[function][block].clone()?;
        for number in graph.sites_in(function, block) {
            if graph.sites[function][number].instruction < instruction {
                change.then(&self.sites[function][number]);
            }
        }
        Some(change)
    }

    /// What a call does, by its number in the function.
    pub fn at_site(&self, function: usize, site: usize) -> &Change {
        &self.sites[function][site]
    }

    /// Numbers the locks, and notes whether any is robust.
    fn name_locks(&mut self, memory: &mut Memory<'_>, graph: &Graph) {
        let is_robust = |effect: &Effect| matches!(effect, Effect::AttributeRobust { .. });
        for (number, sites) in graph.sites.iter().enumerate() {
            let function = FunctionId(number as u32);
            for site in sites {
                let Some((effect, arguments)) = effect_at(memory, function, site) else {
                    self.has_robust |= through_pointers(memory, site, is_robust);
                    continue;
                };
                match effect {
                    Effect::Lock { lock, .. } => {
                        if let Some(lock) = arguments.get(*lock).and_then(|it| definite(memory, function, it)) {
                            let next = self.locks.len() as u32;
                            if *self.numbers.entry(lock).or_insert(next) == next {
                                self.locks.push(lock);
                            }
                        }
                    }
                    Effect::AttributeRobust { .. } => self.has_robust = true,
                    _ => {}
                }
            }
        }
    }

    /// Which locks are taken for reading.
    fn find_read_locks(&mut self, memory: &mut Memory<'_>, graph: &Graph) {
        let is_read = |effect: &Effect| matches!(effect, Effect::Lock { mode: Mode::Read, .. });
        for (number, sites) in graph.sites.iter().enumerate() {
            let function = FunctionId(number as u32);
            for site in sites {
                let read = match effect_at(memory, function, site) {
                    Some((effect @ Effect::Lock { lock, .. }, arguments)) if is_read(effect) => {
                        self.lost_through(memory, function, arguments.get(*lock))
                    }
                    None if through_pointers(memory, site, is_read) => Lost::All,
                    _ => continue,
                };
                self.read.add(&read);
            }
        }
    }

    /// The locks that a pointer may lead to.
    fn lost_through(&self, memory: &mut Memory<'_>, function: FunctionId, pointer: Option<&Expr>) -> Lost {
        let Some(pointer) = pointer else { return Lost::All };
        let spot = spots::of_pointer(memory, function, pointer, None);
        self.lost_at(memory, spot)
    }

    /// What each call of the library does.
    fn find_own_changes(&mut self, memory: &mut Memory<'_>, graph: &Graph) {
        for (number, sites) in graph.sites.iter().enumerate() {
            let function = FunctionId(number as u32);
            let changes = sites.iter().map(|site| match effect_at(memory, function, site) {
                Some((effect, arguments)) => self.change_by(memory, function, effect, arguments),
                None => self.change_through_pointers(memory, site),
            });
            let changes = changes.collect();
            self.sites.push(changes);
        }
    }

    fn change_by(&self, memory: &mut Memory<'_>, function: FunctionId, effect: &Effect, arguments: &[Expr]) -> Change {
        let mut change = Change::NONE;
        match effect {
            Effect::Lock {
                lock,
                mode,
                attempt: Attempt::Blocking,
                ..
            } if !self.has_robust => {
                let lock = arguments.get(*lock).and_then(|it| definite(memory, function, it));
                if let Some(lock) = lock.and_then(|lock| self.numbers.get(&lock)) {
                    let exclusive = *mode == Mode::Write;
                    if !exclusive || !self.read.has(*lock) {
                        gain(&mut change.gained, Hold { lock: *lock, exclusive });
                    }
                }
            }
            Effect::Unlock { lock } | Effect::LockInit { lock, .. } | Effect::LockDestroy { lock } => {
                change.lost = self.lost_through(memory, function, arguments.get(*lock));
            }
            _ => {}
        }
        change
    }

    /// A call through a pointer may release anything, if it can lead to a function that does.
    fn change_through_pointers(&self, memory: &Memory<'_>, site: &Site) -> Change {
        let releases = |effect: &Effect| {
            matches!(
                effect,
                Effect::Unlock { .. } | Effect::LockInit { .. } | Effect::LockDestroy { .. }
            )
        };
        Change {
            lost: match through_pointers(memory, site, releases) {
                true => Lost::All,
                false => Lost::NONE,
            },
            gained: Vec::new(),
        }
    }

    /// The locks that lie at a spot.
    fn lost_at(&self, memory: &mut Memory<'_>, spot: Spot) -> Lost {
        let mut lost = Vec::new();
        for (number, lock) in self.locks.iter().enumerate() {
            let is_there = match spot {
                Spot::Private => false,
                Spot::Object(object, _) => object == lock.object,
                Spot::Class(class) => {
                    let own = memory.objects[lock.object].class;
                    memory.classes.same(class, own)
                }
            };
            if is_there {
                lost.push(number as u32);
            }
        }
        match lost.len() > MOST_LOST {
            true => Lost::All,
            false => Lost::Some(lost),
        }
    }

    /// What may be released in a call of each function: what it releases itself, and what its callees do.
    fn find_lost(&mut self, graph: &Graph) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); graph.sites.len()];
        for (caller, sites) in graph.sites.iter().enumerate() {
            for (site, change) in sites.iter().zip(&self.sites[caller]) {
                self.lost[caller].add(&change.lost);
                for callee in site.callees.iter().flat_map(|callees| callees.iter()) {
                    callers[callee.0 as usize].push(caller);
                }
            }
        }
        let loses = |number: &usize| self.lost[*number] != Lost::NONE;
        let mut open: Vec<usize> = (0..graph.sites.len()).filter(loses).collect();
        while let Some(callee) = open.pop() {
            let lost = self.lost[callee].clone();
            for caller in &callers[callee] {
                if self.lost[*caller].add(&lost) {
                    open.push(*caller);
                }
            }
        }
    }

    /// A lock does not count that may be released at any time: by handlers of signals, or by what code outside calls.
    fn forget_loose(&mut self, graph: &Graph) {
        let mut loose = Lost::NONE;
        for (when, functions) in graph.sites.iter().flatten().flat_map(|site| &site.started) {
            if *when != When::InAThread {
                for function in functions.iter() {
                    loose.add(&self.lost[function.0 as usize]);
                }
            }
        }
        for change in self.sites.iter_mut().flatten() {
            change.gained.retain(|hold| !loose.has(hold.lock));
        }
    }

    /// What a function does until it returns, callees before callers; what is in a circle gains nothing.
    fn summarise(&mut self, memory: &Memory<'_>, graph: &Graph, function: usize) {
        let mut open = vec![(function, false)];
        while let Some((function, is_ready)) = open.pop() {
            if is_ready {
                self.summaries[function] = Some(self.execute(memory, graph, function));
            } else if self.summaries[function].is_none() {
                self.summaries[function] = Some(Change {
                    lost: self.lost[function].clone(),
                    gained: Vec::new(),
                });
                open.push((function, true));
                let callees = graph.sites[function].iter().flat_map(|site| &site.callees);
                open.extend(
                    callees
                        .flat_map(|callees| callees.iter())
                        .map(|callee| (callee.0 as usize, false)),
                );
            }
        }
    }

    /// Executes a function on what happened to locks.
    fn execute(&mut self, memory: &Memory<'_>, graph: &Graph, function: usize) -> Change {
        for (number, site) in graph.sites[function].iter().enumerate() {
            if let Some(called) = self.change_by_callees(memory, site) {
                self.sites[function][number].then(&called);
            }
        }
        let Some(body) = &memory.program.functions[function].body else {
            return Change::NONE;
        };
        if self.sites[function].iter().all(|change| *change == Change::NONE) {
            return Change::NONE;
        }
        let mut blocks: Vec<Option<Change>> = vec![None; body.blocks.len()];
        blocks[0] = Some(Change::NONE);
        let mut open = vec![0];
        let mut summary: Option<Change> = None;
        let mut at_returns: BTreeMap<usize, Change> = BTreeMap::new();
        while let Some(block) = open.pop() {
            let Some(mut change) = blocks[block].clone() else {
                continue;
            };
            for number in graph.sites_in(function, block) {
                change.then(&self.sites[function][number]);
            }
            let terminator = &body.blocks[block].terminator;
            if matches!(terminator, crate::ir::Terminator::Return(_)) {
                at_returns.insert(block, change);
                continue;
            }
            for next in terminator.successors() {
                let next = next.0 as usize;
                let has_changed = match &mut blocks[next] {
                    Some(known) => known.or(&change),
                    unknown => {
                        *unknown = Some(change.clone());
                        true
                    }
                };
                if has_changed {
                    open.push(next);
                }
            }
        }
        for change in at_returns.into_values() {
            match &mut summary {
                Some(summary) => drop(summary.or(&change)),
                none => *none = Some(change),
            }
        }
        self.blocks[function] = blocks;
        summary.unwrap_or(Change::NONE)
    }

    /// What a call does by the functions that it runs.
    fn change_by_callees(&self, memory: &Memory<'_>, site: &Site) -> Option<Change> {
        let mut change: Option<Change> = None;
        for callee in site.callees.iter().flat_map(|callees| callees.iter()) {
            let number = callee.0 as usize;
            let summary = match memory.program.function(*callee).body {
                Some(_) => self.summaries[number].clone()?,
                None => Change::NONE,
            };
            match &mut change {
                Some(change) => drop(change.or(&summary)),
                none => *none = Some(summary),
            }
        }
        // What is called back may not be called at all.
        if site.callees.len() > 1
            && let Some(change) = &mut change
        {
            change.or(&Change::NONE);
        }
        change
    }

    /// What is held at the entries of functions: at first everything, then what is held at all calls.
    fn enter(&mut self, memory: &Memory<'_>, graph: &Graph, threads: &Threads) {
        let mut open = Vec::new();
        let begins = |number: &usize| {
            let function = &memory.program.functions[*number];
            *number == memory.program.main.0 as usize || function.destructor.is_some()
        };
        open.extend((0..graph.sites.len()).filter(begins));
        let running = (0..graph.sites.len()).filter(|number| threads.who[*number] != Who::Nobody);
        let sites = running.flat_map(|number| &graph.sites[number]);
        for (when, functions) in sites.flat_map(|site| &site.started) {
            debug_assert!(*when != When::Now);
            open.extend(functions.iter().map(|function| function.0 as usize));
        }
        for number in &open {
            self.entries[*number] = Some(Vec::new());
        }
        while let Some(function) = open.pop() {
            let Some(entry) = self.entries[function].clone() else {
                continue;
            };
            for site in &graph.sites[function] {
                let Some(change) = self.before(graph, function, site.block, site.instruction) else {
                    continue;
                };
                let held = change.applied(&entry);
                for callee in site.callees.iter().flat_map(|callees| callees.iter()) {
                    let callee = callee.0 as usize;
                    let has_changed = match &mut self.entries[callee] {
                        Some(known) => {
                            let before = known.len();
                            known.retain(|hold| held.contains(hold));
                            known.len() < before
                        }
                        unknown => {
                            *unknown = Some(held.clone());
                            true
                        }
                    };
                    if has_changed {
                        open.push(callee);
                    }
                }
            }
        }
    }
}

/// What a call of a function of the library does besides accesses, if it names the function; and the arguments.
fn effect_at<'p>(memory: &Memory<'p>, function: FunctionId, site: &Site) -> Option<(&'p Effect, &'p [Expr])> {
    let body = memory.program.function(function).body.as_ref()?;
    let InstructionKind::Call {
        callee: Callee::Function(called),
        arguments,
        ..
    } = &body.blocks[site.block].instructions[site.instruction].kind
    else {
        return None;
    };
    let called = memory.program.function(*called);
    let model = memory.library.model(&called.name).filter(|_| called.body.is_none())?;
    Some((model.effect.as_ref()?, arguments))
}

/// Whether a call can lead to a function of the library with an effect.
fn through_pointers(memory: &Memory<'_>, site: &Site, has: impl Fn(&Effect) -> bool) -> bool {
    let callees = site.callees.iter().flat_map(|callees| callees.iter());
    let mut callees = callees.map(|callee| memory.program.function(*callee));
    callees.any(|callee| {
        let model = memory.library.model(&callee.name).filter(|_| callee.body.is_none());
        model.and_then(|model| model.effect.as_ref()).is_some_and(&has)
    })
}

/// The lock that a pointer leads to, if it can be only one.
fn definite(memory: &mut Memory<'_>, function: FunctionId, pointer: &Expr) -> Option<Lock> {
    let types = &memory.program.types;
    let size = types.size(types.pointee(super::rows::uncast(pointer).ty())?)?;
    match spots::of_pointer(memory, function, pointer, Some(size)) {
        Spot::Object(object, Some(bytes)) => is_one(memory, object).then_some(Lock { object, bytes }),
        Spot::Class(class) => {
            let class = memory.classes.find(class);
            let only = memory.only_object(class)?;
            let ty = memory.objects[only].ty?;
            let is_all = types.size(ty) == Some(size) && !is_array(types, ty);
            let bytes = Bytes { start: 0, end: size };
            (is_all && is_one(memory, only)).then_some(Lock { object: only, bytes })
        }
        _ => None,
    }
}

/// Whether an object is one thing in memory.
fn is_one(memory: &Memory<'_>, object: ObjectNumber) -> bool {
    matches!(memory.objects[object].kind, super::memory::Kind::Global(_))
}
