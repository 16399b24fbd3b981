//! Memory from outside of the program, as objects: the addresses that it has, and what it holds that the program did not store there.
//! Which memory may be the same is told where its classes are found ([`Outside`](crate::semantics::prepare::Outside)).

use pepsin_digests::Names;
use pepsin_lattice::Lattice;

use crate::ir::{GlobalId, TypeId};
use crate::semantics::prepare::pointees;
use crate::semantics::system::Analysis;
use crate::values::{Addresses, ObjectId, Offsets, Source, Value};

impl Analysis<'_> {
    /// Null, or an address in memory of a type that comes from outside.
    pub fn pointer_from_outside(&self, pointee: Option<TypeId>) -> Value {
        let mut value = Value::ZERO;
        let outside = self.text.outside();
        if let Some(class) = pointee.and_then(|pointee| outside.class(pointee)) {
            value.join(&self.addresses_in(class));
        }
        value
    }

    /// The addresses that objects of a class have: in memory of their own, in that around them, and those of variables.
    fn addresses_in(&self, class: usize) -> Value {
        let find = || self.find_addresses_in(class);
        self.addresses_outside.get_or_find(class, find)
    }

    fn find_addresses_in(&self, class: usize) -> Value {
        let outside = self.text.outside();
        let known = &outside.classes[class];
        let offsets = known.stride.map_or(Offsets::ANY, Offsets::multiples_of);
        let mut value = self.addresses_of(class, offsets);
        for around in &known.around {
            value.join(&self.addresses_of(*around, Offsets::ANY));
        }
        value
    }

    /// Addresses in memory of a class, and in variables that may be such memory.
    fn addresses_of(&self, class: usize, offsets: Offsets) -> Value {
        let known = &self.text.outside().classes[class];
        let memory = self.external(Source::Outside(class as u16));
        let mut value = Value::addresses(Addresses::of(memory, offsets));
        for (variable, within) in &known.variables {
            let object = self.global(*variable, Names::MAIN);
            let within = if offsets == Offsets::ANY { offsets } else { *within };
            value.join(&Value::addresses(Addresses::of(object, within)));
        }
        for stream in self.streams_of(class) {
            value.join(&Value::address(stream, 0));
        }
        value
    }

    /// The streams of a class to which variables of the library lead.
    fn streams_of(&self, class: usize) -> impl Iterator<Item = ObjectId> {
        let outside = self.text.outside();
        let globals = (0..self.program.globals.len()).map(|number| GlobalId(number as u32));
        let is_of_class = move |variable: &GlobalId| {
            let pointee = self.program.types.pointee(self.program.global(*variable).ty);
            self.leads_to_stream(*variable) && pointee.and_then(|pointee| outside.class(pointee)) == Some(class)
        };
        globals
            .filter(is_of_class)
            .map(|variable| self.external(Source::Variable(variable)))
    }

    /// The memory from outside, by class.
    pub fn outside_objects(&self) -> Vec<ObjectId> {
        let classes = self.text.outside().classes.len();
        (0..classes as u16)
            .map(|class| self.external(Source::Outside(class)))
            .collect()
    }

    /// What memory of a class holds that the program did not store there.
    pub fn held_outside(&self, class: u16) -> Value {
        let class = usize::from(class);
        self.held_outside.get_or_find(class, || self.find_held_outside(class))
    }

    fn find_held_outside(&self, class: usize) -> Value {
        let outside = self.text.outside();
        let mut value = Value::ANY_NUMBER;
        for next in outside.classes.get(class).into_iter().flat_map(|class| &class.leads_to) {
            value.join(&self.addresses_in(*next));
        }
        value
    }

    /// What a variable holds that is declared and not defined.
    pub fn held_undefined(&self, global: GlobalId) -> Value {
        let outside = self.text.outside();
        let mut value = Value::ANY_NUMBER;
        let pointees = pointees(&self.program.types, self.program.global(global).ty);
        for class in pointees.into_iter().filter_map(|pointee| outside.class(pointee)) {
            value.join(&self.addresses_in(class));
        }
        value
    }
}
