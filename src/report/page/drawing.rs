//! Graphs on the page: which threads create which, and in which order locks are taken.
//!
//! Where boxes stand is left to layout-rs (layers in the manner of Sugiyama, Tagawa and Toda, 1981). How they look is written here, with the
//! classes of the page's style, so that drawings follow light and dark, and names of several drawings on a page stay apart. What a
//! drawing shows stands on the page as text, too; a graph that is too large to be seen is not drawn.

use super::escaped;
use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::fmt::Write;

/// A graph with more boxes is not drawn.
const MOST_NODES: usize = 48;
/// A graph with more arrows is not drawn.
const MOST_EDGES: usize = 96;
/// A longer name is cut.
const LONGEST_NAME: usize = 40;
/// The width of a character, and the height of a line, in pixels.
const CHARACTER: (f64, f64) = (8.0, 18.0);
/// The space between a box and its text, in pixels.
const PADDING: f64 = 10.0;

/// A graph.
pub struct Graph {
    /// What it shows, for those who do not see it.
    pub title: &'static str,
    /// The names of the boxes.
    pub nodes: Vec<String>,
    /// The arrows.
    pub edges: Vec<Edge>,
}

/// An arrow.
pub struct Edge {
    /// The number of the box where it begins.
    pub from: usize,
    /// The number of the box where it ends.
    pub to: usize,
    /// What stands beside it.
    pub label: String,
    /// What it stands for.
    pub kind: EdgeKind,
}

/// What an arrow stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// What is as it should be.
    Ordinary,
    /// A part of what is reported.
    Reported,
}

/// The graph as an SVG element; nothing if it is too large, or has no arrows. The prefix tells its names from those of other drawings.
pub fn drawn(graph: &Graph, prefix: &str) -> Option<String> {
    if graph.edges.is_empty() || graph.nodes.len() > MOST_NODES || graph.edges.len() > MOST_EDGES {
        return None;
    }
    let mut laid_out = VisualGraph::new(Orientation::TopToBottom);
    let shape = |name: &String| {
        let name = shortened(name);
        let width = name.chars().count() as f64 * CHARACTER.0 + 2.0 * PADDING;
        let size = Point::new(width, CHARACTER.1 + 2.0 * PADDING);
        let kind = ShapeKind::new_box(&name);
        Element::create(kind, StyleAttr::simple(), Orientation::TopToBottom, size)
    };
    let nodes: Vec<_> = graph.nodes.iter().map(|name| laid_out.add_node(shape(name))).collect();
    for edge in &graph.edges {
        let class = match edge.kind {
            EdgeKind::Ordinary => "edge",
            EdgeKind::Reported => "edge reported",
        };
        let arrow = Arrow::simple_with_properties(&shortened(&edge.label), class);
        laid_out.add_edge(arrow, nodes[edge.from], nodes[edge.to]);
    }
    let mut canvas = Canvas::default();
    laid_out.do_it(false, false, false, &mut canvas);
    Some(canvas.finished(graph.title, prefix))
}

/// A name as it fits into a box.
fn shortened(name: &str) -> String {
    match name.chars().count() {
        ..=LONGEST_NAME => name.to_owned(),
        _ => name.chars().take(LONGEST_NAME - 1).chain(['…']).collect(),
    }
}

/// What was drawn so far, and how much space it takes.
#[derive(Default)]
struct Canvas {
    shapes: String,
    width: f64,
    height: f64,
}

impl Canvas {
    /// The whole drawing. Arrows refer to their head by its name, which the prefix makes the drawing's own.
    fn finished(&self, title: &str, prefix: &str) -> String {
        let title = escaped(title);
        format!(
            "<figure class=\"graph\">\n<svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <defs><marker id=\"{prefix}head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
             orient=\"auto-start-reverse\"><path class=\"head\" d=\"M 0 0 L 8 4 L 0 8 z\"/></marker></defs>\n{}</svg>\n\
             <figcaption>{title}</figcaption>\n</figure>\n",
            self.shapes.replace(HEAD, &format!("{prefix}head")),
            width = self.width,
            height = self.height,
        )
    }

    fn grow_to(&mut self, point: Point) {
        self.width = self.width.max(point.x + PADDING);
        self.height = self.height.max(point.y + PADDING);
    }

    fn put(&mut self, shape: std::fmt::Arguments<'_>) {
        self.shapes.write_fmt(shape).expect("writing to a string never fails");
    }
}

