//! Properties of contents: reads and writes against an array of concrete bytes, and the lattice laws.

use pepsin_lattice::{Bottom, Lattice};
use proptest::prelude::*;

use super::super::object::ObjectId;
use super::{Contents, Slot, Strength};
use crate::ir::BitField;
use crate::values::offsets::Offsets;
use crate::values::scalar::{IntegerType, Scalar};
use crate::values::value::Value;

/// Bytes of the object.
const SIZE: usize = 96;

/// One bit of concrete memory.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bit {
    Indeterminate,
    Known(bool),
    /// Bit number of the 64 of an address, byte 0 of an object.
    Address(ObjectId, u32),
}

/// A concrete scalar.
#[derive(Clone, Copy, Debug)]
enum Concrete {
    Number(i128),
    Address(ObjectId),
}

/// What one program step does, concretely and abstractly.
#[derive(Clone, Debug)]
enum Step {
    /// Writes at `offset`; the analysis knows only that it is one of `others`, too.
    Write {
        offset: i64,
        others: Option<Offsets>,
        slot: Slot,
        value: Concrete,
        happens: bool,
    },
    /// Zeroes bytes, or makes them indeterminate.
    Fill {
        offset: i64,
        length: u64,
        zero: bool,
        happens: Option<bool>,
    },
    /// Copies bytes within the object, from a snapshot of it; the analysis knows only that it is from one of `others`, too.
    Copy {
        from: i64,
        others: Option<Offsets>,
        to: i64,
        length: u64,
        happens: Option<bool>,
    },
    /// A step of another thread, which leaves a record, or would have left one.
    Other {
        step: Box<Step>,
        happens: bool,
        thread: usize,
    },
    /// The ego looks at what a thread recorded, and keeps it.
    Look { thread: usize },
    /// Writes every byte from `start` to `end`.
    Sweep { start: i64, end: i64 },
    /// Joins the contents that other steps make of the same start, and goes on with those, or not.
    Join { steps: Vec<Step>, taken: bool, widen: bool },
}

/// Memory, what the ego knows of it as if it were alone, and what others recorded.
#[derive(Clone)]
struct Machine {
    bits: Vec<Bit>,
    contents: Contents,
    records: [Contents; 2],
}

impl Machine {
    fn new(start: Bit) -> Self {
        let contents = match start {
            Bit::Indeterminate => Contents::indeterminate(),
            _ => Contents::zero(),
        };
        Machine {
            bits: vec![start; SIZE * 8],
            contents,
            records: [Contents::nothing(), Contents::nothing()],
        }
    }

    /// All that is known.
    fn view(&self) -> Contents {
        let mut view = self.contents.clone();
        for record in &self.records {
            view.join(record);
        }
        view
    }

