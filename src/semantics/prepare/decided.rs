//! Decided conditions: where a way through a function has settled how a later condition turns out, it gets a copy of the block
//! that ends in it, which leads on without asking.
//!
//! ```text
//!     w: if (a < b) → l → j → if (a < b) → t        becomes        w: if (a < b) → l → j′ → t
//! ```
//!
//! So what two conditional expressions choose by the same comparison, such as the first and the second lock to take, is told apart
//! for both at once, and [tails](super::tails) find that the ways chose.
//!
//! The condition is carried back along the way, as weakest preconditions are: through an assignment by substitution, through
//! branches by what they tell of the same two operands. That is kept as the set of those of `<`, `=`, `>` that may hold, of which
//! the condition admits all, none, or some (Mueller and Whalley, "Avoiding conditional branches by code replication", PLDI 1995;
//! Dijkstra, "Guarded commands", CACM 1975). It ends where nothing more is sure: where ways meet, at calls, and where an operand
//! is assigned what is not computed from such operands.
//! The operands are numbers and pointers in variables of the function whose address is never taken, so nothing else changes them, or in
//! memory that such pointers lead to (`if (from->id < to->id)`). That is carried back to the last store or call: what another thread
//! writes there meanwhile races with the condition itself, and of a program that races nothing is proved.

use super::conditions::condition_behind;
use super::shape::Shape;
use super::tails::{MOST_BLOCKS, chosen_in, is_synchronised, mentions, tail};
use super::unroll::redirect;
use crate::ir::graph::Graph;
use crate::ir::{
    BinaryOp, BlockId, Body, Expr, InstructionKind, LocalId, Place, Program, Projection, Root, Terminator, TypeId,
    Types,
};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// So many blocks back a condition is carried at most.
const LONGEST_WAY: usize = 16;

/// A condition that becomes larger than this is given up.
const LARGEST: usize = 64;

/// Lets the ways of each function pass by conditions that they have decided, where pointers are chosen for what is locked behind.
pub fn pass_decided_conditions(program: &mut Program, shapes: &[Shape]) {
    let types = &program.types;
    for function in &mut program.functions {
        if let Some(body) = &mut function.body {
            while let Some(decided) = decided(types, body, shapes) {
                pass(body, &decided);
            }
        }
    }
}

/// A block with a condition that a way to it has decided.
struct Decided {
    way: BlockId,
    block: BlockId,
    next: BlockId,
}

fn decided(types: &Types, body: &Body, shapes: &[Shape]) -> Option<Decided> {
    if body.blocks.len() >= MOST_BLOCKS {
        return None;
    }
    let graph = Graph::new(body);
    let blocks = (1..body.blocks.len() as u32).map(BlockId);
    blocks.filter(|block| graph.is_reachable(*block)).find_map(|block| {
        let ways = graph.predecessors(block);
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = &body.blocks[block.0 as usize].terminator
        else {
            return None;
        };
        let beside = ways.iter().chain([then, otherwise]);
        let mut beside = beside.copied();
        if !beside.any(|beside| chosen_in(types, body, beside).next().is_some()) {
            return None;
        }
        let tail = tail(body, block)?;
        let is_left_for_good = ways.iter().all(|way| tail.binary_search(way).is_err());
        if !is_left_for_good || !is_synchronised(body, &tail, shapes) {
            return None;
        }
        let carried = Carried::of(types, body, condition)?;
        ways.iter().find_map(|way| {
            let holds = carried.clone().outcome(&graph, block, *way)?;
            let next = if holds { *then } else { *otherwise };
            Some(Decided { way: *way, block, next })
        })
    })
}

/// Gives a way a copy of the block behind it, which goes on as is decided.
fn pass(body: &mut Body, decided: &Decided) {
    let mut copy = body.blocks[decided.block.0 as usize].clone();
    copy.terminator = Terminator::Goto(decided.next);
    let copied = BlockId(body.blocks.len() as u32);
    body.blocks.push(copy);
    redirect(&mut body.blocks[decided.way.0 as usize], &|target| {
        if target == decided.block { copied } else { target }
    });
}

