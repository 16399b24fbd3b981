//! What a function without body passes on: which of its arguments what it returns and writes may depend on, by its row.
//!
//! What returns whether it did something to threads, locks or memory tells nothing of what it was given. What copies, sets or exchanges
//! bytes puts them where its effect says. All else may tell of any number that it is given and of all that it reads, by what it returns
//! and by all that it writes; without a row it reads and writes all that it is given a pointer to.

use std::collections::BTreeSet;

use super::Evidence;
use crate::library::model::{Argument, Effect, Formatted, Model, Returns};

/// What a call passes on, by the numbers of its arguments.
#[derive(Clone, Debug)]
pub struct Passing {
    /// The arguments whose values go on.
    pub values: BTreeSet<usize>,
    /// The arguments whose memory goes on.
    pub contents: BTreeSet<usize>,
    /// The arguments whose memory gets what goes on.
    pub written: BTreeSet<usize>,
    /// Whether the result tells of what is in memory, and of numbers.
    pub tells: bool,
    /// Whether what the result points to does.
    pub points: bool,
    /// How evidently what was kept of earlier calls goes on, too.
    pub remembers: Option<Evidence>,
    /// How evidently what goes on is kept for later calls.
    pub keeps: Option<Evidence>,
    /// The arguments that decide what the call does.
    pub decides: Vec<usize>,
    /// How evident all that is.
    pub evidence: Evidence,
}

impl Passing {
    /// What a function passes on that declares and is given so many arguments.
    pub fn of(model: Option<&Model>, declared: usize, given: usize) -> Self {
        match model {
            None => Passing {
                remembers: Some(Evidence::Possible),
                keeps: Some(Evidence::Possible),
                ..Passing::everything(given, Evidence::Possible)
            },
            Some(model) => match &model.effect {
                None => Passing::without_effect(model, declared, given),
                Some(effect) => Passing::by_effect(model, effect, declared, given),
            },
        }
    }

    fn nothing() -> Self {
        Passing {
            values: BTreeSet::new(),
            contents: BTreeSet::new(),
            written: BTreeSet::new(),
            tells: false,
            points: false,
            remembers: None,
            keeps: None,
            decides: Vec::new(),
            evidence: Evidence::Named,
        }
    }

    fn everything(given: usize, evidence: Evidence) -> Self {
        Passing {
            values: (0..given).collect(),
            contents: (0..given).collect(),
            written: (0..given).collect(),
            tells: true,
            points: true,
            remembers: None,
            keeps: None,
            decides: Vec::new(),
            evidence,
        }
    }

    fn atomic(values: [Option<usize>; 2], contents: [Option<usize>; 2], written: [Option<usize>; 2]) -> Self {
        Passing {
            values: values.into_iter().flatten().collect(),
            contents: contents.into_iter().flatten().collect(),
            written: written.into_iter().flatten().collect(),
            tells: true,
            ..Passing::nothing()
        }
    }

    fn without_effect(model: &Model, declared: usize, given: usize) -> Self {
        let numbers = |lists: [&Vec<Argument>; 3]| -> BTreeSet<usize> {
            let all = lists.into_iter().flatten();
            all.flat_map(|argument| match argument {
                Argument::Number(number) => *number..*number + 1,
                Argument::Rest(_) => declared..given,
            })
            .collect()
        };
        let mut contents = numbers([&model.reads, &model.sends, &model.tells]);
        contents.extend(model.reads_within.iter().chain(&model.sends_within));
        let mut written = numbers([&model.writes, &model.receives, &Vec::new()]);
        written.extend(model.writes_within.iter().chain(&model.receives_within));
        written.extend(model.points.iter().map(|(to, _)| to));
        if model.prints.is_some() {
            contents.extend(printed(model, declared, given));
        }
        if model.scans.is_some() {
            written.extend(printed(model, declared, given));
        }
        let has_state = !model.uses.0.is_empty() || !model.uses_for_null.is_empty();
        let is_asked = has_state || !model.looks_at.0.is_empty() || model.looks_through.is_some();
        let receives = !model.receives.is_empty() || !model.receives_within.is_empty();
        let sends = !model.sends.is_empty() || !model.sends_within.is_empty();
        Passing {
            values: (0..given).collect(),
            contents,
            written,
            tells: true,
            points: !matches!(model.returns, Returns::Zero | Returns::Argument(_)),
            remembers: (is_asked || receives).then_some(Evidence::Possible),
            keeps: (has_state || sends || !model.keeps.is_empty()).then_some(Evidence::Possible),
            decides: Vec::new(),
            evidence: Evidence::Held,
        }
    }

