//! A digest and an access fact of one's own, added as a user of the library does it: one type and one row each.

use pepsin::config::{Convention, Search, Selection, Settings};
use pepsin::frontend::Input;
use pepsin::limits::Watch;
use pepsin::pipeline;
use pepsin::races::facts::Judgement as FactJudgement;
use pepsin::races::{Access, AccessFact, Arguments};
use pepsin::report::{Report, Status, VerdictReport};
use pepsin_digests::{
    Action, ByDefault, Context, Creation, Describe, Digest, Judgement, Names, Next, Pair, Reason, Row,
};
use pepsin_lattice::Lattice;

/// Whether a thread may have been created: a digest of two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Begun {
    /// Certainly none.
    No,
    /// Perhaps one.
    Perhaps,
}

impl Lattice for Begun {
    fn join(&mut self, other: &Self) -> bool {
        let changed = *self == Begun::No && *other == Begun::Perhaps;
        if changed {
            *self = Begun::Perhaps;
        }
        changed
    }
}

#[derive(Default)]
struct NothingBegun;

impl Digest for NothingBegun {
    type Element = Begun;

    fn start(&self, _: &Names) -> Begun {
        Begun::No
    }

    fn child(&self, _: &Begun, _: &Creation, _: &Context<'_>) -> Next<Begun> {
        Next::To(Begun::Perhaps)
    }

    fn step(&self, _: &Begun, action: &Action, _: &Context<'_>) -> Next<Begun> {
        match action {
            Action::Create { .. } => Next::To(Begun::Perhaps),
            _ => Next::Unchanged,
        }
    }

    fn excludes(&self, a: &Begun, b: &Begun, _: &Pair<'_>) -> Judgement {
        if *a == Begun::No || *b == Begun::No {
            Judgement::Excluded(Reason::new("nothing-begun").text("one access is made before any thread is created"))
        } else {
            Judgement::NotExcluded(Reason::new("begun").text("threads may have been created before both accesses"))
        }
    }

    fn render(&self, element: &Begun, _: &dyn Describe) -> String {
        format!("{element:?}")
    }
}

/// Accesses on lines that a reviewer vouches for.
struct Vouched;

/// The lines of the programs below.
const VOUCHED: [u32; 2] = [5, 11];

impl AccessFact for Vouched {
    fn row(&self) -> Row {
        Row::access_fact(
            "VF",
            "vouched for",
            ByDefault::On,
            "A reviewer vouches for the lines of both accesses.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> FactJudgement {
        if VOUCHED.contains(&first.at.line) && VOUCHED.contains(&second.at.line) {
            FactJudgement::Excluded("a reviewer vouches for both lines".into())
        } else {
            FactJudgement::Open("no reviewer vouches for both lines".into())
        }
    }
}

/// The program with the one shared variable, read in main before or after the thread is created.
fn source(before: &str, after: &str) -> String {
    format!(
        "#include <pthread.h>\n\nint shared;\nstatic void *worker(void *unused) {{\n  shared = 1;\n  return unused;\n}}\n\
         int main(void) {{\n  pthread_t thread; {before}\n  pthread_create(&thread, 0, worker, 0);\n  {after}\n  return 0;\n}}\n"
    )
}

/// The report on a program if only these rows may exclude pairs, with the standard rows and the two above.
fn report(name: &str, source: &str, rows: &[&'static str]) -> Report {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, source).expect("the folder of tests can be written");
    let arguments = Arguments::standard()
        .with_digest(Row::digest::<NothingBegun>(
            "NB",
            "nothing begun",
            ByDefault::On,
            "Whether a thread may have been created.",
        ))
        .with_fact(&Vouched);
    let settings = Settings {
        predicates: Selection::listed(rows),
        exploration: Search::Off,
        ..Settings::new(Convention::Check)
    };
    let analysis = pipeline::analyse(
        &[Input::new(&path)],
        &settings,
        &arguments,
        &Watch::default(),
        &mut |_| (),
    );
    analysis.expect("the program is C").report()
}

#[test]
fn a_digest_of_ones_own_excludes_pairs_and_explains_itself() {
    // The pair of the worker's write with itself is not the digest's concern.
    let proved = report(
        "begun_before.c",
        &source("int seen = shared; (void)seen;", ""),
        &["NB", "VF"],
    );
    assert_eq!(proved.verdict, VerdictReport::RaceFree);
    let because = "NB: one access is made before any thread is created.";
    assert_eq!(proved.locations[0].because[0], because);
    let open = report("begun_after.c", &source("", "int seen = shared; (void)seen;"), &["NB"]);
    assert_eq!(open.verdict, VerdictReport::PossibleRace);
}

#[test]
fn an_access_fact_of_ones_own_excludes_pairs_and_explains_itself() {
    let after = source("", "int seen = shared; (void)seen;");
    let open = report("not_vouched.c", &after, &["TID"]);
    assert_eq!(open.locations[0].status, Status::Possible);
    let worker_twice = report("vouched.c", &after, &["VF"]);
    assert_eq!(worker_twice.verdict, VerdictReport::RaceFree);
    assert_eq!(
        worker_twice.locations[0].because,
        ["VF: a reviewer vouches for both lines."]
    );
}
