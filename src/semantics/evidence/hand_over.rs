//! Hand-over, held against the solution: a claim of the text stands if nothing else writes to cells and links.
//!
//! For each claim ([`crate::semantics::prepare::HandOvers`]) let *lists* be the objects of which some place of the text reads a head, a tail or a flag, and *nodes* those
//! that some place accesses by right as nodes. The claim stands if, in the whole solution,
//!
//! - whoever may write to bytes of a head, tail or flag, or release them, is a place that writes that cell, or all cells at once;
//! - whoever may write to the bytes of a link or of the pointer to a payload does so by right as to a node, and whoever may release them, by right;
//! - whoever accesses a cell in a section without the lock is in order with all who access cells, this or others: a digest excludes each such pair, also
//!   if both read;
//! - cells of variables are zero at program start, and cells do not come from outside;
//! - functions that only the text is taken to enter are entered by nobody else: neither as routines of threads, nor by the library, nor through pointers of
//!   another type.
//!
//! All instances of an allocation count as one object here.

use std::collections::{BTreeMap, BTreeSet};

use super::heads_or_links::{part_in, tell_heads_from_links};
use super::objects::{family, instruction_at};
use crate::ir::{Callee, InitialValue, InstructionKind, LocalKind, Position};
use crate::library::model::Effect;
use crate::races::{Access, AccessKind, Bytes, DigestId, Part};
use crate::semantics::system::{Analysis, Recorder};
use crate::values::{ObjectId, ObjectKind};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Bytes of cells, each with what it is.
type Cells = BTreeMap<ObjectId, BTreeSet<(Part, Bytes)>>;

/// Leaves accesses by right to nodes of claims that stand, and nothing else.
pub fn keep_hand_overs(analysis: &Analysis<'_>, recorder: &Recorder, accesses: &mut [Access]) {
    // The claims take time to find, and are not needed where nothing has a part in one.
    if accesses.iter().all(|access| access.handed.is_empty()) {
        return;
    }
    let claims = analysis.text.hand_overs().len();
    let mut stand = Vec::new();
    for claim in 0..claims {
        let is_clear = heads_told_from_links(analysis, accesses, claim);
        stand.push(is_clear && is_entered_by_text(analysis, recorder, claim) && stands(analysis, accesses, claim));
    }
    for access in accesses {
        access
            .handed
            .retain(|handed| handed.is_by_right() && stand[handed.claim as usize]);
    }
}

/// Whether nobody but the text enters the functions of which a claim assumes that.
fn is_entered_by_text(analysis: &Analysis<'_>, recorder: &Recorder, claim: usize) -> bool {
    let mut called = analysis.text.hand_overs().called_by_pointer(claim).iter();
    let is_routine = |function| recorder.creations.iter().any(|creation| creation.routine == function);
    let is_otherwise = |function| recorder.called_otherwise.contains(&function) || is_routine(function);
    let entered = called.any(|function| is_otherwise(*function));
    if entered {
        refuse(
            analysis,
            claim,
            None,
            "a function may be entered by others than the text",
        );
    }
    !entered || is_seeded(Bug::OnlyTheTextCalls)
}

/// Whether it is clear what pointers to heads and links lead to.
fn heads_told_from_links(analysis: &Analysis<'_>, accesses: &mut [Access], claim: usize) -> bool {
    let link = analysis.text.hand_overs().pointers(claim).first();
    let link = link.map(|(start, end)| Bytes::at(*start, (end - start).unsigned_abs()));
    let told = tell_heads_from_links(analysis, accesses, claim, link);
    told.inspect_err(|at| refuse(analysis, claim, Some(*at), "this may be a head or a link"))
        .is_ok()
}

/// Tells where a claim is dropped, and why.
fn refuse(analysis: &Analysis<'_>, claim: usize, at: Option<Position>, why: &str) {
    let place = at.map_or(String::new(), |at| format!("{}: ", analysis.program.files.display(at)));
    let claim = || analysis.text.hand_overs().told(analysis.program, claim);
    log::trace!(target: "claim", "{place}{} hands nothing over, because {why}", claim());
}

