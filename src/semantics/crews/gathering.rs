//! How the running function creates and joins crews: what its instructions do to what is known of them ([`super`]).
//!
//! When the last one of a crew is joined, the ego knows that all of them are finished, if each of them left nothing running, as at a
//! join of a single thread; then it has also taken over what they wrote.

use std::rc::Rc;

use pepsin_digests::live_children::LiveChildren;
use pepsin_digests::thread_id::ThreadIds;
use pepsin_digests::{Action, EdgeId};

use pepsin_lattice::seeded::{Bug, is_seeded};

use super::berths::{Berth, Bound, Term};
use super::{Change, Crews, Newcomer, Origin};
use crate::ir::{BinaryOp, BlockId, Body, Callee, Expr, FunctionId, InstructionKind, LocalId, Place, Program};
use crate::library::Library;
use crate::library::model::{Attempt, Effect};
use crate::semantics::prepare::{condition_behind, negated};
use crate::semantics::state::{Extent, State};
use crate::semantics::system::{Channel, Ended, Fact, Footprint, Global, OperandFacts, ProgramPoint, Transfer};
use crate::values::{Instance, ObjectId, ObjectKind, Scalar, Value};

/// Where a function names ids of threads by variables.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Creations that put ids into berths named by a variable.
    creations: Vec<(LocalId, ProgramPoint)>,
    /// The variables that name the berths of ids that are joined.
    joins: Vec<LocalId>,
}

impl Named {
    /// What the text of a function shows.
    pub fn of(program: &Program, library: &Library, function: FunctionId) -> Self {
        let mut named = Named::default();
        let Some(body) = &program.function(function).body else {
            return named;
        };
        for (block, instructions) in body.blocks.iter().enumerate() {
            for (number, instruction) in instructions.instructions.iter().enumerate() {
                let point = ProgramPoint {
                    function,
                    block: BlockId(block as u32),
                    instruction: number as u32,
                };
                named.add(program, library, body, &instruction.kind, point);
            }
        }
        named
    }

    fn add(&mut self, program: &Program, library: &Library, body: &Body, kind: &InstructionKind, at: ProgramPoint) {
        let InstructionKind::Call {
            callee: Callee::Function(callee),
            arguments,
            ..
        } = kind
        else {
            return;
        };
        let callee = program.function(*callee);
        if callee.body.is_some() {
            return;
        }
        match library.model(&callee.name).and_then(|model| model.effect.as_ref()) {
            Some(Effect::Create { id: Some(id), .. }) => {
                let variables = arguments.get(*id).into_iter().flat_map(|id| variables(body, id));
                self.creations.extend(variables.map(|variable| (variable, at)));
            }
            Some(Effect::Join {
                thread,
                attempt: Attempt::Blocking,
                ..
            }) => {
                let variables = arguments.get(*thread).into_iter().flat_map(|id| variables(body, id));
                self.joins.extend(variables);
            }
            _ => {}
        }
    }

    /// Whether it creates threads whose ids are named by a variable.
    pub fn creates(&self) -> bool {
        !self.creations.is_empty()
    }

    /// Whether it joins threads whose ids are named by a variable.
    pub fn joins(&self) -> bool {
        !self.joins.is_empty()
    }

    fn is_counted(&self, variable: LocalId) -> bool {
        self.creates_by(variable) || self.joins.contains(&variable)
    }

    fn creates_by(&self, variable: LocalId) -> bool {
        self.creations.iter().any(|(counter, _)| *counter == variable)
    }
}

/// The integer variables in an expression whose address is never taken.
fn variables(body: &Body, expr: &Expr) -> Vec<LocalId> {
    let mut variables = Vec::new();
    expr.expressions(&mut |expr| {
        if let Expr::Load(place) = expr
            && let Some(local) = place.as_local()
            && !body.locals[local.0 as usize].address_taken
            && !variables.contains(&local)
        {
            variables.push(local);
        }
    });
    variables
}

impl Transfer<'_, '_> {
    fn named(&self) -> &Named {
        self.analysis.names_of_ids(self.unknown.function)
    }

    /// How an assignment changes a variable by which ids are named.
    pub fn change_of_counter(&mut self, state: &mut State, to: &Place, value: &Expr) -> Option<(LocalId, Change)> {
        let variable = self.frame_variable(to)?;
        if !self.named().is_counted(variable) {
            return None;
        }
        let change = match self.growth_of(state, variable, value) {
            Some(by) => Change::Grows(by),
            None => match self.number(state, value) {
                Some(number) => Change::Becomes(number),
                None => Change::Anything,
            },
        };
        Some((variable, change))
    }

