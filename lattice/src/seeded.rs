//! Defects on purpose: what the tests must find, if they are any good.
//!
//! With the feature `seeded-bugs`, one defect at a time can be switched on, and each stands where a real one could be.
//! Without it, [`is_seeded`] is the constant `false`, and no trace of the defects is compiled.
//! (Mutation testing: DeMillo, Lipton and Sayward, 1978.)

macro_rules! defects {
    (shown { $($shown:ident: $what:literal,)* } clients { $($client:ident: $in:literal,)* } conditions { $($condition:ident: $of:literal, $missing:literal,)* }) => {
        /// A defect.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Bug {
            $(#[doc = $what] $shown,)*
            $(#[doc = $in] $client,)*
            $(#[doc = $missing] $condition,)*
        }

        impl Bug {
            /// Those that executions of random programs contradict.
            pub const ALL: [Bug; [$(stringify!($shown)),*].len()] = [$(Bug::$shown),*];

            /// Those of sequential analyses that ask the race check, which executions contradict where dereferences are compared.
            pub const CLIENTS: [Bug; [$(stringify!($client)),*].len()] = [$(Bug::$client),*];

            /// Side conditions of digests, facts and claims that are left out: each lets the analysis prove a certain program.
            pub const CONDITIONS: [Bug; [$(stringify!($condition)),*].len()] = [$(Bug::$condition),*];

            /// What it changes, as a sentence.
            #[must_use]
            pub const fn change(self) -> &'static str {
                match self {
                    $(Bug::$shown => $what,)*
                    $(Bug::$client => $in,)*
                    $(Bug::$condition => $missing,)*
                }
            }

            /// The argument whose side condition is left out; nothing for the others.
            #[must_use]
            pub const fn argument(self) -> &'static str {
                match self {
                    $(Bug::$shown => "",)*
                    $(Bug::$client => "",)*
                    $(Bug::$condition => $of,)*
                }
            }
        }
    };
}