    fn run(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Write {
                offset,
                others,
                slot,
                value,
                happens,
            } => self.write(*offset, *others, *slot, *value, *happens),
            Step::Fill {
                offset,
                length,
                zero,
                happens,
            } => {
                let (bit, value) = match zero {
                    true => (Bit::Known(false), Value::ZERO),
                    false => (Bit::Indeterminate, Value::indeterminate()),
                };
                if happens.unwrap_or(true) {
                    self.bits[*offset as usize * 8..][..*length as usize * 8].fill(bit);
                }
                self.contents.fill(*offset, Some(*length), &value, strength(*happens));
            }
            Step::Copy {
                from,
                others,
                to,
                length,
                happens,
            } => {
                let (source, before) = (self.bits.clone(), self.view());
                if happens.unwrap_or(true) {
                    let source = &source[*from as usize * 8..][..*length as usize * 8];
                    self.bits[*to as usize * 8..][..source.len()].copy_from_slice(source);
                }
                let cut = before.cut(either(*from, *others), *length);
                self.contents.copy(&cut, 0, *to, *length, strength(*happens));
            }
            Step::Look { thread } => {
                self.contents.join(&self.records[*thread]);
            }
            Step::Other { step, happens, thread } => {
                let own = std::mem::replace(&mut self.contents, Contents::nothing());
                let mut other = Machine {
                    bits: self.bits.clone(),
                    ..self.clone()
                };
                if let Step::Copy {
                    from,
                    others,
                    to,
                    length,
                    ..
                } = **step
                {
                    let mut view = own.clone();
                    for record in &self.records {
                        view.join(record);
                    }
                    let cut = view.cut(either(from, others), length);
                    other.contents.copy(&cut, 0, to, length, Strength::Strong);
                    other.bits.copy_within(
                        from as usize * 8..(from as usize + length as usize) * 8,
                        to as usize * 8,
                    );
                } else {
                    other.step(step);
                }
                self.records[*thread].join(&other.contents);
                self.contents = own;
                if *happens {
                    self.bits = other.bits;
                }
            }
            Step::Sweep { start, end } => {
                for offset in *start..*end {
                    self.write(
                        offset,
                        None,
                        Scalar::Integer(IntegerType::of_size(1, true)).into(),
                        Concrete::Number(offset.into()),
                        true,
                    );
                }
            }
            Step::Join { steps, taken, widen } => {
                let mut other = self.clone();
                other.run(steps);
                match widen {
                    true => self.contents.widen_with(&other.contents, &[]),
                    false => self.contents.join(&other.contents),
                };
                for (mine, theirs) in self.records.iter_mut().zip(&other.records) {
                    mine.join(theirs);
                }
                if *taken {
                    self.bits = other.bits;
                }
            }
        }
    }

    fn write(&mut self, offset: i64, others: Option<Offsets>, slot: Slot, value: Concrete, happens: bool) {
        let offsets = either(offset, others);
        let weak = others.is_some() || !happens;
        let range = slot.range(offset);
        if happens {
            for (index, bit) in self.bits[range.start as usize..range.end as usize]
                .iter_mut()
                .enumerate()
            {
                *bit = match value {
                    Concrete::Number(number) => Bit::Known(number >> index & 1 == 1),
                    Concrete::Address(object) => Bit::Address(object, index as u32),
                };
            }
        }
        let strength = if weak { Strength::Weak } else { Strength::Strong };
        self.contents.write(offsets, slot, &abstraction(slot, value), strength);
    }

    /// Whether what the bits concretely hold is among what the contents say.
    fn check(&self, view: &Contents, offset: i64, slot: Slot) -> Result<(), String> {
        let range = slot.range(offset);
        let bits = &self.bits[range.start as usize..range.end as usize];
        let read = view.read(Offsets::constant(offset), slot);
        let ty = IntegerType {
            bits: slot.bits(),
            signed: slot.ty.integer_type().signed,
        };
        let complain = |what: &str| {
            Err(format!(
                "{what} at {offset} as {slot:?}, but read {read:?} of {view:#?} from {:#?} and {:#?}",
                self.contents, self.records
            ))
        };
        if let Bit::Address(object, 0) = bits[0]
            && bits.len() == 64
            && bits
                .iter()
                .enumerate()
                .all(|(index, bit)| *bit == Bit::Address(object, index as u32))
        {
            let found = read
                .as_addresses()
                .offsets_in(object)
                .is_some_and(|offsets| offsets.contains(0));
            return if found { Ok(()) } else { complain("an address") };
        }
        for unknown in [0, !0, 0x5a5a_5a5a_5a5a_5a5a_5a5a_i128] {
            let number = bits.iter().enumerate().fold(0_i128, |number, (index, bit)| {
                let set = if let Bit::Known(set) = bit {
                    *set
                } else {
                    unknown >> index & 1 == 1
                };
                number | i128::from(set) << index
            });
            if !read.as_integer().contains(ty.wrap(number)) {
                return complain(&format!("{number}"));
            }
        }
        Ok(())
    }

    fn check_all(&self) -> Result<(), TestCaseError> {
        let view = self.view();
        for slot in slots() {
            for offset in 0..(SIZE - 8) as i64 {
                self.check(&view, offset, slot).map_err(TestCaseError::fail)?;
            }
        }
        Ok(())
    }
}

