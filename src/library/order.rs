//! Which functions of the library order the calls of threads: those that synchronise, and those that call the program back; and which of them
//! may make threads of their own.

use super::model::{Effect, Model};

impl Model {
    /// Whether a call may create a thread, or run code of the program, which might.
    pub fn may_create(&self) -> bool {
        let only_orders = matches!(
            self.effect,
            Some(
                Effect::Lock { .. }
                    | Effect::Unlock { .. }
                    | Effect::LockInit { .. }
                    | Effect::LockDestroy { .. }
                    | Effect::BarrierInit { .. }
                    | Effect::SemaphoreInit { .. }
                    | Effect::AtomicLoad { .. }
                    | Effect::AtomicStore { .. }
                    | Effect::AtomicUpdate { .. }
                    | Effect::CompareExchange { .. }
                    | Effect::Fence { .. },
            )
        );
        self.orders() && !only_orders
    }

    /// Whether a call may order what its thread does before it and after it with what other threads do.
    pub fn orders(&self) -> bool {
        match &self.effect {
            None
            | Some(
                Effect::Own {}
                | Effect::AttributeInit { .. }
                | Effect::AttributeKind { .. }
                | Effect::AttributeRobust { .. }
                | Effect::AttributeDetach { .. }
                | Effect::KeySet { .. }
                | Effect::KeyGet { .. }
                | Effect::Allocate { .. }
                | Effect::Reallocate { .. }
                | Effect::ReadLine { .. }
                | Effect::Separate { .. }
                | Effect::NextToken { .. }
                | Effect::Free { .. }
                | Effect::Discard { .. }
                | Effect::Copy { .. }
                | Effect::Fill { .. }
                | Effect::Terminate {}
                | Effect::ProcessExit { .. },
            ) => false,
            Some(
                Effect::Create { .. }
                | Effect::Join { .. }
                | Effect::ThreadExit { .. }
                | Effect::Cancel { .. }
                | Effect::Detach { .. }
                | Effect::CancelType { .. }
                | Effect::Lock { .. }
                | Effect::Unlock { .. }
                | Effect::LockInit { .. }
                | Effect::LockDestroy { .. }
                | Effect::Wait { .. }
                | Effect::BarrierInit { .. }
                | Effect::BarrierShare { .. }
                | Effect::BarrierWait { .. }
                | Effect::Once { .. }
                | Effect::KeyCreate { .. }
                | Effect::SemaphoreInit { .. }
                | Effect::SemaphoreWait { .. }
                | Effect::SemaphorePost { .. }
                | Effect::AtomicBegin {}
                | Effect::AtomicEnd {}
                | Effect::SectionEnter { .. }
                | Effect::SectionLeave { .. }
                | Effect::PhaseEnter { .. }
                | Effect::PhaseBegin {}
                | Effect::Assume { .. }
                | Effect::Unsupported { .. }
                | Effect::Unwind {}
                | Effect::SystemCall {}
                | Effect::Break { .. }
                | Effect::AtExit { .. }
                | Effect::SignalHandler { .. }
                | Effect::SignalAction { .. }
                | Effect::Sort { .. }
                | Effect::Search { .. }
                | Effect::CallBack { .. }
                | Effect::CallLater { .. }
                | Effect::AtomicLoad { .. }
                | Effect::AtomicStore { .. }
                | Effect::AtomicUpdate { .. }
                | Effect::CompareExchange { .. }
                | Effect::Fence { .. },
            ) => true,
        }
    }
}