defects! {
    shown {
        UnlockKeepsLock: "A digest transfer: releasing a lock leaves it in the lockset.",
        ReadersExclude: "A predicate: two holds for reading exclude each other.",
        OverlapOfStarts: "The byte overlap: accesses overlap only if they start at the same byte.",
        ArgumentStaysPrivate: "Escape: what is passed to a created thread stays private.",
        JoinOfAny: "The join transfer: joining one of several threads counts as joining the first.",
        UncertainUnlock: "Unlock of a may-alias: an uncertain release releases nothing.",
        NoInitialObservable: "A missing initial observable: a lock can be taken only after it was released.",
        WideningForgets: "Widening: a value that grows is left as it is.",
        UpdateDropped: "The update rule: a contribution that grows is dropped.",
        PartReadsWhole: "Unions: a part of a scalar reads as all of it.",
    }
    clients {
        CallsAreMoments: "Pseudo-accesses: while a call is executed, the thread has the past that it had before.",
        CalleesModifyNothing: "Null dereferences: a function modifies nothing of what its caller knows.",
        EnteredByOne: "Null dereferences: a function is entered with what holds at one of its calls.",
    }
    conditions {
        SizeIgnored: "variables", "An access to a part of a variable counts as one to the variable.",
        StartsOnly: "variables", "A write that starts before a variable does not touch it.",
        WritesUnchecked: "value locks", "A write of any kind leaves a variable a lock.",
        RelaxedReleases: "value locks", "A store without order releases a lock made of a variable.",
        RelaxedAcquires: "value locks", "A compare-and-swap without order acquires a lock made of a variable.",
        BehindFenceUnderLock: "value locks", "A store behind a fence that gives a lock made of a variable back is made under it.",
        KeptWithoutOrder: "value locks", "Who gives a lock made of a variable back without order still has it.",
        DecidedForGood: "decided conditions", "A condition stays decided where its operands are assigned.",
        PointersDecideNothing: "decided conditions", "No pointer changes the operands of a condition.",
        ReadersPassWriters: "locks for readers and writers", "Who counts itself as a reader is one, whether somebody writes or not.",
        StrangersLeave: "locks for readers and writers", "Who is no reader may leave.",
        TalliesBeginAnywhere: "tallies", "A number of those who are somewhere may begin with any number.",
        EachThreadCounts: "tallies", "A variable of each thread counts threads.",
        InitialAcross: "tallies", "What initialises other members of a union leaves a number zero.",
        SharedTemporaries: "tallies", "Nobody else writes to the temporary by which a number changes.",
        EndedInside: "tallies", "A thread may end while it is counted.",
        CountedTwice: "tallies", "Who is counted may be counted again.",
        ClosedOnReaders: "gates", "Who has a number of readers for itself need not find it zero before.",
        PassedWhileClosed: "gates", "Readers come whether somebody has their number for itself or not.",
        OpenedByAnybody: "gates", "Who has not made a number negative may make it zero.",
        ReadersUnlock: "switches", "Who has a mutex together with others may unlock it.",
        FirstReaderPasses: "switches", "A reader who is the first need not wait for the semaphore.",
        AnyReaderIsLast: "switches", "A reader who leaves has the semaphore for itself, whoever is left.",
        DebtsAreForgotten: "switches", "The first reader may let go of the lock before it waits for the semaphore.",
        ReadersAtFirst: "switches", "There may be readers when no reader has come.",
        ReadersPost: "switches", "Who has a permit together with others may give it back.",
        StrangersFindWriters: "value locks", "Who does not hold a lock made of a number of writers does not find zero.",
        WritersPassReaders: "locks for readers and writers", "Writers need not look at the number of readers.",
        StackIsNeverReused: "memory on the stack", "What `alloca` gives is other memory each time.",
        StoresDecideNothing: "decided conditions", "No store changes the operands of a condition that lie in memory.",
        AllIsOrdered: "decided conditions", "Of two floating-point numbers, one is less, or they are equal.",
        NullLeadsSomewhere: "undefined", "What comes behind a pointer that is always null is dead.",
        DivisionByZeroIsDead: "undefined", "What comes behind a division that is always by zero is dead.",
        UnorderedValues: "V", "What is read without order says what came before.",
        FencePublishesLater: "fences", "A release fence publishes what stands between it and the store.",
        BehindFenceNoted: "fences", "What is found behind a release fence was found before it.",
        LearnedWithoutFence: "fences", "What a relaxed load finds is ordered without an acquire fence.",
        AddressesWithoutFence: "fences", "An address read without order leads to what was initialised before.",
        ForeignFences: "fences", "A fence orders what another thread has read.",
        AnyFenceReleases: "fences", "An acquire fence publishes.",
        CopiesThroughAnyCast: "copies", "A copy is looked through every conversion.",
        AnyConversion: "SL, OW", "An index is the same number behind every conversion.",
        LongSteps: "counters", "A counter of 64 bits does not wrap around, whatever its steps.",
        NarrowCounters: "counters", "No counter wraps around.",
        SharesOutliveLocks: "takes", "What was seen of a counter stays known behind the lock.",
        NobodyAsksForTheLast: "takes", "A thread takes numbers of a narrow counter whatever it took last.",
        EarlierNumbersBound: "takes", "A number tells what was taken last, whatever was taken since.",
        CalleesTakeNothing: "takes", "A function takes no number behind its caller's back.",
        CrowdsStepOnce: "takes", "Of threads created at one place, only one takes a number that is too great.",
        RoomForAllSteps: "takes", "A narrow counter has room for a last step of each thread, however long.",
        SumsStayBounded: "takes", "A sum is less than a bound only if the number is.",
        OtherWritesTake: "takes", "A counter may be written to in any way.",
        ProductsOfTakesWrap: "OW", "No product of a number that was taken wraps around.",
        TakesOfOneNumber: "OW", "What is added to a number that was taken is always the same.",
        BeyondTheTake: "OW", "Numbers behind those that were taken belong to the taker.",
        StrangersServe: "turns", "Anybody may pass the turn on.",
        TicketsThroughAnyCast: "tickets", "A ticket grows through every conversion.",
        TicketPointerMoves: "tickets", "A pointer of which tickets are made may be assigned between two creations.",
        SumsKeptAsTickets: "tickets", "What is added to a ticket survives a conversion that the ticket survives.",
        TicketSumsWrap: "tickets", "A sum of a ticket and a number may wrap around.",
        SharedRecordsCopied: "tickets", "What others may have changed in a record is copied as it was written.",
        IdsBesideNumbers: "tickets", "The id of a new thread leaves the numbers as they are where it is stored.",
        InscriptionsOverlap: "tickets", "Numbers that threads find in memory may lie closer than they are wide.",
        MembersChange: "tickets", "A number in memory by which a thread differs may be changed while it runs.",
        PatternsMove: "tickets", "A pattern tells the same numbers each time, though it is told by variables that change.",
        TicketsSetBack: "tickets", "A ticket may be set back between two creations.",
        IdsOverwritten: "crews", "A write over the ids of a crew leaves them there.",
        BoundsMove: "crews", "A crew's bound stays the same when it is written to.",
        OrderOfBits: "crews", "A number of as many bits is less than the same numbers, with and without a sign.",
        StrangersStore: "crews", "What was stored in memory stands there, whoever writes to it.",
        StrangersWrite: "crews", "Nobody else writes to what is known of a crew.",
        CrewsLeaveNothing: "crews", "Joined threads of a crew left nothing running.",
        BerthsTaken: "crews", "A creation may put its id where another one is.",
        CrewsBeginAnyway: "crews", "A crew begins although threads of its creation are running.",
        JoinedFromAnywhere: "crews", "Joining may begin behind the first of a crew.",
        JoinedDownFromAnywhere: "crews", "Joining downwards may begin in front of the last of a crew.",
        CountersShrinkUnseen: "crews", "A variable that names berths has never been less.",
        IndexWraps: "crews", "No index of an id wraps around.",
        PointerMoves: "crews", "A pointer to ids stays the same when it is assigned.",
        ForeignCrewsStay: "crews", "A function that is called again creates no more threads of a crew.",
        PointersToMany: "crews", "A pointer to one of many objects leads to the same one as before.",
        ForeignCrewsGrow: "crews", "A function that joins creates no more threads of a crew itself.",
        ToldByNobody: "crews", "Nobody else changes what told a row that parameters tell now.",
        VariablesOfCallsStay: "crews", "A variable of a function is the same one when the function is called again.",
        ArgumentsStay: "crews", "What a function was passed is the same behind the call, whatever it writes.",
        VacantAfterCreation: "OW", "What a thread was passed belongs to its creator behind the creation.",
        VacantBeforeJoin: "OW", "What a thread was passed belongs to its creator before the join.",
        SlotsMove: "OW", "A pointer from which threads were passed addresses stays the same when it is assigned.",
        NeighboursApart: "OW", "Elements of different tickets are apart, however large.",
        WrappedIsKept: "CD", "A counter that wraps around has grown.",
        FlagsAreWide: "value locks", "What is set and cleared as a flag is as wide as its type.",
        CounterOverwritten: "CD", "A write of another kind leaves a counter one.",
        RelaxedCountdown: "CD", "A countdown without order orders what comes before it.",
        WeakSignals: "CD", "Orders weaker than sequential consistency forbid store buffering.",
        LooksStay: "CD", "A look at a signal or a counter is one of when it is tested.",
        CountsAreBounds: "B", "A barrier is initialised for the greatest number that one call passes.",
        BarrierByAnyPointer: "B", "A barrier that is initialised through an uncertain pointer is not.",
        WaitNeverInterrupted: "S", "No signal interrupts a wait for a semaphore.",
        NeverTakenAgain: "locks", "Taking a lock again never fails.",
        OwnerNeverDead: "locks", "No mutex tells that its holder has ended.",
        StrangersUnlock: "locks", "Unlocking a mutex of another thread never fails.",
        OneVariableForEachType: "V", "What lies at one place is another variable by each of its types.",
        ReallocationKeeps: "heap", "`realloc` does not release the old memory.",
        AssemblyTouchesNothing: "obstacles", "Assembly that may access memory is no obstacle.",
        CancelledInTime: "obstacles", "A thread that may be cancelled at any time is no obstacle.",
        OnceInAnyMemory: "O", "A once-control may lie in any memory.",
        VerificationIgnored: "solver", "Contributions are dropped, and that the solution is none is ignored.",
        WaitKeepsLock: "locks", "Waiting on a condition variable does not release the mutex.",
        OverwrittenStaysHeld: "L", "A lock that is overwritten stays held.",
        AliasStaysHeld: "SL", "Unlocking through another pointer releases no lock that is known by symbolic address.",
        RelaxedHandover: "FR", "An address that travels without order is fresh until then.",
        RegionsUnclaimed: "R", "No claim about regions is withdrawn.",
        CopiesStay: "V, copies", "A copy stays one when the variable changes of which it is.",
        TakenWhileWaiting: "lines", "Who takes another number has none that waits.",
        TurnsSkipped: "lines", "A turn is passed on by any number.",
        EarlierNumbersServed: "lines", "A number that was served once still waits for its turn.",
        TakesMove: "OW", "What the bounds of a take rely on stays as it is.",
        TurnsReadBefore: "lines", "A turn that was read before its number was taken is one.",
        StartersNeverWait: "lines", "Who starts the first threads waits with no number.",
        BoundedNumbersServed: "turns", "A number of which only bounds are known is the ego's.",
        LinesStartAnywhere: "lines", "The first turn is that of the first number, whatever the variables hold.",
        TurnsWithoutOrder: "turns", "A turn that is passed on without order hands over what came before it.",
        BarrierOverwritten: "B", "A barrier over which bytes are copied counts as before.",
        SemaphoreOverwritten: "S", "A semaphore over which bytes are copied has the permits that it was given.",
        OpaqueStaysZero: "V", "What is read within a mutex is what the program stored there.",
        PartsOverwritten: "S", "A semaphore whose bytes are written one by one has the permits that it was given.",
        OnceMadeAnew: "O", "A once-control that is written to stays as it is.",
        ResetStaysHeld: "L", "A lock that is initialised or destroyed stays held.",
        StoredStaysFresh: "FR", "What is stored where others may look is known to nobody else.",
        CellsAreWide: "R", "A pointer into the cell of a region stays in it, however it is moved.",
        ReleaseTouchesNothing: "heap", "To release memory is no access to it.",
        LostAmongOthers: "heap", "A lost pointer is joined with others that are not known as one of these.",
        AddressesOnce: "heap", "No address is given again when memory was released.",
        EndsApart: "heap", "No object begins where another one ends.",
        BlocksOutliveThreads: "locks", "A thread that ends inside of an atomic block stays in it.",
        PutStaysOwned: "HO", "Who has put a node into a list owns it still.",
        AloneForGood: "HO", "Who has created a thread has all lists still.",
        SkippedCreateNobody: "HO", "What touches no list creates no thread.",
        AnythingIsPut: "HO", "A list may end in anything.",
        TailAnywhere: "HO", "The tail of a list may lead anywhere.",
        BitFieldsAreVariables: "variables", "A bit-field is the variable whose bytes it shares.",
        TalliesOfAnyType: "tallies", "A tally is bounded alike whatever it is read as.",
        SwitchesShareLocks: "switches", "Readers are counted by two numbers for one semaphore.",
        SegmentsMove: "SG", "What bounds of segments are computed from may be written while threads run.",
        RowsUnclaimed: "RW", "No two pointers in arrays lead to one object, whatever was stored there.",
        RowsLinkedAgain: "RW", "A pointer to new memory is the only one, however often it is stored.",
        RowsRenamed: "RW", "New memory is linked nowhere behind a call that allocates more by the same name.",
        RowsBehindOthers: "RW", "Rows in different planes are not the same, whatever leads to them there.",
        WordsMove: "RW", "A pointer stands where it stood, whatever is assigned to the variables by which that is written.",
        LocksBesideAnyPointer: "RW", "All locks beside a pointer are one, wherever they lie.",
        RowsOfAnyLevel: "RW", "Rows in planes are apart if the rows of one are apart from the planes of another.",
        CyclesBelowZero: "SG", "Numbers below another one are not negative.",
        CyclesInSteps: "SG", "Numbers to which cycles are added are as far apart as those without.",
        CyclesOfAnyLength: "SG", "Elements are dealt out in turn, whatever is added from one to the next.",
        SegmentsMeet: "SG", "Segments of different indices never meet, however long they are.",
        TicketsOfTwoCounters: "tickets", "Threads of one creation differ by what they are given, whichever variables tell that.",
        SlotsWrittenAgain: "tickets", "What the creator writes in a row is for a thread to come, whatever it counted since.",
        VanishedSymbolsMove: "SG", "What is not left of a sum or a product may change between that it is read twice.",
        FactorsOfAnySign: "SG", "What is below a number is not negative, so that this is not, either.",
        LastBeginsAnywhere: "SG", "What holds but for the last thread tells where segments begin, too.",
        ManyAreLast: "SG", "Threads may be in a case of which a bound says nothing, whatever the numbers by which they differ.",
        ElementsOverlap: "SG", "Bytes of different elements never meet, however long they are.",
        SegmentsFallAside: "SG", "Segments with one end only are apart from those that lie further on.",
        LettersChange: "SG", "What a creator wrote for a thread is what that finds, whoever writes there.",
        ClippedAnyway: "SG", "What a bound is clipped to is what it was compared with.",
        BoundsOfBits: "SG", "A conversion between types of as many bits keeps the number.",
        TicketsInherited: "SG", "What a thread was given its own threads were given, too.",
        ActivationsAreOne: "SG", "A variable is the same one in all running activations of its function.",
        ToldByThemselves: "SG", "What is written to a variable is told by what stood there, as if that were the same.",
        FirstBytesOnly: "SG", "A parameter is assigned in its first byte only.",
        ParametersOfAnyType: "SG", "A parameter is the number that was passed, whatever its type.",
        BoundsWrap: "SG", "No operation on numbers of which bounds are told wraps around.",
        BoundsOfShrinking: "SG", "What shrinks stays above its bounds.",
        ListsStartAnyhow: "HO", "Lists are empty at program start, whatever their cells hold.",
        SectionOutlastsWait: "HO", "Waiting on a condition variable ends no critical section.",
        LockOfAllOutlastsReleases: "HO", "The lock of all lists is held still where it was released.",
        HeadsOutliveSections: "HO", "The address of a head is that of each list of which a critical section is.",
        NodesAreNoLists: "HO", "Memory of which something is named as a node holds no list.",
        OnlyTheTextCalls: "HO", "Nobody but the text enters functions whose address is taken.",
        RingsAreNeverEmpty: "HO", "There is always an object in a ring.",
        RingsAreNeverFull: "HO", "There is always room in a ring.",
        CountsFallBelowZero: "HO", "The objects on a stack or in a ring may be counted below zero.",
        ElementsFromAnywhere: "HO", "Bytes as many as an element has are an element, wherever they start.",
        RingsMiscount: "HO", "The count of a ring may be any number.",
        TestsOutlastWrites: "HO", "What a test told of memory stays true whatever is written or called.",
        TestsOutlastVariables: "HO", "What a test told of memory is true of wherever the pointer leads later.",
        LentAreKept: "HO", "Nobody keeps the address of a variable that is passed to a function.",
        LentOfAnyType: "HO", "What a parameter leads to is one pointer, whatever it is read as.",
        PointersOfSlotsAlike: "HO", "All pointers in a record are the one that is handed over with it.",
        PutInRingsTwice: "HO", "An object may be put into a ring twice.",
        AnythingIsInRings: "HO", "A ring may hold anything.",
        LocksOfSome: "SL", "Whoever holds the lock of one element holds those of all.",
        RemaindersStay: "SL", "What remains of a number stays what it is when the number changes.",
        StripesAcrossCells: "SL", "Locks that serve several cells begin anew wherever the cells do.",
        TablesOwnNothing: "R", "What is stored in a table that nobody else knows is stored nowhere else.",
        InitialisersJumpedOver: "V", "Nobody jumps into the block of a local variable of `main`.",
        RoomOfOneState: "BC", "What one state tells of the room of a barrier, all do that create a thread.",
        CrewsWithoutRoom: "BC", "A barrier counts all who wait there.",
        NamedIndicesStay: "SL", "What an index is computed of keeps its value.",
        SectionsWithoutOrder: "HO", "A section without the lock is in order with all others.",
        OrderOutlastsReleases: "HO", "A section without the lock goes on behind what releases others.",
        NothingRunsAtExit: "HO", "Nothing runs behind the end of `main`.",
        ReadersWrite: "HO", "Who holds a lock for reading may write.",
        TextAppended: "addresses", "A text that is appended is written where the other one begins.",
        LibraryLinksNothing: "R", "No pointer that the library stores leads from one region to another.",
        NumbersLeadNowhere: "addresses", "A number that becomes a pointer leads nowhere beside other addresses.",
        FlagsOfAnyThread: "handlers", "What handlers do to flags is atomic whatever threads there are.",
        ListsShareNodes: "HO", "Two lists under one lock share no nodes, whatever is put in.",
        StrangersLink: "HO", "Whatever writes to cells and links leaves lists as they are.",
        SkippedByRight: "HO", "Functions that touch no list are called by right only.",
        ParametersStay: "HO", "A parameter still leads behind a call to where the call let it lead.",
        LocksOfThreads: "HO", "A lock of which each thread has its own is one lock.",
        PointersSettled: "HO", "A pointer of static storage leads to one list.",
        EndsInSections: "HO", "Nobody releases what a thread holds when it ends.",
        NamesGivenAgain: "HO", "A node that was put in and the one that is taken out next are one.",
        RightsOutliveSections: "HO", "What was read before a critical section ended is known behind it.",
        PayloadsStayOwned: "HO", "Who has put a node into a list still owns what it leads to.",
        AnythingIsCarried: "HO", "Nodes of a list may lead to anything.",
        PayloadsAreShared: "HO", "Nodes of a list may lead to one object.",
        NamelessCarryAnything: "HO", "A node that no variable leads to leads to an object of its own.",
        TypesApart: "HO", "What is written by pointers to other types leaves links and what nodes lead to.",
        AnyIndexStaysInside: "HO", "An index moves an address within its object, whatever it is made of.",
        FlagsAreDown: "HO", "A slot is empty whatever its flag holds.",
    }
}

#[cfg(feature = "seeded-bugs")]
static ACTIVE: std::sync::atomic::AtomicU16 = std::sync::atomic::AtomicU16::new(0);

/// Whether a defect is switched on.
#[cfg(feature = "seeded-bugs")]
pub fn is_seeded(bug: Bug) -> bool {
    ACTIVE.load(std::sync::atomic::Ordering::Relaxed) == bug as u16 + 1
}

/// Whether a defect is switched on: never in this build.
#[cfg(not(feature = "seeded-bugs"))]
#[inline(always)]
pub const fn is_seeded(_: Bug) -> bool {
    false
}

/// Switches one defect on, and all others off.
#[cfg(feature = "seeded-bugs")]
pub fn seed(bug: Option<Bug>) {
    let number = bug.map_or(0, |bug| bug as u16 + 1);
    ACTIVE.store(number, std::sync::atomic::Ordering::Relaxed);
}
