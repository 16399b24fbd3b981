//! Tests of the front end as a whole: C text in, program or errors out.

mod constants;
mod constructs;
mod dialects;
mod errors;
mod language;
mod layout;
mod linking;
mod places;
mod robustness;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Error, FrontendOptions, Input, Loaded, load};
use crate::ir::{DataModel, InstructionKind};

/// A file that vanishes with its value.
struct Scratch(PathBuf);

impl Scratch {
    /// Writes `text` to a new file with an extension.
    fn new(text: &[u8], extension: &str) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pepsin-frontend-{}-{number}.{extension}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).expect("the temporary folder is writable");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Loads preprocessed text.
fn load_text(text: &str, data_model: DataModel) -> Result<Loaded, Vec<Error>> {
    load_units(&[text], data_model)
}

/// Loads several preprocessed units as one program.
fn load_units(texts: &[&str], data_model: DataModel) -> Result<Loaded, Vec<Error>> {
    let files: Vec<Scratch> = texts.iter().map(|text| Scratch::new(text.as_bytes(), "i")).collect();
    let inputs: Vec<Input> = files.iter().map(|file| Input::new(&file.0)).collect();
    let options = FrontendOptions {
        data_model,
        ..FrontendOptions::default()
    };
    load(&inputs, &options)
}

/// Loads text that must be right.
fn program(text: &str) -> Loaded {
    match load_text(text, DataModel::Lp64) {
        Ok(loaded) => loaded,
        Err(errors) => panic!("{errors:?}\n{text}"),
    }
}

/// The obstacles of a program, in order.
fn obstacles(loaded: &Loaded) -> Vec<String> {
    let bodies = loaded
        .program
        .functions
        .iter()
        .filter_map(|function| function.body.as_ref());
    let instructions = bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions);
    instructions
        .filter_map(|instruction| match &instruction.kind {
            InstructionKind::Obstacle { what } => Some(what.clone()),
            _ => None,
        })
        .collect()
}
