//! Guides: what somebody else tells of an execution, so that one like it is found.
//!
//! A guide names lines in the order in which threads come to them, and values that calls give there. The execution lets the named thread run until it
//! comes to its line, then that of the next step, and so on; beyond the last one, schedules are chosen as in any search.
//! All of it is advice: a thread that cannot run lets another one go before it, a step that is not met in a while is left out, and a value is one
//! that the environment could have given anyway. So what is found is an execution that the program has, however wrong the guide is.

use std::collections::VecDeque;

use crate::ir::FileId;

use super::code::Op;
use super::machine::Machine;
use super::random::Random;

/// What is told of an execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// The steps, in their order.
    pub steps: Vec<GuideStep>,
}

/// A thread comes to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideStep {
    /// The number of the thread, in order of creation; any, if it is not told.
    pub thread: Option<u32>,
    /// The files that may be meant, and the line.
    pub files: Vec<FileId>,
    /// The line, from 1.
    pub line: u32,
    /// What is done there.
    pub act: GuidedAct,
}

/// What is done in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuidedAct {
    /// A function is called.
    Call,
    /// A call returns this number.
    Return(i64),
    /// Anything.
    Any,
}

impl GuideStep {
    fn is_at(&self, (file, line): (FileId, u32)) -> bool {
        self.line == line && self.files.contains(&file)
    }
}

/// How many operations are waited for until a step is met.
const PATIENCE: u64 = 5_000;

/// How far an execution has followed a guide.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    guide: Guide,
    /// The next step.
    next: usize,
    /// How many steps were met.
    pub(super) met: usize,
    /// Operations since the last step.
    waited: u64,
    /// Who ran last.
    last: Option<usize>,
}

impl Following {
    pub(super) fn new(guide: Guide) -> Self {
        Following {
            guide,
            ..Following::default()
        }
    }

    /// The thread that does the next operation; nothing if no step is left.
    pub(super) fn choose(&mut self, machine: &Machine<'_>, enabled: &[usize], random: &mut Random) -> Option<usize> {
        if self.waited >= PATIENCE {
            self.go_on();
        }
        let step = self.guide.steps.get(self.next)?;
        let told = step.thread.map(|thread| thread as usize);
        // A thread that cannot run waits for another one, most likely the one that ran last and creates it.
        let last = self
            .last
            .filter(|last| told.is_some() && self.waited < PATIENCE / 2 && enabled.contains(last));
        let thread = told
            .filter(|told| enabled.contains(told))
            .or(last)
            .unwrap_or_else(|| enabled[random.below(enabled.len() as u64) as usize]);
        let is_met = told.is_none_or(|told| told == thread) && machine.is_before(thread, step);
        self.last = Some(thread);
        self.waited += 1;
        if is_met {
            self.met += 1;
            self.go_on();
        }
        Some(thread)
    }

    fn go_on(&mut self) {
        self.next += 1;
        self.waited = 0;
    }
}

impl Machine<'_> {
    /// Whether the next operation of a thread is what a step tells.
    fn is_before(&self, thread: usize, step: &GuideStep) -> bool {
        let next = || {
            let frame = self.threads[thread].frames.last()?;
            let function = self.code.functions[frame.function as usize].as_ref()?;
            let next = frame.next as usize;
            Some((function.ops.get(next)?, function.positions.get(next)?))
        };
        next().is_some_and(|(op, at)| {
            let is_meant = step.act == GuidedAct::Any || matches!(op, Op::Call { .. });
            is_meant && step.is_at((at.file, at.line))
        })
    }

    /// Tells the inputs where a call stands, if a guide may know what it gives.
    pub(super) fn expect_told_input(&mut self, thread: usize) {
        if !self.inputs.told.is_empty() {
            let at = self.current_position(thread);
            self.inputs.told.under_way = Some((at.file, at.line));
        }
    }

    /// No call is under way of which a guide may know what it gives.
    pub(super) fn forget_told_input(&mut self) {
        self.inputs.told.under_way = None;
    }
}

/// The values that a guide tells of calls, in their order, and where the call under way stands.
#[derive(Clone, Debug, Default)]
pub(super) struct ToldInputs {
    values: VecDeque<GuideStep>,
    under_way: Option<(FileId, u32)>,
    /// How many were given.
    pub(super) given: usize,
}

impl ToldInputs {
    pub(super) fn of(guide: &Guide) -> Self {
        let returns = guide
            .steps
            .iter()
            .filter(|step| matches!(step.act, GuidedAct::Return(_)));
        ToldInputs {
            values: returns.cloned().collect(),
            ..ToldInputs::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// What is told of the call under way.
    pub(super) fn take(&mut self) -> Option<u64> {
        let at = self.under_way.take()?;
        let number = self.values.iter().position(|step| step.is_at(at))?;
        let told = self.values.remove(number)?;
        self.given += 1;
        match told.act {
            GuidedAct::Return(value) => Some(value as u64),
            GuidedAct::Call | GuidedAct::Any => None,
        }
    }
}
