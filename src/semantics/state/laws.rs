//! The components of states are lattices: elements that any operations lead to keep the laws.
//!
//! An element is what a list of steps makes of the least known one; a step is three small numbers, which each component takes for
//! operations of its own.

use super::bounds::{Bound, Fact, Known, Last, Told};
use super::currency::Currency;
use super::inscriptions::{Inscribable, Inscription};
use super::symbolic::Variable as SymbolicVariable;
use super::*;
use crate::ir::{Expr, FileId, FunctionId, LocalId, Place, Position, Root, TypeId};
use crate::races::cells::Grid;
use crate::races::{Given, Letter, LetterPlace, Polynomial, Symbol, Tickets};
use crate::values::{Addresses, IntegerType, Object, ObjectId, ObjectKind, Objects, Offsets, Scalar};
use pepsin_digests::{CounterId, EdgeId, LockId, LockMode, MayBe, ThreadId};
use pepsin_lattice::Lattice;
use pepsin_lattice::laws::check_order;
use proptest::prelude::*;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

const WORD: IntegerType = IntegerType { bits: 32, signed: true };

/// Which operation, and two things that it is about.
type Step = (u8, u8, u8);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0..11_u8, 0..3_u8, 0..3_u8), 0..9)
}

/// What the steps make of the component that says nothing yet.
fn element<L: Default>(steps: &[Step], apply: impl Fn(&mut L, Step)) -> L {
    let mut element = L::default();
    steps.iter().for_each(|step| apply(&mut element, *step));
    element
}

fn keeps_the_laws<L: Lattice + Default + Debug>(
    [one, other, third]: &[Vec<Step>; 3],
    apply: impl Fn(&mut L, Step) + Copy,
) -> Result<(), TestCaseError> {
    let [a, b, c] = [one, other, third].map(|steps| element(steps, apply));
    check_order(&a, &b, &c).map_err(TestCaseError::fail)
}

fn three() -> impl Strategy<Value = [Vec<Step>; 3]> {
    // Elements have much in common: they come from one way that forks.
    (steps(), [steps(), steps(), steps()]).prop_map(|(before, behind)| {
        behind.map(|mut behind| {
            behind.splice(0..0, before.iter().copied());
            behind
        })
    })
}

fn lock(number: u8) -> LockId {
    LockId::new(number.into())
}

fn object(number: u8) -> ObjectId {
    ObjectId::new(number.into())
}

fn at(line: u8) -> Position {
    Position {
        file: FileId(0),
        line: line.into(),
        column: 1,
    }
}

fn byte(object_number: u8, offset: u8) -> Addresses {
    Addresses::of(object(object_number), Offsets::constant(offset.into()))
}

fn change_fences(fences: &mut Fences, (what, one, other): Step) {
    let variable = Variable {
        object: object(one),
        offset: 0,
        size: 4,
    };
    match what {
        0 => fences.release(),
        1 => fences.touch((other > 0).then_some(variable)),
        2 => fences.look(Some(one.into()), other > 0),
        3 => drop(fences.acquire()),
        4 => fences.take(one.into()),
        5 => fences.drop_lock(one.into()),
        6 => fences.leave(),
        _ => fences.absorb(&fences.unlearned()),
    }
}

fn change_takes(takes: &mut Takes, (what, one, other): Step) {
    let dispenser = one.into();
    let part = Part::of(dispenser, Stage::Seen, other.into());
    match what {
        0 => takes.begin_look(dispenser, vec![lock(other), lock(2)]),
        1 => match other {
            0 => *takes = Takes::nothing(),
            1 => takes.bound_last(dispenser, i128::from(one) * 5),
            _ => {
                let taken = Part::of(dispenser, Stage::Taken(1), 0);
                takes.step(dispenser);
                takes.hold(object(0), Share::Part(Part { is_last: true, ..taken }));
            }
        },
        2 if takes.look(dispenser).is_some() => takes.hold(object(other), Share::Part(part)),
        3 => *takes = takes.clone().grown(dispenser, 1),
        4 => takes.hold(object(one), Share::Zero),
        5 => takes.forget(object(one)),
        6 => takes.keep_looks(&[lock(one), lock(other)]),
        _ => takes.set_result(takes.share(object(one))),
    }
}

fn change_owned(owned: &mut Owned, (what, one, other): Step) {
    let member = Member {
        offset: one.into(),
        ty: WORD,
        step: 1,
        pattern: None,
    };
    let found = Found {
        offset: other.into(),
        ty: Scalar::Integer(WORD),
        bound: Bound::always(Told::Is, Polynomial::constant(one.into())),
        pattern: None,
    };
    let limit = Limit {
        given: Given::Count,
        below: Arc::new(Polynomial::constant(other.into())),
        is_natural: one > 1,
    };
    let ticket = Ticket {
        creator: ThreadId::new(0),
        edge: EdgeId::new(0),
        marks: Marks {
            argument: (one > 0).then_some(Tickets::Objects),
            members: [member].into_iter().take(other.into()).collect(),
            count: (other > 1).then_some(one.into()),
            found: [found].into_iter().take(one.into()).collect(),
            limits: [limit].into_iter().take(one.into()).collect(),
        },
    };
    let linear = Linear {
        given: if one > 1 { Given::Member(1) } else { Given::Argument },
        scale: 1,
        offset: (other > 0).then_some(other.into()),
    };
    match what {
        0 => *owned = Owned::start(Some(ticket).filter(|ticket| !ticket.marks.is_empty())),
        1 => *owned = owned.entered(vec![(LocalId(one.into()), linear)]),
        2..=5 if owned.ticket.is_some() => owned.assign(LocalId(one.into()), Some(linear)),
        _ => owned.assign(LocalId(one.into()), None),
    }
}

