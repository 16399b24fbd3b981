//! Objects, as the race check is told of them.

use crate::ir::{Instruction, Position, Storage};
use crate::races::{Keeper, Object, ObjectKind, Reach};
use crate::semantics::prepare::ProgramPoint;
use crate::semantics::system::{Analysis, Recorder};
use crate::values::{self, Instance, ObjectId, Source};

/// All objects met so far.
pub fn all_objects(analysis: &Analysis<'_>) -> impl Iterator<Item = ObjectId> {
    (0..analysis.objects.len() as u32).map(ObjectId::new)
}

/// Whether other threads than its own may know an object.
pub fn reach(analysis: &Analysis<'_>, recorder: &Recorder, object: ObjectId) -> Reach {
    match analysis.owner(object) {
        Some(_) if !recorder.escaped.contains(&object) => Reach::OneThread,
        _ => Reach::Escaped,
    }
}

/// Whether the library touches an object by itself.
fn keeper(analysis: &Analysis<'_>, recorder: &Recorder, object: ObjectId) -> Keeper {
    let program = analysis.program;
    let is_of_library = |global| {
        let global = program.global(global);
        !global.defined && analysis.library.has_variable(&global.name)
    };
    let is_kept = match analysis.objects.kind(object) {
        // Streams are among what comes from outside.
        values::ObjectKind::External(Source::State(_) | Source::Outside(_)) => true,
        values::ObjectKind::Global(global) | values::ObjectKind::External(Source::Variable(global)) => {
            is_of_library(global)
        }
        values::ObjectKind::External(Source::Function(function)) => {
            analysis.library.model(&program.function(function).name).is_some()
        }
        _ => false,
    };
    match is_kept || recorder.given.contains(&object) {
        true => Keeper::Library,
        false => Keeper::Program,
    }
}

/// All of them, by their ids.
pub fn objects(analysis: &Analysis<'_>, recorder: &Recorder) -> Vec<Object> {
    let object = |id: ObjectId| {
        let object = analysis.objects.get(id);
        Object {
            name: object.name.clone(),
            kind: kind(analysis, object.kind),
            // Allocated memory is called by what is accessed in it.
            ty: object.ty.filter(|_| !analysis.is_allocated(id)),
            size: object.size,
            at: place_of(analysis, object.kind),
            reach: reach(analysis, recorder, id),
            keeper: keeper(analysis, recorder, id),
            family: family(analysis, id),
        }
    };
    // Names of instances may be made while families are looked up: the list ends where it was.
    all_objects(analysis)
        .collect::<Vec<_>>()
        .into_iter()
        .map(object)
        .collect()
}

/// Recent and older instances may be the same memory at different times; the first one is another one.
pub fn family(analysis: &Analysis<'_>, object: ObjectId) -> ObjectId {
    match analysis.objects.kind(object) {
        values::ObjectKind::Heap {
            site,
            thread,
            chain,
            instance: Instance::Recent,
        } => {
            let older = values::ObjectKind::Heap {
                site,
                thread,
                chain,
                instance: Instance::Older,
            };
            analysis.objects.find(older).unwrap_or(object)
        }
        _ => object,
    }
}

fn kind(analysis: &Analysis<'_>, kind: values::ObjectKind) -> ObjectKind {
    match kind {
        values::ObjectKind::Global(global) => match analysis.program.global(global).storage {
            Storage::Static => ObjectKind::Global,
            Storage::Automatic(_) => ObjectKind::Local,
            Storage::Allocated(_) => ObjectKind::Heap,
        },
        values::ObjectKind::Function(_) | values::ObjectKind::AtomicBlock => ObjectKind::Global,
        values::ObjectKind::ThreadLocal(..) => ObjectKind::ThreadLocal,
        values::ObjectKind::Local { .. } => ObjectKind::Local,
        values::ObjectKind::Heap { .. } => ObjectKind::Heap,
        values::ObjectKind::Strings => ObjectKind::String,
        values::ObjectKind::External(Source::Variable(_) | Source::Outside(_) | Source::UnknownFunction) => {
            ObjectKind::Outside
        }
        values::ObjectKind::External(Source::Function(function)) => {
            match analysis.library.model(&analysis.program.function(function).name) {
                Some(_) => ObjectKind::External,
                None => ObjectKind::Outside,
            }
        }
        values::ObjectKind::External(_) | values::ObjectKind::LibraryLocal(..) => ObjectKind::External,
    }
}

fn place_of(analysis: &Analysis<'_>, kind: values::ObjectKind) -> Position {
    let program = analysis.program;
    match kind {
        values::ObjectKind::Global(global) | values::ObjectKind::ThreadLocal(global, _) => program.global(global).at,
        values::ObjectKind::Function(function) => program.function(function).at,
        values::ObjectKind::Local { function, local, .. } => {
            let body = program.function(function).body.as_ref();
            body.and_then(|body| body.locals.get(local.0 as usize))
                .map_or(Position::BUILT_IN, |local| local.at)
        }
        values::ObjectKind::Heap { site, .. } => position_of(analysis, analysis.program_point(site)),
        values::ObjectKind::External(Source::Function(function)) | values::ObjectKind::LibraryLocal(function, _) => {
            program.function(function).at
        }
        values::ObjectKind::External(Source::Variable(global)) => program.global(global).at,
        values::ObjectKind::External(Source::Outside(class)) => analysis.text.outside().place(program, class),
        values::ObjectKind::External(Source::Number | Source::UnknownFunction | Source::State(_))
        | values::ObjectKind::Strings
        | values::ObjectKind::AtomicBlock => Position::BUILT_IN,
    }
}

pub fn instruction_at<'a>(analysis: &'a Analysis<'_>, point: ProgramPoint) -> Option<&'a Instruction> {
    let body = analysis.program.function(point.function).body.as_ref()?;
    let block = body.blocks.get(point.block.0 as usize)?;
    block.instructions.get(point.instruction as usize)
}

fn position_of(analysis: &Analysis<'_>, point: ProgramPoint) -> Position {
    let called = instruction_at(analysis, point).map(|instruction| instruction.at);
    let body = analysis.program.function(point.function).body.as_ref();
    let declared = || Some(body?.locals.get(point.variable()?.0 as usize)?.at);
    called.or_else(declared).unwrap_or(Position::BUILT_IN)
}
