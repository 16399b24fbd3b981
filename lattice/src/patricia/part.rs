//! A part of a map, taken out and put back.
//!
//! ```text
//!     m|K             =  { k ↦ m(k)  |  k ∈ K }
//!     m[p ↦ q]        =  m|(dom m ∖ dom p)  ∪  q          where p is a part of m
//! ```
//!
//! Both share with `m` what they leave as it is, so that putting back a part that did not change gives `m` itself.

use std::sync::Arc;

use super::node::{Node, Tree, split};
use super::{Combined, Key, OneSided, PatriciaMap, Summary};

impl<K: Key, V, S: Summary<V>> PatriciaMap<K, V, S> {
    /// The entries whose keys, as numbers, another map has, too.
    #[must_use]
    pub fn restricted<L, W, T>(&self, keys: &PatriciaMap<L, W, T>) -> Self {
        Self::of(restricted(self.root.as_ref(), keys.root.as_ref()))
    }

    /// Puts `by` in the place of `part`, which was taken out of this map: what is in `part` only goes.
    pub fn replace_part(&mut self, part: &Self, by: &Self) {
        let mut gone = Vec::new();
        part.all_differences(by, |key, _, now| {
            if now.is_none() {
                gone.push(key);
            }
            true
        });
        for key in gone {
            self.remove(key);
        }
        self.combine(by, OneSided::Keep, OneSided::Keep, |_, _, _| Combined::Right);
    }
}

fn restricted<V, S: Summary<V>, W, T>(map: Option<&Arc<Node<V, S>>>, keys: Option<&Arc<Node<W, T>>>) -> Tree<V, S> {
    let (map, keys) = (map?, keys?);
    let bit = map.branching_bit(keys);
    if bit == 0 {
        return Some(Arc::clone(map));
    }
    let (map_clear, map_set) = split(map, bit);
    let (keys_clear, keys_set) = split(keys, bit);
    let clear = restricted(map_clear, keys_clear);
    let set = restricted(map_set, keys_set);
    let length = |tree: &Tree<V, S>| tree.as_ref().map_or(0, |node| node.len());
    match length(&clear) + length(&set) == map.len() {
        true => Some(Arc::clone(map)),
        false => Node::branch(map.prefix(), bit, clear, set),
    }
}
