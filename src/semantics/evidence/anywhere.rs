//! Accesses through pointers of which not all targets are known.
//!
//! Such an access may be to any object that several threads know and whose address is ever taken:
//!
//! ```text
//!     access through unknown  ⊆  { o | o escaped, and o is no variable whose address no expression takes }
//! ```
//!
//! An address that the program did not take can be in no pointer of its own: a pointer is an address that was taken, moved within
//! its object (C11, 6.5.6, 8). What comes from outside of the program leads to memory of its own
//! ([`crate::semantics::outside::functions`]), unless the settings let functions without body write what they like to where their arguments
//! lead: then variables count as taken.
//!
//! **Fitting types.** An object with a declared type is accessed by that type, by the types of its parts, or as bytes (C11, 6.5, 7).
//! Programs that read memory by another type are common enough that no proof rests on this. But where something else forbids a
//! proof anyway, what is listed is what a reader has to look through: then an access by a scalar type is listed for the parts of an
//! object that have one of that kind and size, and for those that are bytes. Allocated memory has no declared type, and fits.
//!
//! Where a pointer was lost, that is said once for all ([`crate::semantics::evaluate::lost`]).

use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::objects::{all_objects, reach};
use crate::ir::{GlobalId, InstructionKind, Position, Program, Root, Storage, TypeId, TypeKind, Types};
use crate::races::{Access, Bytes, Origin, Reach};
use crate::semantics::prepare::variables_taken;
use crate::semantics::settings::UnknownFunctions;
use crate::semantics::system::{Analysis, Recorder, UnknownAccess};
use crate::values::{ObjectId, ObjectKind};

/// How many accesses are made of those through unknown pointers at most, one for each object that they may touch.
const MOST_UNKNOWN_ACCESSES: usize = 200_000;
/// An object with more parts of one kind is touched as a whole.
const MOST_PARTS: usize = 64;

/// Accesses through unknown pointers are more than can be compared.
pub struct TooMany {
    /// Where the first one stands.
    pub first: Position,
}

/// Whether all objects are touched, or only those that have a part of the type of the access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Types say nothing.
    Any,
    /// Only parts of a fitting type are touched.
    Typed,
}

/// The accesses through unknown pointers, one for each part of an object that they may touch.
///
/// # Errors
/// If that makes more than [`MOST_UNKNOWN_ACCESSES`].
pub fn unknown_accesses(analysis: &Analysis<'_>, recorder: &Recorder, fit: Fit) -> Result<Vec<Access>, TooMany> {
    let taken = taken_variables(analysis);
    let is_taken = |object: &ObjectId| match analysis.objects.kind(*object) {
        ObjectKind::Global(global) => taken[global.0 as usize],
        _ => true,
    };
    let reachable: Vec<ObjectId> = all_objects(analysis)
        .filter(|object| analysis.is_data(*object) && reach(analysis, recorder, *object) == Reach::Escaped)
        .filter(is_taken)
        .collect();
    let is_followed = |unknown: &&UnknownAccess| !unknown.origin.is_lost();
    let followed = recorder.unknown_accesses.iter().filter(is_followed);
    let mut seen: HashSet<&UnknownAccess, FxBuildHasher> = HashSet::default();
    let mut parts = Parts {
        analysis,
        fit,
        known: HashMap::default(),
    };
    let mut accesses: BTreeSet<Access> = BTreeSet::new();
    let mut first = None;
    for unknown in followed {
        if !seen.insert(unknown) {
            continue;
        }
        let first = *first.get_or_insert(unknown.access.at);
        for &object in &reachable {
            let touched = parts.touched(object, unknown.access.ty);
            accesses.extend(touched.iter().map(|&bytes| Access {
                object,
                bytes,
                origin: Origin::UnknownPointer(unknown.origin.at),
                ..unknown.access.clone()
            }));
        }
        if accesses.len() > MOST_UNKNOWN_ACCESSES {
            return Err(TooMany { first });
        }
    }
    Ok(accesses.into_iter().collect())
}

/// Where the pointers were lost through which accesses are made.
pub fn lost_origins(recorder: &Recorder) -> BTreeSet<Position> {
    let origins = recorder.unknown_accesses.iter().map(|unknown| unknown.origin);
    origins
        .filter(|origin| origin.is_lost())
        .map(|origin| origin.at)
        .collect()
}

