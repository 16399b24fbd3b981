//! Side conditions: for each, a program that is proved wrongly by an analysis that leaves it out.
//!
//! ```text
//!     cargo test --features seeded-bugs --test mutation                      all of them
//!     PEPSIN_SAMPLE=8 cargo test --features seeded-bugs --test mutation      every eighth
//! ```
//!
//! The programs are fixtures, where something races or hinders a proof, so an analysis with its condition does not call them
//! race-free. The formulas of the digests have mutants of their own, which laws catch (`digests/src/laws/mutants`).
//! (Mutation testing: DeMillo, Lipton and Sayward, 1978.)

mod fixture;
mod stack;

use stack::STACK;
use std::path::{Path, PathBuf};

use pepsin::config::Search;
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::VerdictReport;
use pepsin_lattice::seeded::{Bug, seed};

/// Each condition that is left out, with the program that shows it.
const TABLE: &[(Bug, &str)] = &[
    (Bug::SizeIgnored, "variables/lock-taken-by-a-byte-of-it"),
    (Bug::StartsOnly, "variables/lock-cleared-by-a-wide-store"),
    (Bug::WritesUnchecked, "variables/busy-flag-written-as-another-member"),
    (Bug::RelaxedReleases, "locks/spin-lock-released-without-order"),
    (Bug::RelaxedAcquires, "locks/spin-lock-taken-without-order"),
    (Bug::BehindFenceUnderLock, "fences/spin-lock-read-plainly-by-its-holder"),
    (
        Bug::KeptWithoutOrder,
        "atomics/lock-given-back-without-order-before-the-creation",
    ),
    (Bug::NullLeadsSomewhere, "soundness/pointer-that-is-always-null"),
    (Bug::DivisionByZeroIsDead, "soundness/division-that-is-always-by-zero"),
    (Bug::DecidedForGood, "locks/two-accounts-chosen-by-what-is-exchanged"),
    (
        Bug::PointersDecideNothing,
        "locks/two-accounts-chosen-by-what-a-pointer-changes",
    ),
    (Bug::ReadersPassWriters, "flags/readers-who-look-once-for-a-writer"),
    (Bug::WritersPassReaders, "flags/readers-beside-a-hurried-writer"),
    (Bug::StrangersLeave, "flags/readers-counted-down-by-a-writer"),
    (
        Bug::TalliesBeginAnywhere,
        "flags/readers-counted-from-the-greatest-number",
    ),
    (Bug::EachThreadCounts, "flags/readers-counted-by-each-thread"),
    (Bug::InitialAcross, "flags/readers-counted-from-what-a-union-holds"),
    (
        Bug::SharedTemporaries,
        "flags/readers-counted-by-a-number-that-others-write",
    ),
    (Bug::EndedInside, "flags/readers-who-end-as-such"),
    (Bug::CountedTwice, "flags/readers-counted-again-and-again"),
    (Bug::ClosedOnReaders, "flags/readers-counted-and-a-writer-does-not-look"),
    (Bug::PassedWhileClosed, "flags/readers-counted-whatever-a-writer-does"),
    (Bug::OpenedByAnybody, "flags/readers-set-their-number-to-zero"),
    (Bug::ReadersUnlock, "locks/reader-unlocks-for-all"),
    (Bug::FirstReaderPasses, "semaphores/second-reader-waits-for-all"),
    (Bug::AnyReaderIsLast, "semaphores/each-reader-posts-when-it-leaves"),
    (
        Bug::DebtsAreForgotten,
        "semaphores/first-reader-tries-and-waits-behind-the-mutex",
    ),
    (Bug::ReadersAtFirst, "semaphores/first-reader-is-never-the-first"),
    (Bug::ReadersPost, "semaphores/readers-post-before-they-leave"),
    (
        Bug::StrangersFindWriters,
        "flags/readers-beside-one-who-looks-for-writers",
    ),
    (Bug::StackIsNeverReused, "heap/array-of-variable-length-in-each-round"),
    (
        Bug::StoresDecideNothing,
        "locks/two-accounts-chosen-by-numbers-that-are-exchanged",
    ),
    (Bug::AllIsOrdered, "locks/two-accounts-chosen-by-no-number"),
    (Bug::UnorderedValues, "fences/no-release-fence"),
    (Bug::FencePublishesLater, "fences/data-behind-the-release-fence"),
    (Bug::BehindFenceNoted, "fences/flag-behind-a-fence-read-plainly"),
    (Bug::LearnedWithoutFence, "fences/no-acquire-fence"),
    (Bug::AddressesWithoutFence, "fences/address-without-acquire-fence"),
    (Bug::ForeignFences, "fences/fence-of-the-creator"),
    (Bug::AnyFenceReleases, "fences/acquire-fence-publishes-nothing"),
    (Bug::CopiesThroughAnyCast, "variables/flag-tested-as-a-truth-value"),
    (Bug::AnyConversion, "variables/mutex-by-the-index-without-sign"),
    (Bug::LongSteps, "variables/numbers-taken-by-long-steps"),
    (
        Bug::ProductsOfTakesWrap,
        "takes/row-of-an-image-whose-number-wraps-around",
    ),
    (Bug::TakesOfOneNumber, "takes/row-of-an-image-and-a-column-more"),
    (Bug::NarrowCounters, "takes/row-by-counter-that-wraps-around"),
    (Bug::SharesOutliveLocks, "takes/index-seen-and-taken-apart"),
    (Bug::NobodyAsksForTheLast, "takes/narrow-counter-without-end"),
    (
        Bug::EarlierNumbersBound,
        "takes/narrow-counter-bound-by-an-earlier-number",
    ),
    (Bug::CalleesTakeNothing, "takes/narrow-counter-stepped-behind-the-back"),
    (Bug::CrowdsStepOnce, "takes/narrow-counter-of-many-threads"),
    (Bug::RoomForAllSteps, "takes/narrow-counter-with-long-steps"),
    (Bug::SumsStayBounded, "takes/narrow-counter-bound-by-a-sum"),
    (Bug::OtherWritesTake, "takes/index-set-back"),
    (Bug::BeyondTheTake, "takes/index-and-the-one-behind"),
    (Bug::StrangersServe, "locks/ticket-lock-served-by-a-stranger"),
    (
        Bug::TicketsThroughAnyCast,
        "variables/ticket-narrowed-between-creations",
    ),
    (
        Bug::TicketPointerMoves,
        "variables/ticket-pointer-moved-between-creations",
    ),
    (Bug::SumsKeptAsTickets, "variables/ticket-of-the-next-narrowed"),
    (Bug::TicketSumsWrap, "variables/ticket-of-the-next-wraps-around"),
    (
        Bug::SharedRecordsCopied,
        "variables/members-as-tickets-copied-from-a-shared-record",
    ),
    (Bug::IdsBesideNumbers, "variables/members-as-tickets-under-the-id"),
    (Bug::InscriptionsOverlap, "variables/members-as-tickets-overlapping"),
    (Bug::MembersChange, "variables/members-as-tickets-changed-by-the-thread"),
    (
        Bug::PatternsMove,
        "variables/members-as-tickets-of-another-counter-written-again",
    ),
    (Bug::BitFieldsAreVariables, "flags/readers-counted-by-a-bit"),
    (
        Bug::TalliesOfAnyType,
        "flags/readers-counted-and-looked-at-without-the-sign",
    ),
    (Bug::SwitchesShareLocks, "semaphores/readers-of-two-numbers"),
    (Bug::SegmentsMove, "segments/chunks-of-another-length-each"),
    (
        Bug::SegmentsMeet,
        "segments/chunks-of-any-number-of-threads-that-overlap",
    ),
    (Bug::ManyAreLast, "segments/last-but-one-takes-the-rest"),
    (Bug::LastBeginsAnywhere, "segments/last-begins-elsewhere"),
    (Bug::FactorsOfAnySign, "segments/rows-of-a-length-below-zero"),
    (Bug::VanishedSymbolsMove, "segments/numbers-that-cancel-out"),
    (Bug::SlotsWrittenAgain, "segments/parts-changed-under-a-lock"),
    (Bug::TicketsOfTwoCounters, "variables/tickets-of-two-counters"),
    (Bug::CountsAreBounds, "soundness/barrier-for-one-or-two"),
    (Bug::StrangersStore, "joins/up-to-a-number-that-a-joined-thread-stored"),
    (Bug::ElementsOverlap, "segments/chunks-of-wide-elements"),
    (Bug::SegmentsFallAside, "segments/two-ends"),
    (Bug::LettersChange, "segments/parts-in-memory-changed"),
    (Bug::ClippedAnyway, "segments/chunks-clipped-by-what-changes"),
    (Bug::BoundsOfBits, "segments/border-without-its-sign"),
    (Bug::TicketsInherited, "segments/ticket-of-the-creator"),
    (Bug::ActivationsAreOne, "segments/border-of-two-activations"),
    (Bug::ToldByThemselves, "segments/border-moved-before-it-is-read"),
    (Bug::FirstBytesOnly, "segments/border-in-a-record-that-is-passed"),
    (Bug::ParametersOfAnyType, "segments/border-passed-as-a-byte"),
    (Bug::BoundsWrap, "segments/chunks-that-wrap-around"),
    (Bug::BoundsOfShrinking, "segments/chunk-that-is-left"),
    (Bug::TicketsSetBack, "variables/ticket-set-back-between-creations"),
    (Bug::IdsOverwritten, "joins/all-of-a-loop-one-id-overwritten"),
    (Bug::BoundsMove, "joins/all-of-a-loop-bound-changed"),
    (Bug::OrderOfBits, "joins/all-of-a-loop-compared-without-the-sign"),
    (Bug::StrangersWrite, "joins/all-of-a-loop-bound-changed-by-a-thread"),
    (Bug::CrewsLeaveNothing, "joins/all-of-a-loop-with-threads-of-their-own"),
    (Bug::BerthsTaken, "joins/all-of-a-loop-two-in-one-place"),
    (Bug::CrewsBeginAnyway, "joins/all-of-a-loop-twice-created"),
    (Bug::JoinedFromAnywhere, "joins/all-of-a-loop-but-the-first"),
    (
        Bug::JoinedDownFromAnywhere,
        "joins/all-of-a-loop-downwards-but-the-last",
    ),
    (Bug::CountersShrinkUnseen, "joins/counter-set-back-before-creations"),
    (Bug::IndexWraps, "joins/all-of-a-loop-index-of-one-byte"),
    (Bug::PointerMoves, "joins/all-of-a-loop-pointer-moved"),
    (Bug::ForeignCrewsStay, "joins/all-of-one-call-of-a-helper"),
    (Bug::ForeignCrewsGrow, "joins/all-of-the-first-of-two-calls"),
    (Bug::ToldByNobody, "joins/all-joined-by-a-helper-of-other-ids"),
    (Bug::VariablesOfCallsStay, "joins/all-joined-by-a-later-call-with-fewer"),
    (Bug::PointersToMany, "joins/all-of-a-loop-bound-in-another-object"),
    (
        Bug::ArgumentsStay,
        "joins/all-created-by-a-helper-that-changes-the-number",
    ),
    (Bug::VacantAfterCreation, "joins/slot-written-behind-the-creation"),
    (Bug::VacantBeforeJoin, "joins/slot-read-before-the-join"),
    (Bug::SlotsMove, "joins/slot-pointer-moved"),
    (Bug::NeighboursApart, "variables/ticket-and-the-one-behind"),
    (Bug::WrappedIsKept, "joins/counter-that-wraps-around"),
    (Bug::FlagsAreWide, "atomics/flag-in-the-first-byte-of-a-number"),
    (Bug::CounterOverwritten, "joins/latch-written-in-part"),
    (Bug::RelaxedCountdown, "atomics/latch-relaxed"),
    (Bug::WeakSignals, "conditions/stop-seen-too-late"),
    (Bug::LooksStay, "conditions/stop-looked-at-before-counting-in"),
    (
        Bug::BarrierByAnyPointer,
        "soundness/barrier-initialised-again-through-a-pointer",
    ),
    (Bug::WaitNeverInterrupted, "semaphores/wait-interrupted-by-a-signal"),
    (Bug::NeverTakenAgain, "locks/error-checking-mutex-taken-again"),
    (Bug::OwnerNeverDead, "locks/robust-mutex-of-an-ended-thread"),
    (
        Bug::StrangersUnlock,
        "locks/error-checking-mutex-not-unlocked-by-a-stranger",
    ),
    (
        Bug::OneVariableForEachType,
        "values/members-of-a-union-with-and-without-sign",
    ),
    (Bug::ReallocationKeeps, "heap/reallocated-while-it-is-read"),
    (Bug::AssemblyTouchesNothing, "soundness/assembly-that-accesses-memory"),
    (Bug::CancelledInTime, "soundness/cancelled-at-any-time"),
    (Bug::OnceInAnyMemory, "soundness/once-control-in-allocated-memory"),
    (Bug::VerificationIgnored, "values/ring-index-behind-pointer-racy"),
    (Bug::WaitKeepsLock, "soundness/value-changes-during-wait"),
    (
        Bug::OverwrittenStaysHeld,
        "soundness/lock-overwritten-where-that-is-no-access",
    ),
    (Bug::AliasStaysHeld, "regions/node-unlocked-through-an-alias"),
    (Bug::RelaxedHandover, "atomics/address-handed-over-relaxed"),
    (Bug::RegionsUnclaimed, "regions/hash-table-node-in-two-buckets"),
    (Bug::CopiesStay, "variables/copy-of-a-flag-before-it-was-set"),
    (Bug::TurnsWithoutOrder, "locks/ticket-spin-lock-without-order"),
    (Bug::TakenWhileWaiting, "locks/ticket-lock-with-numbers-thrown-away"),
    (Bug::TurnsSkipped, "locks/ticket-lock-that-skips-turns"),
    (Bug::EarlierNumbersServed, "locks/ticket-lock-waited-for-again"),
    (Bug::TakesMove, "takes/chunks-clipped-by-what-changes"),
    (Bug::TurnsReadBefore, "locks/ticket-lock-looked-at-before"),
    (Bug::StartersNeverWait, "locks/ticket-lock-with-a-number-from-before"),
    (Bug::BoundedNumbersServed, "locks/ticket-lock-of-one-number-or-the-next"),
    (
        Bug::LinesStartAnywhere,
        "locks/ticket-lock-that-starts-with-another-number",
    ),
    (Bug::BarrierOverwritten, "soundness/barrier-copied-over"),
    (Bug::SemaphoreOverwritten, "semaphores/copied-over"),
    (Bug::OpaqueStaysZero, "locks/copy-of-a-mutex-looked-into"),
    (Bug::PartsOverwritten, "semaphores/written-byte-by-byte"),
    (Bug::OnceMadeAnew, "soundness/once-control-made-anew-under-its-lock"),
    (Bug::ResetStaysHeld, "soundness/lock-destroyed-while-it-is-held"),
    (Bug::StoredStaysFresh, "heap/filled-after-published"),
    (Bug::RowsUnclaimed, "rows/row-that-is-two"),
    (Bug::RowsLinkedAgain, "rows/row-stored-twice"),
    (Bug::RowsRenamed, "rows/row-linked-by-a-helper"),
    (Bug::RowsBehindOthers, "rows/planes-that-share-a-row"),
    (Bug::WordsMove, "rows/buffer-of-the-record-before"),
    (Bug::LocksBesideAnyPointer, "rows/buffer-beside-another-lock"),
    (Bug::RowsOfAnyLevel, "rows/planes-by-row-and-by-number"),
    (Bug::CyclesBelowZero, "segments/dealt-out-from-below-zero"),
    (Bug::CyclesInSteps, "segments/dealt-out-in-pairs"),
    (Bug::CyclesOfAnyLength, "segments/dealt-out-to-fewer"),
    (Bug::CellsAreWide, "regions/bucket-beside-the-one-locked"),
    (Bug::ReleaseTouchesNothing, "heap/free-before-join"),
    (Bug::LostAmongOthers, "soundness/lost-pointer-handed-over-among-others"),
    (Bug::AddressesOnce, "heap/address-given-again"),
    (Bug::EndsApart, "soundness/end-where-another-begins"),
    (Bug::BlocksOutliveThreads, "atomics/thread-that-ends-inside-of-a-block"),
    (Bug::PutStaysOwned, "handover/touched-after-it-was-put-in"),
    (Bug::AloneForGood, "handover/linked-and-touched-when-threads-run"),
    (
        Bug::SkippedCreateNobody,
        "handover/linked-and-touched-when-a-helper-has-created",
    ),
    (Bug::AnythingIsPut, "handover/linked-where-others-have-it"),
    (Bug::TailAnywhere, "handover/fifo-whose-tail-is-tested-and-left-behind"),
    (
        Bug::SectionOutlastsWait,
        "handover/waited-between-reading-and-unlinking",
    ),
    (
        Bug::LockOfAllOutlastsReleases,
        "handover/walked-where-the-lock-of-all-was-released",
    ),
    (Bug::HeadsOutliveSections, "handover/head-kept-behind-its-section"),
    (Bug::NodesAreNoLists, "handover/list-in-the-memory-of-a-node"),
    (Bug::OnlyTheTextCalls, "handover/task-that-is-a-routine-as-well"),
    (Bug::RingsAreNeverEmpty, "handover/ring-that-may-be-empty"),
    (Bug::RingsAreNeverFull, "handover/ring-that-may-be-full"),
    (
        Bug::TestsOutlastWrites,
        "handover/ring-closed-and-opened-while-it-was-looked-at",
    ),
    (Bug::TestsOutlastVariables, "handover/ring-closed-here-and-not-there"),
    (Bug::LentAreKept, "handover/ring-taken-through-a-variable-that-is-kept"),
    (
        Bug::LentOfAnyType,
        "handover/ring-taken-as-a-record-and-read-as-a-pointer",
    ),
    (Bug::PointersOfSlotsAlike, "handover/ring-of-jobs-with-a-second-pointer"),
    (Bug::CountsFallBelowZero, "handover/stack-counted-below-zero"),
    (Bug::ElementsFromAnywhere, "handover/rings-emptied-from-the-middle"),
    (Bug::RingsMiscount, "handover/ring-that-runs-on-and-miscounts"),
    (Bug::PutInRingsTwice, "handover/ring-with-a-message-twice"),
    (Bug::AnythingIsInRings, "handover/ring-of-what-is-known"),
    (Bug::LocksOfSome, "locks/locks-of-all-accounts-but-one"),
    (
        Bug::InitialisersJumpedOver,
        "flags/record-of-main-whose-initialiser-is-jumped-over",
    ),
    (Bug::RoomOfOneState, "order/barrier-for-one-less-than-are-created"),
    (Bug::CrewsWithoutRoom, "order/barrier-where-main-waits-too"),
    (Bug::RemaindersStay, "locks/striped-by-a-remainder-of-before"),
    (Bug::StripesAcrossCells, "locks/striped-locks-that-do-not-fit"),
    (Bug::TablesOwnNothing, "rows/row-stored-twice"),
    (Bug::NamedIndicesStay, "locks/lock-chosen-by-a-remainder-that-changes"),
    (Bug::SectionsWithoutOrder, "handover/walked-without-order"),
    (Bug::OrderOutlastsReleases, "handover/walked-on-behind-a-creation"),
    (Bug::NothingRunsAtExit, "handover/circle-left-at-the-end-of-main"),
    (Bug::ReadersWrite, "handover/replaced-and-counted-by-readers"),
    (Bug::TextAppended, "library/text-appended-behind-another"),
    (Bug::LibraryLinksNothing, "regions/region-of-a-pointer-from-a-pipe"),
    (Bug::NumbersLeadNowhere, "values/address-made-of-bits-beside-another"),
    (Bug::FlagsOfAnyThread, "threads/flag-of-a-handler-beside-a-thread"),
    (Bug::ListsShareNodes, "handover/node-in-two-lists-of-one-lock"),
    (Bug::StrangersLink, "handover/linked-before-threads-run"),
    (Bug::ListsStartAnyhow, "handover/listed-at-program-start"),
    (Bug::SkippedByRight, "handover/function-called-with-a-kept-node-as-well"),
    (Bug::ParametersStay, "handover/lock-of-another-list-in-a-helper"),
    (Bug::LocksOfThreads, "handover/lock-of-each-thread"),
    (Bug::PointersSettled, "handover/pointer-to-the-list-moved-by-a-helper"),
    (Bug::EndsInSections, "handover/ended-while-the-list-is-a-circle"),
    (Bug::NamesGivenAgain, "handover/put-in-and-taken-out-by-one-call"),
    (Bug::RightsOutliveSections, "handover/list-forgotten-for-its-first-node"),
    (Bug::PayloadsStayOwned, "handover/payload-touched-after-it-was-put-in"),
    (Bug::AnythingIsCarried, "handover/payload-of-all-nodes"),
    (Bug::PayloadsAreShared, "handover/payload-put-in-twice"),
    (Bug::NamelessCarryAnything, "handover/payload-of-a-node-without-name"),
    (Bug::TypesApart, "handover/payload-changed-by-another-type"),
    (Bug::AnyIndexStaysInside, "handover/payload-counted-from-null"),
    (Bug::FlagsAreDown, "handover/slot-looked-at-after-it-was-filled"),
];