    /// `by > 0` in `variable + by`, if the sum does not wrap around.
    fn growth_of(&mut self, state: &mut State, variable: LocalId, value: &Expr) -> Option<i64> {
        match value {
            Expr::Cast(operand, ty) if self.keeps_value(state, operand, *ty) || is_seeded(Bug::IndexWraps) => {
                self.growth_of(state, variable, operand)
            }
            Expr::Binary(BinaryOp::Add, left, right, ty) => {
                let Scalar::Integer(sum) = self.scalar(*ty) else {
                    return None;
                };
                let by = self.number(state, right).filter(|by| *by > 0)?;
                let is_own = self.variable_behind_casts(state, left) == Some(variable);
                let is_bounded = state.crews.stays_up_to(variable, by, sum.high());
                let is_exact = is_bounded || self.is_exact(state, left, by, *ty).is_some();
                (is_own && is_exact).then_some(by)
            }
            _ => None,
        }
    }

    /// What is known of crews when a variable of the running function has changed.
    pub fn crews_behind(&self, state: &State, (variable, change): (LocalId, Change)) -> Crews {
        let mut crews = state.crews.clone();
        crews.assign(variable, change);
        if let Change::Becomes(number) = change {
            let named = self.named();
            if named.joins.contains(&variable) {
                crews.join_from(variable, number);
            }
            for origin in self.origins(variable) {
                let running = self.running_at(state, origin.creation);
                let is_alone = running.is_some_and(|edges| edges.is_empty() || is_seeded(Bug::CrewsBeginAnyway));
                if is_alone && !self.analysis.may_recurse(self.unknown.function) {
                    crews.begin(origin, number);
                }
            }
        }
        crews
    }

    /// The crews whose berths a variable names.
    fn origins(&self, counter: LocalId) -> Vec<Origin> {
        let creations = self.named().creations.iter().filter(|(named, _)| *named == counter);
        let points = creations.map(|(_, at)| self.analysis.point(*at));
        let counter = Some(counter);
        points.map(|creation| Origin { creation, counter }).collect()
    }

    /// The edges of a creation at which the ego created threads that may be running; nothing if that is not known, there may be several
    /// threads like the ego, or nobody notes who writes to memory, and what calls touch of it.
    pub fn running_at(&self, state: &State, creation: u32) -> Option<Vec<EdgeId>> {
        let digests = &self.analysis.digests;
        let names = digests.names();
        if !names.is_unique(digests.thread(state.past.id)) || !self.is_sensitive() {
            return None;
        }
        let children = digests.element::<LiveChildren>(state.past.id)?;
        let edges = children.running().map(|(edge, _)| edge);
        Some(edges.filter(|edge| names.edge_of(*edge).point == creation).collect())
    }

    /// The berth that a pointer to an id leads to.
    pub fn berth_at(&mut self, state: &mut State, pointer: &Expr) -> Option<Berth> {
        if self.named().creations.is_empty() {
            return None;
        }
        self.berth(state, pointer).filter(|berth| berth.berths.hold_ids())
    }

    /// What is known of crews when a thread is created: its id goes where a pointer leads.
    pub fn crews_with(
        &mut self,
        state: &mut State,
        (id, to): (Option<&Expr>, &Value),
        argument: Option<&Expr>,
    ) -> Crews {
        self.touch_creation();
        let berth = id.and_then(|pointer| self.berth_at(state, pointer));
        let mut crews = state.crews.clone();
        if crews.is_empty() {
            return crews;
        }
        let passed = argument.and_then(|argument| self.passed_by(state, argument));
        let (here, objects) = (self.point(), &self.analysis.objects);
        let written = to.as_addresses();
        match berth {
            Some(berth) => {
                let newcomer = Newcomer {
                    creation: here,
                    berth,
                    written,
                    passed: passed.filter(|(_, by)| *by == berth.index).map(|(passed, _)| passed),
                };
                crews.create(newcomer, objects);
            }
            None => crews.create_elsewhere(here, written, objects),
        }
        for (counter, at) in &self.named().creations {
            let counter = *counter;
            if self.analysis.point(*at) == here && berth.is_none_or(|berth| berth.index != counter) {
                crews.end(Origin {
                    creation: here,
                    counter: Some(counter),
                });
            }
        }
        crews
    }

    /// The thread was joined whose id an expression reads.
    pub fn note_joined(&mut self, state: &mut State, id: Option<&Expr>) {
        if state.crews.is_empty() {
            return;
        }
        if let Some(Expr::Load(place)) = id
            && let Some(berth) = self.berth_of(state, place)
        {
            let settled = self.berths_in_object(state, berth.berths);
            state.crews.join_berth(berth);
            settled
                .into_iter()
                .for_each(|berths| state.crews.join_berth(Berth { berths, ..berth }));
        }
    }

    /// A condition holds, or fails: it bounds variables by which ids are named, or shows that all of a crew are joined.
    pub fn note_crews(&mut self, state: &mut State, condition: &Expr, holds: bool) {
        if !self.named().creates() && state.crews.is_empty() {
            return;
        }
        let (condition, holds) = condition_behind(condition, holds);
        let Expr::Binary(op, left, right, _) = condition else {
            return;
        };
        let op = if holds { *op } else { negated(*op) };
        self.note_comparison(state, op, left, right);
        let swapped = match op {
            BinaryOp::Less => BinaryOp::Greater,
            BinaryOp::LessEqual => BinaryOp::GreaterEqual,
            BinaryOp::Greater => BinaryOp::Less,
            BinaryOp::GreaterEqual => BinaryOp::LessEqual,
            other => other,
        };
        self.note_comparison(state, swapped, right, left);
    }

