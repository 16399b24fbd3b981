//! What is true of the threads of a run at one moment: the concrete side of the laws.

use super::program::{EACH, Instruction};
use super::run::{Event, Happening, creation};
use crate::action::LockMode;
use crate::countdown::Finding;
use crate::names::{Edge, EdgeId, Names, ThreadId};
use crate::set::SortedMap;

/// A thread that another one created.
#[derive(Clone, Debug)]
pub struct Child {
    /// Its number in the run.
    pub thread: usize,
    /// Its id.
    pub id: ThreadId,
    /// Where it was created.
    pub edge: EdgeId,
    /// The weakest mode in which its creator has held each lock since before the creation; none after a break.
    pub unbroken: [Option<LockMode>; EACH],
    /// Whether its creator held each lock for writing at the creation.
    pub locked: [bool; EACH],
}

/// What a thread has done so far.
#[derive(Clone, Debug)]
pub struct Record {
    /// The thread's id.
    pub id: ThreadId,
    /// The number of the thread that created it; none for main.
    pub creator: Option<usize>,
    /// The modes in which it holds each lock, in the order of acquisition.
    pub held: [Vec<LockMode>; EACH],
    /// The threads that it created.
    pub children: Vec<Child>,
    /// How many of its events come before its end, that one included; none while it runs.
    pub ended: Option<usize>,
    /// Whether it is inside the initialisation of each once-control.
    pub inside: [bool; EACH],
    /// For each barrier, how many of its events come before each of its arrivals, that one included.
    pub arrivals: [Vec<usize>; EACH],
    /// For each barrier, whether it serves behind its last round.
    pub serves: [bool; EACH],
    /// For each semaphore, how many of its events come before each of its posts, that one included.
    pub posts: [Vec<usize>; EACH],
    /// How often it has waited for each semaphore.
    pub waits: [usize; EACH],
    /// How many tokens of each counter it has, besides those that it was given.
    pub tokens: [i64; EACH],
    /// For each counter, how it knows that nobody had a token, if it has neither made nor given one since.
    pub gone: [Option<Finding>; EACH],
    /// The pairs of a counter and a signal such that it has found the signal not to be given, and has had a token since.
    pub waiting: [[bool; EACH]; EACH],
    /// The signals that were given in its past.
    pub given: [bool; EACH],
    /// The pairs of a counter and a signal such that the counter was found at zero behind the signal, in its past.
    pub behind: [[bool; EACH]; EACH],
    /// Whether it is inside of each declared section.
    pub sections: [bool; EACH],
    /// The declared phase to which it belongs, if it belongs to one.
    pub phase: Option<u32>,
    /// For each lock, how many of its events come before each of its acquisitions, that one included, and the mode.
    pub acquisitions: [Vec<(usize, LockMode)>; EACH],
}

impl Record {
    /// A thread that has done nothing yet.
    pub fn newborn(id: ThreadId, creator: Option<usize>) -> Self {
        Self {
            id,
            creator,
            held: Default::default(),
            children: Vec::new(),
            ended: None,
            inside: [false; EACH],
            arrivals: Default::default(),
            serves: [false; EACH],
            posts: Default::default(),
            waits: Default::default(),
            tokens: Default::default(),
            gone: Default::default(),
            waiting: Default::default(),
            given: Default::default(),
            behind: Default::default(),
            sections: [false; EACH],
            phase: creator.is_none().then_some(0),
            acquisitions: Default::default(),
        }
    }

    /// The mode in which it holds a lock, if it does.
    pub fn mode(&self, lock: usize) -> Option<LockMode> {
        self.held[lock].iter().min().copied()
    }

    /// Its critical sections go on, or end.
    fn weaken_unbroken(&mut self, lock: usize) {
        let mode = self.mode(lock);
        for child in &mut self.children {
            let both = child.unbroken[lock].zip(mode);
            child.unbroken[lock] = both.map(|(since, now)| since.max(now));
        }
    }

    /// It gets tokens.
    fn add_tokens(&mut self, counter: usize, tokens: i64) {
        self.set_tokens(counter, self.tokens[counter] + tokens);
        self.gone[counter] = None;
    }