/// For each variable with static storage, whether its address may be the value of a pointer.
fn taken_variables(analysis: &Analysis<'_>) -> Vec<bool> {
    let program = analysis.program;
    let by_others = analysis.settings.unknown_functions == UnknownFunctions::WriteArgs;
    let mut taken: Vec<bool> = program
        .globals
        .iter()
        .map(|global| by_others || !global.defined || matches!(global.storage, Storage::Allocated(_)))
        .collect();
    for global in taken_by_text(program) {
        taken[global.0 as usize] = true;
    }
    taken
}

/// The variables with static storage whose address some expression takes, or that an assembler text is given.
fn taken_by_text(program: &Program) -> BTreeSet<GlobalId> {
    let mut taken = variables_taken(program);
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for instruction in bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.instructions)) {
        if let InstructionKind::Assembly { outputs, memory, .. } = &instruction.kind {
            let globals = outputs.iter().chain(memory).filter_map(|place| match place.root {
                Root::Global(global) => Some(global),
                Root::Local(_) | Root::Deref(_) => None,
            });
            taken.extend(globals);
        }
    }
    taken
}

/// What an access by a type touches of an object.
struct Parts<'a, 'p> {
    analysis: &'a Analysis<'p>,
    fit: Fit,
    known: HashMap<(ObjectId, Option<TypeId>), Vec<Bytes>, FxBuildHasher>,
}

impl Parts<'_, '_> {
    fn touched(&mut self, object: ObjectId, by: Option<TypeId>) -> &[Bytes] {
        let Parts { analysis, fit, known } = self;
        known.entry((object, by)).or_insert_with(|| {
            let types = &analysis.program.types;
            let declared = analysis.objects.get(object).ty.filter(|_| *fit == Fit::Typed);
            let fitting = declared.zip(by).and_then(|(ty, by)| fitting_parts(types, ty, by));
            fitting.unwrap_or_else(|| vec![Bytes::ANYWHERE])
        })
    }
}

/// The parts of an object of a type that may be accessed by another one; nothing if that may be any.
fn fitting_parts(types: &Types, object: TypeId, by: TypeId) -> Option<Vec<Bytes>> {
    let kind = ScalarKind::of(types, by)?;
    let mut parts = Vec::new();
    collect(types, object, 0, kind, &mut parts)?;
    Some(parts)
}

/// What is told apart of scalar types: signs and what pointers lead to are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScalarKind {
    /// An integer or a pointer of so many bytes, more than one.
    Whole(u64),
    /// A floating-point number of so many bytes.
    Float(u64),
}

impl ScalarKind {
    /// The kind of a scalar type; nothing for bytes, and for what is no scalar.
    fn of(types: &Types, ty: TypeId) -> Option<Self> {
        let size = types.size(ty)?;
        match types.kind(ty) {
            TypeKind::Integer { .. } | TypeKind::Pointer(_) if size > 1 => Some(ScalarKind::Whole(size)),
            TypeKind::Float { .. } => Some(ScalarKind::Float(size)),
            _ => None,
        }
    }
}

/// Adds the parts of a type that fit; nothing if they are too many, or not known.
fn collect(types: &Types, ty: TypeId, start: i64, kind: ScalarKind, parts: &mut Vec<Bytes>) -> Option<()> {
    let size = types.size(ty)?;
    match types.kind(ty) {
        TypeKind::Array(element, count) => {
            let mut inner = Vec::new();
            collect(types, *element, 0, kind, &mut inner)?;
            let width = types.size(*element)?;
            let steps = i64::try_from(count.as_ref()?.saturating_sub(1)).ok()?;
            let behind = i64::try_from(width).ok()?.checked_mul(steps)?;
            for part in inner {
                let first = start.checked_add(part.first())?;
                let extent = part.end() - i128::from(part.first());
                let last = first.checked_add(behind)?;
                parts.push(Bytes::strided(first, last, width, u64::try_from(extent).ok()?));
            }
        }
        TypeKind::Record(record) => {
            for field in types.fields(*record).iter() {
                let begin = start.checked_add(i64::try_from(field.offset).ok()?)?;
                match field.bits {
                    // What lies in bits is not told apart.
                    Some(_) => parts.push(Bytes::at(begin, types.size(field.ty)?)),
                    None => collect(types, field.ty, begin, kind, parts)?,
                }
            }
        }
        // Bytes may be anything.
        _ if size == 1 => parts.push(Bytes::at(start, 1)),
        _ if ScalarKind::of(types, ty) == Some(kind) => parts.push(Bytes::at(start, size)),
        _ => {}
    }
    (parts.len() <= MOST_PARTS).then_some(())
}
