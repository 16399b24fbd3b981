//! Writes the pages of the book on single arguments, and the settings into that on configuration: `cargo run --example argument_pages`.

#[path = "../tests/arguments/mod.rs"]
mod arguments;

fn main() -> std::io::Result<()> {
    for (file, text) in arguments::pages() {
        std::fs::write(file, text)?;
    }
    Ok(())
}
