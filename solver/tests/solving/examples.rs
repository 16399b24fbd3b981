//! Small systems, each of which shows one thing that the solver does.

use pepsin_lattice::Bottom;
use pepsin_solver::budget::EVALUATION;
use pepsin_solver::{Cut, Pace, SolverSettings, UpdateRule, Violation, solve};

use crate::equations::Equations;
use crate::interval::{Interval, interval};

const MAX: i64 = i64::MAX;
const MIN: i64 = i64::MIN;

#[test]
fn a_loop_is_widened_and_narrowing_recovers_its_bound() {
    // for (i = 0; i < 100; i++); return i;
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 => io.get(1)?.within(100, MAX),
            1 => interval(0, 0).or(io.get(2)?),
            _ => io.get(1)?.within(MIN, 99).plus(1),
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.value(1), Some(&interval(0, 100)));
    assert_eq!(solution.value(0), Some(&interval(100, 100)));
    assert!(solution.statistics().widenings > 0);
    assert!(solution.statistics().evaluations < 30);
}

#[test]
fn unknowns_on_no_cycle_are_evaluated_once() {
    let system = Equations::new(|x, io| match x {
        0 => Ok(interval(3, 3)),
        _ => Ok(io.get(x / 2)?.or(io.get(x / 3)?)),
    });
    let solution = system.solved(&[1000, 999]);
    let statistics = solution.statistics();
    assert_eq!(statistics.evaluations as usize, statistics.reached);
    assert_eq!(statistics.widening_points, 0);
}

#[test]
fn chains_of_200_000_unknowns_do_not_overflow_the_stack() {
    let end = 200_000;
    let system = Equations::new(move |x, io| match x {
        _ if x == end => Ok(interval(7, 7).or(io.global(0))),
        0 => {
            let value = io.get(1)?;
            // Makes the whole chain suspect, so that it is checked as deeply as it was evaluated.
            io.side(0, interval(8, 8));
            Ok(value)
        }
        _ => io.get(x + 1),
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.value(0), Some(&interval(7, 8)));
    assert_eq!(solution.statistics().max_depth, 200_001);
}

/// A function f(n) { if (n < 10) f(n + 1); return n; }: 1 is its entry and 2 its end.
fn recursion(x: u32, io: &mut dyn pepsin_solver::Io<Equations>) -> Result<Interval, pepsin_solver::Stop> {
    Ok(match x {
        0 => {
            io.start(1, interval(0, 0));
            io.get(2)?
        }
        1 => Interval::bottom(),
        _ => {
            let argument = io.get(1)?;
            let again = argument.within(MIN, 9);
            let returned = argument.within(10, MAX);
            if again.is_bottom() {
                return Ok(returned);
            }
            io.start(1, again.plus(1));
            if io.get(2)?.is_bottom() {
                return Ok(returned);
            }
            argument
        }
    })
}

#[test]
fn the_argument_of_a_recursive_call_is_widened_and_then_narrowed() {
    let solution = Equations::new(recursion).solved(&[0]);
    assert_eq!(solution.value(1), Some(&interval(0, 10)));
    assert_eq!(solution.value(0), Some(&interval(0, 10)));
}

#[test]
fn a_global_fed_by_a_loop_loses_what_widening_put_there() {
    for (rule, high) in [
        (UpdateRule::ByOrigin, 100),
        (UpdateRule::Reluctant, 100),
        (UpdateRule::Unwidened, 100),
        (UpdateRule::Accumulate, MAX),
    ] {
        // for (i = 0; g = i, i < 100; i++);
        let system = Equations::new(|x, io| {
            Ok(match x {
                0 => interval(0, 0).or(io.get(1)?),
                _ => {
                    let i = io.get(0)?;
                    io.side(0, i);
                    i.within(MIN, 99).plus(1)
                }
            })
        })
        .with_rule(rule);
        let solution = system.solved(&[0]);
        assert_eq!(solution.fact(0), Some(&interval(0, high)), "{rule:?}");
    }
}

#[test]
fn contributions_that_are_made_no_longer_are_withdrawn() {
    // The loop is widened past 1000 for a while, where it contributes 7 to g.
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 => interval(0, 0).or(io.get(1)?),
            _ => {
                let i = io.get(0)?;
                if !i.within(1000, MAX).is_bottom() {
                    io.side(0, interval(7, 7));
                }
                i.within(MIN, 99).plus(1)
            }
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.fact(0), None);
    assert_eq!(solution.statistics().withdrawals, 1);
}

