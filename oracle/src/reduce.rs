//! Delta debugging on the tree of a program (Zeller and Hildebrandt, 2002): parts are cut out, larger ones first,
//! as long as what is wrong with the program stays.

use crate::program::{Condition, Index, Joined, Library, Program, Statement};

/// The smallest program that was found for which `interesting` still holds, after `tries` tries at most.
pub fn reduce(program: Program, tries: usize, mut interesting: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program;
    let mut left = tries;
    loop {
        let before = best.clone();
        for edit in Edit::ALL {
            let mut number = 0;
            while left > 0 {
                let mut smaller = best.clone();
                if !apply(&mut smaller, edit, number) {
                    break;
                }
                if smaller == best {
                    number += 1;
                    continue;
                }
                left -= 1;
                if interesting(&smaller) {
                    best = smaller;
                } else {
                    number += 1;
                }
            }
        }
        if best == before || left == 0 {
            return best;
        }
    }
}

/// All programs that one edit makes of a program.
pub fn edits(program: &Program) -> Vec<Program> {
    let all = Edit::ALL.into_iter().flat_map(|edit| {
        (0..program.size()).filter_map(move |number| {
            let mut smaller = program.clone();
            apply(&mut smaller, edit, number).then_some(smaller)
        })
    });
    all.filter(|smaller| smaller != program).collect()
}

/// A way to make a statement smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    /// It is removed with all inside.
    Remove,
    /// It is replaced with what is inside.
    Unwrap,
    /// The numbers in it become small.
    Simplify,
}

impl Edit {
    const ALL: [Edit; 3] = [Edit::Remove, Edit::Unwrap, Edit::Simplify];
}

/// Edits the statement with a number in preorder; false if there are fewer.
fn apply(program: &mut Program, edit: Edit, number: usize) -> bool {
    let used = program.used();
    let mut left = number;
    for (body, _) in program.bodies.iter_mut().zip(used).filter(|(_, used)| *used) {
        if apply_in(&mut body.statements, edit, &mut left) {
            return true;
        }
    }
    false
}

fn apply_in(block: &mut Vec<Statement>, edit: Edit, left: &mut usize) -> bool {
    for place in 0..block.len() {
        if *left == 0 {
            edit_at(block, place, edit);
            return true;
        }
        *left -= 1;
        for inner in block[place].blocks_mut() {
            if apply_in(inner, edit, left) {
                return true;
            }
        }
    }
    false
}

fn edit_at(block: &mut Vec<Statement>, place: usize, edit: Edit) {
    match edit {
        Edit::Remove => drop(block.remove(place)),
        Edit::Unwrap => {
            let inner: Vec<Statement> = block[place].blocks().into_iter().flatten().cloned().collect();
            let keep = block[place].blocks().is_empty();
            if !keep {
                block.splice(place..=place, inner);
            }
        }
        Edit::Simplify => simplify(&mut block[place]),
    }
}

fn simplify(statement: &mut Statement) {
    match statement {
        Statement::If(condition, ..) => *condition = Condition::Input,
        Statement::Repeat(rounds, _) => *rounds = (*rounds).saturating_sub(1).max(1),
        Statement::Spawn(creation, _) => {
            if creation.count > 1 {
                creation.count -= 1;
            } else if creation.joined == Joined::Sometimes {
                creation.joined = Joined::Never;
            } else if creation.library == Library::Standard {
                creation.library = Library::Posix;
            } else {
                creation.arguments.number = Index::Constant(0);
            }
        }
        Statement::Restarted(restart, ..) => restart.arguments.number = Index::Constant(0),
        Statement::Carried(_, _, place, value) => *statement = Statement::Write(*place, *value),
        Statement::Write(_, value) => *value = crate::program::Value::Constant(1),
        _ => {}
    }
}
