//! Where values flow: from which variables each variable takes values.

use std::collections::{BTreeMap, BTreeSet};

use super::Evidence;
use super::passing::Passing;
use super::variables::{ANYTHING, Behind, Held, Variable, Variables, Way, held, without_casts};
use crate::ir::{
    BinaryOp, Body, Callee, Expr, Function, FunctionId, InstructionKind, LocalId, Place, Program, Projection, Root,
    Terminator, TypeKind,
};
use crate::library::Library;
use crate::library::model::{Effect, Model, Returns};

/// Which variables each variable takes values from.
pub struct Flow<'p> {
    program: &'p Program,
    library: &'p Library,
    variables: &'p Variables,
    sources: BTreeMap<Variable, Vec<Way>>,
    /// Whether a call through a pointer may be one of a function without body.
    points_outside: bool,
    /// How many calls of functions without body were seen.
    calls: u32,
}

impl<'p> Flow<'p> {
    /// The flow of a program.
    pub fn of(program: &'p Program, library: &'p Library, variables: &'p Variables) -> Self {
        let mut flow = Flow {
            program,
            library,
            variables,
            sources: BTreeMap::new(),
            points_outside: false,
            calls: 0,
        };
        flow.pointed_functions();
        flow.mixed_bytes();
        for (number, function) in program.functions.iter().enumerate() {
            if let Some(body) = &function.body {
                flow.body(FunctionId(number as u32), body);
            }
        }
        flow
    }

    /// All variables whose values may flow into a decision, and how evidently they do.
    pub fn into_decisions(self) -> BTreeMap<Variable, Evidence> {
        let mut reached = BTreeMap::from([(Variable::Decision, Evidence::Named)]);
        for evidence in [Evidence::Named, Evidence::Held, Evidence::Possible] {
            let mut work: Vec<Variable> = reached.keys().copied().collect();
            while let Some(variable) = work.pop() {
                for (source, step) in self.sources.get(&variable).into_iter().flatten() {
                    if *step <= evidence && !reached.contains_key(source) {
                        reached.insert(*source, evidence);
                        work.push(*source);
                    }
                }
            }
        }
        reached
    }

    fn add(&mut self, from: Way, into: Way) {
        let step = from.1.max(into.1);
        self.sources.entry(into.0).or_default().push((from.0, step));
    }

    /// Who calls a function through a pointer passes it arguments and gets what it returns.
    fn pointed_functions(&mut self) {
        let mut pointed = BTreeSet::new();
        self.program.expressions(&mut |expr| {
            if let Expr::Function(function, _) = expr {
                pointed.insert(*function);
            }
        });
        for function in pointed {
            let Some(body) = &self.program.function(function).body else {
                self.points_outside = true;
                continue;
            };
            let result = (Variable::Result(function), Evidence::Held);
            self.add(result, (Variable::AnyResult, Evidence::Held));
            for parameter in 0..body.parameters() as u32 {
                let parameter = Variable::Local(function, LocalId(parameter));
                self.add(
                    (Variable::AnyParameter, Evidence::Possible),
                    (parameter, Evidence::Possible),
                );
            }
        }
    }

    fn mixed_bytes(&mut self) {
        if !self.variables.mixes {
            return;
        }
        for (from, to) in [(Held::Pointer, Held::Number), (Held::Number, Held::Pointer)] {
            for variable in [Variable::Memory, Variable::ThroughPointer] {
                let possible = |held| (variable(held), Evidence::Possible);
                self.add(possible(from), possible(to));
            }
        }
    }

    fn body(&mut self, function: FunctionId, body: &Body) {
        body.places(&mut |place| self.located(function, place));
        body.expressions(&mut |expr| self.moved(function, expr));
        for block in &body.blocks {
            for instruction in &block.instructions {
                self.instruction(function, &instruction.kind);
            }
            let decision = (Variable::Decision, Evidence::Named);
            match &block.terminator {
                Terminator::Branch { condition: value, .. }
                | Terminator::Switch { value, .. }
                | Terminator::Computed { value, .. } => self.flows(function, value, decision),
                Terminator::Return(Some(value)) => {
                    self.flows(function, value, (Variable::Result(function), Evidence::Named));
                }
                Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
            }
        }
    }

