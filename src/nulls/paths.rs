//! Access paths: how pointers in memory are named, `queue->head` for example, by a variable and the way from it.
//!
//! A path stands for the place that the variable and the way lead to *now*: who writes to a place on the way changes what it stands for.
//! (Landi and Ryder, "A safe approximate algorithm for interprocedural pointer aliasing", PLDI 1992, call them object names.)

use crate::ir::{BinaryOp, Types};
use crate::ir::{
    Body, Expr, FunctionId, GlobalId, LocalId, LocalKind, Place, Position, Program, Projection, RecordId, Root, TypeId,
};
use std::collections::BTreeMap;

/// A path, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(pub u32);

/// Where a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// A variable of a function.
    Local(FunctionId, LocalId),
    /// A variable with static storage.
    Global(GlobalId),
}

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// To a field of a record.
    Field(RecordId, u32),
    /// To an element of an array by a constant.
    Element {
        /// The index.
        index: i128,
        /// Its type.
        index_ty: TypeId,
        /// The type of elements.
        element: TypeId,
    },
    /// To an element of an array by a variable of the function whose address is never taken.
    ElementAt {
        /// The function.
        function: FunctionId,
        /// The index.
        index: LocalId,
        /// The type of elements.
        element: TypeId,
    },
    /// To where the pointer at the place leads, as a pointer of a type.
    Deref(TypeId),
}

/// A path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// Where it begins.
    pub base: Base,
    /// The steps from there.
    pub steps: Vec<Step>,
}

impl Path {
    /// The path of a place, if it has one.
    pub fn of_place(program: &Program, function: FunctionId, place: &Place) -> Option<Self> {
        let mut path = match &place.root {
            Root::Local(local) => Path::of(Base::Local(function, *local)),
            Root::Global(global) => Path::of(Base::Global(*global)),
            Root::Deref(pointer) => Path::of_target(program, function, pointer)?,
        };
        for projection in &place.projections {
            path.steps.push(match projection {
                Projection::Field(record, number) => Step::Field(*record, *number),
                Projection::Index(index, element) => element_step(program, function, index, *element)?,
            });
        }
        Some(path)
    }

    /// The path of what a pointer leads to.
    fn of_target(program: &Program, function: FunctionId, pointer: &Expr) -> Option<Self> {
        let mut inner = pointer;
        while let Expr::Cast(operand, _) = inner
            && program.types.is_pointer(operand.ty())
        {
            inner = operand;
        }
        match inner {
            Expr::Load(place) => {
                let mut path = Path::of_place(program, function, place)?;
                path.steps.push(Step::Deref(pointer.ty()));
                Some(path)
            }
            Expr::AddressOf(place, _) => Path::of_place(program, function, place),
            _ => None,
        }
    }

    fn of(base: Base) -> Self {
        Path {
            base,
            steps: Vec::new(),
        }
    }

    /// The paths of the pointers that are read on the way, in order; the path itself is none of them.
    pub fn pointers_on_the_way(&self) -> impl Iterator<Item = Path> {
        let derefs = self.steps.iter().enumerate();
        let derefs = derefs.filter(|(_, step)| matches!(step, Step::Deref(_)));
        derefs.map(|(end, _)| Path {
            base: self.base,
            steps: self.steps[..end].to_vec(),
        })
    }

    /// Whether the path leads to a variable of a function, or into it, of which no pointer can know.
    pub fn is_private(&self, program: &Program) -> bool {
        !self.steps.iter().any(|step| matches!(step, Step::Deref(_))) && is_private_base(program, self.base)
    }

    /// Whether it means the same in all functions and threads.
    pub fn is_global(&self, program: &Program) -> bool {
        let by_local = |step: &Step| matches!(step, Step::ElementAt { .. });
        let is_base = match self.base {
            Base::Global(global) => !program.global(global).thread_local,
            Base::Local(..) => false,
        };
        is_base && !self.steps.iter().any(by_local)
    }

    /// How many bytes behind the start of its variable it leads, if no pointer is followed on the way and no variable decides.
    pub fn offset(&self, program: &Program) -> Option<u64> {
        self.steps.iter().try_fold(0, |offset: u64, step| match step {
            Step::Field(record, number) => {
                let field = program.types.fields(*record).get(*number as usize)?;
                offset.checked_add(field.offset)
            }
            Step::Element { index, element, .. } => {
                let index = u64::try_from(*index).ok()?;
                offset.checked_add(index.checked_mul(program.types.size(*element)?)?)
            }
            Step::ElementAt { .. } | Step::Deref(_) => None,
        })
    }

    /// Whether it changes its meaning when an unshared variable of the function changes, or a part of that.
    pub fn depends_on(&self, program: &Program, written: &Path) -> bool {
        let names = |step: &Step| match (step, written.base) {
            (Step::ElementAt { function, index, .. }, Base::Local(of, local)) => (*function, *index) == (of, local),
            _ => false,
        };
        self.steps.iter().any(names)
            || self.base == written.base
                && is_private_base(program, self.base)
                && may_overlap(program, &self.steps, &written.steps)
    }

