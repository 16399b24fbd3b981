//! What the solver itself costs, and what it saves.

use criterion::{Criterion, criterion_group, criterion_main};
use pepsin_lattice::{Bottom, Lattice, MaySet, PatriciaMap};
use pepsin_solver::{Io, SolverSettings, Stop, System, solve};

/// An abstract state: what each of some variables may be.
type State = PatriciaMap<u32, MaySet<u32>>;

/// Right-hand sides that do nothing but get: the price of an evaluation, from the last number down to 0.
struct Chain;

impl System for Chain {
    type Local = u32;
    type Value = MaySet<u32>;
    type Global = u32;
    type Fact = MaySet<u32>;

    fn eval(&self, x: u32, io: &mut dyn Io<Self>) -> Result<Self::Value, Stop> {
        match x.checked_sub(1) {
            Some(next) => io.get(next),
            None => Ok(MaySet::new([1])),
        }
    }
}

/// Threads that run loops after one another, and read and write each other's globals.
///
/// Thread 0 demands the others. The blocks of a thread are numbered from the end of its body, 0, up.
struct Threads {
    threads: u32,
    loops: u32,
    blocks: u32,
    globals: u32,
}

impl Threads {
    fn entry(&self) -> u32 {
        self.loops * self.blocks
    }

    /// The state before a block: that after the block above, joined with the end of the loop at its head.
    fn before(&self, (thread, block): (u32, u32), io: &mut dyn Io<Self>) -> Result<State, Stop> {
        let mut state = io.get((thread, block + 1))?;
        if block % self.blocks == self.blocks - 1 {
            state.join(&io.get((thread, block + 1 - self.blocks))?);
        }
        Ok(state)
    }
}

impl System for Threads {
    type Local = (u32, u32);
    type Value = State;
    type Global = u32;
    type Fact = MaySet<u32>;

    fn eval(&self, (thread, block): (u32, u32), io: &mut dyn Io<Self>) -> Result<State, Stop> {
        if block == self.entry() {
            if thread == 0 {
                (1..self.threads).for_each(|other| io.demand((other, 0)));
            }
            return Ok((0..200).map(|key| (key, MaySet::new([key]))).collect());
        }
        let mut state = self.before((thread, block), io)?;
        if state.is_bottom() {
            return Ok(state);
        }
        let variable = (block * 7 + thread) % 200;
        let mut value = state.get(variable).cloned().unwrap_or_default();
        if block % 8 == 0 {
            value.join(&io.global((block / 8 + thread) % self.globals));
        }
        if block % 16 == 5 {
            io.side((block / 16) % self.globals, MaySet::new([thread]));
        }
        state.insert((variable + block) % 200, value);
        Ok(state)
    }
}

fn solver(c: &mut Criterion) {
    let settings = SolverSettings::default();
    c.bench_function("10,000 unknowns in a chain", |b| {
        b.iter(|| solve(&Chain, &[10_000], &settings).statistics().evaluations);
    });
    for (name, threads) in [
        (
            "1 thread of 4,000 unknowns",
            Threads {
                threads: 1,
                loops: 400,
                blocks: 10,
                globals: 20,
            },
        ),
        (
            "16 threads of 250 unknowns",
            Threads {
                threads: 16,
                loops: 25,
                blocks: 10,
                globals: 20,
            },
        ),
    ] {
        c.bench_function(name, |b| {
            b.iter(|| solve(&threads, &[(0, 0)], &settings).statistics().evaluations);
        });
    }
}

/// What a solver does most with values: compares and joins versions that share nearly all.
fn values(c: &mut Criterion) {
    let old: State = (0..5_000).map(|key| (key, MaySet::new([key]))).collect();
    let mut new = old.clone();
    for key in (0..5_000).step_by(500) {
        new.insert(key, MaySet::new([key, key + 1]));
    }
    c.bench_function("join of 5,000 variables, ten of which differ", |b| {
        b.iter(|| old.clone().join(&new));
    });
    c.bench_function("order of 5,000 variables, ten of which differ", |b| {
        b.iter(|| old.leq(&new))
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = solver, values
}
criterion_main!(benches);
