//! Memory from outside of the program: what functions without body or model return, what undefined variables point to, and what callers of an
//! open program pass.
//!
//! Nobody here knows which memory that is. Two such pointers may lead to the same memory as each other, and to variables that code
//! outside can name. What is taken for granted is that memory is used by its type (C11, 6.5, 7): where a `struct a` lies, there is no
//! `struct b`, unless one contains the other. So each type T that pointers from outside point to is a class of its own, and memory belongs to
//! that of the outermost type among these that it has:
//!
//! ```text
//!     memory of T      =  objects of type T that lie in no object of another one of the types
//!     a pointer to T   ∈  memory of T  ∪  ⋃ { memory of U | U contains T, or T is void, char or incomplete }
//! ```
//!
//! Types that are compatible are one. All memory of a class is one object, which stands for any number of instances. In the memory of its own class, an
//! address from outside is that of an element of an array of T: its offset is a multiple of the size of T, so that members are told
//! apart, and a lock in an instance protects that instance. In that of another class bytes are not told apart. In such memory are numbers, what the
//! program stored there, and addresses to which its members point.
//!
//! Variables with external linkage belong to a class if their type is compatible with its type, contains it or is contained in it;
//! with void, char and incomplete types only arrays of characters do.
//! (Diwan, McKinley and Moss, "Type-based alias analysis", PLDI 1998, section 2.)

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::ir::{
    Callee, FunctionId, GlobalId, InstructionKind, Linkage, Position, Program, RecordId, RecordKind, TypeId, TypeKind,
    Types,
};
use crate::library::Library;
use crate::library::model::Returns;
use crate::semantics::settings::OutsideMemory;
use crate::values::{Offsets, Source};

/// More uses than that are not told apart.
const MOST_CLASSES: usize = 1000;

/// What kind of type memory is used by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// Any: void, characters, incomplete types, functions.
    Any,
    /// A number, by its size, or a floating-point number.
    Integer(u8),
    Float(u8),
    /// A pointer to whatever.
    Pointer,
    /// A struct or union: the first one with its name.
    Record(RecordId),
}

/// A class of types of memory from outside.
#[derive(Debug)]
pub struct Class {
    /// The size of its type, if that is known and no bytes are told apart otherwise.
    pub stride: Option<u64>,
    /// Whether its type is void, a character or incomplete, so that it may be any.
    pub is_of_bytes: bool,
    /// The other classes in whose memory its objects may lie.
    pub around: BTreeSet<usize>,
    /// The first function or variable from which such memory comes.
    first: Source,
    /// How many others there are.
    others: usize,
    /// Whether callers of an open program pass it.
    is_of_callers: bool,
    /// Its type.
    ty: Option<TypeId>,
    /// The variables that may be such memory, and where pointers from outside lead in them.
    pub variables: Vec<(GlobalId, Offsets)>,
    /// The classes to which its members point.
    pub leads_to: BTreeSet<usize>,
}

/// The classes of memory from outside of a program.
#[derive(Debug)]
pub struct Outside {
    /// In the order of their numbers.
    pub classes: Vec<Class>,
    /// The class of each type that a pointer from outside may point to.
    class_of: BTreeMap<TypeId, usize>,
}

impl Outside {
    /// Those of a program.
    pub fn of(program: &Program, library: &Library, settings: OutsideMemory) -> Self {
        let mut uses = Uses::new(program);
        let sources = sources(program, library);
        for (_, pointee) in &sources {
            uses.reach(*pointee);
        }
        let class_of = uses.classes(settings);
        let count = class_of.values().copied().max().map_or(0, |most| most + 1);
        let classes = (0..count)
            .map(|number| uses.class(number, &class_of, &sources))
            .collect();
        let types = uses.reached.iter().flat_map(|(usage, types)| {
            let class = class_of[usage];
            types.iter().map(move |ty| (*ty, class))
        });
        Outside {
            classes,
            class_of: types.collect(),
        }
    }

    /// The class of memory to which a pointer to a type leads that comes from outside.
    pub fn class(&self, pointee: TypeId) -> Option<usize> {
        self.class_of.get(&pointee).copied()
    }

    /// From where the memory of a class comes first.
    pub fn place(&self, program: &Program, class: u16) -> Position {
        match self.classes.get(usize::from(class)).map(|class| class.first) {
            Some(Source::Function(function)) => program.function(function).at,
            Some(Source::Variable(global)) => program.global(global).at,
            _ => Position::BUILT_IN,
        }
    }

    /// The memory of a class, for people.
    pub fn name(&self, program: &Program, class: u16) -> String {
        let Some(class) = self.classes.get(usize::from(class)) else {
            return "memory from outside".to_owned();
        };
        let first = match class.first {
            Source::Function(_) if class.is_of_callers => {
                let record = class.ty.and_then(|ty| program.types.as_record(ty));
                match record {
                    Some(record) => format!("`{}` of the callers", record_name(program, record)),
                    None => "memory of the callers".to_owned(),
                }
            }
            Source::Function(function) => format!("memory given by `{}`", program.function(function).name),
            Source::Variable(global) => format!("memory that `{}` leads to", program.global(global).name),
            _ => "memory from outside".to_owned(),
        };
        match class.others {
            _ if class.is_of_callers => first,
            0 => first,
            others => format!("{first}, and by {others} more"),
        }
    }
}