    /// The place, as the functions name it in which it can be named.
    pub fn place(&self, program: &Program) -> Place {
        let at = Position::BUILT_IN;
        let mut place = match self.base {
            Base::Local(function, local) => Place::local(local, local_type(program, function, local), at),
            Base::Global(global) => Place::global(global, program.global(global).ty, at),
        };
        for step in &self.steps {
            place = self.stepped(program, place, *step);
        }
        place
    }

    fn stepped(&self, program: &Program, mut place: Place, step: Step) -> Place {
        let (projection, ty) = match step {
            Step::Field(record, number) => {
                let field = program.types.fields(record).get(number as usize);
                let ty = field.map_or(place.ty, |field| field.ty);
                (Projection::Field(record, number), ty)
            }
            Step::Element {
                index,
                index_ty,
                element,
            } => (
                Projection::Index(Box::new(Expr::Integer(index, index_ty)), element),
                element,
            ),
            Step::ElementAt {
                function,
                index,
                element,
            } => {
                let ty = local_type(program, function, index);
                let index = Expr::Load(Box::new(Place::local(index, ty, place.at)));
                (Projection::Index(Box::new(index), element), element)
            }
            Step::Deref(pointer) => {
                let at = place.at;
                let ty = program.types.pointee(pointer).unwrap_or(place.ty);
                let is_cast = place.ty != pointer;
                let load = Expr::Load(Box::new(place));
                let pointer = if is_cast {
                    Expr::Cast(Box::new(load), pointer)
                } else {
                    load
                };
                return Place {
                    root: Root::Deref(Box::new(pointer)),
                    projections: Vec::new(),
                    ty,
                    at,
                };
            }
        };
        place.projections.push(projection);
        place.ty = ty;
        place
    }

    /// Whether it begins with a variable that the source has no name for.
    pub fn is_temporary(&self, program: &Program) -> bool {
        let Base::Local(function, local) = self.base else {
            return false;
        };
        let body = program.function(function).body.as_ref();
        let local = body.and_then(|body| body.locals.get(local.0 as usize));
        local.is_none_or(|local| local.kind == LocalKind::Temporary)
    }

    /// The path as C.
    pub fn text(&self, program: &Program) -> String {
        let local = |function: FunctionId, local: LocalId| {
            let body = program.function(function).body.as_ref();
            let local = body.and_then(|body| body.locals.get(local.0 as usize));
            local.map_or_else(String::new, |local| local.name.clone())
        };
        let mut text = match self.base {
            Base::Local(function, id) => local(function, id),
            Base::Global(global) => program.global(global).name.clone(),
        };
        let mut is_pointer = false;
        for step in &self.steps {
            let separator = if std::mem::take(&mut is_pointer) { "->" } else { "." };
            match step {
                Step::Field(record, number) => {
                    let field = program.types.fields(*record).get(*number as usize);
                    let name = field.map_or("", |field| field.name.as_str());
                    text = match name {
                        "" => text,
                        name => format!("{text}{separator}{name}"),
                    };
                }
                Step::Element { index, .. } => text = format!("{text}[{index}]"),
                Step::ElementAt { function, index, .. } => {
                    text = format!("{text}[{}]", local(*function, *index));
                }
                Step::Deref(_) if separator == "->" => {
                    text = format!("(*{text})");
                    is_pointer = true;
                }
                Step::Deref(_) => is_pointer = true,
            }
        }
        text
    }
}

/// The pointer that an expression computes an address from: behind conversions and displacements.
pub fn pointer_of<'e>(types: &Types, expr: &'e Expr) -> &'e Expr {
    match expr {
        Expr::Cast(operand, _) if types.is_pointer(operand.ty()) => pointer_of(types, operand),
        Expr::Binary(BinaryOp::PointerAdd, pointer, _, _) => pointer_of(types, pointer),
        _ => expr,
    }
}

/// Whether a variable of a function is one of which no pointer can know.
pub fn is_private(body: &Body, local: LocalId) -> bool {
    let local = body.locals.get(local.0 as usize);
    local.is_some_and(|local| !local.address_taken)
}

fn is_private_base(program: &Program, base: Base) -> bool {
    match base {
        Base::Local(function, local) => {
            let body = program.function(function).body.as_ref();
            body.is_some_and(|body| is_private(body, local))
        }
        Base::Global(_) => false,
    }
}

fn element_step(program: &Program, function: FunctionId, index: &Expr, element: TypeId) -> Option<Step> {
    if let Some(number) = index.as_number() {
        return Some(Step::Element {
            index: number,
            index_ty: index.ty(),
            element,
        });
    }
    let mut inner = index;
    while let Expr::Cast(operand, _) = inner {
        inner = operand;
    }
    let Expr::Load(place) = inner else { return None };
    let local = place.as_local()?;
    let body = program.function(function).body.as_ref()?;
    is_private(body, local).then_some(Step::ElementAt {
        function,
        index: local,
        element,
    })
}

fn local_type(program: &Program, function: FunctionId, local: LocalId) -> TypeId {
    let body = program.function(function).body.as_ref();
    let local = body.and_then(|body| body.locals.get(local.0 as usize));
    local.map_or(TypeId(0), |local| local.ty)
}

