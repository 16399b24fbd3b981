//! Writes: what one does to the memory, to what others see of it, and to what is claimed of variables there.
//!
//! All that hears of a write stands here, in the order in which it hears of it.

use crate::semantics::acts::kinds;
use crate::semantics::claims::{counters, signals, taking, tallies, value_locks};
use crate::semantics::origins::{regions, rows};
use crate::semantics::sharing::{held, interference, looks, publication, views};
use crate::semantics::state::State;
use crate::semantics::system::{Channel, Fact, Global, LEAST_SYNCHRONISATION, Over, Transfer, Write};
use crate::values::{Contents, Offsets, Slot, Strength, Value};
use pepsin_lattice::Bottom;

/// Writes to an object; `value` has escaped if the object is shared.
pub fn store(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    write: &Write,
    offsets: Offsets,
    slot: Slot,
    value: &Value,
) {
    regions::mix_by(transfer, write.object, value.objects());
    update(transfer, state, write, |contents, strength| {
        contents.write(offsets, slot, value, strength);
    });
}

/// Changes some bytes of an object, and lets other threads know if they may reach it: what is claimed of variables there
/// hears of it.
pub fn update(transfer: &Transfer<'_, '_>, state: &mut State, write: &Write, change: impl Fn(&mut Contents, Strength)) {
    let object = write.object;
    value_locks::note_unchecked(transfer, state, write);
    taking::note_dispenser_write(transfer, state, write);
    state.crews.write(object, write.bytes, &transfer.analysis.objects);
    state.forget_numbers(object, write.bytes, &transfer.analysis.objects);
    let shared = interference::is_shared(transfer, state, object);
    let is_held = held::is_held(transfer.analysis, object);
    if shared && !is_held && !interference::is_alone(transfer.analysis, state) {
        if views::held_since(transfer, state, object).is_empty()
            && !interference::locks_held(transfer.analysis, state).is_empty()
        {
            interference::refresh(transfer, state, object);
        }
        let mut news = Contents::nothing();
        change(&mut news, Strength::Strong);
        interference::publish(transfer, state, object, Channel::All, news);
        interference::weaken_protection(transfer, state, object, write.bytes);
        publication::await_unlock(transfer.analysis, state, object);
    }
    if transfer.analysis.is_once_control(object) {
        transfer
            .io
            .side(Global::OnceRewritten(object), Fact::value(Value::ZERO));
    }
    note_written_over(transfer, write, &change);
    rows::note_write(transfer, write, &change);
    taking::forget_shares_of(transfer, state, object);
    taking::forget_last_steps(transfer, state, write);
    looks::forget_copies_of(transfer, state, object);
    // What is held at any time is what is written at some time.
    let (mut contents, strength) = match is_held {
        true => (Contents::nothing(), Strength::Strong),
        false => (views::view(transfer, state, object), write.strength),
    };
    change(&mut contents, strength);
    views::set_view(transfer, state, object, contents);
    if shared {
        views::note_written(transfer, state, object);
    }
    tallies::note_unchecked(transfer, state, write, &change);
    counters::note_counter_write(transfer, state, write);
    signals::note_signal_write(transfer, state, write, &change);
}

/// Notes a write that may change a synchronisation object otherwise than by its functions: one that does not only clear memory.
fn note_written_over(transfer: &Transfer<'_, '_>, write: &Write, change: impl Fn(&mut Contents, Strength)) {
    let is_whole = write.bytes.size >= LEAST_SYNCHRONISATION;
    match write.intent.over {
        Over::Clears => return,
        Over::Initialises if !is_whole => return,
        Over::Initialises | Over::Changes if !is_whole && !transfer.records() => return,
        Over::Initialises | Over::Changes => {}
    }
    let mut written = Contents::nothing();
    change(&mut written, Strength::Strong);
    if !written
        .values()
        .any(|value| !value.is_bottom() && *value != Value::ZERO)
    {
        return;
    }
    match is_whole {
        true => kinds::note_overwritten(transfer, write.object, write.bytes),
        false => transfer.record(|recorder, at| recorder.part_written(at, write.object, write.bytes)),
    }
}