/// From where pointers come, and to what.
fn sources(program: &Program, library: &Library) -> Vec<(Source, TypeId)> {
    let mut sources = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        let model = library.model(&function.name);
        let is_given = model.is_none_or(|model| model.returns == Returns::Given);
        if function.body.is_none() && is_given {
            let result = program.types.result(function.ty);
            let pointee = result.and_then(|result| program.types.pointee(result));
            sources.extend(pointee.map(|pointee| (Source::Function(id), pointee)));
        }
    }
    for (number, global) in program.globals.iter().enumerate().filter(|(_, global)| !global.defined) {
        let id = GlobalId(number as u32);
        sources.extend(
            pointees(&program.types, global.ty)
                .into_iter()
                .map(|pointee| (Source::Variable(id), pointee)),
        );
    }
    sources.extend(results_of_pointers(program));
    sources
}

/// What functions return that are called by address.
fn results_of_pointers(program: &Program) -> Vec<(Source, TypeId)> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let instructions = bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions);
    let mut results: BTreeSet<TypeId> = BTreeSet::new();
    for instruction in instructions {
        if let InstructionKind::Call {
            to: Some(to),
            callee: Callee::Pointer(_),
            ..
        } = &instruction.kind
        {
            results.extend(program.types.pointee(to.ty));
        }
    }
    results
        .into_iter()
        .map(|pointee| (Source::UnknownFunction, pointee))
        .collect()
}

/// The uses of the types of a program.
struct Uses<'p> {
    program: &'p Program,
    /// The first record with each name: declarations in several units that have one name are compatible.
    named: HashMap<&'p str, RecordId, FxBuildHasher>,
    /// The uses of memory from outside, with the types of that memory.
    reached: BTreeMap<Use, BTreeSet<TypeId>>,
}

impl<'p> Uses<'p> {
    fn new(program: &'p Program) -> Self {
        let mut named = HashMap::default();
        for record in (0..program.types.record_count() as u32).map(RecordId) {
            named
                .entry(program.types.record(record).name.as_str())
                .or_insert(record);
        }
        Uses {
            program,
            named,
            reached: BTreeMap::new(),
        }
    }

    fn of(&self, ty: TypeId) -> Use {
        let types = &self.program.types;
        match types.kind(ty) {
            TypeKind::Integer { size, .. } if *size > 1 => Use::Integer(*size),
            TypeKind::Float { size, .. } => Use::Float(*size),
            TypeKind::Pointer(_) => Use::Pointer,
            TypeKind::Array(element, _) => self.of(*element),
            TypeKind::Record(record) if types.record(*record).fields.is_some() => {
                Use::Record(self.first_named(*record))
            }
            TypeKind::Record(_)
            | TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Function(_)
            | TypeKind::Integer { .. } => Use::Any,
        }
    }

    fn first_named(&self, record: RecordId) -> RecordId {
        let name = self.program.types.record(record).name.as_str();
        self.named.get(name).copied().unwrap_or(record)
    }

    /// The memory that a pointer leads to, and all that the pointers in it lead to.
    fn reach(&mut self, pointee: TypeId) {
        let mut work = vec![pointee];
        while let Some(ty) = work.pop() {
            let types = self.reached.entry(self.of(ty)).or_default();
            if types.insert(ty) {
                work.extend(pointees(&self.program.types, ty));
            }
        }
    }

    /// The uses of the types contained in a type.
    fn contained(&self, ty: TypeId) -> BTreeSet<Use> {
        let parts = parts(&self.program.types, ty);
        parts.into_iter().map(|part| self.of(part)).collect()
    }

    /// The number of the class of each use of memory from outside.
    fn classes(&self, settings: OutsideMemory) -> BTreeMap<Use, usize> {
        let all_meet = settings == OutsideMemory::Any || self.reached.len() > MOST_CLASSES;
        let numbered = self.reached.keys().copied().zip(0..);
        numbered
            .map(|(usage, number)| (usage, if all_meet { 0 } else { number }))
            .collect()
    }

    /// The other classes in whose memory objects of some uses may lie.
    fn around(&self, number: usize, uses: &BTreeSet<Use>, class_of: &BTreeMap<Use, usize>) -> BTreeSet<usize> {
        let lies_in = |(other, types): &(&Use, &BTreeSet<TypeId>)| {
            let contains = |ty: &TypeId| !self.contained(*ty).is_disjoint(uses);
            uses.contains(&Use::Any) || **other != Use::Any && types.iter().any(contains)
        };
        let others = self.reached.iter().filter(lies_in);
        let classes = others.map(|(other, _)| class_of[other]);
        classes.filter(|class| *class != number).collect()
    }

