//! The command line program `pepsin`.

fn main() {}