/// Where the name of the head of arrows is put in: no text of a program, which is escaped, contains it.
const HEAD: &str = "<head>";

impl RenderBackend for Canvas {
    fn draw_rect(&mut self, at: Point, size: Point, _: &StyleAttr, _: Option<String>, _: Option<ClipHandle>) {
        self.grow_to(Point::new(at.x + size.x, at.y + size.y));
        let (Point { x, y }, Point { x: width, y: height }) = (at, size);
        self.put(format_args!(
            "<rect class=\"node\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\"/>\n"
        ));
    }

    // Graphs are drawn of boxes, texts and arrows only.
    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_text(&mut self, at: Point, text: &str, _: &StyleAttr) {
        let half = text.chars().count() as f64 * CHARACTER.0 / 2.0;
        self.grow_to(Point::new(at.x + half, at.y));
        self.put(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
            at.x,
            at.y,
            escaped(text)
        ));
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _: bool,
        (start, end): (bool, bool),
        _: &StyleAttr,
        class: Option<String>,
        _: &str,
    ) {
        // The first pair leaves a box, with the control point behind; the others come in, with the control point before.
        let Some((&(from, leaving), others)) = path.split_first() else {
            return;
        };
        let mut curve = format!("M {:.1} {:.1}", from.x, from.y);
        let mut control = Some(leaving);
        for &(one, other) in others {
            let points = match control.take() {
                Some(first) => format!(
                    " C {:.1} {:.1}, {:.1} {:.1}, {:.1} {:.1}",
                    first.x, first.y, one.x, one.y, other.x, other.y
                ),
                None => format!(" S {:.1} {:.1}, {:.1} {:.1}", one.x, one.y, other.x, other.y),
            };
            curve += &points;
        }
        path.iter().for_each(|(one, other)| {
            self.grow_to(*one);
            self.grow_to(*other);
        });
        self.draw_path(class.as_deref().unwrap_or("edge"), start, end, &curve);
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

impl Canvas {
    fn draw_path(&mut self, class: &str, start: bool, end: bool, curve: &str) {
        let head = |drawn: bool, name: &str| match drawn {
            true => format!(" {name}=\"url(#{HEAD})\""),
            false => String::new(),
        };
        let (start, end) = (head(start, "marker-start"), head(end, "marker-end"));
        self.put(format_args!("<path class=\"{class}\" d=\"{curve}\"{start}{end}/>\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(nodes: Vec<String>, edges: Vec<(usize, usize)>) -> Graph {
        let edge = |(from, to)| Edge {
            from,
            to,
            label: format!("line {to}"),
            kind: EdgeKind::Ordinary,
        };
        Graph {
            title: "A graph",
            nodes,
            edges: edges.into_iter().map(edge).collect(),
        }
    }

    /// Graphs of all forms, with circles, loops and several arrows between two boxes.
    fn any_graph() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
        (1..12_usize).prop_flat_map(|nodes| {
            let edges = prop::collection::vec((0..nodes, 0..nodes), 1..24);
            (Just(nodes), edges)
        })
    }

    proptest! {
        #[test]
        fn every_graph_of_bearable_size_is_drawn_and_twice_alike((nodes, edges) in any_graph()) {
            let names = || (0..nodes).map(|number| format!("lock{number}")).collect();
            let first = drawn(&graph(names(), edges.clone()), "a-").expect("it is small");
            prop_assert_eq!(first.matches("class=\"node\"").count(), nodes);
            for number in 0..nodes {
                let name = format!(">lock{number}<");
                prop_assert!(first.contains(&name), "{} is missing", name);
            }
            prop_assert_eq!(first, drawn(&graph(names(), edges), "a-").expect("it is small"));
        }
    }

    #[test]
    fn no_name_is_taken_for_markup() {
        let names = vec!["<script>".to_owned(), "<head>\" & '".to_owned()];
        let drawing = drawn(&graph(names, vec![(0, 1)]), "a-").expect("it is small");
        assert!(
            !drawing.contains("<script>") && !drawing.contains("<head>"),
            "{drawing}"
        );
    }

    #[test]
    fn a_graph_too_large_to_be_seen_is_not_drawn() {
        let names = |count: usize| (0..count).map(|number| number.to_string()).collect();
        assert!(drawn(&graph(names(MOST_NODES + 1), vec![(0, 1)]), "a-").is_none());
        assert!(drawn(&graph(names(2), vec![]), "a-").is_none());
    }
}
