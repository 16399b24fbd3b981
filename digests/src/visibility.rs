//! Which writes may be news to a reader.
//!
//! A thread keeps its own *view* of the shared memory: what it would contain if nobody interfered. It starts with its
//! creator's view at the creation, and takes in the view of every thread that it joins. Reading, it joins to its view
//! the *interference*: what threads recorded as written, by thread id and thread flag, each with the join of the
//! digests of those writes. A recorded write can be left out of the interference if, whenever it was made,
//! - it comes after the read (it is not *visible* yet), or
//! - it comes before the read in such a way that it went into the reader's view (it is *absorbed*).
//!
//! Absorption follows three steps of happens-before only: program order, creation, and join. (A lock gives order, but
//! hands no view over.) Let the reader's thread be `r`, with `C_r` and `J_r`, the writer's `w`, with `C_w` and `J_w`.
//! As the writer's digest stands for all writes of the record, what it certainly says holds for each of them.
//!
//! 1. *Same thread*: `w = r`, unique. Earlier writes are absorbed by program order, later ones are not visible.
//! 2. *The writer has yet to start*: `w` is definitely not started, seen from `C_r`. Not visible.
//! 3. *The writer was joined*: `w ∈ J_r`. `J` grows by a join of a definite thread, which absorbs its view, from the `J`
//!    of the thread joined, whose view had absorbed those, and from the creator, whose view is inherited. So a view has
//!    absorbed every thread in `J`. Absorbed.
//! 4. *The reader has yet to start*: `r` is definitely not started, seen from `C_w`. Each write comes before the creation,
//!    by `w`, of which `r` is a descendant, and the view is inherited all the way. Absorbed.
//! 5. *The reader was joined*: `r ∈ J_w`. Each write comes after the end of `r`. Not visible.
//! 6. *The writer joined someone yet to start*: some `x ∈ J_w` is definitely not started, seen from `C_r`. Each write comes
//!    after the end of `x`, that after its creation, and that after the read. Not visible.
//! 7. *The reader joined someone whom the writer had yet to start*: some `x ∈ J_r` is definitely not started, seen from
//!    `C_w`. Each write comes before the creation from which `x` descends, so it went into the view of `x` (4), and that
//!    was absorbed (3). Absorbed.
//! 8. *The reader is alone*: it has `ST_main` or `SJ_main`. Everything ever started has ended and was joined, the rest has
//!    yet to start (3, 2). Both, absorbed or not visible.
//! 9. *The writer is alone*: each write was made by main with `ST_main` or `SJ_main`. Let the reader be another thread. If
//!    it had ended, then the write is not visible. Otherwise it, or its ancestor, has yet to be created by main, and
//!    the view is inherited. Absorbed.
//! 10. *Both are main*, by thread flags. As 1.

use crate::must_join::MustJoins;
use crate::names::Names;
use crate::product::{DigestId, Digests, Siblings};
use crate::thread_flag::ThreadFlags;
use crate::thread_id::ThreadIds;

impl Digests {
    /// Whether a write recorded with the digest `writer` may be visible to a read with the digest `reader`, and not be
    /// contained in the reader's own view already.
    pub fn interferes(&self, reader: DigestId, writer: DigestId) -> bool {
        if let Some(&known) = self.interference.borrow().get(&(reader, writer)) {
            return known;
        }
        let (read, written) = (self.components(reader), self.components(writer));
        let (read, written) = (self.siblings(&read), self.siblings(&written));
        let ordered = ordered_by_flags(read, written) || ordered_by_ids(read, written, self.names());
        self.interference.borrow_mut().insert((reader, writer), !ordered);
        !ordered
    }
}

/// Rules 8, 9 and 10.
fn ordered_by_flags(reader: Siblings<'_>, writer: Siblings<'_>) -> bool {
    match (reader.get::<ThreadFlags>(), writer.get::<ThreadFlags>()) {
        (Some(reader), Some(writer)) => {
            reader.is_alone() || writer.is_alone() || (reader.is_main() && writer.is_main())
        }
        _ => false,
    }
}

/// Rules 1 to 7.
fn ordered_by_ids(reader: Siblings<'_>, writer: Siblings<'_>, names: &Names) -> bool {
    let (Some(r), Some(w)) = (reader.get::<ThreadIds>(), writer.get::<ThreadIds>()) else {
        return false;
    };
    let unstarted = |seen_from: &crate::thread_id::ThreadHistory, other: Option<_>| {
        other.is_some_and(|other| seen_from.not_started(other, names))
    };
    if r.same_unique(&w, names) || unstarted(&r, w.own()) || unstarted(&w, r.own()) {
        return true;
    }
    let (Some(joined_r), Some(joined_w)) = (reader.get::<MustJoins>(), writer.get::<MustJoins>()) else {
        return false;
    };
    let in_joined = |joined: &crate::must_join::Joined, id: Option<_>| id.is_some_and(|id| joined.contains(id));
    in_joined(&joined_r, w.own())
        || in_joined(&joined_w, r.own())
        || joined_w.threads().any(|x| r.not_started(x, names))
        || joined_r.threads().any(|x| w.not_started(x, names))
}

#[cfg(test)]
mod tests {
    use crate::product::DigestId;
    use crate::scenario::Scenario;

    fn sees(scene: &Scenario, reader: DigestId, writer: DigestId) -> bool {
        scene.digests.interferes(reader, writer)
    }

    #[test]
    fn a_thread_sees_the_writes_of_those_that_run_beside_it_but_not_its_own() {
        let scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        assert!(sees(&scene, main, worker) && sees(&scene, worker, main));
        assert!(!sees(&scene, main, main) && !sees(&scene, worker, worker));
    }

    #[test]
    fn a_created_thread_has_the_creators_earlier_writes_in_its_view() {
        let scene = Scenario::new();
        let start = scene.digests.start();
        let (first, _) = scene.create(start, 1);
        let (_, late) = scene.create(first, 2);
        assert!(!sees(&scene, late, start) && !sees(&scene, late, first));
    }

    #[test]
    fn a_joined_thread_is_absorbed_and_an_ended_reader_sees_nothing_later() {
        let mut scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        let after = scene.join(main, worker);
        assert!(!sees(&scene, after, worker) && !sees(&scene, worker, after));
    }

    #[test]
    fn what_came_before_the_creation_of_a_joined_thread_is_absorbed_with_it() {
        let mut scene = Scenario::new();
        let (main, helper) = scene.create(scene.digests.start(), 1);
        let (waiting, worker) = scene.create(helper, 2);
        let behind = scene.join(main, worker);
        assert!(!sees(&scene, behind, helper) && sees(&scene, behind, waiting));
        assert!(!sees(&scene, helper, behind) && sees(&scene, waiting, behind));
    }

    #[test]
    fn a_common_lock_hides_nothing() {
        let scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        assert!(sees(&scene, scene.lock(main, 0), scene.lock(worker, 0)));
    }
}
