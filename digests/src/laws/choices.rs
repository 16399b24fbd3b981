//! Choices drawn from bytes: whoever varies the bytes varies what is made of them.
//!
//! A property test that shrinks the bytes thereby shrinks the program made of them: missing bytes count as zero, and
//! zero always is the simplest choice.

/// A source of choices.
#[derive(Clone, Debug)]
pub struct Choices {
    bytes: Vec<u8>,
    at: usize,
}

impl Choices {
    /// Choices drawn from these bytes, then zeroes for ever.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, at: 0 }
    }

    /// `length` bytes that look random, the same for the same seed (splitmix64, Steele, Lea and Flood, OOPSLA 2014).
    pub fn seeded(seed: u64, length: usize) -> Self {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) >> 24) as u8
        };
        Self::new((0..length).map(|_| next()).collect())
    }

    /// A number below `bound`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % bound.max(1)
    }

    /// Whether a chance of `numerator` in `denominator` comes true; never, once the bytes are used up.
    pub fn chance(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) >= denominator - numerator
    }
}
