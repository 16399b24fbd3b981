//! Rounds of creations and of joins, and what ends what is known of them.

use super::*;
use crate::semantics::state::{Berth, Berths, Bound, Crews, Newcomer, Origin, Spelling, Start, Term};
use crate::values::{Object, Offsets};

const I: LocalId = LocalId(0);
const J: LocalId = LocalId(1);
const COUNT: Bound = Bound {
    term: Some(Term::Local(LocalId(2))),
    plus: 0,
};
const ORIGIN: Origin = Origin {
    creation: 7,
    counter: Some(I),
};

struct Scene {
    objects: Objects,
    ids: Addresses,
    row: Berths,
}

impl Scene {
    fn new() -> Self {
        let objects = Objects::new();
        let kind = crate::values::ObjectKind::Global(crate::ir::GlobalId(0));
        let array = objects.intern(kind, || Object {
            kind,
            size: Some(800),
            ty: None,
            multiplicity: crate::values::Multiplicity::Once,
            name: "ids".to_owned(),
        });
        Scene {
            ids: Addresses::of(array, Offsets::ANY),
            row: Berths {
                start: Start::Object(array),
                offset: 0,
                scale: 8,
            },
            objects,
        }
    }

    fn berth(&self, index: LocalId) -> Berth {
        Berth {
            berths: self.row,
            index,
        }
    }

    /// `i = 0`, and one round of `if (i < count) { create(&ids[i]); i++; }`.
    fn created(&self) -> Crews {
        let mut crews = Crews::default();
        crews.begin(ORIGIN, 0);
        self.create(&mut crews);
        crews
    }

    fn create(&self, crews: &mut Crews) {
        crews.bound(I, COUNT);
        let newcomer = Newcomer {
            creation: ORIGIN.creation,
            berth: self.berth(I),
            written: &self.ids,
            passed: &[],
        };
        crews.create(newcomer, &self.objects);
        crews.assign(I, Change::Moves(1));
    }

    /// One round of `join(ids[j]); j++;`.
    fn join(&self, crews: &mut Crews) {
        crews.join_berth(self.berth(J));
        crews.assign(J, Change::Moves(1));
    }
}

fn from_zero(crews: &mut Crews) {
    crews.assign(J, Change::Becomes(0));
    crews.join_from(J, 0);
}

#[test]
fn rounds_of_creations_and_of_joins_have_invariants() {
    let scene = Scene::new();
    let mut nobody = Crews::default();
    nobody.begin(ORIGIN, 0);
    let mut one = scene.created();
    assert!(one.join(&nobody));
    assert!(nobody.leq(&one) && !one.leq(&nobody));
    let mut two = one.clone();
    scene.create(&mut two);
    assert!(two.leq(&one));
    from_zero(&mut two);
    let mut joined = two.clone();
    scene.join(&mut joined);
    assert_eq!(two, joined);
    assert_eq!(joined.joined_if(J, COUNT), [ORIGIN]);
}

#[test]
fn who_was_not_joined_may_be_running() {
    let scene = Scene::new();
    let mut crews = scene.created();
    from_zero(&mut crews);
    crews.assign(J, Change::Moves(1));
    assert_eq!(crews.joined_if(J, COUNT), []);
    assert_eq!(crews.joined_if(I, COUNT), []);
}

#[test]
fn joined_are_as_many_as_were_created() {
    let scene = Scene::new();
    let mut crews = scene.created();
    from_zero(&mut crews);
    let counter = Bound {
        term: Some(Term::Local(I)),
        plus: 0,
    };
    assert_eq!(crews.joined_if(J, counter), [ORIGIN]);
    crews.assign(I, Change::Moves(-1));
    assert_eq!(crews.joined_if(J, counter), []);
}

#[test]
fn threads_are_joined_from_the_last_one_on() {
    let scene = Scene::new();
    let mut crews = scene.created();
    // `j = i − 1;` and two rounds of `join(ids[j]); j--;`
    let last = Bound {
        term: Some(Term::Local(I)),
        plus: -1,
    };
    crews.assign(J, Change::Anything);
    crews.equal(J, last);
    let mut head = crews.clone();
    for _ in 0..2 {
        head.join_berth(scene.berth(J));
        head.assign(J, Change::Moves(-1));
        assert!(crews.join(&head) || head.leq(&crews));
        head = crews.clone();
    }
    assert_eq!(head.joined_if_up_to(J, -1), [ORIGIN]);
    assert_eq!(head.joined_if_up_to(J, 0), []);
}

