//! The objects of a program, and the classes of memory that they lie in.

use std::collections::{BTreeMap, BTreeSet};

use super::Outside;
use super::classes::{Class, Classes};
use super::numbers::Numbers;
use crate::ir::{Expr, FunctionId, GlobalId, Linkage, LocalId, Position, Program, StringId, TypeId};
use crate::library::Library;
use crate::library::model::Returns;

/// What an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A variable with static storage, one for all threads.
    Global(GlobalId),
    /// One that each thread has.
    ThreadLocal(GlobalId),
    /// A local variable whose address is taken.
    Local(FunctionId, LocalId),
    /// A string literal.
    String(StringId),
    /// What is allocated at a place.
    Heap,
    /// What a function of the library, or one outside, gives.
    Given(FunctionId),
    /// What a function of the library has for each thread.
    Own(FunctionId),
    /// A state of the library, by its name.
    State(String),
}

/// An object, or all that one place makes.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// Where it is declared or made.
    pub at: Position,
    /// Its type, where it is known.
    pub ty: Option<TypeId>,
    /// Its size in bytes, where it is known.
    pub size: Option<u64>,
    /// Its class.
    pub class: Class,
}

/// The number of an object.
pub type ObjectNumber = usize;

/// What holds addresses without being memory of the program: what passes from one place to all others of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Pools {
    /// All memory, and all that leads to it, of which code outside knows.
    pub outside: Class,
    /// What is sent may be received.
    pub sent: Class,
    /// What threads return may be had by joining.
    pub joined: Class,
    /// What is set for a key.
    pub keyed: Class,
}

/// The memory of a program.
pub struct Memory<'p> {
    pub program: &'p Program,
    pub library: &'p Library,
    pub outside: Outside,
    pub classes: Classes,
    pub objects: Vec<Object>,
    pub pools: Pools,
    pub numbers: Numbers,
    /// Pointers, and the numbers that are added to them.
    pub sums: Vec<(Class, Class)>,
    /// What is handed to threads, and to functions that others call at any time.
    pub handed: Vec<Class>,
    /// The classes of variables, functions and literals, by their numbers.
    pub globals: Vec<Class>,
    pub functions: Vec<Class>,
    strings: Vec<Option<Class>>,
    locals: Vec<Vec<Class>>,
    /// Objects by the class of the variable, for accesses that name it.
    pub object_of_global: Vec<ObjectNumber>,
    pub object_of_local: BTreeMap<(FunctionId, LocalId), ObjectNumber>,
    heap: BTreeMap<(FunctionId, Position), Class>,
    given: BTreeMap<FunctionId, Class>,
    states: BTreeMap<String, (Class, ObjectNumber)>,
    kept: BTreeMap<String, Class>,
    /// The functions without body whose addresses the text takes, in ascending order.
    pub library_functions_by_address: Vec<FunctionId>,
    /// The objects of each class, once they are sorted.
    members: BTreeMap<Class, Vec<ObjectNumber>>,
}

impl<'p> Memory<'p> {
    /// All objects that the text names, each in a class of its own.
    pub fn new(program: &'p Program, library: &'p Library, outside: Outside) -> Self {
        let mut classes = Classes::default();
        let [other, sent, joined, keyed, numbers] = [(); 5].map(|()| classes.fresh());
        let pools = Pools {
            outside: other,
            sent,
            joined,
            keyed,
        };
        classes.close(pools.outside);
        classes.close(numbers);
        let mut memory = Memory {
            program,
            library,
            outside,
            classes,
            objects: Vec::new(),
            pools,
            numbers: Numbers::new(program, numbers),
            sums: Vec::new(),
            handed: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            strings: vec![None; program.strings.len()],
            locals: Vec::new(),
            object_of_global: Vec::new(),
            object_of_local: BTreeMap::new(),
            heap: BTreeMap::new(),
            given: BTreeMap::new(),
            states: BTreeMap::new(),
            kept: BTreeMap::new(),
            library_functions_by_address: library_functions_by_address(program),
            members: BTreeMap::new(),
        };
        memory.declare_globals();
        memory.declare_functions();
        memory
    }

    fn declare_globals(&mut self) {
        for (number, global) in self.program.globals.iter().enumerate() {
            let id = GlobalId(number as u32);
            let kind = match global.thread_local {
                true => Kind::ThreadLocal(id),
                false => Kind::Global(id),
            };
            let object = self.object(kind, global.at, Some(global.ty));
            let class = self.objects[object].class;
            self.globals.push(class);
            self.object_of_global.push(object);
        }
    }

    fn declare_functions(&mut self) {
        for (number, function) in self.program.functions.iter().enumerate() {
            let id = FunctionId(number as u32);
            let class = self.classes.fresh();
            self.functions.push(class);
            let mut locals = Vec::new();
            for (local, variable) in function.body.iter().flat_map(|body| &body.locals).enumerate() {
                let local = LocalId(local as u32);
                if variable.address_taken {
                    let object = self.object(Kind::Local(id, local), variable.at, Some(variable.ty));
                    self.object_of_local.insert((id, local), object);
                    locals.push(self.objects[object].class);
                } else {
                    locals.push(self.classes.fresh());
                }
            }
            if let Some(body) = &function.body {
                let result = self.classes.fresh();
                let parameters = locals[..body.parameters()].to_vec();
                self.classes.declare(class, parameters, result);
            }
            self.locals.push(locals);
        }
    }

    /// Whether the text takes the address of a function without body.
    pub fn is_called_through_pointers(&self, function: FunctionId) -> bool {
        self.library_functions_by_address.binary_search(&function).is_ok()
    }

