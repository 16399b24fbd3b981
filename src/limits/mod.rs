//! What a whole run may take: time of the clock and of the processor, memory, and the patience of whoever waits for it.
//!
//! A [`Watch`] measures all of these in a thread of its own and asks the step under way to end ([`Interrupt`]). Stages of the pipeline
//! get shares of the whole, each up to a moment of its own, so that what comes behind still has some; a stage may divide what it has
//! between its steps. Steps look at the interrupt as often as they can; one that does not in time would make the whole run late, so
//! whoever began the watch is told when the run is overdue, and says the last words.
//!
//! How much was measured is never part of a result: what was asked to end says so, and why.

mod usage;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

pub use pepsin_solver::Interrupt;

use pepsin_solver::Cut;

use usage::{Moment, processor, processor_limit};
pub use usage::{addresses, usual_memory};

/// How long nothing is measured: memory grows by no more than some megabytes meanwhile.
const PERIOD: Duration = Duration::from_millis(5);

/// Which part of the memory steps may use: what is left behind it is for what they still do when they are asked to end.
const STEPS_MEMORY: f64 = 0.9;
/// Which part of the time a run may be late, and how much time besides.
const LATENESS: (f64, Duration) = (0.05, Duration::from_secs(1));
/// How long a run that somebody wished to end may go on.
const PATIENCE: Duration = Duration::from_millis(1200);
/// Which parts of the addresses that a process may use (`ulimit -v`) make steps end, and the run: a little later no allocation succeeds.
const ADDRESSES: (f64, f64) = (0.9, 0.96);

/// What a run may take. Where there is nothing, it may take all there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time of the clock.
    pub wall: Option<Duration>,
    /// Time of the processor, over all threads, and processes that have ended.
    pub processor: Option<Duration>,
    /// Bytes of memory in use.
    pub memory: Option<u64>,
}

impl Limits {
    /// These limits where the system ends the process when it has used `end` of the processor, of which `used` are gone: even a run that is
    /// late ends before.
    fn within(self, end: Option<Duration>, used: Duration) -> Self {
        let Some(end) = end else { return self };
        let left = end.saturating_sub(used);
        let in_time = left.saturating_sub(LATENESS.1).div_f64(1.0 + 2.0 * LATENESS.0);
        let most = in_time.max(left / 4);
        Limits {
            processor: Some(self.processor.map_or(most, |limit| limit.min(most))),
            ..self
        }
    }
}

/// Measures what a run takes, and asks its steps to end. Copies are one watch; when the last one is dropped, nothing is measured any more.
#[derive(Clone, Debug)]
pub struct Watch(Arc<Measured>);

impl PartialEq for Watch {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Watch {}

#[derive(Debug)]
struct Measured {
    limits: Limits,
    begin: Begin,
    interrupt: Interrupt,
    /// Whether a step was ever asked to end.
    asked: Arc<AtomicBool>,
    /// What may have been used when the stage ends.
    stage: Allowance,
    /// What may have been used when the step of the stage that is under way ends.
    step: Arc<Allowance>,
    /// Closed, it ends the thread that measures.
    _thread: Option<Sender<()>>,
}

/// When a run began.
#[derive(Clone, Copy, Debug)]
struct Begin {
    wall: Instant,
    processor: Duration,
}

/// What has been used since a run began: milliseconds.
impl Begin {
    fn now() -> Self {
        Begin {
            wall: Instant::now(),
            processor: processor().unwrap_or_default(),
        }
    }

    fn wall(self) -> u64 {
        milliseconds(self.wall.elapsed())
    }

    fn processor(self, moment: &Moment) -> u64 {
        let used = moment.processor();
        used.map_or(0, |used| milliseconds(used.saturating_sub(self.processor)))
    }
}

/// How much of each may have been used: milliseconds of the clock and of the processor, and bytes. [`u64::MAX`] is no limit.
#[derive(Debug)]
struct Allowance {
    wall: AtomicU64,
    processor: AtomicU64,
    memory: AtomicU64,
}

impl Allowance {
    fn new(limits: &Limits) -> Self {
        Allowance {
            wall: AtomicU64::new(limits.wall.map_or(u64::MAX, milliseconds)),
            processor: AtomicU64::new(limits.processor.map_or(u64::MAX, milliseconds)),
            memory: AtomicU64::new(scaled(limits.memory.unwrap_or(u64::MAX), STEPS_MEMORY)),
        }
    }