    fn set_tokens(&mut self, counter: usize, tokens: i64) {
        self.tokens[counter] = tokens;
        if tokens < 1 {
            self.waiting[counter] = [false; EACH];
        }
    }

    /// It looks at a signal.
    fn look(&mut self, signal: usize, given: bool) {
        self.given[signal] |= given;
        for counter in 0..EACH {
            self.waiting[counter][signal] |= !given && self.tokens[counter] >= 1;
        }
    }

    /// It finds a counter to be zero or less.
    fn find(&mut self, counter: usize, finding: Finding) {
        if self.creator.is_some() || self.tokens[counter] >= 0 {
            let known = self.gone[counter];
            self.gone[counter] = Some(known.map_or(finding, |known| known.min(finding)));
            for (behind, given) in self.behind[counter].iter_mut().zip(self.given) {
                *behind |= given;
            }
        }
    }

    /// How many threads it created at `edge`.
    pub fn created_at(&self, edge: EdgeId) -> usize {
        let children = self.children.iter();
        children.filter(|child| child.edge == edge).count()
    }
}

/// What all threads have done so far.
#[derive(Clone, Debug)]
pub struct World {
    /// The threads, by their number in the run.
    pub threads: Vec<Record>,
    /// The thread that finished each once-control, and how many of its events come before that, it included.
    pub finished: [Option<(usize, usize)>; EACH],
    /// How many tokens of each counter are promised to the threads with an id.
    pub promised: SortedMap<ThreadId, [u8; EACH]>,
    /// Whether threads are told apart by their ids; otherwise all share [`Names::ANY_THREAD`].
    tells_threads_apart: bool,
}

/// A thread of a world, and its past: how many events of each thread it knows of.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// What all threads have done so far.
    pub world: &'a World,
    /// The ego's number.
    pub ego: usize,
    /// How many events of each thread are in the ego's past.
    pub past: &'a [usize],
}

impl World {
    /// The start of a run: main has done nothing yet.
    pub fn start(tells_threads_apart: bool) -> Self {
        let main = if tells_threads_apart {
            Names::MAIN
        } else {
            Names::ANY_THREAD
        };
        Self {
            threads: vec![Record::newborn(main, None)],
            finished: Default::default(),
            promised: SortedMap::default(),
            tells_threads_apart,
        }
    }

    /// Goes on by one event.
    pub fn happen(&mut self, event: &Event, names: &Names) {
        let done = event.local + 1;
        let ego = &mut self.threads[event.thread];
        match event.what {
            Happening::Ended => ego.ended = Some(done),
            Happening::Joined { .. } | Happening::Skipped(_) => {}
            Happening::Looked { signal, given } => ego.look(signal, given),
            Happening::Counted { counter, by, left } => {
                ego.add_tokens(counter, by);
                if by < 0 && left <= 0 {
                    ego.find(counter, Finding::Destroyer);
                }
            }
            Happening::Created { by, thread } => {
                if let Some(edge) = edge(by, names) {
                    self.create(event.thread, thread, edge, names);
                }
            }
            Happening::Did(instruction) => match instruction {
                Instruction::Lock { lock, mode, .. } => {
                    ego.held[lock].push(mode);
                    ego.acquisitions[lock].push((done, mode));
                }
                Instruction::Unlock { lock, .. } => {
                    ego.held[lock].pop();
                    ego.weaken_unbroken(lock);
                }
                Instruction::Reset { lock, .. } => {
                    ego.held[lock].clear();
                    ego.weaken_unbroken(lock);
                }
                Instruction::Once { control, .. } => ego.inside[control] = true,
                Instruction::OnceFinish { control, .. } => {
                    ego.inside[control] = false;
                    self.finished[control] = Some((event.thread, done));
                }
                Instruction::Arrive { barrier } => {
                    ego.arrivals[barrier].push(done);
                    ego.serves[barrier] = false;
                }
                Instruction::Serve { barrier, .. } => ego.serves[barrier] = true,
                Instruction::Post { semaphore } => ego.posts[semaphore].push(done),
                Instruction::Wait { semaphore } => ego.waits[semaphore] += 1,
                Instruction::SetCounter { counter, value } => {
                    ego.add_tokens(counter, 0);
                    ego.set_tokens(counter, value);
                }
                Instruction::Give { signal, given } => {
                    ego.given[signal] = given;
                    for behind in ego.behind.iter_mut().filter(|_| !given) {
                        behind[signal] = false;
                    }
                }
                Instruction::AwaitZero { counter } => ego.find(counter, Finding::Reader),
                Instruction::Enter { section } => ego.sections[section] = true,
                Instruction::Leave { section } => ego.sections[section] = false,
                Instruction::BeginPhase => ego.phase = ego.phase.map(|phase| phase + 1),
                Instruction::EnterPhase => {
                    let now = self.threads[0].phase;
                    self.threads[event.thread].phase = now;
                }
                _ => {}
            },
        }
    }