    fn instruction(&mut self, function: FunctionId, instruction: &InstructionKind) {
        match instruction {
            InstructionKind::Assign { to, value } => {
                for way in self.variables.written(self.program, function, to) {
                    self.flows(function, value, way);
                }
            }
            InstructionKind::Call { to, callee, arguments } => {
                self.call(function, to.as_ref(), callee, arguments);
            }
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                ..
            } => {
                for output in outputs {
                    for way in self.variables.written(self.program, function, output) {
                        self.all_flow(function, inputs, way);
                        for place in outputs.iter().chain(memory) {
                            self.place_flows(function, place, way);
                        }
                    }
                }
            }
            InstructionKind::Zero { .. }
            | InstructionKind::ScopeEntry(_)
            | InstructionKind::ScopeEnd(_)
            | InstructionKind::Obstacle { .. } => {}
        }
    }

    /// What tells where a place lies decides something.
    fn located(&mut self, function: FunctionId, place: &Place) {
        for projection in &place.projections {
            if let Projection::Index(index, _) = projection {
                self.flows(function, index, (Variable::Decision, Evidence::Named));
            }
        }
    }

    /// What tells how far a pointer is moved, or is calculated and made a pointer.
    fn moved(&mut self, function: FunctionId, expr: &Expr) {
        match expr {
            Expr::Binary(BinaryOp::PointerAdd, _, distance, _) => {
                self.flows(function, distance, (Variable::Decision, Evidence::Named));
            }
            Expr::Cast(operand, to) if self.program.types.is_pointer(*to) => {
                let number = without_casts(operand);
                if matches!(number, Expr::Binary(..)) && !self.program.types.is_pointer(number.ty()) {
                    self.flows(function, number, (Variable::Decision, Evidence::Possible));
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, caller: FunctionId, to: Option<&Place>, callee: &Callee, arguments: &[Expr]) {
        let results = to.map_or_else(Vec::new, |to| self.variables.written_whole(self.program, caller, to));
        let result = match callee {
            Callee::Function(callee) if self.program.function(*callee).body.is_some() => {
                for (number, argument) in arguments.iter().enumerate() {
                    let parameter = Variable::Local(*callee, LocalId(number as u32));
                    self.flows(caller, argument, (parameter, Evidence::Named));
                }
                (Variable::Result(*callee), Evidence::Named)
            }
            Callee::Function(callee) => {
                let function = self.program.function(*callee);
                let model = self.library.model(&function.name);
                let declared = declared(self.program, function);
                return self.outside(model, &Outside::new(self, caller, to, arguments, (model, declared)));
            }
            // Whichever function that is: it may test what it is given.
            Callee::Pointer(_) => {
                self.all_flow(caller, arguments, (Variable::Decision, Evidence::Held));
                if self.points_outside {
                    self.outside(None, &Outside::new(self, caller, to, arguments, (None, 0)));
                }
                (Variable::AnyResult, Evidence::Held)
            }
        };
        results.into_iter().for_each(|way| self.add(result, way));
    }

    /// What the library is given may come back, and goes to the routines that it is given besides.
    fn outside(&mut self, model: Option<&Model>, call: &Outside<'_>) {
        self.routines_get(call);
        self.of_threads(call, model);
        for argument in call
            .passing
            .decides
            .iter()
            .filter_map(|number| call.arguments.get(*number))
        {
            self.flows(call.caller, argument, (Variable::Decision, Evidence::Named));
        }
        self.values_return(call);
        let passed = (self.passed(call), Evidence::Named);
        if call.passing.tells {
            call.results.iter().for_each(|way| self.add(passed, *way));
        }
        for number in &call.passing.written {
            let behind = call.behind.get(*number);
            behind
                .iter()
                .flat_map(|behind| &behind.written)
                .for_each(|way| self.add(passed, *way));
        }
        if call.passing.points && call.gives_pointer() {
            for held in ANYTHING {
                self.add(passed, (Variable::Memory(held), Evidence::Possible));
                self.add(passed, (Variable::ThroughPointer(held), Evidence::Possible));
            }
        }
        if let Some(evidence) = call.passing.keeps {
            self.add(passed, (Variable::Kept, evidence));
        }
    }

    /// Values that may come back as they are.
    fn values_return(&mut self, call: &Outside<'_>) {
        for number in &call.passing.values {
            let argument = call.arguments.get(*number);
            let is_same = |argument: &&Expr| Some(held(self.program, argument.ty())) == call.returned;
            if let Some(argument) = argument.filter(is_same) {
                for &(variable, evidence) in &call.results {
                    self.flows(call.caller, argument, (variable, evidence.max(call.passing.evidence)));
                }
            }
        }
    }

    /// What a call passes on.
    fn passed(&mut self, call: &Outside<'_>) -> Variable {
        let passed = Variable::Passed(self.calls);
        self.calls += 1;
        let way = (passed, call.passing.evidence);
        for number in &call.passing.values {
            let argument = call.arguments.get(*number);
            if let Some(argument) = argument.filter(|argument| call.is_told(self.program, argument)) {
                self.flows(call.caller, argument, way);
            }
        }
        for number in &call.passing.contents {
            let behind = call.behind.get(*number);
            behind
                .iter()
                .flat_map(|behind| &behind.read)
                .for_each(|source| self.add(*source, way));
        }
        if let Some(evidence) = call.passing.remembers {
            self.add((Variable::Kept, evidence), way);
        }
        passed
    }

    /// Routines among the arguments get the others.
    fn routines_get(&mut self, call: &Outside<'_>) {
        let (caller, arguments) = (call.caller, call.arguments);
        for argument in arguments {
            match without_casts(argument) {
                Expr::Function(routine, _) => {
                    let body = self.program.function(*routine).body.as_ref();
                    for parameter in 0..body.map_or(0, Body::parameters) as u32 {
                        let parameter = Variable::Local(*routine, LocalId(parameter));
                        self.all_flow(caller, arguments, (parameter, Evidence::Held));
                    }
                }
                other if self.is_routine(other) => {
                    self.all_flow(caller, arguments, (Variable::AnyParameter, Evidence::Possible));
                }
                _ => {}
            }
        }
    }

    fn is_routine(&self, argument: &Expr) -> bool {
        let types = &self.program.types;
        let pointee = types.pointee(argument.ty());
        pointee.is_some_and(|pointee| matches!(types.kind(pointee), TypeKind::Function(_)))
    }

    /// What a thread returns comes back to who joins it.
    fn of_threads(&mut self, call: &Outside<'_>, model: Option<&Model>) {
        let (caller, arguments) = (call.caller, call.arguments);
        match model.and_then(|model| model.effect.as_ref()) {
            Some(Effect::ThreadExit { value }) => {
                if let Some(value) = arguments.get(*value) {
                    self.flows(caller, value, (Variable::AnyResult, Evidence::Held));
                }
            }
            Some(Effect::KeySet { value, .. }) => {
                if let Some(value) = arguments.get(*value) {
                    self.flows(caller, value, (Variable::AnyParameter, Evidence::Possible));
                }
            }
            Some(Effect::Join { result, .. }) => {
                let through = result.and_then(|result| call.behind.get(result));
                let ways = through.into_iter().flat_map(|behind| &behind.written);
                let returned = model.is_some_and(|model| model.returns == Returns::Joined);
                for &way in ways.chain(call.results.iter().filter(|_| returned)) {
                    self.add((Variable::AnyResult, Evidence::Held), way);
                }
            }
            _ => {}
        }
    }

    fn all_flow(&mut self, function: FunctionId, values: &[Expr], into: Way) {
        for value in values {
            self.flows(function, value, into);
        }
    }

    /// The value of an expression flows into a variable.
    fn flows(&mut self, function: FunctionId, value: &Expr, into: Way) {
        match value {
            Expr::Load(place) => self.place_flows(function, place, into),
            Expr::AddressOf(place, _) => {
                if let Root::Deref(pointer) = &place.root {
                    self.flows(function, pointer, into);
                }
            }
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.flows(function, operand, into),
            Expr::Binary(_, left, right, _) => {
                self.flows(function, left, into);
                self.flows(function, right, into);
            }
            Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => {}
        }
    }

    fn place_flows(&mut self, function: FunctionId, place: &Place, into: Way) {
        for way in self.variables.read(self.program, function, place) {
            self.add(way, into);
        }
    }
}

/// A call of a function without body.
struct Outside<'a> {
    caller: FunctionId,
    arguments: &'a [Expr],
    /// What is behind each argument.
    behind: Vec<Behind>,
    /// What the result is written to.
    results: Vec<Way>,
    /// What the result is.
    returned: Option<Held>,
    passing: Passing,
}

impl<'a> Outside<'a> {
    fn new(
        flow: &Flow<'_>,
        caller: FunctionId,
        to: Option<&Place>,
        arguments: &'a [Expr],
        (model, declared): (Option<&Model>, usize),
    ) -> Self {
        let (program, variables) = (flow.program, flow.variables);
        let behind = |argument| variables.behind(program, caller, argument);
        let results = |to| variables.written_whole(program, caller, to);
        Outside {
            caller,
            arguments,
            behind: arguments.iter().map(behind).collect(),
            results: to.map_or_else(Vec::new, results),
            returned: to.map(|to| held(program, to.ty)),
            passing: Passing::of(model, declared, arguments.len()),
        }
    }

    /// Whether it returns or stores a pointer, by which the program may look at what is behind it.
    fn gives_pointer(&self) -> bool {
        let mut behind = self
            .passing
            .written
            .iter()
            .filter_map(|number| self.behind.get(*number));
        let is_pointer = |(variable, _): &Way| *variable == Variable::Memory(Held::Pointer);
        self.returned == Some(Held::Pointer) || behind.any(|behind| behind.written.iter().any(is_pointer))
    }

    /// Whether a function may tell of the value of an argument: of a number, but of a pointer only if its row names that or says nothing.
    fn is_told(&self, program: &Program, argument: &Expr) -> bool {
        self.passing.evidence != Evidence::Held || held(program, argument.ty()) == Held::Number
    }
}

/// How many parameters a function declares.
fn declared(program: &Program, function: &Function) -> usize {
    match program.types.kind(function.ty) {
        TypeKind::Function(ty) => ty.parameters.len(),
        _ => 0,
    }
}
