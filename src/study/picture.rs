//! A study as a picture in the manner of an UpSet plot (Lex et al., "UpSet: Visualization of Intersecting Sets", 2014):
//! one column per configuration, a bar for the tasks that it proves, and below it a dot for each row in use.

use super::outcome::{Study, Tally};
use std::fmt::Write;

/// Width of a column, height of a row of dots, height of the highest bar, in pixels.
const COLUMN: usize = 44;
const ROW: usize = 24;
const BARS: usize = 240;
/// Space at the left for the names of rows, and at the top for numbers.
const LEFT: usize = 70;
const TOP: usize = 40;

/// An SVG picture of what each configuration proves.
pub fn svg(study: &Study) -> String {
    let tallies = study.tallies();
    let rows = rows_in_use(&tallies);
    let (width, height) = (LEFT + COLUMN * tallies.len() + 20, TOP + BARS + ROW * rows.len() + 40);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Race-free tasks proved by each set of digests</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (number, row) in rows.iter().enumerate() {
        write_row(&mut out, number, row, width);
    }
    for (number, tally) in tallies.iter().enumerate() {
        write_column(&mut out, number, tally, &rows);
    }
    out.push_str("</svg>\n");
    out
}

/// The ids that some configuration uses, in the order in which they first appear.
fn rows_in_use(tallies: &[Tally]) -> Vec<&'static str> {
    let mut rows = Vec::new();
    for id in tallies.iter().flat_map(|tally| tally.configuration.ids.iter()) {
        if !rows.contains(id) {
            rows.push(*id);
        }
    }
    rows
}

/// The vertical centre of a row of dots.
fn dot_height(row: usize) -> usize {
    TOP + BARS + 20 + ROW * row + ROW / 2
}

fn write_row(out: &mut String, number: usize, id: &str, width: usize) {
    let (y, shade) = (
        dot_height(number),
        if number.is_multiple_of(2) { "#f2f2f2" } else { "#ffffff" },
    );
    writeln!(
        out,
        "<rect x=\"0\" y=\"{}\" width=\"{width}\" height=\"{ROW}\" fill=\"{shade}\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{id}</text>",
        y - ROW / 2,
        LEFT - 10,
        y + 4
    )
    .expect("writing to a string never fails");
}

fn write_column(out: &mut String, number: usize, tally: &Tally, rows: &[&str]) {
    let x = LEFT + COLUMN * number + COLUMN / 2;
    let share = tally.proved as f64 / tally.race_free.max(1) as f64;
    let bar = (share * BARS as f64).round() as usize;
    let bottom = TOP + BARS;
    writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"24\" height=\"{bar}\" fill=\"#34638a\"><title>{}: {} of {}</title></rect>\n\
         <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        x - 12,
        bottom - bar,
        tally.configuration.name(),
        tally.proved,
        tally.race_free,
        bottom - bar - 6,
        tally.proved
    )
    .expect("writing to a string never fails");
    let used: Vec<usize> = (0..rows.len())
        .filter(|row| tally.configuration.ids.contains(&rows[*row]))
        .collect();
    if let (Some(first), Some(last)) = (used.first(), used.last()) {
        let (from, to) = (dot_height(*first), dot_height(*last));
        writeln!(
            out,
            "<line x1=\"{x}\" y1=\"{from}\" x2=\"{x}\" y2=\"{to}\" stroke=\"#333333\" stroke-width=\"3\"/>"
        )
        .expect("writing to a string never fails");
    }
    for row in 0..rows.len() {
        let fill = if used.contains(&row) { "#333333" } else { "#d0d0d0" };
        writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{}\" r=\"7\" fill=\"{fill}\"/>",
            dot_height(row)
        )
        .expect("writing to a string never fails");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::outcome::tests::study;

    #[test]
    fn the_picture_has_a_bar_and_a_dot_per_row_for_each_configuration() {
        let picture = svg(&study());
        assert_eq!(picture.matches("width=\"24\"").count(), 4);
        assert_eq!(picture.matches("<circle").count(), 4 * 2);
        assert_eq!(picture.matches("<line").count(), 3);
        assert!(picture.ends_with("</svg>\n"));
    }
}