    fn note_comparison(&mut self, state: &mut State, op: BinaryOp, variable: &Expr, other: &Expr) {
        let Some(variable) = self.variable_behind_casts(state, variable) else {
            return;
        };
        if !self.named().is_counted(variable) {
            return;
        }
        let most = self
            .most(state, other)
            .filter(|_| matches!(op, BinaryOp::Less | BinaryOp::LessEqual));
        for bound in self.bounds_by(state, other).into_iter().chain(most) {
            if bound.term != Some(Term::Local(variable)) {
                self.note_bound(state, op, variable, bound);
            }
        }
    }

    fn note_bound(&mut self, state: &mut State, op: BinaryOp, variable: LocalId, bound: Bound) {
        let behind = bound.moved(1);
        match op {
            BinaryOp::Less => state.crews.bound(variable, bound),
            BinaryOp::LessEqual => behind.into_iter().for_each(|bound| state.crews.bound(variable, bound)),
            BinaryOp::Equal => {
                state.crews.equal(variable, bound);
                self.gather(state, variable, bound);
            }
            BinaryOp::GreaterEqual => self.gather(state, variable, bound),
            BinaryOp::Greater => behind.into_iter().for_each(|bound| self.gather(state, variable, bound)),
            _ => {}
        }
    }

    /// A variable is not less than a bound: crews of which all have been joined are finished.
    fn gather(&mut self, state: &mut State, variable: LocalId, bound: Bound) {
        for origin in state.crews.joined_if(variable, bound) {
            if self.nobody_else_writes(state, origin) {
                self.finish_crew(state, origin);
            }
            state.crews.end(origin);
        }
    }

    /// Whether no other thread writes to what it rests on that is known of a crew.
    pub fn nobody_else_writes(&mut self, state: &State, origin: Origin) -> bool {
        let mut rests_on = state.crews.rests_on(origin).into_iter();
        rests_on.all(|(object, bytes)| self.is_written_by_ego_only(state, object, bytes))
            || is_seeded(Bug::StrangersWrite)
    }

    /// Whether no other thread writes to some bytes of an object of the program, under the name that it has now or may get.
    fn is_written_by_ego_only(&mut self, state: &State, object: ObjectId, bytes: Extent) -> bool {
        let older = match self.analysis.objects.kind(object) {
            ObjectKind::Heap { .. } => Some(self.analysis.instance(object, Instance::Older)),
            _ => None,
        };
        let own = self.analysis.digests.thread(state.past.id);
        self.is_of_program(object)
            && [Some(object), older].into_iter().flatten().all(|object| {
                let Fact::Keys(keys) = self.io.global(Global::Writers(object, Channel::All)) else {
                    return true;
                };
                let mut others = keys.iter().filter(|key| key.thread != own);
                others.all(
                    |key| match self.io.global(Global::Written(object, Channel::All, *key)) {
                        Fact::Written(written) => !written.contents.may_be_written(bytes.offsets, bytes.size),
                        _ => true,
                    },
                )
            })
    }

    fn finish_crew(&mut self, state: &mut State, origin: Origin) {
        let Some(edges) = self.running_at(state, origin.creation) else {
            return;
        };
        let Some(ends) = self.ends_of(state, &edges) else {
            return;
        };
        for end in ends {
            self.absorb_child(state, &end);
        }
        for edge in edges {
            let facts = OperandFacts::none(self.analysis);
            self.act_in_one(state, &Action::Gather { edge }, &facts);
        }
    }

    /// How the threads ended that the ego created at some edges; nothing if one of them may have left a thread running, or it is not
    /// known which threads these are.
    fn ends_of(&mut self, state: &State, edges: &[EdgeId]) -> Option<Vec<Rc<Ended>>> {
        let digests = Rc::clone(&self.analysis.digests);
        let own = digests.thread(state.past.id);
        let created = digests
            .element::<ThreadIds>(state.past.id)?
            .created_ids(digests.names());
        let mut ends = Vec::new();
        for thread in created.iter() {
            let Some(end) = self.ended(thread) else { continue };
            let children = digests.end_summary(end.past.id).children;
            let (creator, edge) = children.created()?;
            if creator == own && edges.contains(&edge) {
                if !children.all_finished() && !is_seeded(Bug::CrewsLeaveNothing) {
                    return None;
                }
                ends.push(end);
            }
        }
        Some(ends)
    }

    /// What a call leaves of what its caller knows of crews: nothing that rests on what it touched, and of none to which it added threads.
    pub fn crews_after_call(&self, crews: &Crews, touched: &Footprint) -> Crews {
        if crews.is_empty() {
            return Crews::default();
        }
        let mut left = crews.clone();
        left.end_created(touched.creations());
        let objects = &self.analysis.objects;
        left.touch(&|object| touched.objects().iter().any(|other| objects.may_be_same(object, other)));
        left
    }
}
