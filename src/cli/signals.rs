//! What signals do: the first asks the run to end with what it has, a second one ends the program at once.

use super::INTERNAL_ERROR;
use crate::limits;
use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM, SIGXCPU};
use signal_hook::flag::{register, register_conditional_shutdown};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a shell says of a program that a signal ended, less the signal's number.
const ENDED_BY_SIGNAL: i32 = 128;

/// Lets signals ask for the end of the run. A signal that cannot be listened to ends the program, as ever.
pub fn listen() {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let wish = limits::wish();
        // The order counts: the second signal finds the wish of the first.
        let _ = register_conditional_shutdown(signal, ENDED_BY_SIGNAL + signal, Arc::clone(wish));
        let _ = register(signal, Arc::clone(wish));
    }
    // It is sent again each second.
    let _ = register(SIGXCPU, Arc::clone(limits::wish()));
}

/// Gives the end without memory the status of what is undecided, where addresses are limited: it has said why. Elsewhere it is a mistake of ours.
pub fn listen_to_aborts() {
    let status = match limits::addresses() {
        Some(_) => super::Exit::Undecided.status(),
        None => INTERNAL_ERROR,
    };
    let _ = register_conditional_shutdown(SIGABRT, i32::from(status), Arc::new(AtomicBool::new(true)));
}
