//! Plots of a study, for papers and talks: how long the tasks take that are solved (a quantile or *cactus* plot, as competitions show
//! it), how long each task takes here and elsewhere, and how many tasks each configuration proves.

mod drawing;
mod raster;

pub use drawing::Plot;

use super::outcome::{Outcome, Study};
use super::published::Published;
use crate::tasks::Expected;
use drawing::{Axis, Mark, Scale, Series};

/// A kind of plot.
pub type Kind = fn(&Study, &[Published]) -> Plot;

/// All kinds of plots, by their names.
pub const PLOTS: &[(&str, Kind)] = &[("quantiles", quantiles), ("scatter", scatter), ("bars", bars)];

/// For each configuration and tool, a curve: so many race-free tasks are proved in at most so long each.
pub fn quantiles(study: &Study, published: &[Published]) -> Plot {
    let own = study.configurations.iter().map(|(configuration, outcomes)| {
        let proved = study.outcomes[*outcomes].iter().filter(|outcome| {
            let solved = outcome.solved.as_ref();
            is_race_free(outcome) && solved.is_ok_and(|solved| solved.is_proved_by(configuration))
        });
        curve(configuration.name(), proved.filter_map(seconds).collect())
    });
    let outcomes = study.outcomes.first().map_or(&[][..], Vec::as_slice);
    let others = published.iter().map(|tool| {
        let proved = outcomes
            .iter()
            .filter(|outcome| is_race_free(outcome) && tool.calls_race_free(&outcome.task));
        curve(
            tool.name.clone(),
            proved.filter_map(|outcome| tool.seconds(&outcome.task)).collect(),
        )
    });
    Plot {
        title: "Time of the tasks that are proved",
        across: Axis {
            name: "race-free tasks proved",
            scale: Scale::Linear,
        },
        up: Axis {
            name: "seconds",
            scale: Scale::Decades,
        },
        series: own.chain(others).collect(),
    }
}

/// For each tool, a dot for each task of which both times are known.
pub fn scatter(study: &Study, published: &[Published]) -> Plot {
    let outcomes = study.outcomes.first().map_or(&[][..], Vec::as_slice);
    let dots = |tool: &Published| Series {
        name: tool.name.clone(),
        mark: Mark::Dots,
        points: outcomes
            .iter()
            .filter_map(|outcome| Some((seconds(outcome)?, tool.seconds(&outcome.task)?)))
            .collect(),
    };
    let mut series: Vec<Series> = published.iter().map(dots).collect();
    let all = series.iter().flat_map(|series| &series.points);
    let ends = all.flat_map(|(here, there)| [*here, *there]);
    let (low, high) = ends.fold((f64::INFINITY, 0.0), |(low, high), value| {
        (f64::min(low, value), f64::max(high, value))
    });
    if low <= high {
        series.push(Series {
            name: String::new(),
            mark: Mark::Guide,
            points: vec![(low, low), (high, high)],
        });
    }
    let time = |name| Axis {
        name,
        scale: Scale::Decades,
    };
    Plot {
        title: "Time of each task",
        across: time("seconds of Pepsin"),
        up: time("seconds of the other tool"),
        series,
    }
}

/// For each configuration, a bar for the race-free tasks that it proves; the first one stands above.
pub fn bars(study: &Study, _: &[Published]) -> Plot {
    let bar = |(number, tally): (usize, super::Tally)| Series {
        name: format!("{}: {}", tally.configuration.name(), tally.proved),
        mark: Mark::Bar,
        points: vec![(tally.proved as f64, -(number as f64))],
    };
    Plot {
        title: "Race-free tasks that each configuration proves",
        across: Axis {
            name: "race-free tasks proved",
            scale: Scale::Linear,
        },
        up: Axis {
            name: "",
            scale: Scale::Unnamed,
        },
        series: study.tallies().into_iter().enumerate().map(bar).collect(),
    }
}

/// Times in ascending order, over their numbers.
fn curve(name: String, mut times: Vec<f64>) -> Series {
    times.sort_by(f64::total_cmp);
    let numbered = times.into_iter().enumerate();
    Series {
        name,
        mark: Mark::Curve,
        points: numbered.map(|(number, time)| ((number + 1) as f64, time)).collect(),
    }
}

fn is_race_free(outcome: &Outcome) -> bool {
    outcome.expected == Expected::RaceFree
}

fn seconds(outcome: &Outcome) -> Option<f64> {
    Some(outcome.time?.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::outcome::tests::study;

    fn tools() -> Vec<Published> {
        let text = "task,verdict,cputime (s)\nby-lock.yml,true,1.5\nby-both.yml,unknown,900\nrace.yml,false(no-data-race),0.5\n";
        Published::parse("other".to_owned(), text).expect("it has both columns")
    }

    fn points(plot: &Plot) -> Vec<(&str, Vec<(f64, f64)>)> {
        let series = plot.series.iter();
        series
            .map(|series| (series.name.as_str(), series.points.clone()))
            .collect()
    }

    #[test]
    fn quantiles_are_the_times_of_what_is_proved_in_ascending_order() {
        let plot = quantiles(&study(), &tools());
        let expected = [
            ("none", vec![]),
            ("L", vec![(1.0, 0.005)]),
            ("TID", vec![]),
            ("TID+L", vec![(1.0, 0.005), (2.0, 0.005)]),
            ("other", vec![(1.0, 1.5)]),
        ];
        assert_eq!(points(&plot), expected);
    }

    #[test]
    fn the_scatter_has_a_dot_for_each_task_with_two_times() {
        let dots = vec![(0.005, 1.5), (0.005, 900.0), (0.005, 0.5)];
        let diagonal = vec![(0.005, 0.005), (900.0, 900.0)];
        assert_eq!(points(&scatter(&study(), &tools())), [("other", dots), ("", diagonal)]);
        assert_eq!(points(&scatter(&study(), &[])), []);
    }

    #[test]
    fn bars_are_as_long_as_what_is_proved() {
        let plot = bars(&study(), &[]);
        let lengths: Vec<(&str, f64)> = plot
            .series
            .iter()
            .map(|it| (it.name.as_str(), it.points[0].0))
            .collect();
        assert_eq!(
            lengths,
            [("none: 0", 0.0), ("L: 1", 1.0), ("TID: 0", 0.0), ("TID+L: 2", 2.0)]
        );
    }

    #[test]
    fn every_plot_can_be_drawn_and_is_the_same_each_time() {
        let empty = Study {
            scored: false,
            configurations: Vec::new(),
            outcomes: Vec::new(),
        };
        for (name, kind) in PLOTS {
            for study in [&study(), &empty] {
                let plot = kind(study, &tools());
                assert!(plot.svg().ends_with("</svg>\n"), "{name}");
                assert_eq!(plot.svg(), plot.svg());
                assert!(plot.png().starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
                assert_eq!(plot.png(), plot.png());
            }
        }
        let bars = bars(&study(), &[]).svg();
        assert_eq!(bars.matches("fill=\"#34638A\"").count(), 4, "{bars}");
        assert!(bars.contains("TID+L: 2"), "{bars}");
    }
}
