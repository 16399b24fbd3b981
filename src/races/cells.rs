//! Cells: equal parts of an object, and locks that belong to a cell by its number.
//!
//! An array divides its object into cells: cell `n` has the bytes `[first + width · n, first + width · (n + 1))`.
//! If one thread is concerned with cell `n` while it holds `locks[n]`, and another with cell `n'` while it holds `locks[n']`,
//! then `n = n'` implies that both hold the same lock. So it need not be known which cell it is.
//! (Vojdani et al., "Static race detection for device drivers: the Goblint approach", ASE 2016, section 5.)

use super::access::LockMode;
use crate::ir::{RecordKind, TypeId, TypeKind, Types};
use pepsin_digests::ObjectId;

/// What divides an object into cells. Any division serves, if it is always the same for one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// The arrays of a type.
    Type(TypeId),
    /// It has elements of so many bytes, as many as there is room for.
    Elements(i64),
}

impl Division {
    /// The cells in which all offsets from `low` to `high` may lie ([`Grid::of`]).
    pub fn grid(self, types: &Types, low: i64, high: i64) -> Option<Grid> {
        match self {
            Division::Type(ty) => Grid::of(types, ty, low, high),
            Division::Elements(width) => Some(Grid { first: 0, width }),
        }
    }
}

/// The division of an object into cells; the whole object is one cell if the width is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    /// Where cell 0 begins.
    pub first: i64,
    /// How many bytes a cell has.
    pub width: i64,
}

impl Grid {
    /// The division into one cell.
    pub const WHOLE: Grid = Grid { first: 0, width: 0 };

    /// The division by the outermost array of a type that contains all offsets from `low` to `high`. What lies in no array
    /// is one cell. Grids of one type that differ have no byte in common. Nothing for what a union may divide otherwise.
    pub fn of(types: &Types, ty: TypeId, low: i64, high: i64) -> Option<Self> {
        Self::at(types, ty, (low, high), 0)
    }

    fn at(types: &Types, ty: TypeId, (low, high): (i64, i64), start: i64) -> Option<Self> {
        match types.kind(ty) {
            TypeKind::Array(element, _) => {
                let width = i64::try_from(types.size(*element)?).ok().filter(|width| *width > 0)?;
                Some(Grid { first: start, width })
            }
            TypeKind::Record(record) if types.record(*record).kind == RecordKind::Union => None,
            TypeKind::Record(record) => {
                for field in types.fields(*record).iter() {
                    let begin = start.checked_add(i64::try_from(field.offset).ok()?)?;
                    let end = match types.size(field.ty) {
                        Some(size) => begin.checked_add(i64::try_from(size).ok()?)?,
                        // A flexible array has as many elements as there is room for.
                        None if matches!(types.kind(field.ty), TypeKind::Array(..)) => i64::MAX,
                        None => continue,
                    };
                    if begin <= low && high < end {
                        return Self::at(types, field.ty, (low, high), begin);
                    }
                    if low < end && begin <= high {
                        return None;
                    }
                }
                None
            }
            _ => Some(Grid::WHOLE),
        }
    }

    /// How many bytes behind its cell's start an offset lies.
    pub fn within(self, offset: i64) -> i64 {
        match self.width {
            0 => 0,
            width => offset.wrapping_sub(self.first).rem_euclid(width),
        }
    }

    /// The number of the cell that begins at an offset.
    pub fn number(self, start: i64) -> Option<i64> {
        match self.width {
            0 => Some(0),
            width => start.checked_sub(self.first).map(|distance| distance.div_euclid(width)),
        }
    }
}

/// A cell of an object that is one object in the whole execution, and the locks held that belong to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The object.
    pub object: ObjectId,
    /// How it is divided.
    pub grid: Grid,
    /// Which cell it is, if that is known.
    pub number: Option<i64>,
    /// Locks that are certainly held.
    pub locks: Vec<CellLock>,
}

/// A lock, named by the cell to which it belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellLock {
    /// Where it lies.
    pub place: LockPlace,
    /// Whether it is held in read mode.
    pub mode: LockMode,
}

/// Where a lock lies, as a function of the start and the number `n` of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LockPlace {
    /// So many bytes behind the start of the cell.
    Distance(i64),
    /// At byte `scale · n + offset` of another object, of which there is one, or `scale · (n mod modulus) + offset`.
    InStep {
        /// The object.
        object: ObjectId,
        /// After how many cells the locks begin anew, if they do.
        modulus: Option<i64>,
        /// Bytes for each cell.
        scale: i64,
        /// Where the lock of cell 0 lies.
        offset: i64,
    },
    /// At a byte of an object of which there is one, whatever the cell.
    Fixed {
        /// The object.
        object: ObjectId,
        /// The byte.
        offset: i64,
    },
}

impl Cell {
    /// Whether the two are certainly different cells.
    pub fn differs(&self, other: &Self) -> bool {
        let numbers = match (self.number, other.number) {
            (Some(mine), Some(theirs)) => mine != theirs,
            _ => false,
        };
        (self.object, self.grid) != (other.object, other.grid) || numbers
    }