    fn by_effect(model: &Model, effect: &Effect, declared: usize, given: usize) -> Self {
        let nothing = Passing::nothing();
        match effect {
            Effect::Copy { to, from, length } => Passing {
                decides: vec![*length],
                contents: BTreeSet::from([*from]),
                written: BTreeSet::from([*to]),
                ..nothing
            },
            Effect::Fill { to, value, length } => Passing {
                decides: vec![*length],
                values: value.iter().copied().collect(),
                written: BTreeSet::from([*to]),
                ..nothing
            },
            Effect::AtomicLoad { object, to, .. } => Passing::atomic([None; 2], [Some(*object), None], [*to, None]),
            Effect::AtomicStore {
                object, value, from, ..
            } => Passing::atomic([*value, None], [*from, None], [Some(*object), None]),
            Effect::AtomicUpdate {
                object,
                value,
                from,
                to,
                ..
            } => Passing::atomic([*value, None], [Some(*object), *from], [Some(*object), *to]),
            Effect::CompareExchange {
                object,
                expected,
                expected_value,
                desired,
                desired_from,
                ..
            } => {
                let mut passing = Passing::atomic(
                    [*expected_value, *desired],
                    [Some(*object), *expected],
                    [Some(*object), *expected],
                );
                passing.contents.extend(desired_from);
                passing
            }
            Effect::Sort { .. }
            | Effect::Search { .. }
            | Effect::ReadLine { .. }
            | Effect::Separate { .. }
            | Effect::NextToken { .. } => Passing {
                remembers: Some(Evidence::Possible),
                keeps: Some(Evidence::Possible),
                ..Passing::everything(given, Evidence::Held)
            },
            Effect::CallBack { .. } | Effect::CallLater { .. } | Effect::SystemCall {} | Effect::Unsupported { .. } => {
                Passing::of(None, declared, given)
            }
            // A text in new memory.
            Effect::Allocate { to, .. } if model.prints.is_some() || !model.reads.is_empty() => Passing {
                written: to.iter().copied().collect(),
                tells: false,
                ..Passing::without_effect(model, declared, given)
            },
            Effect::Reallocate { pointer, .. } => Passing {
                values: BTreeSet::from([*pointer]),
                ..nothing
            },
            Effect::KeySet { value, .. } => Passing {
                values: BTreeSet::from([*value]),
                keeps: Some(Evidence::Named),
                ..nothing
            },
            Effect::KeyGet { .. } => Passing {
                tells: true,
                remembers: Some(Evidence::Named),
                ..nothing
            },
            other => Passing {
                decides: deciding(other),
                ..nothing
            },
        }
    }
}

/// The arguments that a format is for.
fn printed(model: &Model, declared: usize, given: usize) -> std::ops::Range<usize> {
    match model.formatted {
        Formatted::Rest => declared..given,
        Formatted::List => 0..given,
    }
}

/// The arguments by which others than this call may see what an effect did.
fn deciding(effect: &Effect) -> Vec<usize> {
    match effect {
        Effect::SemaphoreInit { count, .. } | Effect::BarrierInit { count, .. } => vec![*count],
        Effect::AttributeKind { kind, .. } | Effect::CancelType { kind } => vec![*kind],
        Effect::AttributeRobust { robust, .. } => vec![*robust],
        Effect::AttributeDetach { state } => vec![*state],
        Effect::BarrierShare { shared } => vec![*shared],
        Effect::Assume { condition } => vec![*condition],
        Effect::ProcessExit { unless_zero } => unless_zero.iter().copied().collect(),
        _ => Vec::new(),
    }
}
