//! Names of findings that outlive edits elsewhere.

/// The hash FNV-1a of what names a cause, in hexadecimal digits.
pub fn fingerprint(key: &str) -> String {
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
