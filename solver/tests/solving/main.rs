//! The solver from outside: examples by name.

mod equations;
mod examples;
mod interval;