/// Which of `left < right`, `left = right` and `left > right` may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Relations(u8);

impl Relations {
    const LESS: Relations = Relations(1);
    const EQUAL: Relations = Relations(2);
    const GREATER: Relations = Relations(4);
    const ALL: Relations = Relations(7);

    /// Those in which a comparison holds.
    fn of(op: BinaryOp) -> Relations {
        let Relations(all) = Relations::ALL;
        match op {
            BinaryOp::Less => Relations::LESS,
            BinaryOp::Equal => Relations::EQUAL,
            BinaryOp::Greater => Relations::GREATER,
            BinaryOp::LessEqual => Relations(all & !Relations::GREATER.0),
            BinaryOp::NotEqual => Relations(all & !Relations::EQUAL.0),
            BinaryOp::GreaterEqual => Relations(all & !Relations::LESS.0),
            _ => Relations::ALL,
        }
    }

    fn and(self, other: Relations) -> Relations {
        Relations(self.0 & other.0)
    }
}

/// A condition on its way back.
#[derive(Clone)]
struct Carried<'b> {
    types: &'b Types,
    body: &'b Body,
    left: Expr,
    right: Expr,
    /// Those of which one holds if the condition does.
    asked: Relations,
    /// Those that may hold behind what was passed.
    possible: Relations,
}

impl<'b> Carried<'b> {
    fn of(types: &'b Types, body: &'b Body, condition: &Expr) -> Option<Self> {
        let (op, left, right) = comparison(types, condition, true)?;
        let is_settled = is_settled(types, body, &left) && is_settled(types, body, &right);
        is_settled.then_some(Carried {
            types,
            body,
            left,
            right,
            asked: Relations::of(op),
            possible: Relations::ALL,
        })
    }

    /// Whether the condition at the end of a block holds, or fails, whenever the block is entered by this way; nothing if either may be.
    fn outcome(mut self, graph: &Graph, mut block: BlockId, mut way: BlockId) -> Option<bool> {
        let mut goes_on = self.pass_instructions(block);
        for _ in 0..LONGEST_WAY {
            if !goes_on {
                return None;
            }
            self.pass_edge(way, block);
            if let Some(holds) = self.known() {
                return Some(holds);
            }
            goes_on = self.pass_instructions(way);
            let before = graph.predecessors(way);
            if way == BlockId(0) || before.len() != 1 {
                break;
            }
            (block, way) = (way, before[0]);
        }
        goes_on.then(|| self.known()).flatten()
    }

    fn known(&self) -> Option<bool> {
        let possible = self.possible.and(by_value(&self.left, &self.right));
        match possible.and(self.asked) {
            holding if holding == possible => Some(true),
            Relations(0) => Some(false),
            _ => None,
        }
    }

    /// What the edge from a block to another one tells of the operands.
    fn pass_edge(&mut self, from: BlockId, to: BlockId) {
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = &self.body.blocks[from.0 as usize].terminator
        else {
            return;
        };
        if then == otherwise {
            return;
        }
        let Some((op, left, right)) = comparison(self.types, condition, *then == to) else {
            return;
        };
        if is_same(&left, &self.left) && is_same(&right, &self.right) {
            self.possible = self.possible.and(Relations::of(op));
        } else if is_same(&left, &self.right) && is_same(&right, &self.left) {
            self.possible = self.possible.and(Relations::of(op.mirrored()));
        }
    }