#[test]
fn a_copy_names_the_berth_behind_which_the_counter_has_moved() {
    let scene = Scene::new();
    let (mut crews, copy) = (Crews::default(), LocalId(3));
    crews.begin(ORIGIN, 0);
    // `k = i; i = k + 1; create(&ids[k])`
    crews.equal(
        copy,
        Bound {
            term: Some(Term::Local(I)),
            plus: 0,
        },
    );
    crews.assign(I, Change::Moves(1));
    let newcomer = Newcomer {
        creation: ORIGIN.creation,
        berth: scene.berth(copy),
        written: &scene.ids,
        passed: &[],
    };
    crews.create(newcomer, &scene.objects);
    from_zero(&mut crews);
    let counter = Bound {
        term: Some(Term::Local(I)),
        plus: 0,
    };
    assert_eq!(crews.joined_if(J, counter), [ORIGIN]);
    assert_eq!(crews.joined_if(J, counter.moved(-1).expect("is small")), []);
}

#[test]
fn the_order_in_which_bounds_are_found_does_not_matter() {
    let scene = Scene::new();
    let bound = |number| Bound {
        term: Some(Term::Local(LocalId(number))),
        plus: 0,
    };
    let [left, right] = [[2, 5], [5, 2]].map(|found| {
        let mut crews = Crews::default();
        crews.begin(ORIGIN, 0);
        found.into_iter().for_each(|number| crews.bound(I, bound(number)));
        scene.create(&mut crews);
        crews.assign(I, Change::Becomes(0));
        crews
    });
    let (mut once, mut again) = (left.clone(), right.clone());
    once.join(&right);
    again.join(&left);
    assert!(left.leq(&once) && right.leq(&once) && left.leq(&again) && right.leq(&again));
}

#[test]
fn a_bound_further_on_says_less() {
    let scene = Scene::new();
    let mut crews = scene.created();
    from_zero(&mut crews);
    let further = COUNT.moved(1).expect("is small");
    let less = COUNT.moved(-1).expect("is small");
    assert_eq!(crews.joined_if(J, further), [ORIGIN]);
    assert_eq!(crews.joined_if(J, less), []);
}

#[test]
fn a_second_id_in_one_place_ends_what_is_known() {
    let scene = Scene::new();
    let mut crews = scene.created();
    crews.assign(I, Change::Becomes(0));
    scene.create(&mut crews);
    from_zero(&mut crews);
    assert_eq!(crews.joined_if(J, COUNT), []);
}

#[test]
fn joining_crews_loses_what_only_one_knows() {
    let scene = Scene::new();
    let (mut left, mut right) = (scene.created(), scene.created());
    from_zero(&mut left);
    right.assign(LocalId(2), Change::Anything);
    let mut joined = left.clone();
    assert!(joined.join(&right));
    assert!(left.leq(&joined) && right.leq(&joined));
    assert_eq!(joined.joined_if(J, COUNT), []);
    assert!(!joined.join(&left) && !joined.join(&right));
}

/// Another function, in which the bound has another name.
struct Renamed;

impl Spelling for Renamed {
    fn start(&self, start: Start) -> Option<(Start, i64)> {
        Some((start, 0))
    }

    fn bounds(&self, bound: Bound) -> Vec<Bound> {
        vec![Bound {
            term: Some(Term::Local(LocalId(5))),
            ..bound
        }]
    }
}

#[test]
fn a_row_is_joined_by_another_function_under_other_names() {
    let scene = Scene::new();
    let mut there = scene.created().spelled(&Renamed);
    let count = Bound {
        term: Some(Term::Local(LocalId(5))),
        plus: 0,
    };
    from_zero(&mut there);
    let foreign = Origin {
        counter: None,
        ..ORIGIN
    };
    assert_eq!(there.joined_if(J, count), [foreign]);
    assert_eq!(there.joined_if(J, COUNT), []);
    there.end_created(&[ORIGIN.creation].into_iter().collect());
    assert_eq!(there.joined_if(J, count), []);
}
