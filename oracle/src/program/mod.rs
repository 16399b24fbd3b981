//! Concurrent programs as trees: what the generator makes, the emitter writes as C, and the reducer cuts.
//!
//! Every tree is a valid program, and stays one whatever part is cut out:
//! - bodies call and create only bodies behind them, so that everything ends but recursion, which counts down;
//! - locks are taken and released by one node, and what names the lock does not change in between;
//! - all pointers are valid from the start, indices are masked, handles are joined where they are made.
//!
//! What a tree may do wrong is what the oracle is about: races and deadlocks.

mod operands;
mod statement;

use crate::shapes::Piece;

pub use self::operands::{Condition, Guard, Index, Lock, Member, Order, Place, Record, Value};
pub use self::statement::{
    Arguments, Carrier, Claim, Creation, Fate, Installing, Joined, Library, Restart, Statement, Visit, Way,
};

/// A program: the first body is `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The bodies; each one refers to later ones only.
    pub bodies: Vec<Body>,
}

/// The body of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// What calls it.
    pub role: Role,
    /// What it does.
    pub statements: Vec<Statement>,
}

/// What calls a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The program starts here.
    Main,
    /// It is the start routine of threads, whose argument is this.
    Thread(Passed),
    /// It is called, directly, through a table of functions or by `pthread_once`.
    Function,
}

/// What a thread's argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The address of a record.
    Record,
    /// The address of an integer.
    Integer,
    /// The address of a mutex.
    Lock,
    /// A small number.
    Number,
}
impl Program {
    /// The statements in bodies that are used, in order, with those inside of others.
    pub fn statements(&self) -> Vec<&Statement> {
        fn collect<'p>(block: &'p [Statement], statements: &mut Vec<&'p Statement>) {
            for statement in block {
                statements.push(statement);
                for inner in statement.blocks() {
                    collect(inner, statements);
                }
            }
        }
        let mut statements = Vec::new();
        let used = self.bodies.iter().zip(self.used()).filter(|(_, used)| *used);
        used.for_each(|(body, _)| collect(&body.statements, &mut statements));
        statements
    }

    /// Whether it has a certain statement in a body that is used.
    pub fn has(&self, wanted: impl Fn(&Statement) -> bool) -> bool {
        self.statements().into_iter().any(wanted)
    }

    /// The pieces of shapes in bodies that are used, in order.
    pub fn pieces(&self) -> Vec<Piece> {
        let piece = |statement: &Statement| match statement {
            Statement::Shape(piece) => Some(*piece),
            _ => None,
        };
        self.statements().into_iter().filter_map(piece).collect()
    }

    /// How many statements there are in bodies that are used.
    pub fn size(&self) -> usize {
        self.statements().len()
    }

    /// Which bodies are called or created, from `main` on.
    pub fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.bodies.len()];
        used[0] = true;
        for number in 0..self.bodies.len() {
            if used[number] {
                mark(&self.bodies[number].statements, &mut used);
            }
        }
        used
    }
}

fn mark(block: &[Statement], used: &mut [bool]) {
    for statement in block {
        match statement {
            Statement::Call(body, Way::Table(other, _), _)
            | Statement::Relay(body, other, ..)
            | Statement::JoinEither(body, other, ..) => {
                used[*body] = true;
                used[*other] = true;
            }
            Statement::Spawn(creation, _) => used[creation.routine] = true,
            Statement::Restarted(restart, ..) => used[restart.routine] = true,
            Statement::Call(body, ..) | Statement::Collect(body, ..) | Statement::Install(_, body, _) => {
                used[*body] = true;
            }
            _ => {}
        }
        for inner in statement.blocks() {
            mark(inner, used);
        }
    }
}
