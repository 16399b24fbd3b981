//! Addresses that are numbers: of memory, or of code, that only the program's author knows.

use pepsin_lattice::Bottom;

use crate::values::Value;

/// Whether a pointer is a number other than null: an address of memory, or of code, that only the program's author knows.
pub fn is_numeric_address(pointer: &Value) -> bool {
    let number = pointer.as_integer();
    let is_number = !number.is_bottom() && number.as_constant() != Some(0);
    is_number && !pointer.is_indeterminate() && pointer.as_addresses().is_bottom()
}

/// Memory at addresses that the program's author knows lies within this many bytes.
const LARGEST_REGION: i128 = 1 << 24;

/// Whether an address that is a number leads to some region of memory that the author named by it, as that of a device. Any other
/// number may have been computed from the address of an object, in ways that the analysis does not see: bit by bit, say.
pub fn is_region_of_numbers(pointer: &Value) -> bool {
    let number = pointer.as_integer();
    match (number.low(), number.high()) {
        (Some(low), Some(high)) => high - low < LARGEST_REGION,
        _ => false,
    }
}
