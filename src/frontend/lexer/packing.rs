//! `#pragma pack`: which limit on the alignment of fields is in force where. Other pragmas are for the compiler.

/// The limits, in the order of the source.
#[derive(Debug)]
pub(crate) struct Packing {
    /// From which byte on which limit holds; 0 stands for none.
    changes: Vec<(u32, u32)>,
    /// The limits that `pop` brings back, the one in force last.
    stack: Vec<u32>,
}

impl Packing {
    /// A limit that holds from the beginning; 0 stands for none.
    pub(super) fn new(limit: u32) -> Self {
        Packing {
            changes: vec![(0, limit)],
            stack: vec![limit],
        }
    }

    /// The limit in force at a byte of the source, if there is one.
    pub(crate) fn limit_at(&self, offset: u32) -> Option<u32> {
        let next = self.changes.partition_point(|(from, _)| *from <= offset);
        let (_, limit) = next.checked_sub(1).and_then(|last| self.changes.get(last))?;
        Some(*limit).filter(|limit| *limit > 0)
    }

    /// Reads the text behind the word `pragma`, which stands at a byte: `pack(n)`, `pack()`, `pack(push)`, `pack(push, n)`, `pack(pop)`.
    pub(super) fn apply(&mut self, offset: u32, text: &str) {
        let Some(rest) = text.trim().strip_prefix("pack") else {
            return;
        };
        let inner = rest.trim().trim_start_matches('(').trim_end_matches(')');
        let mut value = None;
        let (mut push, mut pop) = (false, false);
        for part in inner.split(',').map(str::trim) {
            match part {
                "push" => push = true,
                "pop" => pop = true,
                _ => value = part.parse::<u32>().ok().or(value),
            }
        }
        if pop && self.stack.len() > 1 {
            self.stack.pop();
        }
        let current = self.stack.last().copied().unwrap_or(0);
        if push {
            self.stack.push(current);
        }
        let natural = self.changes.first().map_or(0, |(_, limit)| *limit);
        let limit = value.unwrap_or(if push || pop { current } else { natural });
        if let Some(last) = self.stack.last_mut() {
            *last = limit;
        }
        self.changes.push((offset, limit));
    }
}

#[cfg(test)]
mod tests {
    use super::Packing;

    #[test]
    fn limits_hold_from_their_pragma_to_the_next() {
        let mut packing = Packing::new(0);
        for (offset, text) in [
            (10, " pack(push, 1)"),
            (20, "pack(2)"),
            (30, "once"),
            (40, "pack(pop)"),
            (50, "pack(4)"),
            (60, "pack()"),
        ] {
            packing.apply(offset, text);
        }
        let limits: Vec<Option<u32>> = [0, 10, 25, 35, 45, 55, 65]
            .map(|offset| packing.limit_at(offset))
            .to_vec();
        assert_eq!(limits, [None, Some(1), Some(2), Some(2), None, Some(4), None]);
    }
}