    fn create(&mut self, creator: usize, thread: usize, edge: EdgeId, names: &Names) {
        let ego = &mut self.threads[creator];
        let id = if !self.tells_threads_apart {
            Names::ANY_THREAD
        } else if ego.created_at(edge) == 0 {
            names.compose(ego.id, edge)
        } else {
            names.compose_again(ego.id, edge)
        };
        let modes: [usize; EACH] = core::array::from_fn(|lock| lock);
        let unbroken = modes.map(|lock| ego.mode(lock));
        ego.children.push(Child {
            thread,
            id,
            edge,
            unbroken,
            locked: unbroken.map(|mode| mode == Some(LockMode::Write)),
        });
        let mut newborn = Record::newborn(id, Some(creator));
        (newborn.given, newborn.behind) = (ego.given, ego.behind);
        newborn.gone = ego.gone.map(|finding| finding.map(|_| Finding::Heir));
        for (counter, &tokens) in self.promised.get(id).unwrap_or(&[0; EACH]).iter().enumerate() {
            if tokens > 0 {
                ego.add_tokens(counter, -i64::from(tokens));
            }
        }
        self.threads.push(newborn);
    }

    /// Whether `ancestor` created `thread`, or created its creator, and so on.
    pub fn is_ancestor(&self, ancestor: usize, thread: usize) -> bool {
        let mut next = self.threads[thread].creator;
        while let Some(creator) = next {
            if creator == ancestor {
                return true;
            }
            next = self.threads[creator].creator;
        }
        false
    }
}

impl<'a> Moment<'a> {
    /// What the ego has done.
    pub fn record(&self) -> &'a Record {
        &self.world.threads[self.ego]
    }

    /// Whether the ego knows of the first `count` events of a thread.
    pub fn knows(&self, thread: usize, count: usize) -> bool {
        self.past.get(thread).copied().unwrap_or(0) >= count
    }

    /// Whether the ego knows that the thread has ended.
    pub fn knows_end_of(&self, thread: usize) -> bool {
        let ended = self.world.threads[thread].ended;
        ended.is_some_and(|count| self.knows(thread, count))
    }

    /// Whether the ego knows that the thread has ended, and all threads that descend from it.
    pub fn knows_all_ended_below(&self, thread: usize) -> bool {
        let threads = 0..self.world.threads.len();
        let mut below = threads.filter(|&other| other == thread || self.world.is_ancestor(thread, other));
        below.all(|below| self.knows_end_of(below))
    }

    /// The threads with an id, by their number.
    pub fn threads_with(&self, id: ThreadId) -> impl Iterator<Item = usize> + 'a {
        let threads = self.world.threads.iter().enumerate();
        threads
            .filter(move |(_, record)| record.id == id)
            .map(|(thread, _)| thread)
    }
}

/// The edge at which an instruction creates a thread.
pub(super) fn edge(instruction: Instruction, names: &Names) -> Option<EdgeId> {
    let (point, routine, _) = creation(instruction)?;
    Some(names.edge(Edge {
        routine: u32::try_from(routine).unwrap_or(u32::MAX),
        point,
        wrapper: 0,
    }))
}