/// Whether two ways from one variable, up to where pointers lead away from it, may come to common bytes.
fn may_overlap(program: &Program, path: &[Step], written: &[Step]) -> bool {
    for (mine, theirs) in path.iter().zip(written) {
        match (mine, theirs) {
            (Step::Field(record, one), Step::Field(other, two)) if record == other => {
                let is_union = program.types.record(*record).kind == crate::ir::RecordKind::Union;
                if one != two && !is_union {
                    return false;
                }
                if one != two {
                    return true;
                }
            }
            (Step::Element { index: one, .. }, Step::Element { index: two, .. }) if one != two => return false,
            _ if mine == theirs => {}
            _ => return true,
        }
    }
    true
}

/// The paths of the pointers of a program, by number.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    paths: Vec<Path>,
    numbers: BTreeMap<Path, PathId>,
    /// For each path the places in memory that decide what it holds: those on the way, and its own; private variables are none.
    cells: Vec<Vec<PathId>>,
}

impl Paths {
    /// Adds a path with all on its way.
    pub fn add(&mut self, program: &Program, path: &Path) -> PathId {
        if let Some(known) = self.numbers.get(path) {
            return *known;
        }
        let on_the_way: Vec<PathId> = path
            .pointers_on_the_way()
            .map(|inner| self.add(program, &inner))
            .collect();
        let id = PathId(self.paths.len() as u32);
        self.paths.push(path.clone());
        self.numbers.insert(path.clone(), id);
        let cells = on_the_way.into_iter().chain([id]);
        let cells = cells.filter(|id| !self.paths[id.0 as usize].is_private(program));
        self.cells.push(cells.collect());
        id
    }

    /// The number of a path.
    pub fn find(&self, path: &Path) -> Option<PathId> {
        self.numbers.get(path).copied()
    }

    /// A path by its number.
    pub fn get(&self, id: PathId) -> &Path {
        &self.paths[id.0 as usize]
    }

    /// The places in memory that decide what a path holds.
    pub fn cells(&self, id: PathId) -> &[PathId] {
        &self.cells[id.0 as usize]
    }

    /// All paths, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (PathId, &Path)> {
        self.paths
            .iter()
            .enumerate()
            .map(|(number, path)| (PathId(number as u32), path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Convention, Settings};
    use crate::frontend::Input;
    use crate::limits::Watch;
    use crate::nulls::Text;
    use crate::pipeline::read;

    const QUEUE: &str = "
struct node { struct node *next; int value; };
struct queue { struct node *head, *tail; };
struct queue *queue;
int main(void) {
    struct queue *mine = queue;
    struct node *array[4];
    int i = 1;
    mine->head->next = queue->tail;
    array[i] = array[2];
    return mine->head->value;
}";

    fn program() -> Program {
        let input = Input::preprocessed("queue.i", QUEUE);
        let read = read(&[input], &Settings::new(Convention::Check), &Watch::default());
        read.expect("it is C").0
    }

    fn named(text: &Text<'_>, name: &str) -> PathId {
        let mut found = text.paths.iter().filter(|(_, path)| path.text(text.program) == name);
        found.next().expect("there is such a path").0
    }

    fn names(text: &Text<'_>, paths: &[PathId]) -> Vec<String> {
        paths
            .iter()
            .map(|path| text.paths.get(*path).text(text.program))
            .collect()
    }

    #[test]
    fn what_a_path_holds_is_decided_by_the_places_in_memory_on_the_way() {
        let program = program();
        let text = Text::new(&program);
        let cells = |name| names(&text, text.paths.cells(named(&text, name)));
        assert_eq!(cells("mine->head->next"), ["mine->head", "mine->head->next"]);
        assert_eq!(cells("queue->tail"), ["queue", "queue->tail"]);
        assert!(cells("mine").is_empty());
    }

    #[test]
    fn a_path_changes_with_the_variables_that_it_is_named_by() {
        let program = program();
        let text = Text::new(&program);
        let path = |name| text.paths.get(named(&text, name));
        let depends = |name, on| path(name).depends_on(&program, path(on));
        assert!(depends("mine->head", "mine") && !depends("queue->tail", "mine"));
        let Base::Local(function, _) = path("mine").base else {
            panic!("it is a variable of a function")
        };
        let body = program.function(function).body.as_ref().expect("it has a body");
        let index = body
            .locals
            .iter()
            .position(|local| local.name == "i")
            .expect("it is there");
        let index = Path::of(Base::Local(function, LocalId(index as u32)));
        assert!(path("array[i]").depends_on(&program, &index) && !path("array[2]").depends_on(&program, &index));
    }

    #[test]
    fn a_path_is_a_place_again() {
        let program = program();
        let text = Text::new(&program);
        for (id, path) in text.paths.iter() {
            let function = match path.base {
                Base::Local(function, _) => function,
                Base::Global(_) => program.main,
            };
            let again = Path::of_place(&program, function, &path.place(&program));
            assert_eq!(
                again.and_then(|path| text.paths.find(&path)),
                Some(id),
                "{}",
                path.text(&program)
            );
        }
    }
}