    /// What may be used before a run is overdue.
    fn whole(limits: &Limits) -> Self {
        let late = |time: Duration| time.mul_f64(1.0 + LATENESS.0).saturating_add(LATENESS.1);
        Allowance {
            memory: AtomicU64::new(limits.memory.unwrap_or(u64::MAX)),
            ..Allowance::new(&Limits {
                wall: limits.wall.map(late),
                processor: limits.processor.map(late),
                memory: None,
            })
        }
    }

    fn set(&self, wall: u64, processor: u64, memory: u64) {
        self.wall.store(wall, Ordering::Relaxed);
        self.processor.store(processor, Ordering::Relaxed);
        self.memory.store(memory, Ordering::Relaxed);
    }

    /// What is used up at a moment, if anything is.
    fn exceeded(&self, begin: Begin, moment: &Moment) -> Option<Cut> {
        let is_over = |end: &AtomicU64, used: &dyn Fn() -> Option<u64>| match end.load(Ordering::Relaxed) {
            u64::MAX => false,
            end => used().is_some_and(|used| used >= end),
        };
        if is_over(&self.memory, &|| moment.resident()) {
            return Some(Cut::Memory);
        }
        let is_late =
            is_over(&self.wall, &|| Some(begin.wall())) || is_over(&self.processor, &|| Some(begin.processor(moment)));
        is_late.then_some(Cut::Time)
    }
}

impl Default for Watch {
    /// A watch without limits, for which nothing is measured.
    fn default() -> Self {
        Watch::over(
            Limits::default(),
            None,
            Arc::new(Allowance::new(&Limits::default())),
            Default::default(),
        )
    }
}

impl Watch {
    /// Begins to measure. If a run is overdue, `overdue` is called once, in the thread that measures.
    pub fn start(limits: Limits, overdue: impl FnOnce(Cut) + Send + 'static) -> Self {
        let limits = limits.within(processor_limit(), processor().unwrap_or_default());
        let (interrupt, step) = (Interrupt::default(), Arc::new(Allowance::new(&limits)));
        let asked = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = channel::<()>();
        let measuring = Measuring {
            begin: Begin::now(),
            step: Arc::clone(&step),
            whole: Allowance::whole(&limits),
            interrupt: interrupt.clone(),
            asked: Arc::clone(&asked),
            wished: None,
        };
        let measure = move || {
            let (mut measuring, mut overdue) = (measuring, Some(overdue));
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(PERIOD) {
                let Some(reason) = measuring.measure() else { continue };
                if let Some(tell) = overdue.take() {
                    tell(reason);
                }
            }
        };
        // Where there can be no thread, steps are ended only when the next one begins.
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(measure);
        Watch::over(limits, thread.ok().map(|_| sender), step, (interrupt, asked))
    }

    fn over(
        limits: Limits,
        thread: Option<Sender<()>>,
        step: Arc<Allowance>,
        (interrupt, asked): (Interrupt, Arc<AtomicBool>),
    ) -> Self {
        Watch(Arc::new(Measured {
            limits,
            begin: Begin::now(),
            interrupt,
            asked,
            stage: Allowance::new(&limits),
            step,
            _thread: thread,
        }))
    }

    /// Begins a stage, which may go on until a share of the whole time is over.
    pub fn stage(&self, share: f64) {
        let whole = Allowance::new(&self.0.limits);
        self.0.stage.set(
            scaled(whole.wall.into_inner(), share),
            scaled(whole.processor.into_inner(), share),
            whole.memory.into_inner(),
        );
        self.step(1.0);
    }