    /// Carries the condition to the start of a block, if what it is there can be told.
    fn pass_instructions(&mut self, block: BlockId) -> bool {
        let instructions = self.body.blocks[block.0 as usize].instructions.iter().rev();
        for instruction in instructions {
            match &instruction.kind {
                InstructionKind::Assign { to, value } => {
                    if !self.pass_assignment(to, value) {
                        return false;
                    }
                }
                InstructionKind::ScopeEntry(local) | InstructionKind::ScopeEnd(local) => {
                    if self.mentions(*local) {
                        return false;
                    }
                }
                InstructionKind::Zero { place } => {
                    let is_mentioned = matches!(place.root, Root::Local(local) if self.mentions(local));
                    if is_mentioned || self.reads_memory() {
                        return false;
                    }
                }
                InstructionKind::Call { .. } | InstructionKind::Assembly { .. } | InstructionKind::Obstacle { .. } => {
                    return false;
                }
            }
        }
        true
    }

    fn pass_assignment(&mut self, to: &Place, value: &Expr) -> bool {
        let Root::Local(local) = to.root else {
            return !self.reads_memory();
        };
        if self.body.locals[local.0 as usize].address_taken && self.reads_memory() {
            return false;
        }
        if !self.mentions(local) || is_seeded(Bug::DecidedForGood) {
            return true;
        }
        if to.as_local().is_none() || value.ty() != to.ty || !is_settled(self.types, self.body, value) {
            return false;
        }
        substitute(&mut self.left, local, value);
        substitute(&mut self.right, local, value);
        size(&self.left) + size(&self.right) <= LARGEST
    }

    /// Whether an operand lies in memory, where stores may change it.
    fn reads_memory(&self) -> bool {
        let reads = |operand: &Expr| {
            let mut found = false;
            operand.expressions(&mut |inner| {
                found |= matches!(inner, Expr::Load(place) if place.as_local().is_none());
            });
            found
        };
        !is_seeded(Bug::StoresDecideNothing) && (reads(&self.left) || reads(&self.right))
    }

    fn mentions(&self, local: LocalId) -> bool {
        [&self.left, &self.right]
            .iter()
            .any(|operand| mentions(operand, |read| read == local))
    }
}

/// The comparison of numbers or pointers that a condition is, if it holds, or fails. Other values are compared with zero.
fn comparison(types: &Types, condition: &Expr, holds: bool) -> Option<(BinaryOp, Expr, Expr)> {
    let (condition, holds) = condition_behind(condition, holds);
    let (op, left, right) = match condition {
        Expr::Binary(op, left, right, _) if op.is_comparison() => (*op, (**left).clone(), (**right).clone()),
        value => (BinaryOp::NotEqual, value.clone(), Expr::Integer(0, value.ty())),
    };
    // Numbers with a point may be neither less, nor equal, nor greater.
    let is_ordered = [&left, &right].iter().all(|operand| is_discrete(types, operand)) || is_seeded(Bug::AllIsOrdered);
    let op = if holds { op } else { op.negated() };
    is_ordered.then_some((op, left, right))
}

fn is_discrete(types: &Types, expr: &Expr) -> bool {
    types.is_integer(expr.ty()) || types.is_pointer(expr.ty())
}