fn change_copies(copies: &mut Copies, (what, one, other): Step) {
    let pair = (object(one), other.into());
    match what {
        0..=3 if !copies.pairs.contains(&pair) => copies.pairs.push(pair),
        4 if copies.pairs.contains(&pair) && !copies.looks.contains(&pair) => copies.looks.push(pair),
        5 => copies.retain_looks(|look| *look != pair),
        6 => copies.retain(|known| known.0 != pair.0),
        _ => (),
    }
}

fn inscription((what, one, other): Step) -> Inscription {
    let variable = LocalId(one.into());
    Inscription {
        address: SymbolicAddress::in_object(object(other), one.into()),
        addresses: byte(other, one),
        ty: Scalar::Integer(WORD),
        told: if what > 8 { Told::Is } else { Told::Below },
        number: match other {
            0 => Inscribable::Sum(variable, other.into()),
            _ => Inscribable::Polynomial(Rc::new(number_of(byte_of(other, one))), Rc::from([variable])),
        },
        unless: None,
    }
}

fn byte_of(number: u8, offset: u8) -> Variable {
    Variable {
        object: object(number),
        offset: offset.into(),
        size: 1,
    }
}

fn number_of(variable: Variable) -> Polynomial {
    Polynomial::symbol(Symbol::Variable {
        object: variable.object,
        offset: variable.offset,
        size: variable.size,
        signed: true,
    })
}

fn change_bounds(bounds: &mut Bounds, (what, one, other): Step) {
    let last = Last {
        counted: Symbol::Ticket(Given::Count),
        number: Polynomial::constant(one.into()),
    };
    let told = [Told::Is, Told::AtLeast, Told::Below][usize::from(other) % 3];
    let variable = byte_of(one, other);
    let number = number_of(variable);
    let letter = Letter {
        place: LetterPlace::Variable {
            object: variable.object,
            offset: variable.offset,
            size: variable.size,
        },
        number: number.clone(),
    };
    let learn = |variable| Fact {
        variable,
        bound: Bound::always(told, number.clone()),
    };
    let steps = Fact {
        variable: Known::Own(LocalId(other.into())),
        bound: Bound::by_steps(number.clone(), &Rc::new(Polynomial::constant(4))),
    };
    match what {
        0 => bounds.learn(learn(Known::Own(LocalId(other.into())))),
        1 => bounds.learn(steps),
        2 => bounds.learn(learn(Known::InMemory(variable, WORD))),
        3 => bounds.rely(Arc::new(letter)),
        4 => bounds.assign(LocalId(one.into()), object(other)),
        5 => *bounds = bounds.entered(vec![learn(Known::Own(LocalId(0)))]),
        6 => bounds.touch(&|touched| touched == object(other)),
        7 => bounds.reach(last),
        8 | 9 => bounds.inscriptions.add(inscription((what, one, other))),
        _ => bounds.write(
            object(one),
            Extent::new(Offsets::constant(other.into()), Some(1)),
            &objects(),
        ),
    }
}

/// Where a variable points.
fn behind(variable: LocalId) -> Place {
    let pointer = Place::local(
        variable,
        TypeId(0),
        Position {
            file: FileId(0),
            line: 1,
            column: 1,
        },
    );
    Place {
        root: Root::Deref(Box::new(Expr::Load(Box::new(pointer.clone())))),
        ..pointer
    }
}

fn change_symbolic(symbolic: &mut Symbolic, (what, one, other): Step) {
    let address = SymbolicAddress {
        base: Base::Variable(SymbolicVariable::own(LocalId(one.into()))),
        index: (other > 1).then_some(Index::of(SymbolicVariable::own(LocalId(other.into())), 8)),
        offset: other.into(),
    };
    let owner = Owner {
        object: object(one),
        grid: Grid { width: 8, first: 0 },
        start: address,
    };
    let pointer = OwnedPointer {
        owner,
        from: (one > 0).then_some(one.into()),
        moved: (other > 0).then_some(Way::of(other.into())),
    };
    match what {
        0 | 1 => symbolic.add(HeldSymbolically {
            address,
            mode: LockMode::Write,
            addresses: byte(one, other),
            section: None,
        }),
        2 => symbolic.assign(LocalId(other.into()), Some(address), Some(pointer)),
        3 => {
            symbolic.assign(LocalId(one.into()), None, None);
            symbolic.remain(LocalId(one.into()), remainder(other, one));
            symbolic.lead_into(LocalId(one.into()), Rc::new(behind(LocalId(other.into()))));
            symbolic.take_from(LocalId(one.into()), Rc::new(behind(LocalId(other.into()))));
        }
        4 => symbolic.adopt(LocalId(other.into()), pointer),
        5 => symbolic.adopt(LocalId(other.into()), pointer.plus(None)),
        6 => symbolic.adopt(LocalId(other.into()), pointer.plus(Some(Way::of(8)))),
        _ => symbolic.retain(|held| held.address != address),
    }
}

