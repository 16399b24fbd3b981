//! Shrinks a program while something about it stays: delta debugging on the statement tree (Zeller and Hildebrandt, TSE 2002).
//!
//! The steps: delete a statement; put the body of a compound statement in its place; empty a whole function; let a loop turn less.

use crate::program::{Program, Statement};

/// The smallest program found that still is interesting, by at most `limit` questions.
pub fn reduce(program: &Program, limit: usize, mut interesting: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut asked = 0;
    let mut shrunk = true;
    while shrunk && asked < limit {
        shrunk = false;
        for candidate in candidates(&best) {
            asked += 1;
            if interesting(&candidate) {
                best = candidate;
                shrunk = true;
                break;
            }
            if asked >= limit {
                break;
            }
        }
    }
    best
}

/// Programs one step smaller, larger steps first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    for number in 0..program.lists().len() {
        if program.lists()[number].len() > 1 {
            let mut smaller = program.clone();
            smaller.lists_mut()[number].clear();
            found.push(smaller);
        }
    }
    for edit in [Edit::Delete, Edit::Unwrap, Edit::Simplify] {
        for number in 0..program.size() {
            let mut smaller = program.clone();
            let mut left = number;
            for list in smaller.lists_mut() {
                if apply(list, &mut left, edit) {
                    break;
                }
            }
            if smaller != *program {
                found.push(smaller);
            }
        }
    }
    found
}

#[derive(Clone, Copy)]
enum Edit {
    Delete,
    Unwrap,
    Simplify,
}

/// Edits the statement with a number in preorder; true when it was in this list.
fn apply(list: &mut Vec<Statement>, left: &mut usize, edit: Edit) -> bool {
    for at in 0..list.len() {
        if *left == 0 {
            edit_at(list, at, edit);
            return true;
        }
        *left -= 1;
        for body in list[at].bodies_mut() {
            if apply(body, left, edit) {
                return true;
            }
        }
    }
    false
}

fn edit_at(list: &mut Vec<Statement>, at: usize, edit: Edit) {
    match edit {
        Edit::Delete => {
            list.remove(at);
        }
        Edit::Unwrap => {
            let inner: Vec<Statement> = list[at].bodies().into_iter().flatten().cloned().collect();
            if !list[at].bodies().is_empty() {
                list.splice(at..=at, inner);
            }
        }
        Edit::Simplify => match &mut list[at] {
            Statement::Repeat(count, _) => *count = 2.min(*count),
            Statement::CreateMany(count, _) | Statement::JoinMany(count) => *count = 2.min(*count),
            Statement::Increment(location) => list[at] = Statement::Write(location.clone(), 1),
            _ => {}
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Size, generate};
    use crate::program::Location;

    /// Whether the program writes `g0` somewhere.
    fn writes_first_global(program: &Program) -> bool {
        fn inside(list: &[Statement]) -> bool {
            list.iter().any(|statement| {
                matches!(
                    statement,
                    Statement::Write(Location::Global(0), _) | Statement::Increment(Location::Global(0))
                ) || statement.bodies().into_iter().any(|body| inside(body))
            })
        }
        program.lists().into_iter().any(|list| inside(list))
    }

    #[test]
    fn what_stays_is_one_statement_where_one_is_enough() {
        for seed in 0..40 {
            let program = generate(Size::Large, seed);
            if writes_first_global(&program) {
                assert_eq!(reduce(&program, 100_000, writes_first_global).size(), 1, "seed {seed}");
            }
        }
    }
}
