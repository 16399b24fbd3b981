//! The machine on programs built by hand.

use crate::ir::{
    BinaryOp, Block, BlockId, Body, Callee, DataModel, Expr, Files, Function, FunctionId, FunctionType, Global,
    GlobalId, Instruction, InstructionKind, Linkage, Local, LocalId, LocalKind, Place, Position, Program, Storage,
    Terminator, TypeId, TypeKind, Types,
};

use super::{Conclusion, ExhaustSettings, Exploration, ExploreSettings, Until, exhaust, replay, run};

/// Builds programs of `int` globals and functions without parameters.
struct Builder {
    program: Program,
    int: TypeId,
    pointer: TypeId,
    routine: TypeId,
}

const AT: Position = Position::BUILT_IN;

impl Builder {
    fn new() -> Self {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.intern(TypeKind::Integer { size: 4, signed: true });
        let void = types.intern(TypeKind::Void);
        let pointer = types.intern(TypeKind::Pointer(void));
        let routine = types.intern(TypeKind::Function(FunctionType {
            result: int,
            parameters: Vec::new(),
            variadic: true,
        }));
        Builder {
            program: Program {
                types,
                globals: Vec::new(),
                functions: Vec::new(),
                strings: Vec::new(),
                main: FunctionId(0),
                files: Files::default(),
                statements: Vec::new(),
                open: None,
            },
            int,
            pointer,
            routine,
        }
    }

