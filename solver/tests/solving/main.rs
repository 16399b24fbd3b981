//! The solver from outside: examples by name, and random systems against a naive reference.

mod bits;
mod equations;
mod examples;
mod interval;
mod program;
mod random;
mod reference;