/// Whether nothing but assignments of the function itself, or stores to memory, change the value of an expression.
pub(super) fn is_settled(types: &Types, body: &Body, expr: &Expr) -> bool {
    match expr {
        Expr::Integer(..) => true,
        Expr::Load(place) => {
            let is_known = is_discrete(types, expr) || is_seeded(Bug::AllIsOrdered);
            is_known && !is_qualified(types, place.ty) && is_settled_place(types, body, place)
        }
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => is_settled(types, body, operand),
        Expr::Binary(_, left, right, _) => is_settled(types, body, left) && is_settled(types, body, right),
        Expr::Float(..) | Expr::AddressOf(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => false,
    }
}

/// Whether a place is a variable of the function whose address is never taken, or memory that such variables lead to, of a type that says
/// nothing of volatile or atomic accesses.
fn is_settled_place(types: &Types, body: &Body, place: &Place) -> bool {
    if let Some(local) = place.as_local() {
        let variable = &body.locals[local.0 as usize];
        let is_own = !variable.address_taken || is_seeded(Bug::PointersDecideNothing);
        return is_own && !is_qualified(types, variable.ty);
    }
    let is_settled_root = match &place.root {
        Root::Deref(pointer) => {
            let pointee = types.pointee(pointer.ty());
            pointee.is_some_and(|pointee| !is_qualified(types, pointee)) && is_settled(types, body, pointer)
        }
        Root::Global(_) => true,
        Root::Local(_) => false,
    };
    let is_settled_part = |part: &Projection| match part {
        Projection::Field(record, number) => {
            let field = types.fields(*record).get(*number as usize);
            field.is_some_and(|field| !is_qualified(types, field.ty))
        }
        Projection::Index(index, element) => !is_qualified(types, *element) && is_settled(types, body, index),
    };
    is_settled_root && place.projections.iter().all(is_settled_part)
}

fn is_qualified(types: &Types, ty: TypeId) -> bool {
    types.get(ty).volatile || types.get(ty).atomic
}

/// Whether two settled expressions are written alike, wherever they stand.
pub(super) fn is_same(left: &Expr, right: &Expr) -> bool {
    match (left, right) {
        (Expr::Integer(left, ty), Expr::Integer(right, other)) => left == right && ty == other,
        (Expr::Load(left), Expr::Load(right)) => left.ty == right.ty && is_same_place(left, right),
        (Expr::Unary(op, left, ty), Expr::Unary(other_op, right, other)) => {
            op == other_op && ty == other && is_same(left, right)
        }
        (Expr::Cast(left, ty), Expr::Cast(right, other)) => ty == other && is_same(left, right),
        (Expr::Binary(op, first, second, ty), Expr::Binary(other_op, other_first, other_second, other)) => {
            op == other_op && ty == other && is_same(first, other_first) && is_same(second, other_second)
        }
        _ => false,
    }
}

fn is_same_place(left: &Place, right: &Place) -> bool {
    let is_same_root = match (&left.root, &right.root) {
        (Root::Local(left), Root::Local(right)) => left == right,
        (Root::Global(left), Root::Global(right)) => left == right,
        (Root::Deref(left), Root::Deref(right)) => is_same(left, right),
        _ => false,
    };
    let is_same_part = |(left, right): (&Projection, &Projection)| match (left, right) {
        (Projection::Field(record, number), Projection::Field(other, same)) => record == other && number == same,
        (Projection::Index(left, ty), Projection::Index(right, other)) => ty == other && is_same(left, right),
        _ => false,
    };
    let mut parts = left.projections.iter().zip(&right.projections);
    is_same_root && left.projections.len() == right.projections.len() && parts.all(is_same_part)
}

/// What two operands tell by themselves: constants of one type, or twice the same.
fn by_value(left: &Expr, right: &Expr) -> Relations {
    match (left, right) {
        (Expr::Integer(left, ty), Expr::Integer(right, other)) if ty == other => match left.cmp(right) {
            std::cmp::Ordering::Less => Relations::LESS,
            std::cmp::Ordering::Equal => Relations::EQUAL,
            std::cmp::Ordering::Greater => Relations::GREATER,
        },
        _ if is_same(left, right) => Relations::EQUAL,
        _ => Relations::ALL,
    }
}

fn substitute(expr: &mut Expr, local: LocalId, value: &Expr) {
    match expr {
        Expr::Load(place) if place.as_local() == Some(local) => *expr = value.clone(),
        Expr::Load(place) => {
            if let Root::Deref(pointer) = &mut place.root {
                substitute(pointer, local, value);
            }
            for part in &mut place.projections {
                if let Projection::Index(index, _) = part {
                    substitute(index, local, value);
                }
            }
        }
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => substitute(operand, local, value),
        Expr::Binary(_, left, right, _) => {
            substitute(left, local, value);
            substitute(right, local, value);
        }
        _ => {}
    }
}

fn size(expr: &Expr) -> usize {
    let mut size = 0;
    expr.expressions(&mut |_| size += 1);
    size
}
