//! Maps against a model, and what they share.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use super::{Combined, OneSided, PatriciaMap, Rewritten, Summary};
use crate::laws::check_widening;
use crate::{Flat, Lattice, MaySet};

type Model = BTreeMap<u64, u8>;
type Map = PatriciaMap<u64, u8>;

/// Small keys, and some that differ in the highest bits.
fn keys() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..24_u64, 1 => any::<u64>(), 1 => (0..4_u64).prop_map(|k| u64::MAX - k)]
}

fn models() -> impl Strategy<Value = Model> {
    btree_map(keys(), 0..4_u8, 0..12)
}

fn map_of(model: &Model) -> Map {
    model.iter().map(|(key, value)| (*key, *value)).collect()
}

fn lattice_maps() -> impl Strategy<Value = PatriciaMap<u32, MaySet<u8>>> {
    let sets = vec(0..3_u8, 1..3).prop_map(MaySet::new);
    vec((0..6_u32, sets), 0..5).prop_map(|entries| entries.into_iter().collect())
}

/// The values, as a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Present(u8);

impl Summary<u8> for Present {
    fn of(value: &u8) -> Self {
        Self(1 << (value % 8))
    }

    fn join(&self, other: &Self) -> Self {
        Self(self.0 | other.0)
    }
}

type Summarised = PatriciaMap<u64, u8, Present>;

/// Looks for a value by summaries: the keys that have it, and how many were asked.
fn search(map: &Summarised, wanted: u8) -> (Vec<u64>, usize) {
    let (mut found, mut asked) = (Vec::new(), 0);
    let wanted_summary = Present::of(&wanted);
    map.clone().rewrite_where(
        |summary| summary.0 & wanted_summary.0 != 0,
        |key, value| {
            asked += 1;
            found.extend((*value == wanted).then_some(key));
            Rewritten::Kept
        },
    );
    (found, asked)
}