/// All that the analysis knows of an offset.
fn either(offset: i64, others: Option<Offsets>) -> Offsets {
    let mut offsets = Offsets::constant(offset);
    if let Some(others) = others {
        offsets.join(&others);
    }
    offsets
}

fn strength(happens: Option<bool>) -> Strength {
    if happens.is_some() {
        Strength::Weak
    } else {
        Strength::Strong
    }
}

fn abstraction(slot: Slot, value: Concrete) -> Value {
    match value {
        Concrete::Number(number) => {
            let ty = IntegerType {
                bits: slot.bits(),
                signed: slot.ty.integer_type().signed,
            };
            Value::constant(ty.wrap(number))
        }
        Concrete::Address(object) => Value::address(object, 0),
    }
}

fn slots() -> Vec<Slot> {
    let integers = [(1, true), (1, false), (2, true), (4, true), (4, false), (8, true)];
    let mut slots: Vec<Slot> = integers
        .map(|(size, signed)| Scalar::Integer(IntegerType::of_size(size, signed)).into())
        .to_vec();
    slots.push(Scalar::Pointer { bits: 64 }.into());
    for (offset, width) in [(0, 3), (3, 7), (10, 1), (2, 20)] {
        slots.push(Slot {
            ty: Scalar::INT,
            field: Some(BitField { offset, width }),
        });
    }
    slots
}

fn slot() -> impl Strategy<Value = Slot> {
    proptest::sample::select(slots())
}

/// Mostly aligned offsets, near the start.
fn offset() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => (0_i64..6).prop_map(|index| index * 4),
        1 => 0_i64..24,
        1 => 0..(SIZE - 8) as i64,
    ]
}

/// Offsets of which the analysis doesn't know the right one.
fn others() -> impl Strategy<Value = Option<Offsets>> {
    let strides = proptest::sample::select(vec![4_i64, 8, 12, 3]);
    let some = (offset(), strides, 1_i64..200)
        .prop_map(|(low, stride, count)| Some(Offsets::strided(low, low + stride * count, stride as u64)));
    let nested = (offset(), 1_i64..100, 1_i64..6, proptest::sample::select(vec![4_i64, 8])).prop_map(
        |(low, count, inner, step)| {
            let outer = Offsets::strided(low, low + 48 * count, 48);
            Some(outer.plus(Offsets::strided(0, step * inner.min(44 / step), step.unsigned_abs())))
        },
    );
    prop_oneof![3 => Just(None), 2 => some, 2 => nested, 1 => Just(Some(Offsets::ANY))]
}

fn write() -> impl Strategy<Value = Step> {
    let number = prop_oneof![2 => Just(0_i128), 2 => -9_i128..300, 1 => any::<i64>().prop_map(i128::from)];
    let value = prop_oneof![
        4 => number.prop_map(Concrete::Number),
        1 => (0_u32..3).prop_map(|object| Concrete::Address(ObjectId::new(object))),
    ];
    (offset(), others(), slot(), value, prop::bool::weighted(0.8)).prop_map(|(offset, others, slot, value, happens)| {
        let slot = match value {
            Concrete::Number(_) => slot,
            Concrete::Address(_) => Scalar::Pointer { bits: 64 }.into(),
        };
        Step::Write {
            offset,
            others,
            slot,
            value,
            happens,
        }
    })
}

