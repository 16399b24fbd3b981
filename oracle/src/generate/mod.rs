//! Random programs.
//!
//! Each datum of a program has a *discipline*: what protects it. Accesses keep to it, but for one in `slips`,
//! so that some programs are free of races and most of the others have few races, which are hard to see.

mod compound;
mod discipline;
mod feature;
mod operands;
mod special;
mod structures;
mod theme;
mod weave;

use pepsin::explore::random::Random;

use crate::program::{Body, Guard, Passed, Place, Program, Role, Statement, Visit};

use self::discipline::{DATA, Datum, Discipline, discipline, elements};
use self::feature::Feature;
use self::theme::Theme;
pub use self::weave::Shapes;

/// How large programs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Up to three bodies besides `main`.
    Small,
    /// Up to six.
    Medium,
    /// Up to ten.
    Large,
}

impl Size {
    /// The sizes by name.
    pub const NAMED: [(&'static str, Size); 3] =
        [("small", Size::Small), ("medium", Size::Medium), ("large", Size::Large)];

    fn threads(self) -> u64 {
        match self {
            Size::Small => 2,
            Size::Medium => 3,
            Size::Large => 5,
        }
    }

    fn functions(self) -> u64 {
        match self {
            Size::Small => 1,
            Size::Medium => 3,
            Size::Large => 5,
        }
    }

    fn statements(self) -> u64 {
        match self {
            Size::Small => 4,
            Size::Medium => 5,
            Size::Large => 7,
        }
    }
}

/// How often an access does without its protection, one in so many; 0 for never.
const SLIPS: [u64; 5] = [0, 30, 12, 6, 3];

/// The program with a number among those of a seed, with shapes or without.
pub fn generate(seed: u64, number: u64, size: Size, shapes: Shapes) -> Program {
    let mut program = unshaped(seed, number, size);
    if shapes != Shapes::Off {
        weave::weave(&mut program, seed, number);
    }
    if shapes == Shapes::WithLockOrders {
        weave::weave_lock_orders(&mut program, seed, number);
    }
    if shapes == Shapes::WithPointers {
        weave::weave_pointers(&mut program, seed, number);
    }
    program
}

fn unshaped(seed: u64, number: u64, size: Size) -> Program {
    let mut random = Random::new(seed, number + 1);
    let slips = SLIPS[random.below(5) as usize];
    let threads = 1 + random.below(size.threads()) as usize;
    let functions = random.below(size.functions() + 1) as usize;
    let count = 1 + threads + functions;
    let mut disciplines: Vec<Discipline> = DATA
        .iter()
        .map(|datum| match datum {
            Datum::Numbers => elements(&mut random),
            _ => discipline(&mut random),
        })
        .collect();
    // Few data, so that threads meet.
    let focus = (0..1 + random.below(size.threads() + 2))
        .map(|_| random.below(DATA.len() as u64 + 2).min(DATA.len() as u64 - 1) as usize)
        .collect();
    let theme = Theme::some(&mut random);
    let features = Feature::some(&mut random);
    if theme != Theme::None {
        for discipline in disciplines.iter_mut().take(3) {
            *discipline = Discipline::Bare;
        }
    }
    let visit = Visit::ALL[random.below(4) as usize];
    let mut generator = Generator {
        random,
        visit,
        theme,
        slips,
        size,
        disciplines,
        focus,
        features,
        roles: Vec::new(),
        body: 0,
        held: Vec::new(),
        depth: 0,
        fresh: 0,
        budget: 0,
        bound: 0,
    };
    generator.roles = (0..count).map(|number| generator.role(number, threads)).collect();
    let bodies = (0..count).map(|number| generator.body(number)).collect();
    Program { bodies }
}

struct Generator {
    random: Random,
    theme: Theme,
    slips: u64,
    size: Size,
    disciplines: Vec<Discipline>,
    /// The data that the program uses, by their numbers.
    focus: Vec<usize>,
    features: Vec<Feature>,
    /// How lists are visited.
    visit: Visit,
    roles: Vec<Role>,
    /// The body being made.
    body: usize,
    /// The guards around.
    held: Vec<Guard>,
    depth: usize,
    /// How many allocated records are the local one: inner ones hide outer ones.
    fresh: usize,
    /// Statements left for this body.
    budget: u64,
    /// Blocks around that must not be left.
    bound: usize,
}

impl Generator {
    fn chance(&mut self, one_in: u64) -> bool {
        self.random.one_in(one_in)
    }

    fn small(&mut self, bound: u64) -> u8 {
        self.random.below(bound) as u8
    }

    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn role(&mut self, number: usize, threads: usize) -> Role {
        match number {
            0 => Role::Main,
            _ if number <= threads => Role::Thread(match self.random.below(6) {
                0 | 1 => Passed::Record,
                2 => Passed::Integer,
                3 => Passed::Lock,
                _ => Passed::Number,
            }),
            _ => Role::Function,
        }
    }

    fn body(&mut self, number: usize) -> Body {
        self.body = number;
        self.held.clear();
        (self.depth, self.fresh, self.bound) = (0, 0, 0);
        self.budget = 2 * self.size.statements() + 4;
        let count = 1 + self.random.below(self.size.statements());
        let mut statements = Vec::new();
        if number == 0 {
            statements.extend(self.block(count / 2));
            statements.extend(self.spawns());
            statements.extend(self.block(1 + count / 2));
        } else {
            statements = self.block(count);
            if self.theme == Theme::Join {
                statements.push(self.read_or_write(Place::Global(0)));
            }
        }
        Body {
            role: self.roles[number],
            statements,
        }
    }

    /// Main creates a thread of each routine, or most of them.
    fn spawns(&mut self) -> Vec<Statement> {
        let routines: Vec<usize> = self.later(|role| matches!(role, Role::Thread(_)));
        let mut inner = self.block(1);
        for routine in routines {
            if self.chance(5) {
                continue;
            }
            let spawn = self.spawn(routine, inner);
            inner = vec![spawn];
            inner.extend(self.block(1));
        }
        inner
    }

    fn later(&self, wanted: impl Fn(Role) -> bool) -> Vec<usize> {
        (self.body + 1..self.roles.len())
            .filter(|number| wanted(self.roles[*number]))
            .collect()
    }

    fn block(&mut self, count: u64) -> Vec<Statement> {
        (0..count).flat_map(|_| self.statements()).collect()
    }

    fn inner(&mut self) -> Vec<Statement> {
        self.depth += 1;
        let count = 1 + self.random.below(3);
        let block = self.block(count);
        self.depth -= 1;
        block
    }

    /// A block that must not be left: locks are held that are not known to protect anything.
    fn held_inner(&mut self) -> Vec<Statement> {
        self.bound += 1;
        let inner = self.inner();
        self.bound -= 1;
        inner
    }

    fn statements(&mut self) -> Vec<Statement> {
        if self.budget == 0 {
            return Vec::new();
        }
        self.budget -= 1;
        if self.theme != Theme::None && self.chance(3) {
            let themed = self.themed();
            if !themed.is_empty() {
                return themed;
            }
        }
        if self.depth < 4
            && self.chance(3)
            && let Some(statement) = self.compound()
        {
            return vec![statement];
        }
        if self.chance(5)
            && let Some(statement) = self.structured()
        {
            return vec![statement];
        }
        if self.chance(5)
            && let Some(statement) = self.special()
        {
            return vec![statement];
        }
        self.accesses()
    }

    fn slip(&mut self) -> bool {
        self.slips > 0 && self.random.one_in(self.slips)
    }
}