#[test]
fn unknowns_that_are_reached_no_longer_contribute_no_more() {
    // While the loop is widened, 2 is demanded, started, and starts 3, which contributes.
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 => interval(0, 0).or(io.get(1)?),
            1 => {
                let i = io.get(0)?;
                if !i.within(1000, MAX).is_bottom() {
                    io.start(2, interval(1, 1));
                }
                i.within(MIN, 99).plus(1)
            }
            2 => {
                io.demand(3);
                Interval::bottom()
            }
            _ => {
                let started = io.get(2)?;
                io.side(0, started);
                interval(5, 5)
            }
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.fact(0), None);
    assert_eq!(solution.locals().map(|(x, _)| x).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_key_that_appears_later_wakes_the_reader_of_the_index() {
    // 0 reads the index 10, and the globals 20, 21, … that it lists; the thread 1 writes 23 and lists it.
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 => {
                io.demand(1);
                let index = io.global(10);
                if index.is_bottom() {
                    return Ok(interval(0, 0));
                }
                io.global(23)
            }
            _ => {
                io.side(23, interval(42, 42));
                io.side(10, interval(3, 3));
                Interval::bottom()
            }
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.value(0), Some(&interval(42, 42)));
    assert_eq!(solution.statistics().evaluations, 3);
}

#[test]
fn many_growths_between_two_turns_of_a_reader_cost_it_one_evaluation() {
    let writers = 500;
    let system = Equations::new(move |x, io| {
        Ok(match x {
            0 => {
                for writer in 1..=writers {
                    io.demand(writer);
                }
                io.global(0)
            }
            _ => {
                io.side(0, interval(i64::from(x), i64::from(x)));
                Interval::bottom()
            }
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.value(0), Some(&interval(1, 500)));
    assert_eq!(solution.statistics().evaluations, 502);
}

#[test]
fn an_unknown_whose_inputs_did_not_change_is_not_evaluated_again() {
    // 3 changes, but 2 gives the same, so 0 and 1 are spared.
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 => {
                io.demand(4);
                io.get(1)?
            }
            1 => io.get(2)?.plus(1),
            2 => io.get(3)?.within(MIN, 0),
            3 => interval(0, 0).or(io.global(0)),
            _ => {
                io.side(0, interval(9, 9));
                Interval::bottom()
            }
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.value(0), Some(&interval(1, 1)));
    assert_eq!(solution.statistics().evaluations, 5 + 2);
    assert_eq!(solution.statistics().spared, 2);
}

#[test]
fn right_hand_sides_that_are_not_monotone_end_too() {
    // x gets what it is not.
    let system = Equations::new(|x, io| {
        let value = io.get(1 - x)?;
        Ok(if value.within(1, 1).is_bottom() {
            interval(1, 1)
        } else {
            interval(0, 0)
        })
    });
    system.solved(&[0]);
    // A thread contributes only as long as nobody did.
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 if io.global(0).is_bottom() => io.get(1)?,
            0 => interval(0, 0),
            _ => {
                io.side(0, interval(1, 1));
                interval(1, 1)
            }
        })
    });
    system.solved(&[0]);
}

#[test]
fn a_cut_solution_says_so_and_verifies_nothing() {
    let endless = |x: u32, io: &mut dyn pepsin_solver::Io<Equations>| io.get(x + 1);
    let system = Equations::new(endless);
    let with = |change: fn(&mut SolverSettings)| {
        let mut settings = SolverSettings::default();
        change(&mut settings);
        solve(&system, &[0], &settings)
    };
    for (solution, cut) in [
        (with(|s| s.depth = 100), Cut::Depth),
        (with(|s| s.evaluations = 100), Cut::Evaluations),
        (with(|s| s.work = 1000), Cut::Evaluations),
        (with(|s| s.interrupt.ask(Cut::Time)), Cut::Time),
        (with(|s| s.interrupt.ask(Cut::Memory)), Cut::Memory),
        (with(|s| s.interrupt.ask(Cut::Request)), Cut::Request),
    ] {
        assert_eq!(solution.cut_by(), Some(cut));
        assert_eq!(solution.verify(&system), Err(Violation::Cut(cut)));
    }
}

