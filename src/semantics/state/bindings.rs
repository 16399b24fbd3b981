//! Bindings: what the variables of a caller and of its callee are called by each other ([`crate::semantics::origins::bindings`]).

use crate::ir::LocalId;
use crate::semantics::state::symbolic::{Index, Variable};
use crate::semantics::state::{Base, OwnedPointer, SymbolicAddress};

/// How many calls ago a variable may be spoken of.
const MOST_CALLS: u8 = 3;

/// What the caller knows of the arguments of a call, for parameters that are never assigned.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// Parameters that hold an address.
    pub pointers: Vec<(LocalId, SymbolicAddress)>,
    /// Parameters that hold the value of a variable.
    pub numbers: Vec<(LocalId, Variable)>,
    /// Parameters that lead into a region.
    pub owners: Vec<(LocalId, OwnedPointer)>,
}

impl Bindings {
    /// What parameters that hold addresses are, in terms of variables from outside.
    pub fn pointers(&self) -> impl Iterator<Item = (LocalId, SymbolicAddress)> + '_ {
        let from_outside =
            |(parameter, address): &(LocalId, SymbolicAddress)| Some((*parameter, from_outside(*address)?));
        self.pointers.iter().filter_map(from_outside)
    }

    /// Into which regions parameters lead.
    pub fn owners(&self) -> Vec<(LocalId, OwnedPointer)> {
        let entered = |(parameter, pointer): &(LocalId, OwnedPointer)| {
            let start = self.entered(pointer.owner.start).into_iter().next()?;
            Some((*parameter, pointer.starting_at(start)))
        };
        self.owners.iter().filter_map(entered).collect()
    }

    /// What an address of the caller is in the callee: by parameters, and from outside.
    pub fn entered(&self, address: SymbolicAddress) -> Vec<SymbolicAddress> {
        let mut entered: Vec<SymbolicAddress> = self.by_parameters(address).into_iter().collect();
        entered.extend(from_outside(address).filter(|outside| !entered.contains(outside)));
        entered
    }

    /// What an address of the callee is in the caller.
    pub fn returned(&self, address: SymbolicAddress) -> Option<SymbolicAddress> {
        let index = match address.index {
            Some(index) => Some(Index {
                variable: self.returned_number(index.variable)?,
                ..index
            }),
            None => None,
        };
        let inside = |base| SymbolicAddress { base, index, ..address };
        match address.base {
            Base::Object(_) => Some(inside(address.base)),
            Base::Variable(variable) => match variable.calls.checked_sub(1) {
                Some(calls) => Some(inside(Base::Variable(Variable { calls, ..variable }))),
                None => {
                    let (_, passed) = self
                        .pointers
                        .iter()
                        .find(|(parameter, _)| *parameter == variable.local)?;
                    let index = match (passed.index, index) {
                        (Some(_), Some(_)) => return None,
                        (passed, own) => passed.or(own),
                    };
                    SymbolicAddress { index, ..*passed }.moved(address.offset)
                }
            },
        }
    }

    fn returned_number(&self, variable: Variable) -> Option<Variable> {
        match variable.calls.checked_sub(1) {
            Some(calls) => Some(Variable { calls, ..variable }),
            None => {
                let passed = self.numbers.iter().find(|(parameter, _)| *parameter == variable.local);
                passed.map(|(_, passed)| *passed)
            }
        }
    }

    fn by_parameters(&self, address: SymbolicAddress) -> Option<SymbolicAddress> {
        let by_pointer = self.pointers.iter().find_map(|(parameter, passed)| {
            let distance = passed.distance_to(&address)?;
            Some(SymbolicAddress {
                base: Base::Variable(Variable::own(*parameter)),
                index: None,
                offset: distance,
            })
        });
        match (address.base, address.index) {
            (Base::Object(_), Some(index)) => {
                let (parameter, _) = self.numbers.iter().find(|(_, passed)| *passed == index.variable)?;
                let variable = Variable::own(*parameter);
                let index = Some(Index { variable, ..index });
                Some(SymbolicAddress { index, ..address })
            }
            (Base::Object(_), None) => Some(address),
            (Base::Variable(_), _) => by_pointer,
        }
    }
}

/// The address as the callee of a call spells it by variables one more call ago.
fn from_outside(address: SymbolicAddress) -> Option<SymbolicAddress> {
    let further = |variable: Variable| {
        let calls = variable.calls + 1;
        (calls <= MOST_CALLS).then_some(Variable { calls, ..variable })
    };
    let base = match address.base {
        Base::Variable(variable) => Base::Variable(further(variable)?),
        object => object,
    };
    let index = match address.index {
        Some(index) => Some(Index {
            variable: further(index.variable)?,
            ..index
        }),
        None => None,
    };
    Some(SymbolicAddress { base, index, ..address })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::ObjectId;

    fn at(base: Base, index: Option<(Variable, i64)>, offset: i64) -> SymbolicAddress {
        let index = index.map(|(variable, scale)| Index::of(variable, scale));
        SymbolicAddress { base, index, offset }
    }

    fn own(local: u32) -> Variable {
        Variable::own(LocalId(local))
    }

    /// `f(p + 8, i)` with parameters 0 and 1.
    fn bindings() -> Bindings {
        Bindings {
            pointers: vec![(LocalId(0), at(Base::Variable(own(5)), None, 8))],
            numbers: vec![(LocalId(1), own(6))],
            owners: Vec::new(),
        }
    }

    #[test]
    fn what_enters_a_call_returns_as_it_was() {
        let table = Base::Object(ObjectId::new(3));
        let addresses = [
            at(Base::Variable(own(5)), None, 24),
            at(Base::Variable(own(7)), None, 0),
            at(table, Some((own(6), 16)), 4),
            at(table, None, 4),
        ];
        for address in addresses {
            for entered in bindings().entered(address) {
                assert_eq!(bindings().returned(entered), Some(address), "{entered:?}");
            }
        }
    }

    #[test]
    fn an_address_near_an_argument_is_spelled_by_the_parameter() {
        let entered = bindings().entered(at(Base::Variable(own(5)), None, 24));
        assert_eq!(entered[0], at(Base::Variable(own(0)), None, 16));
    }

    #[test]
    fn variables_of_the_callee_end_with_it() {
        assert_eq!(bindings().returned(at(Base::Variable(own(9)), None, 0)), None);
    }

    #[test]
    fn variables_of_callers_too_far_outside_are_forgotten() {
        let far = Variable {
            calls: MOST_CALLS,
            local: LocalId(5),
        };
        assert_eq!(bindings().entered(at(Base::Variable(far), None, 0)), Vec::new());
    }
}