fn block() -> impl Strategy<Value = Step> {
    let happens = || prop_oneof![2 => Just(None), 1 => any::<bool>().prop_map(Some)];
    prop_oneof![
        (0_i64..40, 0_u64..50, any::<bool>(), happens()).prop_map(|(offset, length, zero, happens)| Step::Fill {
            offset,
            length,
            zero,
            happens
        }),
        (0_i64..40, others(), 0_i64..40, 0_u64..50, happens()).prop_map(|(from, others, to, length, happens)| {
            Step::Copy {
                from,
                others,
                to,
                length,
                happens,
            }
        }),
        (0_i64..20, 20_i64..90).prop_map(|(start, end)| Step::Sweep { start, end }),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![8 => write(), 2 => block()];
    let other = (step.clone(), any::<bool>(), 0_usize..2).prop_map(|(step, happens, thread)| Step::Other {
        step: Box::new(step),
        happens,
        thread,
    });
    let look = (0_usize..2).prop_map(|thread| Step::Look { thread });
    let step = prop_oneof![6 => step, 3 => other, 1 => look];
    let step = step.prop_recursive(2, 12, 6, |inner| {
        let joined = (
            proptest::collection::vec(inner.clone(), 0..5),
            any::<bool>(),
            prop::bool::weighted(0.3),
        );
        prop_oneof![
            6 => inner,
            2 => joined.prop_map(|(steps, taken, widen)| Step::Join { steps, taken, widen }),
        ]
    });
    proptest::collection::vec(step, 0..10)
}

fn start() -> impl Strategy<Value = Bit> {
    prop_oneof![Just(Bit::Indeterminate), Just(Bit::Known(false))]
}

/// Contents, or a record.
fn contents() -> impl Strategy<Value = Contents> {
    (start(), steps(), any::<bool>()).prop_map(|(start, steps, is_record)| {
        let mut machine = Machine::new(start);
        machine.run(&steps);
        let Machine {
            contents,
            records: [record, _],
            ..
        } = machine;
        if is_record { record } else { contents }
    })
}

proptest! {
    #![proptest_config(crate::values::repeatable::config())]

    #[test]
    fn reads_find_what_was_written(start in start(), steps in steps()) {
        let mut machine = Machine::new(start);
        machine.run(&steps);
        machine.check_all()?;
    }

    #[test]
    fn a_read_at_several_offsets_finds_what_each_of_them_finds(contents in contents(), others in others(), slot in slot()) {
        let several = others.unwrap_or(Offsets::ZERO);
        let read = contents.read(several, slot);
        for offset in (0..SIZE as i64).filter(|offset| several.contains(*offset)) {
            let one = contents.read(Offsets::constant(offset), slot);
            prop_assert!(one.leq(&read), "{offset} in {several}: {one:?} not in {read:?}\n{contents:#?}");
        }
    }

    #[test]
    fn join_is_an_upper_bound_and_settles(a in contents(), b in contents()) {
        let mut joined = a.clone();
        let changed = joined.join(&b);
        prop_assert_eq!(changed, joined != a);
        prop_assert!(a.leq(&joined) && b.leq(&joined), "{a:#?}\n{b:#?}\n{joined:#?}");
        let mut again = joined.clone();
        prop_assert!(!again.join(&a) && !again.join(&b));
        prop_assert!(joined.leq(&joined) && Contents::bottom().leq(&a));
    }

    #[test]
    fn widening_ends_and_is_above_the_join(sequence in proptest::collection::vec(contents(), 12)) {
        let mut limit = Contents::bottom();
        for next in sequence.iter() {
            let before = limit.clone();
            let changed = limit.widen_with(next, &[]);
            prop_assert!(before.leq(&limit) && next.leq(&limit), "{before:#?}\n{next:#?}\n{limit:#?}");
            prop_assert!(changed || before == limit);
        }
        // The order isn't transitive where scalars overlap, so it may take some rounds until nothing changes.
        let round = |limit: &mut Contents| sequence.iter().filter(|next| limit.widen_with(next, &[])).count();
        prop_assert!((0..9).any(|_| round(&mut limit) == 0));
    }

    #[test]
    fn narrowing_stays_between(a in contents(), b in contents()) {
        let mut above = a.clone();
        above.widen_with(&b, &[]);
        let mut narrowed = above.clone();
        narrowed.narrow_with(&a, &[]);
        prop_assert!(a.leq(&narrowed) && narrowed.leq(&above), "{above:#?}\nby {a:#?}\ngives {narrowed:#?}");
    }
}
