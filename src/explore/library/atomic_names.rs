//! The names of atomic operations: GCC's `__atomic_*` and `__sync_*`, C11's `atomic_*`.

use super::atomics::{AtomicRoutine, Combine, Failure, Given};
use crate::ir::BinaryOp;

/// Operators by the word that names them in functions.
const OPERATORS: &[(&str, Combine)] = &[
    ("add", Combine::Operator(BinaryOp::Add)),
    ("sub", Combine::Operator(BinaryOp::Subtract)),
    ("and", Combine::Operator(BinaryOp::And)),
    ("or", Combine::Operator(BinaryOp::Or)),
    ("xor", Combine::Operator(BinaryOp::Xor)),
    ("nand", Combine::Nand),
];

fn operator(word: &str) -> Option<Combine> {
    OPERATORS.iter().find(|row| row.0 == word).map(|row| row.1)
}

/// The atomic operation that a name stands for.
pub(super) fn routine(name: &str) -> Option<AtomicRoutine> {
    if name == "__pepsin_atomic_init" {
        return Some(AtomicRoutine::InitialiseFrom);
    }
    if let Some(rest) = name.strip_prefix("__atomic_") {
        return gcc(strip_size(rest));
    }
    if let Some(rest) = name.strip_prefix("__sync_") {
        return sync(strip_size(rest));
    }
    let rest = name
        .strip_prefix("__c11_atomic_")
        .or_else(|| name.strip_prefix("atomic_"))?;
    let (rest, explicit) = match rest.strip_suffix("_explicit") {
        Some(rest) => (rest, true),
        None => (rest, name.starts_with("__c11_")),
    };
    c11(rest, explicit)
}

fn strip_size(name: &str) -> &str {
    ["_1", "_2", "_4", "_8"]
        .iter()
        .find_map(|size| name.strip_suffix(size))
        .unwrap_or(name)
}

fn gcc(name: &str) -> Option<AtomicRoutine> {
    use AtomicRoutine as A;
    Some(match name {
        "load_n" => A::Load(Some(1)),
        "store_n" => A::Store(Some(2)),
        "exchange_n" => A::Modify(Combine::Exchange, Given::Old, Some(2)),
        "compare_exchange_n" => A::CompareExchange(Some(4), Failure::Argument),
        "load" => A::LoadInto,
        "store" => A::StoreFrom,
        "exchange" => A::ExchangeThrough,
        "compare_exchange" => A::CompareExchangeThrough,
        "test_and_set" => A::TestAndSet(Some(1)),
        "clear" => A::Clear(Some(1)),
        "thread_fence" => A::Fence(Some(0)),
        "signal_fence" => A::SignalFence,
        "is_lock_free" | "always_lock_free" => A::IsLockFree,
        _ => match (name.strip_prefix("fetch_"), name.strip_suffix("_fetch")) {
            (Some(word), _) => A::Modify(operator(word)?, Given::Old, Some(2)),
            (_, Some(word)) => A::Modify(operator(word)?, Given::New, Some(2)),
            _ => return None,
        },
    })
}

fn sync(name: &str) -> Option<AtomicRoutine> {
    use AtomicRoutine as A;
    Some(match name {
        "bool_compare_and_swap" => A::CompareSwap(Given::New),
        "val_compare_and_swap" => A::CompareSwap(Given::Old),
        "lock_test_and_set" => A::LockTestAndSet,
        "lock_release" => A::LockRelease,
        "synchronize" => A::Fence(None),
        _ => match (name.strip_prefix("fetch_and_"), name.strip_suffix("_and_fetch")) {
            (Some(word), _) => A::Modify(operator(word)?, Given::Old, None),
            (_, Some(word)) => A::Modify(operator(word)?, Given::New, None),
            _ => return None,
        },
    })
}

fn c11(name: &str, explicit: bool) -> Option<AtomicRoutine> {
    use AtomicRoutine as A;
    let order = |number: u8| explicit.then_some(number);
    Some(match name {
        "load" => A::Load(order(1)),
        "store" => A::Store(order(2)),
        "init" => A::Initialise,
        "exchange" => A::Modify(Combine::Exchange, Given::Old, order(2)),
        "compare_exchange_strong" => A::CompareExchange(order(3), Failure::Strong),
        "compare_exchange_weak" => A::CompareExchange(order(3), Failure::Weak),
        "flag_test_and_set" => A::TestAndSet(order(1)),
        "flag_clear" => A::Clear(order(1)),
        "thread_fence" => A::Fence(Some(0)),
        "signal_fence" => A::SignalFence,
        "is_lock_free" => A::IsLockFree,
        _ => A::Modify(operator(name.strip_prefix("fetch_")?)?, Given::Old, order(2)),
    })
}
