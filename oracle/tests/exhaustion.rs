//! The search through all states on random small programs: it agrees with itself without reduction, with executions, and with the analysis.

use std::path::{Path, PathBuf};

use pepsin::config::{Convention, Search, Settings};
use pepsin::explore::{Conclusion, ExhaustSettings, ExploreSettings, Scheduling, Until, exhaust, run};
use pepsin::frontend::Input;
use pepsin::pipeline::{Analysis, analyse, scheduling};
use pepsin::races::{Arguments, Exploration, Verdict, decide};
use pepsin_oracle::emit::{Header, emit};
use pepsin_oracle::generate::{Size, generate};

/// Programs; `PEPSIN_PROGRAMS` asks for more.
fn programs() -> u64 {
    let wanted = std::env::var("PEPSIN_PROGRAMS").ok();
    wanted.and_then(|number| number.parse().ok()).unwrap_or(15)
}

fn read(number: u64) -> Option<Analysis> {
    let text = emit(&generate(7, number, Size::Small), Header::WrittenOut);
    let file: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exhaustion.i");
    std::fs::write(&file, text).expect("the folder for temporary files can be written");
    let settings = Settings {
        exploration: Search::Off,
        listed_pairs: u64::MAX,
        evaluations: 200_000,
        ..Settings::new(Convention::SvComp)
    };
    analyse(&[Input::new(&file)], &settings, &Arguments::standard(), &mut |_| ()).ok()
}

/// Whether there is a race, if the search could tell.
fn told(analysis: &Analysis, scheduling: Scheduling) -> Option<bool> {
    let settings = ExhaustSettings {
        states: 4_000,
        scheduling,
        ..ExhaustSettings::default()
    };
    match exhaust(&analysis.program, &settings).conclusion {
        Conclusion::RaceFree => Some(false),
        Conclusion::Race { .. } => Some(true),
        Conclusion::Open(_) => None,
    }
}

#[test]
fn all_states_agree_with_fewer_scheduling_points_with_executions_and_with_the_analysis() {
    let mut told_by_both = 0;
    for number in 0..programs() {
        let Some(analysis) = read(number) else { continue };
        let verdict = decide(&analysis.evidence, &analysis.pairing, &Exploration::Open);
        let whole = told(&analysis, Scheduling::AllAccesses);
        let reduced = told(&analysis, scheduling(&analysis.evidence, &analysis.pairing));
        if let (Some(whole), Some(reduced)) = (whole, reduced) {
            assert_eq!(
                whole, reduced,
                "program {number}: the reduction loses or invents a race"
            );
            told_by_both += 1;
        }
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
    assert!(
        told_by_both * 3 > programs(),
        "only {told_by_both} programs are small enough"
    );
}