    /// A global of `bytes / 4` integers.
    fn global(&mut self, name: &str, bytes: u64) -> GlobalId {
        let ty = match bytes {
            4 => self.int,
            _ => self.program.types.intern(TypeKind::Array(self.int, Some(bytes / 4))),
        };
        self.program.globals.push(Global {
            linkage: Linkage::External,
            name: name.to_owned(),
            function: None,
            ty,
            align: 4,
            thread_local: false,
            defined: true,
            storage: Storage::Static,
            initial: Vec::new(),
            at: AT,
        });
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    fn declare(&mut self, name: &str, body: Option<Body>) -> FunctionId {
        if let Some(known) = self.program.function_named(name) {
            return known;
        }
        self.program.functions.push(Function {
            name: name.to_owned(),
            ty: self.routine,
            linkage: Linkage::External,
            body,
            no_return: false,
            constructor: None,
            destructor: None,
            at: AT,
        });
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    fn function(&mut self, name: &str, instructions: Vec<InstructionKind>) -> FunctionId {
        let block = block(instructions, Terminator::Return(None));
        self.declare(
            name,
            Some(Body {
                locals: Vec::new(),
                blocks: vec![block],
            }),
        )
    }

    fn main(mut self, instructions: Vec<InstructionKind>) -> Program {
        self.program.main = self.function("main", instructions);
        self.program
    }

    fn call(&mut self, name: &str, arguments: Vec<Expr>) -> InstructionKind {
        InstructionKind::Call {
            to: None,
            callee: Callee::Function(self.declare(name, None)),
            arguments,
        }
    }

    fn address(&self, global: GlobalId) -> Expr {
        let ty = self.program.global(global).ty;
        Expr::AddressOf(Box::new(Place::global(global, ty, AT)), self.pointer)
    }

    fn null(&self) -> Expr {
        Expr::Integer(0, self.pointer)
    }

    fn place(&self, global: GlobalId) -> Place {
        Place::global(global, self.int, AT)
    }

    fn increment(&self, global: GlobalId) -> InstructionKind {
        InstructionKind::Assign {
            to: self.place(global),
            value: self.plus_one(Expr::Load(Box::new(self.place(global)))),
        }
    }

    fn plus_one(&self, value: Expr) -> Expr {
        Expr::Binary(
            BinaryOp::Add,
            Box::new(value),
            Box::new(Expr::Integer(1, self.int)),
            self.int,
        )
    }

    fn create(&mut self, id: GlobalId, routine: FunctionId) -> InstructionKind {
        let arguments = vec![
            self.address(id),
            self.null(),
            Expr::Function(routine, self.pointer),
            self.null(),
        ];
        self.call("pthread_create", arguments)
    }

    fn join(&mut self, id: GlobalId) -> InstructionKind {
        let ty = self.program.types.intern(TypeKind::Integer { size: 8, signed: false });
        let arguments = vec![Expr::Load(Box::new(Place::global(id, ty, AT))), self.null()];
        self.call("pthread_join", arguments)
    }
}

fn block(instructions: Vec<InstructionKind>, terminator: Terminator) -> Block {
    Block {
        instructions: instructions
            .into_iter()
            .map(|kind| Instruction { kind, at: AT })
            .collect(),
        terminator,
        at: AT,
    }
}

fn settings() -> ExploreSettings {
    ExploreSettings {
        schedules: 60,
        ..ExploreSettings::default()
    }
}

/// `main` and one thread increment a global; the locks decide which side holds a mutex around it.
fn incrementing(main_locks: bool, thread_locks: bool) -> Program {
    let mut builder = Builder::new();
    let (counter, mutex, id) = (
        builder.global("counter", 4),
        builder.global("mutex", 40),
        builder.global("id", 8),
    );
    let lock = builder.address(mutex);
    let mut side = |locks: bool| {
        let mut instructions = Vec::new();
        if locks {
            instructions.push(builder.call("pthread_mutex_lock", vec![lock.clone()]));
        }
        instructions.push(builder.increment(counter));
        if locks {
            instructions.push(builder.call("pthread_mutex_unlock", vec![lock.clone()]));
        }
        instructions
    };
    let (in_main, in_thread) = (side(main_locks), side(thread_locks));
    let routine = builder.function("thread", in_thread);
    let mut instructions = vec![builder.create(id, routine)];
    instructions.extend(in_main);
    instructions.push(builder.join(id));
    builder.main(instructions)
}

fn assert_clean(exploration: &Exploration) {
    assert!(exploration.open.is_empty(), "open: {:?}", exploration.open);
    assert!(
        exploration.bad_accesses.is_empty(),
        "bad: {:?}",
        exploration.bad_accesses
    );
}

#[test]
fn a_counter_is_safe_only_if_both_sides_lock() {
    for (main_locks, thread_locks) in [(false, false), (true, false), (false, true), (true, true)] {
        let found = run(&incrementing(main_locks, thread_locks), &settings());
        assert_clean(&found);
        assert_eq!(
            found.races.is_empty(),
            main_locks && thread_locks,
            "{main_locks} {thread_locks}"
        );
    }
}

#[test]
fn what_the_creator_did_before_and_after_the_join_is_ordered() {
    let mut builder = Builder::new();
    let (counter, id) = (builder.global("counter", 4), builder.global("id", 8));
    let routine = vec![builder.increment(counter)];
    let routine = builder.function("thread", routine);
    let before = builder.increment(counter);
    let instructions = vec![before.clone(), builder.create(id, routine), builder.join(id), before];
    let found = run(&builder.main(instructions), &settings());
    assert_clean(&found);
    assert_eq!((found.races.len(), found.exits), (0, 60));
}

#[test]
fn a_race_is_found_again_by_replaying_it() {
    let program = incrementing(true, false);
    let settings = ExploreSettings {
        until: Until::BudgetUsed,
        ..settings()
    };
    let found = run(&program, &settings);
    assert!(!found.races.is_empty());
    for race in &found.races {
        let again = replay(&program, &settings, &race.execution);
        let same = again
            .races
            .iter()
            .any(|other| other.first.step == race.first.step && other.second == race.second);
        assert!(same, "{race:?} became {:?}", again.races);
    }
}

#[test]
fn a_search_for_all_races_ends_where_it_finds_nothing_new() {
    let searching = ExploreSettings {
        schedules: 1_000_000,
        total_steps: 100_000_000,
        until: Until::NothingNew,
        ..settings()
    };
    let found = run(&incrementing(true, false), &searching);
    assert!(!found.races.is_empty());
    assert!(found.steps < 3_000_000, "{} steps", found.steps);
}

#[test]
fn the_same_seed_gives_the_same_exploration() {
    let program = incrementing(false, false);
    assert_eq!(run(&program, &settings()), run(&program, &settings()));
}

#[test]
fn a_loop_runs_until_its_condition_fails() {
    let mut builder = Builder::new();
    let local = LocalId(0);
    let place = Place::local(local, builder.int, AT);
    let load = Expr::Load(Box::new(place.clone()));
    let assign = |value| InstructionKind::Assign {
        to: place.clone(),
        value,
    };
    let body = Body {
        locals: vec![Local {
            name: "i".to_owned(),
            ty: builder.int,
            kind: LocalKind::Variable,
            address_taken: false,
            align: None,
            at: AT,
        }],
        blocks: vec![
            block(
                vec![assign(Expr::Integer(0, builder.int))],
                Terminator::Goto(BlockId(1)),
            ),
            block(
                Vec::new(),
                Terminator::Branch {
                    condition: Expr::Binary(
                        BinaryOp::Less,
                        Box::new(load.clone()),
                        Box::new(Expr::Integer(1000, builder.int)),
                        builder.int,
                    ),
                    then: BlockId(2),
                    otherwise: BlockId(3),
                },
            ),
            block(vec![assign(builder.plus_one(load))], Terminator::Goto(BlockId(1))),
            block(Vec::new(), Terminator::Return(None)),
        ],
    };
    builder.program.main = builder.declare("main", Some(body));
    let found = run(
        &builder.program,
        &ExploreSettings {
            schedules: 1,
            ..settings()
        },
    );
    assert_clean(&found);
    assert_eq!(found.exits, 1);
    assert!(found.steps > 5_000 && found.steps < 9_000, "{}", found.steps);
}

#[test]
fn visiting_all_states_tells_whether_both_sides_lock() {
    for (main_locks, thread_locks) in [(false, false), (true, false), (false, true), (true, true)] {
        let all = exhaust(&incrementing(main_locks, thread_locks), &ExhaustSettings::default());
        match (main_locks && thread_locks, &all.conclusion) {
            (true, Conclusion::RaceFree) | (false, Conclusion::Race { .. }) => {}
            (_, other) => panic!("{main_locks} {thread_locks}: {other:?}"),
        }
        assert!(all.states < 60, "{}", all.states);
    }
}