proptest! {
    #[test]
    fn a_restricted_map_has_the_keys_that_both_have(map in models(), keys in models()) {
        let restricted = map_of(&map).restricted(&map_of(&keys));
        let expected = map.iter().filter(|(key, _)| keys.contains_key(key));
        prop_assert!(restricted.iter().eq(expected.map(|(key, value)| (*key, value))));
        prop_assert_eq!(map_of(&map).restricted(&map_of(&map)), map_of(&map));
    }

    #[test]
    fn a_part_is_replaced_by_what_became_of_it(map in models(), keys in models(), by in models()) {
        let mut replaced = map_of(&map);
        let part = replaced.restricted(&map_of(&keys));
        replaced.replace_part(&part, &map_of(&by));
        let rest = map.iter().filter(|(key, _)| !keys.contains_key(key));
        let expected: Model = rest.chain(&by).map(|(key, value)| (*key, *value)).collect();
        prop_assert_eq!(replaced, map_of(&expected));
    }

    #[test]
    fn a_part_that_is_put_back_unchanged_gives_the_same_map(map in models(), keys in models()) {
        let before = map_of(&map);
        let mut after = before.clone();
        let part = before.restricted(&map_of(&keys));
        after.replace_part(&part, &part.clone());
        prop_assert!(after.same(&before));
    }

    #[test]
    fn summaries_cover_the_values_whatever_was_done_to_the_map(
        a in models(), b in models(), wanted in 0..4_u8, removed in keys(), replaced in 0..4_u8,
    ) {
        let mut map: Summarised = a.iter().map(|(key, value)| (*key, *value)).collect();
        let other: Summarised = b.iter().map(|(key, value)| (*key, *value)).collect();
        map.combine(&other, OneSided::Keep, OneSided::Keep, |_, left, right| match left.abs_diff(*right) {
            0 => Combined::Both,
            1 => Combined::Right,
            _ => Combined::New(3),
        });
        map.remove(removed);
        map.rewrite(|_, value| match *value == replaced {
            true => Rewritten::Replaced((replaced + 1) % 4),
            false => Rewritten::Kept,
        });
        let expected: Vec<u64> = map.iter().filter(|(_, value)| **value == wanted).map(|(key, _)| key).collect();
        let (found, asked) = search(&map, wanted);
        // The summary of a leaf is exact, so none is asked in vain.
        prop_assert_eq!(asked, expected.len());
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn maps_satisfy_the_laws(a in lattice_maps(), b in lattice_maps(), c in lattice_maps()) {
        prop_assert_eq!(check_widening(&a, &b, &c), Ok(()));
    }

    #[test]
    fn a_map_behaves_like_its_model(
        model in models(),
        changes in vec((keys(), prop::option::of(0..4_u8)), 0..20),
    ) {
        let (mut model, mut map) = (model.clone(), map_of(&model));
        let (before, snapshot) = (model.clone(), map.clone());
        for (key, value) in changes {
            match value {
                Some(value) => {
                    let changed = model.insert(key, value) != Some(value);
                    prop_assert_eq!(map.insert(key, value), changed);
                }
                None => prop_assert_eq!(map.remove(key), model.remove(&key).is_some()),
            }
            prop_assert_eq!(map.get(key), model.get(&key));
            prop_assert_eq!(map.len(), model.len());
        }
        prop_assert!(map.iter().eq(model.iter().map(|(k, v)| (*k, v))));
        prop_assert!(snapshot.iter().eq(before.iter().map(|(k, v)| (*k, v))));
    }

    #[test]
    fn the_tree_does_not_depend_on_the_order_of_insertion(model in models(), removed in keys()) {
        let map = map_of(&model);
        let mut other: Map = model.iter().rev().map(|(k, v)| (*k, *v)).collect();
        if !model.contains_key(&removed) {
            other.insert(removed, 9);
            prop_assert_ne!(&map, &other);
            other.remove(removed);
        }
        prop_assert_eq!(map, other);
    }

    #[test]
    fn merging_visits_every_key_in_order(a in models(), b in models()) {
        let mut visited = Vec::new();
        let merged = map_of(&a).merge(&map_of(&b), |key, left, right| {
            visited.push(key);
            Some((left.copied(), right.copied()))
        });
        let mut all: Vec<u64> = a.keys().chain(b.keys()).copied().collect();
        all.sort_unstable();
        all.dedup();
        prop_assert_eq!(&visited, &all);
        for key in all {
            let expected = (a.get(&key).copied(), b.get(&key).copied());
            prop_assert_eq!(merged.get(key), Some(&expected));
        }
    }

    #[test]
    fn combining_follows_the_rules_for_each_key(
        a in models(), b in models(), keep_left: bool, keep_right: bool,
    ) {
        let rule = |keep| if keep { OneSided::Keep } else { OneSided::Drop };
        let both = |l: u8, r: u8| match l.abs_diff(r) {
            0 => Combined::Both,
            1 if l < r => Combined::Left,
            1 => Combined::Right,
            2 => Combined::New(7),
            _ => Combined::Neither,
        };
        let mut map = map_of(&a);
        let changed = map.combine(&map_of(&b), rule(keep_left), rule(keep_right), |_, l, r| both(*l, *r));
        let expected = map_of(&a).merge(&map_of(&b), |_, l, r| match (l.copied(), r.copied()) {
            (Some(l), Some(r)) => match both(l, r) {
                Combined::Both | Combined::Left => Some(l),
                Combined::Right => Some(r),
                Combined::New(new) => Some(new),
                Combined::Neither => None,
            },
            (l, r) => l.filter(|_| keep_left).or(r.filter(|_| keep_right)),
        });
        prop_assert_eq!(&map, &expected);
        prop_assert_eq!(changed, map != map_of(&a));
    }

    #[test]
    fn a_join_that_changes_nothing_keeps_the_map_and_one_that_gives_the_other_shares_it(
        a in lattice_maps(), b in lattice_maps(),
    ) {
        let mut great = a.clone();
        great.join(&b);
        let mut same = great.clone();
        prop_assert!(!same.join(&a) && same.same(&great));
        let mut small = a.clone();
        prop_assert_eq!(small.join(&great), a != great);
        prop_assert!(small.same(&great) || a == great);
    }

    #[test]
    fn differences_are_complete_and_skip_what_is_shared(model in models(), key in keys(), value in 0..4_u8) {
        let map = map_of(&model);
        let mut other = map.clone();
        let changed = other.insert(key, value);
        let mut differences = Vec::new();
        map.all_differences(&other, |key, left, right| {
            differences.push((key, left.copied(), right.copied()));
            true
        });
        let expected = (key, model.get(&key).copied(), Some(value));
        prop_assert_eq!(differences, if changed { vec![expected] } else { vec![] });
    }

    #[test]
    fn rewriting_keeps_replaces_and_removes(model in models()) {
        let mut map = map_of(&model);
        let changed = map.rewrite(|_, value| match value {
            0 => Rewritten::Removed,
            1 => Rewritten::Replaced(5),
            _ => Rewritten::Kept,
        });
        prop_assert_eq!(changed, model.values().any(|value| *value < 2));
        let expected = model.iter().filter(|(_, v)| **v != 0).map(|(k, v)| (*k, if *v == 1 { 5 } else { *v }));
        prop_assert_eq!(map, expected.collect::<Map>());
    }

    #[test]
    fn values_change_in_place_without_touching_copies(model in models(), key in keys()) {
        let copy = map_of(&model);
        let mut map = copy.clone();
        if let Some(value) = map.get_mut(key) {
            *value = 9;
        }
        prop_assert_eq!(map.get(key), model.get(&key).map(|_| &9));
        prop_assert_eq!(copy, map_of(&model));
    }
}

#[test]
fn what_stays_the_same_stays_shared() {
    let map: PatriciaMap<u32, u32> = (0..100).map(|key| (key, key)).collect();
    let mut same = map.clone();
    assert!(!same.insert(7, 7) && same.same(&map));
    assert!(!same.retain(|_, _| true) && same.same(&map));
    assert!(!same.map_values(|_, value| *value) && same.same(&map));
    assert!(!same.remove(100) && same.same(&map));
    let changed = same.map_values(|key, value| if key == 3 { 0 } else { *value });
    let mut visited = 0;
    same.all_differences(&map, |_, _, _| {
        visited += 1;
        true
    });
    assert!(changed);
    assert_eq!(visited, 1);
}

#[test]
fn joining_large_maps_asks_only_about_what_they_do_not_share() {
    let map: PatriciaMap<u32, Flat<u32>> = (0..5000).map(|key| (key, Flat::Exactly(key))).collect();
    let mut other = map.clone();
    for key in (0..5000).step_by(500) {
        other.insert(key, Flat::Top);
    }
    let mut asked = 0;
    let mut joined = map.clone();
    joined.combine(&other, OneSided::Keep, OneSided::Keep, |_, _, _| {
        asked += 1;
        Combined::Right
    });
    assert_eq!(asked, 10);
    assert!(joined.same(&other));
}