fn stands(analysis: &Analysis<'_>, accesses: &[Access], claim: usize) -> bool {
    let pointers = analysis.text.hand_overs().pointers(claim).iter();
    let pointers: Vec<Bytes> = pointers
        .map(|(start, end)| Bytes::at(*start, (end - start).unsigned_abs()))
        .collect();
    let part = |access: &Access| part_in(access, claim);
    let layout = Layout {
        slots: analysis.text.hand_overs().carrier(analysis.program, claim),
        distances: analysis.text.hand_overs().distances(analysis.program, claim),
    };
    let mut cells = Cells::new();
    let mut nodes: BTreeSet<ObjectId> = BTreeSet::new();
    for access in accesses {
        let object = family(analysis, access.object);
        match part(access) {
            Some(part) if part.is_cell() => {
                cells
                    .entry(object)
                    .or_default()
                    .insert((part, layout.cell(part, access.bytes)));
            }
            Some(Part::Node | Part::Content | Part::SometimesNode) => {
                nodes.insert(object);
            }
            Some(_) | None => {}
        }
    }
    let starts_otherwise = cells
        .iter()
        .any(|(object, cells)| !starts_empty(analysis, claim, *object, cells));
    if starts_otherwise && !is_seeded(Bug::ListsStartAnyhow) {
        refuse(analysis, claim, None, "its cells may hold something from the start");
        return false;
    }
    if !is_in_order(analysis, accesses, claim) && !is_seeded(Bug::SectionsWithoutOrder) {
        refuse(
            analysis,
            claim,
            None,
            "accesses without the lock are not in order with all others",
        );
        return false;
    }
    let may_break = |access: &Access| {
        let object = family(analysis, access.object);
        let part = part(access);
        let cells = cells.get(&object);
        let breaks_cells = cells.is_some_and(|cells| breaks(cells, access, part, &layout));
        // To release what one owns ends the node, by whatever pointer.
        let is_release = access.kind == AccessKind::Free || is_seeded(Bug::TypesApart);
        let is_followed = part == Some(Part::Node) || part == Some(Part::Owned) && is_release;
        let meets_pointer = pointers.iter().any(|pointer| access.bytes.overlaps(pointer));
        let breaks_node = nodes.contains(&object) && meets_pointer && !is_followed;
        breaks_cells || breaks_node
    };
    let mut writes = accesses.iter().filter(|access| access.kind != AccessKind::Read);
    let breaking = writes.find(|access| may_break(access));
    if let Some(access) = breaking {
        refuse(analysis, claim, Some(access.at), "this write may break it");
    }
    breaking.is_none() || is_seeded(Bug::StrangersLink)
}

/// Whether the accesses to cells in sections without the lock are in order with all others to cells: also to other ones, as what a head leads to
/// is what a tail leads to, and the head of another list.
fn is_in_order(analysis: &Analysis<'_>, accesses: &[Access], claim: usize) -> bool {
    let mut needing: BTreeSet<DigestId> = BTreeSet::new();
    let mut all: BTreeSet<DigestId> = BTreeSet::new();
    for access in accesses {
        let handed = access.handed.iter().find(|handed| handed.claim as usize == claim);
        if let Some(handed) = handed.filter(|handed| handed.part.is_cell() || handed.part == Part::Whole) {
            all.insert(access.digest);
            if handed.needs_order {
                needing.insert(access.digest);
            }
        }
    }
    let excluded =
        |one: DigestId, other: DigestId| !analysis.digests.excluding(one.min(other), one.max(other)).is_empty();
    needing.iter().all(|one| all.iter().all(|other| excluded(*one, *other)))
}

/// How the cells of a list or a ring lie.
struct Layout {
    /// What the slots of a ring are, if they are records: how many bytes, and where in them the pointer lies, which is all of a slot that is a cell.
    slots: Option<(u64, (i64, i64))>,
    /// How far behind the head each cell lies that is a field of the same record.
    distances: BTreeMap<Part, i64>,
}

impl Layout {
    /// The bytes of a cell that an access touches which was made to one, or to a slot.
    fn cell(&self, part: Part, bytes: Bytes) -> Bytes {
        match self.slots {
            Some((slot, (start, end))) if part == Part::Slots && bytes.size() == slot => {
                let last = i64::try_from(bytes.end())
                    .unwrap_or(i64::MAX)
                    .saturating_sub_unsigned(slot);
                let (first, last) = (bytes.first().saturating_add(start), last.saturating_add(start));
                Bytes::strided(first, last, bytes.stride(), (end - start).unsigned_abs())
            }
            _ => bytes,
        }
    }

    /// How far cells may be from each other, or a multiple of that, if they may be several of one kind.
    fn distance(&self, part: Part, cell: &Bytes) -> u64 {
        match self.slots {
            Some((slot, _)) if part == Part::Slots => slot,
            _ => cell.size(),
        }
    }
}

