//! S, semaphores: how often threads have posted and waited for semaphores.
//!
//! **Elements.** [`Counts`] of posts: the ego has posted `s` at most `most(s)` times and waited for it at least `least(s)`
//! times, and the post with number `observed(t, s)`, of the unique thread `t`, is in its past.
//!
//! **Operations.** `init` knows nothing, and a created thread inherits what was observed.
//! ```text
//! ⟦post s⟧(A)        = A with one more post of all that s may be
//! ⟦wait s⟧(A)        = A with one more wait for s, and observed(t, s) ≥ least(s) − others(t) for each unique poster t of s
//!                    = ∅   if s gets fewer permits than least(s)
//! ⟦observe⟧(A0, A1)  = A0 with what A1 has observed, and then as the action says
//! ```
//! if `s` is definite. `others(t)` is the number of permits that do not come from `t`: the initial ones, and the posts of
//! all other threads. Who posts `s`, in the whole program, and how often at most, is a fact of the solution. The ego has
//! taken `least(s)` permits, each from another post or from the initialisation; so at least `least(s) − others(t)` of them
//! come from posts of `t`, and the last of these has at least that number.
//!
//! So `wait` behind one worker's `post`, and `n` waits behind the single posts of `n` workers, are seen.
//!
//! **Why the predicate is sound.** See the order that [`Counts`] give: the first access comes behind a post of the second
//! one's thread that the second access comes before.

use crate::action::Action;
use crate::counting::{Counts, observe, order};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{Poster, SemaphoreUse};
use crate::names::{Describe, Names, SemaphoreId};
use crate::verdict::{Judgement, Piece, Reason};

/// How often threads have posted and waited for semaphores.
pub type Posts = Counts<SemaphoreId>;

/// The number of permits that come from the initialisation and from all posters but the one at `left_out`.
fn permits(initial: u32, posters: &[Poster], left_out: Option<usize>) -> Option<u32> {
    let others = posters.iter().enumerate().filter(|(at, _)| Some(*at) != left_out);
    others
        .map(|(_, poster)| poster.posts)
        .try_fold(initial, |sum, posts| Some(sum.saturating_add(posts?)))
}

/// `⟦wait s⟧`.
fn wait(before: &Posts, semaphore: SemaphoreId, usage: &SemaphoreUse, names: &Names) -> Next<Posts> {
    let mut after = before.clone();
    after.count(semaphore);
    let (Some(initial), Some(posters)) = (usage.initial, usage.posters.candidates()) else {
        return Next::To(after);
    };
    let waits = after.at_least(semaphore);
    if permits(initial, posters, None).is_some_and(|all| all < u32::from(waits)) {
        return Next::Impossible;
    }
    for (at, poster) in posters.iter().enumerate() {
        let others = permits(initial, posters, Some(at)).and_then(|others| u8::try_from(others).ok());
        let number = others.map_or(0, |others| waits.saturating_sub(others));
        if names.is_unique(poster.thread) {
            after.observe(poster.thread, semaphore, number);
        }
    }
    Next::To(after)
}

/// The digest of semaphores. It uses thread ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct Semaphores;

impl Digest for Semaphores {
    type Element = Posts;

    fn start(&self, _names: &Names) -> Posts {
        Posts::default()
    }

    fn child(&self, creator: &Posts, _: &Creation, _: &Context<'_>) -> Next<Posts> {
        Next::To(creator.inherited())
    }

    fn step(&self, before: &Posts, action: &Action, context: &Context<'_>) -> Next<Posts> {
        let facts = context.facts;
        match *action {
            Action::SemaphorePost { semaphore } => {
                let mut after = before.clone();
                after.contribute(&facts.semaphores(semaphore));
                Next::To(after)
            }
            Action::SemaphoreWait { semaphore } => match facts.semaphores(semaphore).definite() {
                Some(semaphore) => wait(before, semaphore, &facts.semaphore_use(semaphore), context.names),
                None => Next::Unchanged,
            },
            _ => Next::Unchanged,
        }
    }

    fn observe(&self, before: &Posts, action: &Action, seen: &Posts, context: &Context<'_>) -> Next<Posts> {
        observe(before, seen, |informed| self.step(informed, action, context))
    }

    fn excludes(&self, a: &Posts, b: &Posts, pair: &Pair<'_>) -> Judgement {
        if let Some(behind) = order(a, b, pair) {
            let object = Piece::Semaphore(behind.object);
            return Judgement::Excluded(behind.reason("semaphore", "posts", object, "has waited for"));
        }
        Judgement::NotExcluded(
            Reason::new("no-semaphore").text("neither access has waited for a later post by the other's thread"),
        )
    }

    fn is_silent(&self, element: &Posts) -> bool {
        element.is_silent()
    }

    fn render(&self, element: &Posts, describe: &dyn Describe) -> String {
        element.render(
            |semaphore| describe.semaphore(semaphore),
            |thread| describe.thread(thread),
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, SemaphoreOperand};
    use crate::facts::Poster;
    use crate::product::DigestId;
    use crate::scenario::Scenario;

    const SEMAPHORE: SemaphoreOperand = SemaphoreOperand(0);

    fn post(scene: &Scenario, id: DigestId) -> DigestId {
        scene.then(id, Action::SemaphorePost { semaphore: SEMAPHORE })
    }

    fn wait(scene: &Scenario, id: DigestId) -> DigestId {
        scene.then(id, Action::SemaphoreWait { semaphore: SEMAPHORE })
    }

    fn posting(scene: &mut Scenario, workers: &[DigestId], posts: Option<u32>) {
        let threads = workers.iter().map(|&id| scene.digests.thread(id));
        let posters = threads.map(|thread| Poster { thread, posts });
        scene.posters = posters.collect();
    }

    #[test]
    fn what_is_done_before_a_post_is_ordered_with_what_is_done_behind_the_wait_for_it() {
        let mut scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        posting(&mut scene, &[worker], None);
        let behind = wait(&scene, main);
        assert!(scene.excludes("S", behind, worker));
        assert!(!scene.excludes("S", behind, post(&scene, worker)));
        assert!(!scene.excludes("S", main, worker));
        assert!(scene.excludes("S", wait(&scene, behind), post(&scene, worker)));
    }

    #[test]
    fn as_many_waits_as_workers_post_wait_for_all_of_them() {
        let mut scene = Scenario::new();
        let (main, one) = scene.create(scene.digests.start(), 1);
        let (main, other) = scene.create(main, 2);
        posting(&mut scene, &[one, other], Some(1));
        let first = wait(&scene, main);
        let second = wait(&scene, first);
        for worker in [one, other] {
            assert!(!scene.excludes("S", first, worker));
            assert!(scene.excludes("S", second, worker));
        }
        assert!(
            scene
                .act(second, Action::SemaphoreWait { semaphore: SEMAPHORE })
                .is_empty()
        );
    }

    #[test]
    fn an_initial_permit_may_stand_for_any_post() {
        let mut scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        posting(&mut scene, &[worker], None);
        scene.initial_permits = Some(1);
        let first = wait(&scene, main);
        assert!(!scene.excludes("S", first, worker));
        assert!(scene.excludes("S", wait(&scene, first), worker));
    }
}