    fn class(&self, number: usize, class_of: &BTreeMap<Use, usize>, sources: &[(Source, TypeId)]) -> Class {
        let is_mine = |usage: &Use| class_of.get(usage) == Some(&number);
        let uses: BTreeSet<Use> = self.reached.keys().copied().filter(is_mine).collect();
        let types = || uses.iter().flat_map(|usage| &self.reached[usage]);
        let from: Vec<Source> = sources
            .iter()
            .filter(|(_, ty)| is_mine(&self.of(*ty)))
            .map(|it| it.0)
            .collect();
        let distinct: BTreeSet<Source> = from.iter().copied().collect();
        let sizes: BTreeSet<u64> = types().filter_map(|ty| self.program.types.size(*ty)).collect();
        let is_single = uses.len() == 1 && sizes.len() == 1 && !uses.contains(&Use::Any);
        let leads_to = types().flat_map(|ty| pointees(&self.program.types, *ty));
        let stride = sizes.first().copied().filter(|size| is_single && *size > 0);
        Class {
            stride,
            is_of_bytes: uses.contains(&Use::Any),
            around: self.around(number, &uses, class_of),
            first: from.first().copied().unwrap_or(Source::UnknownFunction),
            others: distinct.len().saturating_sub(1),
            is_of_callers: self.is_of_callers(from.first()),
            ty: types().next().copied(),
            variables: self.variables(&uses, stride),
            leads_to: leads_to.filter_map(|ty| class_of.get(&self.of(ty)).copied()).collect(),
        }
    }

    /// Whether a source is what callers of an open program do, which stands nowhere.
    fn is_of_callers(&self, source: Option<&Source>) -> bool {
        let Some(Source::Function(function)) = source else {
            return false;
        };
        self.program.open.is_some() && self.program.function(*function).at == Position::BUILT_IN
    }

    /// The variables that code outside can name and that may be memory of such uses.
    fn variables(&self, uses: &BTreeSet<Use>, stride: Option<u64>) -> Vec<(GlobalId, Offsets)> {
        let types = &self.program.types;
        let named = self
            .program
            .globals
            .iter()
            .zip(0..)
            .filter(|(global, _)| global.linkage == Linkage::External && !global.thread_local);
        let within: BTreeSet<Use> = uses
            .iter()
            .flat_map(|usage| &self.reached[usage])
            .flat_map(|ty| self.contained(*ty))
            .filter(|usage| *usage != Use::Any)
            .collect();
        let is_such = |ty: TypeId| {
            let is_text = matches!(types.kind(ty), TypeKind::Array(..)) && self.of(ty) == Use::Any;
            let contained = self.contained(ty);
            let may_be_part = within.contains(&self.of(ty));
            let may_be_whole = contained.iter().any(|usage| *usage != Use::Any && uses.contains(usage));
            is_text && uses.contains(&Use::Any) || may_be_part || may_be_whole
        };
        // In an array of the one type its elements are told apart; in other variables it may stand anywhere.
        let offsets = |ty: TypeId| match stride {
            Some(stride) if uses.contains(&self.of(ty)) => Offsets::multiples_of(stride),
            _ => Offsets::ANY,
        };
        named
            .filter(|(global, _)| is_such(global.ty))
            .map(|(global, number)| (GlobalId(number), offsets(global.ty)))
            .collect()
    }
}

/// `struct account`.
fn record_name(program: &Program, record: RecordId) -> String {
    let record = program.types.record(record);
    let kind = match record.kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    };
    format!("{kind} {}", record.name)
}

/// What the pointers in memory of a type point to.
pub fn pointees(types: &Types, ty: TypeId) -> BTreeSet<TypeId> {
    let parts = parts(types, ty).into_iter();
    parts.filter_map(|part| types.pointee(part)).collect()
}

/// The types contained in a type, itself among them; arrays count as their elements. What has a reserved name is the implementation's, and
/// nobody else uses it (C11, 7.1.3): the inside of a mutex is no number of the program.
fn parts(types: &Types, ty: TypeId) -> BTreeSet<TypeId> {
    let mut parts = BTreeSet::new();
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        match types.kind(ty) {
            TypeKind::Array(element, _) => work.push(*element),
            TypeKind::Record(record) if parts.insert(ty) && !is_of_implementation(&types.record(*record).name) => {
                let fields = types
                    .fields(*record)
                    .iter()
                    .filter(|field| !is_of_implementation(&field.name));
                work.extend(fields.map(|field| field.ty));
            }
            _ => drop(parts.insert(ty)),
        }
    }
    parts
}

/// Whether a name is one that only the implementation may use.
fn is_of_implementation(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('_')
        && letters
            .next()
            .is_some_and(|second| second == '_' || second.is_uppercase())
}