/// Whether a write may leave cells of an object as no list has them.
fn breaks(cells: &BTreeSet<(Part, Bytes)>, access: &Access, part: Option<Part>, layout: &Layout) -> bool {
    if access.kind == AccessKind::Free {
        // What is released has no cells any more.
        return false;
    }
    let touched: Vec<&(Part, Bytes)> = cells.iter().filter(|(_, bytes)| access.bytes.overlaps(bytes)).collect();
    match part {
        _ if touched.is_empty() => false,
        Some(Part::Whole) => {
            let has_all = touched.len() == cells.len() && covers(&access.bytes, cells);
            !has_all && !covers_elements(&access.bytes, cells, &layout.distances)
        }
        Some(part) if part.is_cell() => {
            let meets_itself = access.bytes.stride() != 0 && access.bytes.stride() < access.bytes.size();
            let written = layout.cell(part, access.bytes);
            let distance = layout.distance(part, &written);
            let is_same =
                |cell: &(Part, Bytes)| cell.0 == part && (cell.1 == written || are_whole(&cell.1, &written, distance));
            meets_itself || touched.iter().any(|cell| !is_same(cell))
        }
        Some(_) | None => true,
    }
}

/// Whether two accesses to cells, which may be those of several lists or slots in an array, meet in whole cells only, which are such a distance
/// from each other.
fn are_whole(one: &Bytes, other: &Bytes, distance: u64) -> bool {
    let size = one.size();
    let whole = |bytes: &Bytes| size > 0 && bytes.size() == size && bytes.stride().is_multiple_of(distance);
    whole(one) && whole(other) && (one.first() - other.first()) % distance as i64 == 0
}

/// Whether a write has all cells that there are.
fn covers(written: &Bytes, cells: &BTreeSet<(Part, Bytes)>) -> bool {
    written.stride() == 0
        && cells
            .iter()
            .all(|(_, bytes)| bytes.first() >= written.first() && bytes.end() <= written.end())
}

/// Whether a write is one of whole elements of an array, in each of which all cells of a list lie, or none.
fn covers_elements(written: &Bytes, cells: &BTreeSet<(Part, Bytes)>, distances: &BTreeMap<Part, i64>) -> bool {
    let size = i128::from(written.size());
    if size == 0 || ![0, written.size()].contains(&written.stride()) {
        return false;
    }
    // Where the head lies in an element, as another cell of its list tells.
    let head = |(part, cell): &(Part, Bytes)| {
        let place = (i128::from(cell.first()) - i128::from(written.first())).rem_euclid(size);
        let lies_in_it = place + i128::from(cell.size()) <= size && cell.stride().is_multiple_of(written.size());
        Some(place - i128::from(*distances.get(part)?)).filter(|_| lies_in_it)
    };
    let mut heads = cells.iter().map(head);
    let first = heads.next().flatten();
    first.is_some() && heads.all(|head| head == first || is_seeded(Bug::ElementsFromAnywhere))
}

/// Whether the cells of an object are zero when it is made, or not read before they are written to. What parameters are passed, and what
/// memory had before it was made larger, comes without a write.
fn starts_empty(analysis: &Analysis<'_>, claim: usize, object: ObjectId, cells: &BTreeSet<(Part, Bytes)>) -> bool {
    match analysis.objects.kind(object) {
        ObjectKind::Heap { site, .. } => is_made_empty(analysis, site),
        ObjectKind::Local { function, local, .. } => {
            let body = analysis.program.function(function).body.as_ref();
            let kind = body.and_then(|body| Some(body.locals.get(local.0 as usize)?.kind));
            kind.is_some_and(|kind| kind != LocalKind::Parameter)
        }
        ObjectKind::Global(number) => {
            let global = analysis.program.global(number);
            let hand_overs = analysis.text.hand_overs();
            let leads_back = |initial: &InitialValue| {
                hand_overs.leads_back(analysis.program, claim, (number, initial.offset), &initial.value)
            };
            let is_cell = |offset: u64| {
                let byte = Bytes::at(i64::try_from(offset).unwrap_or(i64::MAX), 8);
                cells.iter().any(|(_, bytes)| bytes.overlaps(&byte))
            };
            global.defined
                && !global
                    .initial
                    .iter()
                    .any(|initial| is_cell(initial.offset) && !leads_back(initial))
        }
        _ => false,
    }
}

/// Whether memory is made by a call that gives it no contents but zeroes.
fn is_made_empty(analysis: &Analysis<'_>, site: u32) -> bool {
    let Some(InstructionKind::Call {
        callee: Callee::Function(callee),
        ..
    }) = instruction_at(analysis, analysis.program_point(site)).map(|instruction| instruction.kind.clone())
    else {
        return false;
    };
    let model = analysis.library.model(&analysis.program.function(callee).name);
    matches!(
        model.and_then(|model| model.effect.as_ref()),
        Some(Effect::Allocate { .. })
    )
}