    /// Begins a step of a stage, which may use a part of the time that is left to the stage, and of all its memory.
    pub fn step(&self, part: f64) {
        let Measured { begin, stage, step, .. } = &*self.0;
        let moment = Moment::default();
        let until = |end: &AtomicU64, used: u64| match end.load(Ordering::Relaxed) {
            u64::MAX => u64::MAX,
            end => used.saturating_add(scaled(end.saturating_sub(used), part)),
        };
        step.set(
            until(&stage.wall, begin.wall()),
            until(&stage.processor, begin.processor(&moment)),
            scaled(stage.memory.load(Ordering::Relaxed), part),
        );
        match reason_to_end(*begin, step, &moment) {
            Some(reason) => self.ask(reason),
            None => self.0.interrupt.withdraw(),
        }
    }

    /// Asks the step under way to end because the system did not give the memory that it needs.
    pub fn refuse_memory(&self) {
        self.ask(Cut::Memory);
    }

    /// Asks the step under way to end because a process that works for it took the time that was left.
    pub fn refuse_time(&self) {
        self.ask(Cut::Time);
    }

    fn ask(&self, reason: Cut) {
        self.0.asked.store(true, Ordering::Relaxed);
        self.0.interrupt.ask(reason);
    }

    /// Whether a step of the run was asked to end, whatever came of it: if none was, the run gives the same another time.
    pub fn has_asked(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// By which steps are asked to end.
    pub fn interrupt(&self) -> &Interrupt {
        &self.0.interrupt
    }

    /// What a process that is started now may take: the time of the processor that is left to the step, and all memory.
    pub fn left(&self) -> Limits {
        let Measured { begin, step, .. } = &*self.0;
        let left = |end: &AtomicU64, used: u64| match end.load(Ordering::Relaxed) {
            u64::MAX => None,
            end => Some(Duration::from_millis(end.saturating_sub(used))),
        };
        Limits {
            wall: left(&step.wall, begin.wall()),
            processor: left(&step.processor, begin.processor(&Moment::default())),
            memory: self.0.limits.memory,
        }
    }
}

/// What the thread of a watch works on.
struct Measuring {
    begin: Begin,
    step: Arc<Allowance>,
    whole: Allowance,
    interrupt: Interrupt,
    /// Whether a step was ever asked to end.
    asked: Arc<AtomicBool>,
    /// When somebody wished the end.
    wished: Option<Instant>,
}

impl Measuring {
    /// Asks the step to end if there is a reason; gives one if the run is overdue.
    fn measure(&mut self) -> Option<Cut> {
        let moment = Moment::default();
        if let Some(reason) = reason_to_end(self.begin, &self.step, &moment) {
            self.asked.store(true, Ordering::Relaxed);
            self.interrupt.ask(reason);
        }
        if wish().load(Ordering::Relaxed) {
            let wished = *self.wished.get_or_insert_with(Instant::now);
            return (wished.elapsed() >= PATIENCE).then_some(Cut::Request);
        }
        if REFUSED.load(Ordering::Relaxed) || moment.addresses_exceed(ADDRESSES.1) {
            return Some(Cut::Memory);
        }
        self.whole.exceeded(self.begin, &moment)
    }
}

/// Why a step should end at a moment, if it should.
fn reason_to_end(begin: Begin, step: &Allowance, moment: &Moment) -> Option<Cut> {
    if wish().load(Ordering::Relaxed) {
        return Some(Cut::Request);
    }
    if moment.addresses_exceed(ADDRESSES.0) {
        return Some(Cut::Memory);
    }
    step.exceeded(begin, moment)
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

fn scaled(whole: u64, share: f64) -> u64 {
    match whole {
        u64::MAX => u64::MAX,
        whole => (whole as f64 * share) as u64,
    }
}

/// Whether the system has refused memory.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Ends the run because the system refused memory to the calling thread: the thread that measures says the last words meanwhile, and ends the
/// process. If it does not in time, because it is refused memory as well or because nothing is measured, this returns.
pub fn memory_refused() {
    // Who is refused again, such as the thread that says the last words, has nobody to wait for.
    if !REFUSED.swap(true, Ordering::Relaxed) {
        std::thread::sleep(PATIENCE);
    }
}

/// The wish of whoever waits that all runs of this process end soon, with what they have; set by a signal, for example.
pub fn wish() -> &'static Arc<AtomicBool> {
    static WISH: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    WISH.get_or_init(Arc::default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::Receiver;

    const LONG: Duration = Duration::from_secs(3600);
    const ENOUGH: Duration = Duration::from_secs(20);

    fn wait_for(interrupt: &Interrupt) -> Option<Cut> {
        let begin = Instant::now();
        while interrupt.reason().is_none() && begin.elapsed() < ENOUGH {
            std::thread::sleep(PERIOD);
        }
        interrupt.reason()
    }

    fn start(limits: Limits) -> (Watch, Receiver<Cut>) {
        let (sender, receiver) = channel();
        let tell = move |cut| sender.send(cut).expect("the test waits for it");
        (Watch::start(limits, tell), receiver)
    }

    #[test]
    fn a_stage_is_asked_to_end_after_its_share_and_the_next_one_begins() {
        let wall = Some(LONG);
        let (watch, overdue) = start(Limits {
            wall,
            ..Limits::default()
        });
        watch.stage(1e-6);
        assert_eq!(wait_for(watch.interrupt()), Some(Cut::Time));
        watch.stage(0.5);
        assert_eq!(watch.interrupt().reason(), None);
        watch.step(1e-6);
        assert_eq!(wait_for(watch.interrupt()), Some(Cut::Time));
        watch.step(0.5);
        assert_eq!(watch.interrupt().reason(), None);
        assert!(overdue.try_recv().is_err());
        assert!(watch.has_asked());
    }

    #[test]
    fn a_run_ends_before_the_system_ends_it() {
        let limit = |seconds| Some(Duration::from_secs(seconds));
        let within = |own, end, used| {
            let limits = Limits {
                processor: own,
                ..Limits::default()
            };
            limits.within(end, Duration::from_secs(used)).processor
        };
        assert_eq!(within(limit(800), None, 5), limit(800));
        assert_eq!(within(limit(20), limit(100), 5), limit(20));
        for (end, used) in [(100, 5), (10, 0), (2, 0), (1, 0)] {
            let limits = Limits {
                processor: within(None, limit(end), used),
                ..Limits::default()
            };
            let overdue = Allowance::whole(&limits).processor.into_inner();
            let most = 1000 * (end - used);
            assert!(
                limits.processor > Some(Duration::ZERO) && (end < 3 || overdue < most),
                "{end}: {overdue}"
            );
        }
    }

    #[test]
    fn time_of_the_processor_is_measured_apart() {
        let processor = Some(Duration::ZERO);
        let (watch, _overdue) = start(Limits {
            processor,
            ..Limits::default()
        });
        assert_eq!(wait_for(watch.interrupt()), Some(Cut::Time));
    }

    #[test]
    fn memory_that_is_used_up_ends_every_step_and_the_run() {
        let memory = Some(1);
        let (watch, overdue) = start(Limits {
            memory,
            ..Limits::default()
        });
        assert_eq!(wait_for(watch.interrupt()), Some(Cut::Memory));
        watch.stage(0.5);
        assert_eq!(watch.interrupt().reason(), Some(Cut::Memory));
        assert_eq!(overdue.recv_timeout(ENOUGH), Ok(Cut::Memory));
    }

    #[test]
    fn a_run_that_goes_on_behind_its_end_is_overdue_once() {
        let wall = Some(Duration::ZERO);
        let (watch, overdue) = start(Limits {
            wall,
            ..Limits::default()
        });
        assert_eq!(overdue.recv_timeout(ENOUGH), Ok(Cut::Time));
        assert!(overdue.recv_timeout(4 * PERIOD).is_err());
        drop(watch);
    }

    #[test]
    fn a_watch_without_limits_asks_nobody() {
        let watch = Watch::default();
        watch.step(0.0);
        assert_eq!(watch.interrupt().reason(), None);
        assert!(!watch.has_asked());
    }
}
