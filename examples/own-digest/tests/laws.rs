//! The laws that hold of every digest, on random programs: what an element says is true in the execution that leads to it, and no
//! pair is excluded that an execution makes side by side.

use own_digest::{Beginning, Beginnings, row};
use pepsin_digests::laws::{Bounds, Choices, MEANINGS, Meaning, Moment, Subject, check};
use pepsin_digests::{Catalogue, DigestId, Digests};

/// What an element says, held against a moment of an execution.
fn meaning(digests: &Digests, id: DigestId, moment: &Moment<'_>) -> Result<(), String> {
    let created = moment.ego != 0 || !moment.record().children.is_empty();
    match digests.element::<Beginnings>(id).as_deref() {
        Some(Beginning::NothingCreated) if created => Err("something was created".to_owned()),
        Some(Beginning::Created) if !created => Err("nothing was created".to_owned()),
        _ => Ok(()),
    }
}

#[test]
fn the_laws_hold_beside_the_standard_digests() {
    let meanings: Vec<(&str, Meaning)> = MEANINGS.into_iter().chain([("BEGIN", meaning as Meaning)]).collect();
    for seed in 0..40 {
        let digests = Catalogue::standard().with(row()).track_defaults();
        let subject = Subject {
            digests: &digests,
            meanings: &meanings,
            interferes: Digests::interferes,
        };
        let checked = check(&subject, &mut Choices::seeded(seed, 20_000), Bounds::USUAL);
        assert!(checked.is_ok(), "program {seed}: {checked:?}");
    }
}
