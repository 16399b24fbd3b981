//! Strongly connected components of a graph: which nodes lie on a common closed walk.
//!
//! Two passes of depth-first search, the second one backwards (Kosaraju; Sharir, Computers and Mathematics with Applications 7(1), 1981),
//! both with stacks of their own, because graphs may be deep.

/// The components with a cycle, each with its nodes in ascending order; a single node counts if it has an edge to itself.
pub fn cyclic_components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let order = by_end(successors);
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, next) in successors.iter().enumerate() {
        next.iter().for_each(|to| predecessors[*to].push(from));
    }
    let mut found = Vec::new();
    let mut seen = vec![false; successors.len()];
    for root in order.into_iter().rev() {
        let mut component = Vec::new();
        let mut work = vec![root];
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                component.push(node);
                work.extend(predecessors[node].iter().filter(|before| !seen[**before]));
            }
        }
        component.sort_unstable();
        let is_cyclic = match component.as_slice() {
            [] => false,
            [single] => successors[*single].contains(single),
            _ => true,
        };
        if is_cyclic {
            found.push(component);
        }
    }
    found.sort();
    found
}

/// All nodes, in the order in which a depth-first search leaves them.
fn by_end(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut left = Vec::with_capacity(successors.len());
    let mut entered = vec![false; successors.len()];
    for root in 0..successors.len() {
        let mut path = match std::mem::replace(&mut entered[root], true) {
            true => continue,
            false => vec![(root, 0)],
        };
        while let Some((node, next)) = path.last_mut() {
            match successors[*node].get(*next) {
                Some(to) => {
                    *next += 1;
                    if !std::mem::replace(&mut entered[*to], true) {
                        path.push((*to, 0));
                    }
                }
                None => {
                    left.push(*node);
                    path.pop();
                }
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::cyclic_components;

    #[test]
    fn cycles_are_found_and_chains_are_none() {
        let chain = [vec![1], vec![2], vec![]];
        assert!(cyclic_components(&chain).is_empty());
        let two = [vec![1], vec![2, 3], vec![0], vec![4], vec![3], vec![5]];
        assert_eq!(cyclic_components(&two), vec![vec![0, 1, 2], vec![3, 4], vec![5]]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let mut ring: Vec<Vec<usize>> = (1..200_000).map(|next| vec![next]).collect();
        ring.push(vec![0]);
        assert_eq!(cyclic_components(&ring).len(), 1);
    }
}
