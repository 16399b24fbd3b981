//! Addresses that are numbers: of memory, or of code, that only the program's author knows.

use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Bottom, Lattice};

use crate::semantics::system::Analysis;
use crate::values::{Addresses, Offsets, Source, Value};

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
fn is_region_of_numbers(pointer: &Value) -> bool {
    let number = pointer.as_integer();
    match (number.low(), number.high()) {
        (Some(low), Some(high)) => high - low < LARGEST_REGION,
        _ => false,
    }
}

/// A number that becomes a pointer. It may have been computed from the address of an object, which it is known to lead to no more; beside other
/// addresses that it may be, too, this must not be forgotten.
pub fn as_pointer(analysis: &Analysis<'_>, mut number: Value) -> Value {
    let may_be_computed = is_numeric_address(&number) && !is_region_of_numbers(&number);
    if may_be_computed && !is_seeded(Bug::NumbersLeadNowhere) {
        number.join(&Value::addresses(memory_at_numbers(analysis)));
    }
    number
}

/// What numbers lead to that were taken for addresses.
pub fn memory_at_numbers(analysis: &Analysis<'_>) -> Addresses {
    Addresses::of(analysis.external(Source::Number), Offsets::ANY)
}

/// Whether a pointer may be a number that was computed from the address of an object or a function.
pub fn is_made_of_numbers(analysis: &Analysis<'_>, pointer: &Value) -> bool {
    let at_numbers = analysis.external(Source::Number);
    let is_computed = is_numeric_address(pointer) && !is_region_of_numbers(pointer);
    is_computed || pointer.objects().any(|object| object == at_numbers)
}