#[test]
fn who_meets_new_unknowns_keeps_the_pace() {
    let endless = |x: u32, io: &mut dyn pepsin_solver::Io<Equations>| io.get(x + 1);
    let cut = |by_unknown| {
        let settings = SolverSettings {
            depth: 100,
            pace: Some(Pace { free: 100, by_unknown }),
            ..SolverSettings::default()
        };
        solve(&Equations::new(endless), &[0], &settings).cut_by()
    };
    // Each unknown costs an evaluation and a question.
    assert_eq!(cut(EVALUATION + 1), Some(Cut::Depth));
    assert_eq!(cut(EVALUATION / 2), Some(Cut::Evaluations));
}

#[test]
fn verification_finds_what_another_system_would_need() {
    let smaller = Equations::new(|_, _| Ok(interval(0, 3)));
    let solution = smaller.solved(&[0]);
    let greater = Equations::new(|_, _| Ok(interval(0, 4)));
    assert_eq!(solution.verify(&greater), Err(Violation::ValueExceeded(0)));
    let further = Equations::new(|x, io| io.get(x + 1));
    let missing = Violation::LocalMissing { origin: 0, missing: 1 };
    assert_eq!(solution.verify(&further), Err(missing));
    let louder = Equations::new(|_, io| {
        io.side(9, interval(1, 1));
        Ok(interval(0, 0))
    });
    let exceeded = Violation::FactExceeded { origin: 0, global: 9 };
    assert_eq!(solution.verify(&louder), Err(exceeded));
    let starting = Equations::new(|_, io| {
        io.start(0, interval(5, 5));
        Ok(interval(0, 0))
    });
    let exceeded = Violation::StartExceeded { origin: 0, started: 0 };
    assert_eq!(solution.verify(&starting), Err(exceeded));
}

#[test]
fn what_a_callee_did_in_a_context_given_up_does_not_spread() {
    // The loop 0, 1 calls the context 2 or, while it is widened, 3, which writes 99 to the global 0.
    // The threads 4 and 5 copy the globals 0 and 1 into each other for ever.
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 => {
                io.demand(4);
                io.demand(5);
                interval(0, 0).or(io.get(1)?)
            }
            1 => {
                let i = io.get(0)?;
                let context = if i.within(1000, MAX).is_bottom() { 2 } else { 3 };
                io.start(context, interval(0, 0));
                io.get(context)?;
                i.within(MIN, 9).plus(1)
            }
            2 => interval(0, 0),
            3 => {
                let entered = io.get(3)?;
                if !entered.is_bottom() {
                    io.side(0, interval(99, 99));
                }
                interval(0, 0)
            }
            _ => {
                let (from, to) = if x == 4 { (0, 1) } else { (1, 0) };
                let copied = io.global(from);
                io.side(to, copied);
                interval(0, 0)
            }
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!((solution.fact(0), solution.fact(1)), (None, None));
}

#[test]
fn threads_that_count_each_other_up_are_widened_together() {
    // The thread x adds 1 to what the other one left in its global, at most up to 1000.
    let system = Equations::new(|x, io| {
        Ok(match x {
            0 => {
                io.demand(1);
                io.demand(2);
                io.side(1, interval(0, 0));
                interval(0, 0)
            }
            _ => {
                let left = io.global(x);
                io.side(3 - x, left.within(MIN, 1000).plus(1));
                interval(0, 0)
            }
        })
    });
    let solution = system.solved(&[0]);
    assert_eq!(solution.fact(1), Some(&interval(0, 1001)));
    assert_eq!(solution.fact(2), Some(&interval(1, 1001)));
    assert!(solution.statistics().evaluations < 30);
}