    /// Sorts the objects by their classes, once all addresses have flowed.
    pub fn sort_objects(&mut self) {
        for number in 0..self.objects.len() {
            let class = self.classes.find(self.objects[number].class);
            self.members.entry(class).or_default().push(number);
        }
    }

    /// The only object of a class.
    pub fn only_object(&mut self, class: Class) -> Option<ObjectNumber> {
        let class = self.classes.find(class);
        let unknown = [self.pools.outside, self.numbers.class];
        let is_known = !unknown.into_iter().any(|other| self.classes.same(class, other));
        match self.members.get(&class).map(Vec::as_slice) {
            Some([only]) if is_known => Some(*only),
            _ => None,
        }
    }

    /// Whether no other object lies in the class of an object.
    pub fn is_alone(&mut self, object: ObjectNumber) -> bool {
        self.only_object(self.objects[object].class) == Some(object)
    }

    /// A new object in a class of its own.
    fn object(&mut self, kind: Kind, at: Position, ty: Option<TypeId>) -> ObjectNumber {
        let class = self.classes.fresh();
        self.objects.push(Object {
            kind,
            at,
            size: ty.and_then(|ty| self.program.types.size(ty)),
            ty,
            class,
        });
        self.objects.len() - 1
    }

    /// The classes of memory that several threads may know: what all know leads to it.
    pub fn shared_classes(&mut self) -> BTreeSet<Class> {
        let mut open: Vec<Class> = Vec::new();
        for class in self.shared_variables() {
            open.extend(self.classes.known_target(class));
        }
        open.extend(self.handed.clone());
        open.extend([self.pools.outside, self.numbers.class]);
        let mut shared = BTreeSet::new();
        while let Some(class) = open.pop() {
            let class = self.classes.find(class);
            if shared.insert(class) {
                open.extend(self.classes.known_target(class));
            }
        }
        shared
    }

    /// The class of a local variable.
    pub fn local(&self, function: FunctionId, local: LocalId) -> Class {
        self.locals[function.0 as usize][local.0 as usize]
    }

    /// The class of a string literal.
    pub fn string(&mut self, string: StringId) -> Class {
        if let Some(known) = self.strings[string.0 as usize] {
            return known;
        }
        let object = self.object(Kind::String(string), Position::BUILT_IN, None);
        let class = self.objects[object].class;
        self.strings[string.0 as usize] = Some(class);
        class
    }

    /// The class of what is allocated at a place of a function.
    pub fn heap(&mut self, function: FunctionId, at: Position) -> Class {
        if let Some(known) = self.heap.get(&(function, at)) {
            return *known;
        }
        let object = self.object(Kind::Heap, at, None);
        let class = self.objects[object].class;
        self.heap.insert((function, at), class);
        class
    }

    /// The class of what a function without body gives; what it holds leads into it.
    pub fn given(&mut self, function: FunctionId) -> Class {
        if let Some(known) = self.given.get(&function) {
            return *known;
        }
        let called = self.program.function(function);
        let model = self.library.model(&called.name);
        let kind = match model.map(|model| &model.returns) {
            Some(Returns::Own) => Kind::Own(function),
            _ => Kind::Given(function),
        };
        let object = self.object(kind, called.at, None);
        let class = self.objects[object].class;
        self.classes.close(class);
        self.given.insert(function, class);
        class
    }

    /// A state of the library: its class, and the object.
    pub fn state(&mut self, name: &str) -> (Class, ObjectNumber) {
        if let Some(known) = self.states.get(name) {
            return *known;
        }
        let object = self.object(Kind::State(name.to_owned()), Position::BUILT_IN, None);
        let class = self.objects[object].class;
        self.classes.close(class);
        self.states.insert(name.to_owned(), (class, object));
        (class, object)
    }

    /// The pool of what the library keeps under a name.
    pub fn kept(&mut self, name: &str) -> Class {
        if let Some(known) = self.kept.get(name) {
            return *known;
        }
        let class = self.classes.fresh();
        self.kept.insert(name.to_owned(), class);
        class
    }

    /// Whether others may access a class in ways that the text does not show: code outside, or the library, which keeps memory.
    pub fn is_touched_by_others(&mut self, class: Class) -> bool {
        let pools: Vec<Class> = self.kept.values().copied().collect();
        let mut known: Vec<Class> = pools
            .into_iter()
            .filter_map(|pool| self.classes.known_target(pool))
            .collect();
        known.extend([self.pools.outside, self.numbers.class]);
        known.into_iter().any(|other| self.classes.same(class, other))
    }

    /// The variable that the library has by a name.
    pub fn library_variable(&self, name: &str) -> Option<ObjectNumber> {
        let mut globals = self.program.globals.iter();
        let found = globals.position(|global| global.name == name && !global.defined)?;
        Some(self.object_of_global[found])
    }

    /// Whether code outside may know a variable by its name.
    pub fn is_exported(&self, global: GlobalId) -> bool {
        let global = self.program.global(global);
        global.linkage == Linkage::External && !global.thread_local
    }

    /// What all threads may know: variables that are no thread's own, and all pools.
    fn shared_variables(&self) -> Vec<Class> {
        let known = |object: &&Object| !matches!(object.kind, Kind::Local(..) | Kind::Heap | Kind::Own(_));
        let mut shared: Vec<Class> = self.objects.iter().filter(known).map(|object| object.class).collect();
        let pools = self.pools;
        shared.extend([pools.outside, pools.sent, pools.joined, pools.keyed, self.numbers.class]);
        shared.extend(self.kept.values());
        shared
    }
}

/// The functions without body whose addresses the text takes.
fn library_functions_by_address(program: &Program) -> Vec<FunctionId> {
    let mut found = Vec::new();
    program.expressions(&mut |expr| {
        if let Expr::Function(function, _) = expr
            && program.function(*function).body.is_none()
        {
            found.push(*function);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}
