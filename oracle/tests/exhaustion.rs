//! The search through all states on random small programs: it agrees with itself without reduction, with executions, and with the analysis.

use std::path::{Path, PathBuf};

use pepsin::config::{Convention, Search, Settings};
use pepsin::explore::{
    Conclusion, ExhaustSettings, Exhaustion, ExploreSettings, Reduction, Scheduling, Until, exhaust, exhaust_traces,
    run,
};
use pepsin::frontend::Input;
use pepsin::limits::Watch;
use pepsin::pipeline::{Analysis, analyse, scheduling};
use pepsin::races::{Arguments, Exploration, Verdict, decide};
use pepsin_oracle::emit::{Header, emit};
use pepsin_oracle::generate::{Shapes, Size, generate};

/// Programs; `PEPSIN_PROGRAMS` asks for more.
fn programs() -> u64 {
    let wanted = std::env::var("PEPSIN_PROGRAMS").ok();
    wanted.and_then(|number| number.parse().ok()).unwrap_or(15)
}

/// The number of the first program; `PEPSIN_FIRST` asks for another one than 0.
fn first() -> u64 {
    let wanted = std::env::var("PEPSIN_FIRST").ok();
    wanted.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Each process has a file of its own.
fn file() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("exhaustion-{}.i", std::process::id()))
}

fn read(number: u64) -> Option<Analysis> {
    let text = emit(&generate(7, number, Size::Small, Shapes::Off), Header::WrittenOut);
    let file = file();
    std::fs::write(&file, text).expect("the folder for temporary files can be written");
    let settings = Settings {
        exploration: Search::Off,
        listed_pairs: u64::MAX,
        evaluations: 200_000,
        ..Settings::new(Convention::SvComp)
    };
    analyse(
        &[Input::new(&file)],
        &settings,
        &Arguments::standard(),
        &Watch::default(),
        &mut |_| (),
    )
    .ok()
}

/// Whether there is a race, if the search could tell.
fn told(exhaustion: &Exhaustion) -> Option<bool> {
    match exhaustion.conclusion {
        Conclusion::RaceFree => Some(false),
        Conclusion::Race { .. } => Some(true),
        Conclusion::Open(_) => None,
    }
}

/// How the same question is asked in different ways.
const WAYS: [&str; 4] = [
    "all interleavings",
    "persistent sets",
    "persistent sets between open places",
    "source sets",
];

/// What each way tells of a program.
fn answers(analysis: &Analysis) -> [Option<bool>; 4] {
    let settings = |reduction, scheduling| ExhaustSettings {
        states: 10_000,
        steps: 20_000_000,
        scheduling,
        reduction,
        ..ExhaustSettings::default()
    };
    let open = scheduling(&analysis.evidence, &analysis.pairing);
    let program = &analysis.program;
    [
        exhaust(program, &settings(Reduction::None, Scheduling::AllAccesses)),
        exhaust(program, &settings(Reduction::PersistentSets, Scheduling::AllAccesses)),
        exhaust(program, &settings(Reduction::PersistentSets, open)),
        exhaust_traces(program, &settings(Reduction::None, Scheduling::AllAccesses)),
    ]
    .map(|exhaustion| told(&exhaustion))
}

#[test]
fn all_states_agree_with_fewer_scheduling_points_with_executions_and_with_the_analysis() {
    let mut told_by = [0u64; WAYS.len()];
    let mut races = 0;
    let numbers = first()..first() + programs();
    for number in numbers {
        let Some(analysis) = read(number) else { continue };
        let verdict = decide(&analysis.evidence, &analysis.pairing, &Exploration::Open);
        let answers = answers(&analysis);
        let whole = answers[0];
        for (way, answer) in answers.iter().enumerate() {
            if let (Some(whole), Some(answer)) = (whole, answer) {
                assert_eq!(whole, *answer, "program {number}: {} against {}", WAYS[0], WAYS[way]);
                told_by[way] += 1;
            }
        }
        races += u64::from(whole == Some(true));
        let limits = ExploreSettings {
            schedules: 60,
            steps: 4_000,
            until: Until::FirstRace,
            ..ExploreSettings::default()
        };
        let executed = !run(&analysis.program, &limits).races.is_empty();
        assert!(
            !executed || whole != Some(false),
            "program {number}: an executed race is in no state"
        );
        assert!(
            verdict != Verdict::RaceFree || whole != Some(true),
            "program {number}: race-free, but a state has a race"
        );
    }
    // It may never have been written.
    let _ = std::fs::remove_file(file());
    let summary = format!("of {} programs {races} race; told by {WAYS:?}: {told_by:?}", programs());
    assert!(told_by.iter().all(|told| told * 3 > programs()), "{summary}");
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("exhaustion.txt"), summary)
        .expect("the folder can be written");
}