fn is_proved(program: PathBuf) -> bool {
    let text = std::fs::read_to_string(&program).expect("the program is a fixture");
    let mut settings = fixture::settings(&text).expect("fixtures have settings that there are");
    // They would find the race.
    settings.exploration = Search::Off;
    let analysis = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let report = pipeline::check(&[Input::new(&program)], &settings).expect("fixtures are C");
        report.verdict == VerdictReport::RaceFree
    });
    let analysis = analysis.expect("a thread can be started");
    analysis.join().expect("the analysis does not panic")
}

// One test, because a defect is switched on for the whole process.
#[test]
fn each_side_condition_is_needed_for_a_program() {
    let mut survivors = Vec::new();
    for (bug, fixture) in TABLE {
        let program = Path::new("tests/c").join(fixture).with_extension("c");
        assert!(!is_proved(program.clone()), "{fixture} is not proved as it is");
        seed(Some(*bug));
        let proved = is_proved(program);
        seed(None);
        if !proved {
            survivors.push(format!("{bug:?} ({}: {}) by {fixture}", bug.argument(), bug.change()));
        }
    }
    assert!(survivors.is_empty(), "not noticed:\n{}", survivors.join("\n"));
}

#[test]
fn the_table_has_every_condition_and_the_documentation_has_the_table() {
    let text = include_str!("../docs/oracle.md");
    for bug in Bug::CONDITIONS {
        let of = TABLE.iter().filter(|(of, _)| *of == bug);
        let fixtures: Vec<&str> = of.map(|(_, fixture)| *fixture).collect();
        let [fixture] = fixtures[..] else {
            panic!("{bug:?} has {} programs", fixtures.len());
        };
        let row = format!("| {} | {} | `{fixture}` |", bug.argument(), bug.change());
        assert!(text.contains(&row), "docs/oracle.md lacks: {row}");
    }
}
