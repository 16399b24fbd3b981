//! A system made of a closure.

use pepsin_solver::{Io, Solution, SolverSettings, Stop, System, UpdateRule, solve};

use crate::interval::Interval;

/// The right-hand sides of [`Equations`].
pub type RightHandSide = dyn Fn(u32, &mut dyn Io<Equations>) -> Result<Interval, Stop>;

/// A system whose unknowns are numbers and whose right-hand side is a function of the number.
pub struct Equations {
    right_hand_side: Box<RightHandSide>,
    rule: UpdateRule,
}

impl Equations {
    /// The system of the right-hand side given, with the default update rule.
    pub fn new(right_hand_side: impl Fn(u32, &mut dyn Io<Equations>) -> Result<Interval, Stop> + 'static) -> Self {
        Self {
            right_hand_side: Box::new(right_hand_side),
            rule: UpdateRule::default(),
        }
    }

    /// The same system with another update rule for all globals.
    pub fn with_rule(self, rule: UpdateRule) -> Self {
        Self { rule, ..self }
    }

    /// Solves for the roots and checks all that must hold of any solution.
    pub fn solved(&self, roots: &[u32]) -> Solution<Self> {
        let solution = solve(self, roots, &SolverSettings::default());
        assert_eq!(solution.cut_by(), None);
        solution.verify(self).expect("the solution satisfies its constraints");
        solution
    }
}

impl System for Equations {
    type Local = u32;
    type Value = Interval;
    type Global = u32;
    type Fact = Interval;

    fn eval(&self, x: u32, io: &mut dyn Io<Self>) -> Result<Interval, Stop> {
        (self.right_hand_side)(x, io)
    }

    fn update_rule(&self, _: u32) -> UpdateRule {
        self.rule
    }
}
