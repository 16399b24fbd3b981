//! Random constraint systems: right-hand sides as lists of steps on one accumulated value.

use pepsin_lattice::{Bottom, Widen};
use pepsin_solver::{Io, Stop, System, UpdateRule};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::bits::Bits;
use crate::interval::{Interval, interval};

/// One step of a right-hand side; unknowns are numbers, and the last number says what exactly happens.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Joins a constant.
    Constant(u8),
    /// Joins the value of a local.
    Get(u8),
    /// Joins the value of a local if the accumulated value shows something.
    GetIf(u8, u8),
    /// Joins the fact of a global.
    Global(u8),
    /// Applies a monotone function.
    Apply(u8),
    /// Contributes the accumulated value to a global.
    Side(u8),
    /// Contributes the accumulated value to a local, after a monotone function.
    Start(u8, u8),
    /// Demands a local if the accumulated value shows something.
    DemandIf(u8, u8),
    /// Joins the value of a local unless the accumulated value shows something: not monotone.
    GetUnless(u8, u8),
    /// Contributes to a global unless the accumulated value shows something: not monotone.
    SideUnless(u8, u8),
}

/// A lattice in which steps can be taken.
pub trait Domain: Widen + std::fmt::Debug {
    /// One of 256 elements other than bottom.
    fn constant(number: u8) -> Self;
    /// One of 256 monotone, strict functions.
    fn apply(self, function: u8) -> Self;
    /// One of 256 properties that are kept by greater elements.
    fn shows(&self, property: u8) -> bool;
}

impl Domain for Bits {
    fn constant(number: u8) -> Self {
        Self(1 << (number % 8))
    }

    fn apply(self, function: u8) -> Self {
        Self(self.0.rotate_left(u32::from(function % 8)) & (function | 0b1010))
    }

    fn shows(&self, property: u8) -> bool {
        self.0 & (1 << (property % 8)) != 0
    }
}

impl Domain for Interval {
    fn constant(number: u8) -> Self {
        interval(i64::from(number % 16), i64::from(number % 16 + number / 64))
    }

    fn apply(self, function: u8) -> Self {
        match function % 4 {
            0 => self.plus(1),
            1 => self.plus(-1),
            2 => self.within(-20, i64::from(function)),
            _ => self.within(i64::from(function / 4), i64::MAX),
        }
    }

    fn shows(&self, property: u8) -> bool {
        !self.within(i64::from(property), i64::MAX).is_bottom()
    }
}

/// A system given by steps for each local and a rule for each global.
#[derive(Clone, Debug)]
pub struct Program<D> {
    pub steps: Vec<Vec<Step>>,
    pub rules: Vec<UpdateRule>,
    pub domain: std::marker::PhantomData<D>,
}

impl<D: Domain> System for Program<D> {
    type Local = u8;
    type Value = D;
    type Global = u8;
    type Fact = D;

    fn eval(&self, x: u8, io: &mut dyn Io<Self>) -> Result<D, Stop> {
        let mut value = D::bottom();
        for &step in &self.steps[usize::from(x)] {
            match step {
                Step::Constant(number) => drop(value.join(&D::constant(number))),
                Step::Get(y) => drop(value.join(&io.get(y)?)),
                Step::GetIf(y, property) if value.shows(property) => drop(value.join(&io.get(y)?)),
                Step::GetUnless(y, property) if !value.shows(property) => drop(value.join(&io.get(y)?)),
                Step::Global(g) => drop(value.join(&io.global(g))),
                Step::Apply(function) => value = value.apply(function),
                Step::Side(g) => io.side(g, value.clone()),
                Step::SideUnless(g, property) if !value.shows(property) => io.side(g, D::constant(property)),
                Step::Start(y, function) => io.start(y, value.clone().apply(function)),
                Step::DemandIf(y, property) if value.shows(property) => io.demand(y),
                Step::GetIf(..) | Step::GetUnless(..) | Step::SideUnless(..) | Step::DemandIf(..) => {}
            }
        }
        Ok(value)
    }

    fn update_rule(&self, g: u8) -> UpdateRule {
        self.rules[usize::from(g)]
    }
}

/// Whether right-hand sides are monotone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monotone {
    Always,
    NotAlways,
}

const LOCALS: u8 = 9;
const GLOBALS: u8 = 3;

fn steps(monotone: Monotone) -> impl Strategy<Value = Step> {
    let (x, g, n) = (0..LOCALS, 0..GLOBALS, any::<u8>());
    let odd = u32::from(monotone == Monotone::NotAlways);
    prop_oneof![
        2 => n.prop_map(Step::Constant),
        4 => x.clone().prop_map(Step::Get),
        3 => (x.clone(), n).prop_map(|(x, n)| Step::GetIf(x, n)),
        2 => g.clone().prop_map(Step::Global),
        3 => n.prop_map(Step::Apply),
        2 => g.clone().prop_map(Step::Side),
        1 => (x.clone(), n).prop_map(|(x, n)| Step::Start(x, n)),
        1 => (x.clone(), n).prop_map(|(x, n)| Step::DemandIf(x, n)),
        2 * odd => (x, n).prop_map(|(x, n)| Step::GetUnless(x, n)),
        2 * odd => (g, n).prop_map(|(g, n)| Step::SideUnless(g, n)),
    ]
}

/// Random systems, with the update rules given.
pub fn programs<D: Domain>(monotone: Monotone, rules: &'static [UpdateRule]) -> impl Strategy<Value = Program<D>> {
    let right_hand_sides = vec(vec(steps(monotone), 0..7), usize::from(LOCALS));
    let rules = vec(prop::sample::select(rules), usize::from(GLOBALS));
    (right_hand_sides, rules).prop_map(|(steps, rules)| Program {
        steps,
        rules,
        domain: std::marker::PhantomData,
    })
}