    /// A lock that both hold, not both for reading, if the two are the same cell. Locks that both know by their own name
    /// are left to the lockset.
    pub fn common_lock(&self, other: &Self) -> Option<CellLock> {
        if (self.object, self.grid) != (other.object, other.grid) {
            return None;
        }
        let number = self.number.or(other.number);
        let place = |lock: &CellLock| number.map_or(lock.place, |number| self.resolved(lock.place, number));
        let named = |lock: &CellLock| matches!(lock.place, LockPlace::Fixed { .. });
        let excludes = |mine: &&CellLock| {
            other.locks.iter().any(|theirs| {
                (mine.mode, theirs.mode) != (LockMode::Read, LockMode::Read)
                    && place(mine) == place(theirs)
                    && !(named(mine) && named(theirs))
            })
        };
        self.locks.iter().find(excludes).copied()
    }

    /// Where a lock lies if the cell has a certain number.
    fn resolved(&self, place: LockPlace, number: i64) -> LockPlace {
        let (object, scale, offset, number) = match place {
            LockPlace::Distance(distance) => {
                let offset = self.grid.first.checked_add(distance);
                (self.object, self.grid.width, offset, Some(number))
            }
            LockPlace::InStep {
                object,
                modulus,
                scale,
                offset,
            } => {
                let remaining = modulus.map_or(Some(number), |modulus| number.checked_rem(modulus));
                (object, scale, Some(offset), remaining)
            }
            LockPlace::Fixed { .. } => return place,
        };
        let steps = number.and_then(|number| scale.checked_mul(number));
        match steps.zip(offset).and_then(|(steps, offset)| steps.checked_add(offset)) {
            Some(offset) => LockPlace::Fixed { object, offset },
            None => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: ObjectId = ObjectId::new(1);
    const LOCKS: ObjectId = ObjectId::new(2);

    fn cell(number: Option<i64>, place: LockPlace, mode: LockMode) -> Cell {
        Cell {
            object: TABLE,
            grid: Grid { first: 8, width: 16 },
            number,
            locks: vec![CellLock { place, mode }],
        }
    }

    fn in_step(offset: i64) -> LockPlace {
        LockPlace::InStep {
            object: LOCKS,
            modulus: None,
            scale: 40,
            offset,
        }
    }

    fn fixed(offset: i64) -> LockPlace {
        LockPlace::Fixed { object: LOCKS, offset }
    }

    #[test]
    fn locks_in_step_with_the_same_unknown_cell_are_the_same_lock() {
        let mine = cell(None, in_step(0), LockMode::Write);
        assert!(mine.common_lock(&mine).is_some());
        assert!(mine.common_lock(&cell(None, in_step(40), LockMode::Write)).is_none());
    }

    #[test]
    fn a_lock_by_number_meets_a_lock_in_step() {
        let mine = cell(None, in_step(0), LockMode::Write);
        let third = |lock| cell(Some(3), lock, LockMode::Write);
        assert!(mine.common_lock(&third(fixed(120))).is_some());
        assert!(mine.common_lock(&third(fixed(80))).is_none());
    }

    #[test]
    fn locks_that_begin_anew_serve_several_cells() {
        let place = LockPlace::InStep {
            object: LOCKS,
            modulus: Some(4),
            scale: 40,
            offset: 0,
        };
        let mine = cell(None, place, LockMode::Write);
        let sixth = |lock| cell(Some(6), lock, LockMode::Write);
        assert!(mine.common_lock(&mine).is_some() && mine.common_lock(&sixth(fixed(80))).is_some());
        assert!(mine.common_lock(&sixth(fixed(240))).is_none());
        assert!(mine.common_lock(&cell(None, in_step(0), LockMode::Write)).is_none());
    }

    #[test]
    fn a_lock_inside_of_the_cell_is_named_by_its_distance() {
        let mine = cell(None, LockPlace::Distance(8), LockMode::Write);
        let place = LockPlace::Fixed {
            object: TABLE,
            offset: 8 + 2 * 16 + 8,
        };
        assert!(mine.common_lock(&cell(Some(2), place, LockMode::Write)).is_some());
        assert!(mine.common_lock(&cell(Some(1), place, LockMode::Write)).is_none());
    }

    #[test]
    fn readers_do_not_exclude_each_other() {
        let reader = cell(None, in_step(0), LockMode::Read);
        assert!(reader.common_lock(&reader).is_none());
        assert!(reader.common_lock(&cell(None, in_step(0), LockMode::Write)).is_some());
    }

    #[test]
    fn only_known_numbers_and_other_grids_tell_cells_apart() {
        let unknown = cell(None, in_step(0), LockMode::Write);
        let (first, second) = [0, 1]
            .map(|number| cell(Some(number), in_step(0), LockMode::Write))
            .into();
        assert!(first.differs(&second) && !first.differs(&first) && !first.differs(&unknown));
        let other = Cell {
            grid: Grid { first: 200, width: 8 },
            ..unknown.clone()
        };
        assert!(unknown.differs(&other));
    }
}
