//! Property tests that try the same cases on each run.

use proptest::test_runner::{Config, RngSeed};

/// A configuration with a fixed seed and without files of past failures. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` override it.
pub fn config() -> Config {
    let mut config = Config::default();
    if matches!(config.rng_seed, RngSeed::Random) {
        config.rng_seed = RngSeed::Fixed(1977);
    }
    Config {
        failure_persistence: None,
        ..config
    }
}