fn remainder(other: u8, one: u8) -> Index {
    Index {
        modulus: (one > 0).then_some(one.into()),
        ..Index::of(SymbolicVariable::own(LocalId(other.into())), 1)
    }
}

fn objects() -> Objects {
    let objects = Objects::new();
    for number in 0..3 {
        let kind = ObjectKind::Global(crate::ir::GlobalId(number));
        objects.intern(kind, || Object {
            kind,
            size: Some(8),
            ty: None,
            multiplicity: crate::values::Multiplicity::Once,
            name: "lock".to_owned(),
        });
    }
    objects
}

fn change_holdings(holdings: &mut Holdings, (what, one, other): Step) {
    let objects = objects();
    let places = match other {
        2 => Addresses::unknown(at(one)),
        _ => byte(one, other),
    };
    match what {
        0..=2 => holdings.acquire(
            Holding::new(places, what > 0, LockMode::Write, at(one)),
            what == 2,
            &objects,
        ),
        3 | 4 => holdings.release(&places, other == 0, what == 3, &objects),
        5 => *holdings = holdings.entered(),
        6 => *holdings = holdings.returned(&holdings.entered().without(&places, true, &objects)),
        _ => (),
    }
}

fn change_maybe_held(held: &mut MaybeHeld, (what, one, other): Step) {
    let locks = match what % 3 {
        0 => MayBe::Definite(lock(one)),
        1 => MayBe::OneOf(vec![lock(one), lock(other)]),
        _ => MayBe::Unknown,
    };
    match what {
        0..=4 => held.acquire(&locks),
        _ => held.release(&locks),
    }
}

fn change_permits(permits: &mut Permits, (what, one, other): Step) {
    let thread = ThreadId::new(one.into());
    let source = match what {
        0..=2 => Source::Posts(thread),
        3..=5 => Source::Strays(thread),
        _ => return,
    };
    permits.join(&Permits::one(source, (other > 0).then_some(other.into())));
}

fn change_currency(currency: &mut Currency, (what, one, other): Step) {
    let held: Rc<[LockId]> = Rc::from([lock(one), lock(other)]);
    match what {
        0..=3 => currency.refresh(object(one), &held),
        4 => currency.enter(held),
        _ => currency.keep(&held),
    }
}

fn change_footprint(footprint: &mut Footprint, (what, one, other): Step) {
    match (what, other) {
        (0, _) => footprint.add(object(one)),
        (1, _) => footprint.add_function(FunctionId(one.into())),
        (2, _) => footprint.add_released(lock(one)),
        (3, _) => footprint.add_creation(one.into()),
        (4, 0) => footprint.add_act(),
        (5, 0) => footprint.add_everything(),
        _ => (),
    }
}

fn change_needs(needs: &mut Needs, (_, one, other): Step) {
    let need = (other > 0).then_some(other);
    needs.join(&Needs(Rc::new(
        [(CounterId::new(one.into()), need)].into_iter().collect(),
    )));
}

fn change_unlearned(unlearned: &mut Unlearned, step: Step) {
    let mut fences = Fences::default();
    fences.absorb(unlearned);
    change_fences(&mut fences, step);
    *unlearned = fences.unlearned();
}

proptest! {
    #[test]
    fn what_fences_order(ways in three()) {
        keeps_the_laws(&ways, change_fences)?;
        keeps_the_laws(&ways, change_unlearned)?;
    }

    #[test]
    fn what_the_ego_took_and_what_it_was_given(ways in three()) {
        keeps_the_laws(&ways, change_takes)?;
        keeps_the_laws(&ways, change_owned)?;
        keeps_the_laws(&ways, change_copies)?;
    }

    #[test]
    fn what_is_known_by_symbolic_address(ways in three()) {
        keeps_the_laws(&ways, change_symbolic)?;
        keeps_the_laws(&ways, change_bounds)?;
    }

    #[test]
    fn what_may_be_held(ways in three()) {
        keeps_the_laws(&ways, change_holdings)?;
        keeps_the_laws(&ways, change_maybe_held)?;
    }

    #[test]
    fn what_threads_give_and_need(ways in three()) {
        keeps_the_laws(&ways, change_permits)?;
        keeps_the_laws(&ways, change_needs)?;
    }

    #[test]
    fn what_is_current_and_what_is_touched(ways in three()) {
        keeps_the_laws(&ways, change_currency)?;
        keeps_the_laws(&ways, change_footprint)?;
    }
}
