//! A digest added from outside the crate: one file, [`beginnings`], and one row, here.

mod beginnings;

use beginnings::{Beginning, Beginnings};
use pepsin_digests::laws::{Bounds, Choices, MEANINGS, Meaning, Moment, Subject, check};
use pepsin_digests::{Action, ByDefault, Catalogue, DigestId, Digests, Edge, Kind, NoFacts, Repetition, Row};

fn catalogue() -> Catalogue {
    Catalogue::standard().with(Row::digest::<Beginnings>(
        "BEGIN",
        "beginnings",
        ByDefault::On,
        "Whether anything was created before the access. Excludes accesses before the first creation.",
    ))
}

/// What an element says is true of a thread.
fn meaning(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let created = moment.ego != 0 || !moment.record().children.is_empty();
    match digests.element::<Beginnings>(id).as_deref() {
        Some(Beginning::NothingCreated) if created => Err("something was created".to_owned()),
        Some(Beginning::Created) if !created => Err("nothing was created".to_owned()),
        _ => Ok(()),
    }
}

#[test]
fn a_new_digest_is_listed_selected_tracked_and_read_like_the_others() {
    let catalogue = catalogue();
    let row = catalogue.row("begin").expect("the row is there");
    assert_eq!((row.id, row.kind), ("BEGIN", Kind::Digest));
    assert!(catalogue.defaults().contains(&"BEGIN"));
    let digests = catalogue.track(&["L", "BEGIN"]).expect("both rows are there");
    let ids: Vec<&str> = digests.tracked().map(|row| row.id).collect();
    assert_eq!(ids, ["L", "BEGIN"]);
    let element = digests.element::<Beginnings>(digests.start());
    assert_eq!(element.as_deref(), Some(&Beginning::NothingCreated));
}

#[test]
fn a_new_digest_excludes_by_proposition_2_alone() {
    let digests = catalogue().track(&["BEGIN"]).expect("the row is there");
    let start = digests.start();
    let edge = digests.names().edge(Edge {
        routine: 1,
        point: 1,
        wrapper: 0,
    });
    let repetition = Repetition::Once;
    let (_, worker) = digests.child(start, edge, repetition, &NoFacts)[0];
    let after = digests.step(start, &Action::Create { edge, repetition }, &NoFacts)[0];
    assert!(digests.excludes(start, worker, digests.all()));
    assert!(!digests.excludes(after, worker, digests.all()));
}

#[test]
fn a_new_digest_is_held_to_the_laws() {
    let meanings: Vec<(&str, Meaning)> = MEANINGS.into_iter().chain([("BEGIN", meaning as Meaning)]).collect();
    for seed in 0..40 {
        let digests = catalogue().track_defaults();
        let subject = Subject {
            digests: &digests,
            meanings: &meanings,
            interferes: Digests::interferes,
        };
        let checked = check(&subject, &mut Choices::seeded(seed, 20_000), Bounds::USUAL);
        assert!(checked.is_ok(), "program {seed}: {checked:?}");
    }
}

#[test]
fn an_id_that_no_row_has_is_an_error_that_names_the_rows() {
    let error = catalogue().track(&["L", "XYZ"]).expect_err("no such row");
    assert_eq!(error.id, "XYZ");
    assert!(error.to_string().contains("BEGIN"));
}
