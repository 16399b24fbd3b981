//! DO, declared order: what a user declares of who calls the functions of a program that has no `main`.
//!
//! **Elements.** `(phase, inside)`: the number of the declared phase to which what the ego does belongs, or nothing if that is not known or to none;
//! and a set of sections that the ego is inside of. Main goes from one phase to the next when all other threads of the phase have ended.
//! A section is a stretch of a thread's execution; it is declared that no two stretches of one section overlap, and that each comes before
//! the next one.
//!
//! **Operations.** `init = (0, ∅)`, `new((phase, inside), u) = (nothing, ∅)`.
//! ```text
//! ⟦enter s⟧(phase, inside)       = ∅ if s ∈ inside, else (phase, inside ∪ {s})
//! ⟦leave s⟧(phase, inside)       = (phase, inside ∖ {s})
//! ⟦enter phase p⟧(phase, inside) = (p, inside)
//! ⟦next phase⟧(phase, inside)    = (phase + 1, inside)
//! ```
//! Only main begins a phase, and a thread that enters one has begun after that: this is what the actions say, so it is for whoever takes them (the
//! callers of a program without `main`) to have it declared. Threads that the program creates itself belong to none: that calls have returned says nothing
//! of what they started.
//!
//! **Joining.** Of phases that differ nothing is known; intersection of the sections.
//!
//! **Why the predicate is sound.** What belongs to an earlier phase has ended, or was done by main, when main goes on to the next one, and whoever
//! enters that comes behind it. Two accesses inside of one section are made in two stretches, of which one ended before the other
//! one began, or in one, by one thread: created threads are not inside.
//!
//! No code orders such accesses, so a proof that needs this row is as good as the declarations, which stand among its assumptions.

use crate::action::{Action, Section};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::names::{Describe, Names};
use crate::set::SortedSet;
use crate::verdict::{Judgement, Piece, Reason};
use pepsin_lattice::Lattice;

/// The declared phase to which the thread belongs, and the declared sections that the thread is inside of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Declared {
    phase: Option<u32>,
    inside: SortedSet<Section>,
}

impl Declared {
    /// The number of the phase, from 0, if it is known.
    pub fn phase(&self) -> Option<u32> {
        self.phase
    }

    /// The sections that the thread is certainly inside of.
    pub fn inside(&self) -> &SortedSet<Section> {
        &self.inside
    }
}

impl Lattice for Declared {
    fn join(&mut self, other: &Self) -> bool {
        let is_lost = self.phase.is_some() && self.phase != other.phase;
        if is_lost {
            self.phase = None;
        }
        self.inside.intersect(&other.inside) || is_lost
    }
}

/// The digest of declared orders.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeclaredOrders;

impl Digest for DeclaredOrders {
    type Element = Declared;

    fn start(&self, _names: &Names) -> Declared {
        Declared {
            phase: Some(0),
            inside: SortedSet::default(),
        }
    }

    fn child(&self, _: &Declared, _: &Creation, _: &Context<'_>) -> Next<Declared> {
        Next::To(Declared {
            phase: None,
            inside: SortedSet::default(),
        })
    }

    fn step(&self, before: &Declared, action: &Action, _: &Context<'_>) -> Next<Declared> {
        let mut after = before.clone();
        match *action {
            Action::SectionEnter { section } if before.inside.contains(section) => Next::Impossible,
            Action::SectionEnter { section } => {
                let changed = after.inside.insert(section);
                Next::from_change(after, changed)
            }
            Action::SectionLeave { section } => {
                let changed = after.inside.retain(|inside| inside != section);
                Next::from_change(after, changed)
            }
            Action::PhaseEnter { phase } => {
                after.phase = Some(phase);
                Next::To(after)
            }
            Action::PhaseBegin => {
                after.phase = before.phase.and_then(|phase| phase.checked_add(1));
                Next::To(after)
            }
            _ => Next::Unchanged,
        }
    }

    fn excludes(&self, a: &Declared, b: &Declared, _: &Pair<'_>) -> Judgement {
        if let Some(section) = a.inside.iter().find(|section| b.inside.contains(*section)) {
            let reason =
                Reason::new("declared-section").text("both accesses are made in calls that do not overlap, by ");
            return Judgement::Excluded(reason.piece(Piece::Section(section)));
        }
        match (a.phase, b.phase) {
            (Some(one), Some(other)) if one != other => {
                let earlier = if one < other { "first" } else { "second" };
                Judgement::Excluded(Reason::new("declared-phases").text(format!(
                    "it is declared that all calls of which the {earlier} access is made have returned when the other one is made"
                )))
            }
            _ => Judgement::NotExcluded(
                Reason::new("not-ordered-by-declaration")
                    .text("no declaration orders the calls in which they are made"),
            ),
        }
    }

    fn is_silent(&self, element: &Declared) -> bool {
        element.inside.is_empty() && element.phase.is_none_or(|phase| phase == 0)
    }

    fn render(&self, element: &Declared, describe: &dyn Describe) -> String {
        let inside: Vec<String> = element.inside.iter().map(|section| describe.section(section)).collect();
        let phase = element
            .phase
            .map_or("any phase".to_owned(), |phase| format!("phase {phase}"));
        format!("{phase}, inside {{{}}}", inside.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, Section};
    use crate::scenario::Scenario;

    const SECTION: Section = Section(0);

    #[test]
    fn calls_of_one_section_are_ordered_and_those_of_two_are_not() {
        let scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        let inside = |id| scene.then(id, Action::SectionEnter { section: SECTION });
        let elsewhere = scene.then(worker, Action::SectionEnter { section: Section(1) });
        assert!(scene.excludes("DO", inside(main), inside(worker)));
        assert!(!scene.excludes("DO", inside(main), elsewhere));
        assert!(!scene.excludes("DO", inside(main), worker));
    }

    #[test]
    fn what_was_left_is_ordered_no_more() {
        let scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        let inside = scene.then(main, Action::SectionEnter { section: SECTION });
        let behind = scene.then(inside, Action::SectionLeave { section: SECTION });
        let other = scene.then(worker, Action::SectionEnter { section: SECTION });
        assert!(!scene.excludes("DO", behind, other));
    }

    #[test]
    fn a_thread_created_inside_is_not_inside() {
        let scene = Scenario::new();
        let inside = scene.then(scene.digests.start(), Action::SectionEnter { section: SECTION });
        let (inside, created) = scene.create(inside, 1);
        assert!(!scene.excludes("DO", inside, created));
    }

    #[test]
    fn the_next_phase_comes_behind_what_belongs_to_the_one_before() {
        let scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        let next = scene.then(main, Action::PhaseBegin);
        let belongs = scene.then(worker, Action::PhaseEnter { phase: 0 });
        assert!(scene.excludes("DO", next, belongs));
        assert!(!scene.excludes("DO", next, worker));
        assert!(!scene.excludes("DO", main, belongs));
        let (_, started) = scene.create(belongs, 2);
        assert!(!scene.excludes("DO", next, started));
    }
}
