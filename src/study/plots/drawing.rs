//! A plot as data, and what draws it: axes, curves, points and bars, as SVG and as PNG.

use super::raster::Raster;
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::prelude::{
    Circle, DrawingArea, DrawingAreaErrorKind, DrawingBackend, IntoDrawingArea, LineSeries, Palette, Palette99,
    PathElement, Rectangle, SVGBackend, Text,
};
use plotters::style::{BLACK, Color, RGBColor, WHITE};
use std::ops::Range;

/// Width and least height, in pixels.
const WIDTH: u32 = 800;
const HEIGHT: u32 = 500;

/// The height of a bar with the space around it, and of what is above and below all bars, in pixels.
const BAR: u32 = 26;
const AROUND_BARS: u32 = 120;

/// The blue of all bars.
const BAR_COLOR: RGBColor = RGBColor(0x34, 0x63, 0x8a);

/// The size at which plotters takes a letter to be 8 pixels wide, as those of [`Raster`] are.
const LETTERS: (&str, i32) = ("sans-serif", 18);

/// A plot, before anything is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What stands above it.
    pub title: &'static str,
    /// What is told from left to right.
    pub across: Axis,
    /// What is told from bottom to top.
    pub up: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// What a direction tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// In words.
    pub name: &'static str,
    /// How its values are laid out.
    pub scale: Scale,
}

/// How values are laid out on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps for equal differences, from zero on.
    Linear,
    /// Equal steps for equal ratios.
    Decades,
    /// Without numbers: what stands there says what it is.
    Unnamed,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Whose they are.
    pub name: String,
    /// How they are shown.
    pub mark: Mark,
    /// From left to right, from bottom to top.
    pub points: Vec<(f64, f64)>,
}

/// How points are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A curve through all of them.
    Curve,
    /// A dot each.
    Dots,
    /// A bar from the left to each of them, with the name of the series behind it.
    Bar,
    /// A thin line, which has no name.
    Guide,
}

/// The smallest time that a logarithmic axis tells apart, in seconds.
const LEAST: f64 = 0.001;

impl Scale {
    /// Where a value stands on the axis.
    fn place(self, value: f64) -> f64 {
        match self {
            Scale::Linear | Scale::Unnamed => value,
            Scale::Decades => value.max(LEAST).log10(),
        }
    }

    /// The ends of an axis with some values.
    fn range(self, values: impl Iterator<Item = f64>) -> Range<f64> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.map(|value| self.place(value)) {
            (low, high) = (low.min(value), high.max(value));
        }
        match self {
            _ if low > high => 0.0..1.0,
            Scale::Linear => 0.0..(high * 1.05).max(1.0),
            Scale::Decades => low.floor()..high.ceil().max(low.floor() + 1.0),
            Scale::Unnamed => low - 1.0..high + 1.0,
        }
    }

    /// The number at a place of the axis.
    fn label(self, place: f64) -> String {
        match self {
            // Only whole numbers and whole decades have a label.
            _ if (place - place.round()).abs() > 1e-6 => String::new(),
            Scale::Linear => format!("{place:.0}"),
            Scale::Decades => format!("{}", 10_f64.powi(place.round() as i32)),
            Scale::Unnamed => String::new(),
        }
    }
}

impl Plot {
    /// The plot as SVG.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        self.draw(&SVGBackend::with_string(&mut text, self.size()).into_drawing_area())
            .expect("a string takes all that is written");
        text
    }

    /// The plot as PNG.
    pub fn png(&self) -> Vec<u8> {
        let mut raster = Raster::new(self.size());
        self.draw(&(&mut raster).into_drawing_area())
            .expect("memory takes all that is drawn");
        raster.png()
    }

    /// Width and height, in pixels.
    fn size(&self) -> (u32, u32) {
        let bars = self.series.iter().filter(|series| series.mark == Mark::Bar).count() as u32;
        (WIDTH, HEIGHT.max(AROUND_BARS + BAR * bars))
    }

    fn range(&self, axis: Axis, value: fn(&(f64, f64)) -> f64) -> Range<f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        axis.scale.range(points.map(value))
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        area.fill(&WHITE)?;
        let (mut across, up) = (self.range(self.across, |at| at.0), self.range(self.up, |at| at.1));
        if self.series.iter().any(|series| series.mark == Mark::Bar) {
            // The names stand behind the bars.
            across.end *= 1.6;
        }
        let left = if self.up.scale == Scale::Unnamed { 10 } else { 70 };
        let mut chart = ChartBuilder::on(area)
            .caption(self.title, LETTERS)
            .margin(12)
            .x_label_area_size(45)
            .y_label_area_size(left)
            .build_cartesian_2d(across, up)?;
        let (x, y) = (self.across.scale, self.up.scale);
        chart
            .configure_mesh()
            .label_style(LETTERS)
            .light_line_style(WHITE)
            .x_desc(self.across.name)
            .y_desc(self.up.name)
            .x_label_formatter(&|place| x.label(*place))
            .y_label_formatter(&|place| y.label(*place))
            .draw()?;
        for (number, series) in self.series.iter().enumerate() {
            let color = Palette99::pick(number).to_rgba();
            let points = series.points.iter().map(|at| (x.place(at.0), y.place(at.1)));
            let named = match series.mark {
                Mark::Curve => chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?,
                Mark::Dots => chart.draw_series(points.map(|at| Circle::new(at, 3, color.filled())))?,
                Mark::Guide => {
                    chart.draw_series(LineSeries::new(points, BLACK.mix(0.4)))?;
                    continue;
                }
                Mark::Bar => {
                    let bars = points.clone();
                    let bar =
                        |at: (f64, f64)| Rectangle::new([(0.0, at.1 - 0.35), (at.0, at.1 + 0.35)], BAR_COLOR.filled());
                    chart.draw_series(bars.map(bar))?;
                    chart.draw_series(
                        points.map(|at| Text::new(format!(" {}", series.name), (at.0, at.1 + 0.2), LETTERS)),
                    )?;
                    continue;
                }
            };
            let line = move |(x, y): (i32, i32)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2));
            named.label(series.name.clone()).legend(line);
        }
        if self
            .series
            .iter()
            .any(|series| matches!(series.mark, Mark::Curve | Mark::Dots))
        {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperLeft)
                .background_style(WHITE.mix(0.8))
                .border_style(BLACK)
                .label_font(LETTERS)
                .draw()?;
        }
        area.present()
    }
}
