//! The names of threads, locks and objects in the words of the source program.

use std::collections::BTreeMap;

use pepsin_digests::{
    BarrierId, CounterId, Describe, EdgeId, LockId, Names, OnceId, PlaceName, Section, SemaphoreId, SignalId, ThreadId,
};

use crate::ir::{RecordKind, TypeId, TypeKind, Types};
use crate::semantics::system::{Analysis, Recorder};
use crate::values::{ObjectId, ObjectKind};

/// The names of everything that the analysis met, spelled once the analysis is done.
#[derive(Clone, Debug, Default)]
pub struct SourceNames {
    threads: BTreeMap<ThreadId, String>,
    locks: Vec<String>,
    onces: Vec<String>,
    barriers: Vec<String>,
    semaphores: Vec<String>,
    counters: Vec<String>,
    signals: Vec<String>,
    sections: Vec<String>,
}

impl SourceNames {
    /// Spells all names.
    pub fn new(analysis: &Analysis<'_>, recorder: &Recorder) -> Self {
        let names = analysis.digests.names();
        let mut threads: BTreeMap<ThreadId, String> = BTreeMap::new();
        threads.insert(Names::MAIN, analysis.program.first_thread().to_owned());
        for creation in &recorder.creations {
            let routine = &analysis.program.function(creation.routine).name;
            let created = match creation.at.line {
                // Callers of an open program are created nowhere.
                0 => String::new(),
                line => format!(" created at line {line}"),
            };
            let many = if names.is_unique(creation.thread) {
                ""
            } else {
                ", more than once"
            };
            threads
                .entry(creation.thread)
                .or_insert_with(|| match created.is_empty() {
                    true => routine.clone(),
                    false => format!("{routine}{created}{many}"),
                });
        }
        number_alike(&mut threads);
        let spell = |name: PlaceName| place(analysis, name.object, name.offset);
        let lock = |number| {
            let name = names.lock_of(LockId::new(number));
            match names.semaphore_at(name) {
                Some(_) => format!("the permit of {}", spell(name)),
                None => spell(name),
            }
        };
        let numbers = |count: usize| 0..count as u32;
        let once = |number| spell(names.once_of(OnceId::new(number)));
        let barrier = |number| spell(names.barrier_of(BarrierId::new(number)));
        let semaphore = |number| spell(names.semaphore_of(SemaphoreId::new(number)));
        let counter = |number| spell(names.counter_of(CounterId::new(number)).place);
        let signal = |number| spell(names.signal_of(SignalId::new(number)));
        SourceNames {
            threads,
            locks: numbers(names.lock_count()).map(lock).collect(),
            onces: numbers(names.once_count()).map(once).collect(),
            barriers: numbers(names.barrier_count()).map(barrier).collect(),
            semaphores: numbers(names.semaphore_count()).map(semaphore).collect(),
            counters: numbers(names.counter_count()).map(counter).collect(),
            signals: numbers(names.signal_count()).map(signal).collect(),
            sections: declared_sections(analysis),
        }
    }
}

/// Numbers the threads whose names would not tell them apart, in the order of their ids.
fn number_alike(threads: &mut BTreeMap<ThreadId, String>) {
    let mut alike: BTreeMap<String, u32> = BTreeMap::new();
    for name in threads.values() {
        *alike.entry(name.clone()).or_insert(0) += 1;
    }
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    for name in threads.values_mut() {
        let number = numbers.entry(name.clone()).or_insert(0);
        *number += 1;
        match alike.get(name) {
            Some(&count) if count > 1 => *name = format!("{name}, number {number} of {count}"),
            _ => {}
        }
    }
}

impl Describe for SourceNames {
    fn thread(&self, id: ThreadId) -> String {
        self.threads
            .get(&id)
            .cloned()
            .unwrap_or_else(|| "some thread".to_owned())
    }

    fn lock(&self, id: LockId) -> String {
        self.locks.get(id.index()).cloned().unwrap_or_default()
    }

    fn edge(&self, id: EdgeId) -> String {
        format!("creation {}", id.index())
    }

    fn once(&self, id: OnceId) -> String {
        self.onces.get(id.index()).cloned().unwrap_or_default()
    }

    fn barrier(&self, id: BarrierId) -> String {
        self.barriers.get(id.index()).cloned().unwrap_or_default()
    }

    fn semaphore(&self, id: SemaphoreId) -> String {
        self.semaphores.get(id.index()).cloned().unwrap_or_default()
    }

    fn counter(&self, id: CounterId) -> String {
        self.counters.get(id.index()).cloned().unwrap_or_default()
    }

    fn signal(&self, id: SignalId) -> String {
        self.signals.get(id.index()).cloned().unwrap_or_default()
    }

    fn section(&self, section: Section) -> String {
        self.sections.get(section.0 as usize).cloned().unwrap_or_default()
    }
}

/// What declares each section.
fn declared_sections(analysis: &Analysis<'_>) -> Vec<String> {
    let declarations = analysis.program.open.iter().flat_map(|open| &open.declarations);
    let names = declarations.map(|declaration| format!("the declaration `{}` ({})", declaration.name, declaration.at));
    names.collect()
}

/// A byte of an object as an lvalue, such as `table[3].lock`.
pub fn place(analysis: &Analysis<'_>, object: ObjectId, offset: i64) -> String {
    let info = analysis.objects.get(object);
    if info.kind == ObjectKind::AtomicBlock {
        return info.name.clone();
    }
    let path = match (info.ty, u64::try_from(offset)) {
        (Some(ty), Ok(offset)) => path(&analysis.program.types, ty, offset),
        (None, Ok(0)) => String::new(),
        _ => format!(" at byte {offset}"),
    };
    format!("{}{path}", info.name)
}

/// The way from a variable of a type to the member at a byte: fields and indices.
fn path(types: &Types, ty: TypeId, offset: u64) -> String {
    match types.kind(ty) {
        TypeKind::Array(element, _) => match types.size(*element) {
            Some(size) if size > 0 => format!("[{}]{}", offset / size, path(types, *element, offset % size)),
            _ => String::new(),
        },
        TypeKind::Record(record) if !is_opaque(&types.record(*record).name) => {
            let fields = types.fields(*record).iter();
            let inside = |field: &&crate::ir::Field| {
                field.offset <= offset && types.size(field.ty).is_some_and(|size| offset < field.offset + size)
            };
            let first = match types.record(*record).kind {
                RecordKind::Struct => fields.rev().find(inside),
                RecordKind::Union => fields.clone().find(inside),
            };
            match first {
                Some(field) if field.name.is_empty() => path(types, field.ty, offset - field.offset),
                Some(field) => format!(".{}{}", field.name, path(types, field.ty, offset - field.offset)),
                None => format!(" at byte {offset}"),
            }
        }
        _ if offset == 0 => String::new(),
        _ => format!(" at byte {offset}"),
    }
}

/// Types of the library whose members mean nothing to a user.
fn is_opaque(record: &str) -> bool {
    record.starts_with("pthread_") || record.starts_with("sem_t") || record.starts_with("mtx_t")
}
