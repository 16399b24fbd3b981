//! Classes of memory: unification with what a class leads to, and what the functions in it take and return.
//!
//! A class stands for memory, a variable that is no memory (a result, a pool), or functions. Two classes that a pointer may lead to are unified, and
//! so is what they lead to, and so on: the number of unifications is bounded by that of classes.

use ena::unify::{InPlaceUnificationTable, NoError, UnifyKey, UnifyValue};

/// A class, by one of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u32);

impl UnifyKey for Class {
    type Value = Content;

    fn index(&self) -> u32 {
        self.0
    }

    fn from_index(index: u32) -> Self {
        Class(index)
    }

    fn tag() -> &'static str {
        "Class"
    }
}

/// What is known of a class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Content {
    /// Where all that it holds leads.
    target: Option<Class>,
    /// What the functions in it take and return, by number.
    signature: Option<u32>,
}

impl UnifyValue for Content {
    type Error = NoError;

    fn unify_values(left: &Self, right: &Self) -> Result<Self, NoError> {
        Ok(Content {
            target: left.target.or(right.target),
            signature: left.signature.or(right.signature),
        })
    }
}

/// Variables that hold what is passed to functions, and what they return.
#[derive(Clone, Debug)]
struct Signature {
    parameters: Vec<Class>,
    result: Class,
}

/// All classes.
#[derive(Default)]
pub struct Classes {
    table: InPlaceUnificationTable<Class>,
    signatures: Vec<Signature>,
}

impl Classes {
    /// A class of its own.
    pub fn fresh(&mut self) -> Class {
        self.table.new_key(Content::default())
    }

    /// The member that stands for the class.
    pub fn find(&mut self, class: Class) -> Class {
        self.table.find(class)
    }

    /// Whether two are one.
    pub fn same(&mut self, left: Class, right: Class) -> bool {
        self.find(left) == self.find(right)
    }

    /// Where what the class holds leads, if it was asked for or may lead anywhere.
    pub fn known_target(&mut self, class: Class) -> Option<Class> {
        let target = self.table.probe_value(class).target?;
        Some(self.find(target))
    }

    /// Where what the class holds leads.
    pub fn target(&mut self, class: Class) -> Class {
        if let Some(known) = self.known_target(class) {
            return known;
        }
        let target = self.fresh();
        self.table.union_value(
            class,
            Content {
                target: Some(target),
                signature: None,
            },
        );
        target
    }

    /// What the class holds leads into itself.
    pub fn close(&mut self, class: Class) {
        let target = self.target(class);
        self.unify(class, target);
    }

    /// Makes two classes one.
    pub fn unify(&mut self, left: Class, right: Class) {
        let mut open = vec![(left, right)];
        while let Some((left, right)) = open.pop() {
            let (left, right) = (self.find(left), self.find(right));
            if left == right {
                continue;
            }
            let (one, other) = (self.table.probe_value(left), self.table.probe_value(right));
            self.table.union(left, right);
            if let (Some(one), Some(other)) = (one.target, other.target) {
                open.push((one, other));
            }
            if let (Some(one), Some(other)) = (one.signature, other.signature) {
                open.extend(self.merge(one, other));
            }
        }
    }

    /// Both signatures become the longer one; what is to be unified for that is returned.
    fn merge(&mut self, one: u32, other: u32) -> Vec<(Class, Class)> {
        let mut long = self.signatures[one as usize].clone();
        let mut short = self.signatures[other as usize].clone();
        if long.parameters.len() < short.parameters.len() {
            std::mem::swap(&mut long, &mut short);
        }
        let mut same = vec![(self.target(long.result), self.target(short.result))];
        for (one, other) in long.parameters.iter().zip(&short.parameters) {
            same.push((self.target(*one), self.target(*other)));
        }
        self.signatures[one as usize] = long.clone();
        self.signatures[other as usize] = long;
        same
    }

    /// Says what a function takes and returns.
    pub fn declare(&mut self, function: Class, parameters: Vec<Class>, result: Class) {
        let number = self.signatures.len() as u32;
        self.signatures.push(Signature { parameters, result });
        self.table.union_value(
            function,
            Content {
                target: None,
                signature: Some(number),
            },
        );
    }

    /// The signature of the functions in a class.
    fn signature(&mut self, functions: Class) -> u32 {
        if let Some(known) = self.table.probe_value(functions).signature {
            return known;
        }
        let result = self.fresh();
        self.declare(functions, Vec::new(), result);
        self.signatures.len() as u32 - 1
    }

    /// The variable that holds an argument of the functions in a class.
    pub fn parameter(&mut self, functions: Class, number: usize) -> Class {
        let signature = self.signature(functions) as usize;
        while self.signatures[signature].parameters.len() <= number {
            let fresh = self.fresh();
            self.signatures[signature].parameters.push(fresh);
        }
        self.signatures[signature].parameters[number]
    }

    /// The variable that holds what the functions in a class return.
    pub fn result(&mut self, functions: Class) -> Class {
        let signature = self.signature(functions) as usize;
        self.signatures[signature].result
    }

    /// How many arguments of the functions in a class are known of.
    pub fn parameters(&mut self, functions: Class) -> usize {
        let signature = self.signature(functions) as usize;
        self.signatures[signature].parameters.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_class_holds_leads_to_one_class() {
        let mut classes = Classes::default();
        let [a, b, x, y] = [(); 4].map(|()| classes.fresh());
        let (of_a, of_b) = (classes.target(a), classes.target(b));
        classes.unify(of_a, x);
        classes.unify(of_b, y);
        assert!(!classes.same(x, y));
        classes.unify(a, b);
        assert!(classes.same(x, y));
    }

    #[test]
    fn functions_in_one_class_take_and_return_the_same() {
        let mut classes = Classes::default();
        let [f, g, p, q, r, of_f, of_g] = [(); 7].map(|()| classes.fresh());
        classes.declare(f, vec![p], of_f);
        classes.declare(g, vec![q, r], of_g);
        classes.unify(f, g);
        let (into_p, into_q) = (classes.target(p), classes.target(q));
        assert!(classes.same(into_p, into_q));
        assert_eq!(classes.parameters(f), 2);
        let (from_f, from_g) = (classes.target(of_f), classes.target(of_g));
        assert!(classes.same(from_f, from_g));
    }
}
