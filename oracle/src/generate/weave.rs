//! Shapes, woven into programs that are made without them.
//!
//! The choices come from a stream of their own, so that a program is the same as ever but for what is woven in.

use pepsin::explore::random::Random;

use crate::program::{Program, Role, Statement};
use crate::shapes::{Family, Piece, Stage};

/// Whether programs have shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// Most have one or two.
    Woven,
    /// Besides, each has an order of locks.
    WithLockOrders,
    /// Besides, each has pointers that are set to null.
    WithPointers,
    /// None has.
    Off,
}

/// One program in so many has no shape.
const PLAIN: u64 = 8;

/// One shape in so many is broken.
const BROKEN: u64 = 3;

/// Distinguishes the stream of these choices from that of the program.
const STREAM: u64 = 0x7368_6170_6573;

/// The same for orders of locks.
const STREAM_OF_LOCKS: u64 = 0x6c6f_636b_7300;

/// The same for pointers.
const STREAM_OF_POINTERS: u64 = 0x706f_696e_7400;

/// Puts pieces of shapes into a program, by a seed and the number of the program.
pub(super) fn weave(program: &mut Program, seed: u64, number: u64) {
    let mut weaver = Weaver {
        random: Random::new(seed ^ STREAM, number + 1),
        used: used(program),
    };
    if weaver.random.one_in(PLAIN) {
        return;
    }
    let families = if weaver.random.one_in(3) { 2 } else { 1 };
    for _ in 0..families {
        let (family, _, shapes) = Family::ALL[weaver.random.below(Family::OF_RACES as u64) as usize];
        let shape = weaver.random.below(shapes.len() as u64) as usize;
        weaver.shape(program, family, shape);
    }
}

/// Puts an order of locks into a program, twice in some.
pub(super) fn weave_lock_orders(program: &mut Program, seed: u64, number: u64) {
    let mut weaver = Weaver {
        random: Random::new(seed ^ STREAM_OF_LOCKS, number + 1),
        used: used(program),
    };
    for _ in 0..1 + weaver.random.below(2) {
        let shape = weaver.random.below(Family::LockOrders.shapes().len() as u64) as usize;
        weaver.shape(program, Family::LockOrders, shape);
    }
}

/// Puts pointers that may be null into a program, of two kinds in some.
pub(super) fn weave_pointers(program: &mut Program, seed: u64, number: u64) {
    let mut weaver = Weaver {
        random: Random::new(seed ^ STREAM_OF_POINTERS, number + 1),
        used: used(program),
    };
    for _ in 0..1 + weaver.random.below(2) {
        let shape = weaver.random.below(Family::Pointers.shapes().len() as u64) as usize;
        weaver.shape(program, Family::Pointers, shape);
    }
}

fn used(program: &Program) -> Vec<usize> {
    let used = program.used();
    (0..program.bodies.len()).filter(|body| used[*body]).collect()
}

struct Weaver {
    random: Random,
    /// The bodies that are used.
    used: Vec<usize>,
}

impl Weaver {
    /// All parts of a shape, most often once each, one of them broken in some programs.
    fn shape(&mut self, program: &mut Program, family: Family, shape: usize) {
        let parts = family.shapes()[shape].parts;
        let breakable: Vec<usize> = (0..parts.len())
            .filter(|part| !parts[*part].broken.is_empty())
            .collect();
        let broken = match self.random.one_in(BROKEN) {
            true => self.one_of(&breakable),
            false => None,
        };
        for (part, texts) in parts.iter().enumerate() {
            let count = match texts.stage {
                Stage::Anywhere if self.random.one_in(3) => 2,
                _ => 1,
            };
            for _ in 0..count {
                let text = match broken == Some(part) {
                    true => texts.sound.len() as u64 + self.random.below(texts.broken.len() as u64),
                    false => self.random.below(texts.sound.len() as u64),
                };
                let piece = Piece {
                    family,
                    shape,
                    part,
                    text: text as usize,
                };
                self.put(program, texts.stage, piece);
            }
        }
    }

    fn one_of(&mut self, numbers: &[usize]) -> Option<usize> {
        numbers.get(self.random.below(numbers.len() as u64) as usize).copied()
    }

    fn put(&mut self, program: &mut Program, stage: Stage, piece: Piece) {
        if stage == Stage::Once {
            let block = &mut program.bodies[0].statements;
            let at = self.random.below(block.len() as u64 + 1) as usize;
            return block.insert(at, Statement::Shape(piece));
        }
        let is_thread = |body: &usize| matches!(program.bodies[*body].role, Role::Thread(_));
        let threads: Vec<usize> = self.used.iter().copied().filter(is_thread).collect();
        let among = match threads.is_empty() || self.random.one_in(3) {
            true => self.used.clone(),
            false => threads,
        };
        // `main` is always used.
        let body = self.one_of(&among).unwrap_or(0);
        self.insert(&mut program.bodies[body].statements, piece);
    }

    /// Inserts a piece somewhere in a block, or in one inside.
    fn insert(&mut self, block: &mut Vec<Statement>, piece: Piece) {
        let inner = block.iter_mut().flat_map(Statement::blocks_mut);
        let mut inner: Vec<&mut Vec<Statement>> = inner.collect();
        if !inner.is_empty() && self.random.one_in(2) {
            let chosen = self.random.below(inner.len() as u64) as usize;
            return self.insert(inner.swap_remove(chosen), piece);
        }
        let at = self.random.below(block.len() as u64 + 1) as usize;
        block.insert(at, Statement::Shape(piece));
    }
}
