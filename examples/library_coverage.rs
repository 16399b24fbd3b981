//! Counts how executions perform the functions without body that programs call, and prints the names that they do not perform.
//!
//! `cargo run --release --example library_coverage -- FILE…`; each C file is a program of its own, lowered for LP64.
//! Functions of the standards are counted a second time alone, and so are those of other libraries, and those of the program's own units
//! that were not linked, which belong to no library: a function that is neither of the standards, nor has a model, nor begins like those of
//! a library below. A call site counts once however often it runs. The classes are those of [`pepsin::explore::Performance`].
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use pepsin::explore::{Performance, performance};
use pepsin::frontend::{FrontendOptions, Input, load};
use pepsin::ir::{Callee, InstructionKind, Program};
use pepsin::library::{Library, is_reserved};

/// How the names of functions of libraries begin that real programs use.
const OTHER_LIBRARIES: [&str; 72] = [
    "AES_",
    "ASN1_",
    "BIO_",
    "CRYPTO_",
    "DES_",
    "DH_",
    "EC_",
    "ENGINE_",
    "ERR_",
    "EVP_",
    "FLAC__",
    "HMAC",
    "MD4_",
    "MD5_",
    "MHD_",
    "OPENSSL_",
    "PEM_",
    "PQ",
    "RSA_",
    "SHA1",
    "SSL",
    "TLS",
    "Upnp",
    "X509_",
    "__gmpz_",
    "ao_",
    "cbreak",
    "ck_",
    "curl_",
    "curs_set",
    "d2i_",
    "eb_",
    "ebmb_",
    "endwin",
    "ev_",
    "fftw_",
    "freenect_",
    "fuse_",
    "g_",
    "gl",
    "gz",
    "i2d_",
    "inflate",
    "init_pair",
    "iniparser_",
    "initscr",
    "ixml",
    "json_",
    "keyname",
    "lua",
    "lzma_",
    "mvprintw",
    "newterm",
    "noecho",
    "pa_",
    "pcap_",
    "pcre_",
    "printw",
    "rd_kafka_",
    "rtlsdr_",
    "shine_",
    "sk_",
    "snd_",
    "start_color",
    "unget_wch",
    "use_default_colors",
    "waddn",
    "wattr",
    "wclr",
    "wget_wch",
    "wmove",
    "zError",
];

/// Whose a function without body is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// C, POSIX, Linux, glibc or the compiler.
    Standards,
    /// Another library.
    OtherLibrary,
    /// The program, of which a unit is not linked.
    Program,
}

impl Owner {
    fn of(name: &str) -> Self {
        if is_reserved(name) {
            Owner::Standards
        } else if Library::shared().model(name).is_some() || OTHER_LIBRARIES.iter().any(|begin| name.starts_with(begin))
        {
            Owner::OtherLibrary
        } else {
            Owner::Program
        }
    }
}

fn main() {
    let mut sites: BTreeMap<String, usize> = BTreeMap::new();
    let (mut programs, mut failures) = (0, 0);
    for file in std::env::args().skip(1) {
        match load(&[Input::new(&file)], &FrontendOptions::default()) {
            Ok(loaded) => {
                programs += 1;
                count(&loaded.program, &mut sites);
            }
            Err(errors) => {
                failures += 1;
                for error in errors {
                    println!("{file}: {error}");
                }
            }
        }
    }
    println!("{programs} programs, {failures} failures");
    print_classes("functions without body", &sites);
    for (owner, words) in [
        (Owner::Standards, "functions of C, POSIX, Linux, glibc or the compiler"),
        (Owner::OtherLibrary, "functions of other libraries"),
        (Owner::Program, "functions of units that are not linked"),
    ] {
        let owned = sites.iter().filter(|site| Owner::of(site.0) == owner);
        print_classes(words, &owned.map(|(name, count)| (name.clone(), *count)).collect());
    }
    for class in [Performance::Range, Performance::None] {
        let mut names: Vec<_> = of_class(&sites, class).collect();
        names.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), name.to_owned()));
        println!("\n{class}:");
        for (name, count) in names {
            let owner = match Owner::of(name) {
                Owner::Standards => "",
                Owner::OtherLibrary => " (of another library)",
                Owner::Program => " (of a unit that is not linked)",
            };
            println!("{count:>6}  {name}{owner}");
        }
    }
}

/// How many call sites there are of each class.
fn print_classes(of: &str, sites: &BTreeMap<String, usize>) {
    let total: usize = sites.values().sum();
    println!("\n{total} call sites of {of}");
    for class in Performance::ALL {
        let found: usize = of_class(sites, class).map(|(_, count)| count).sum();
        let share = 100.0 * found as f64 / total.max(1) as f64;
        println!("{found:>6} {share:5.1} %  {class}");
    }
}

fn of_class(sites: &BTreeMap<String, usize>, class: Performance) -> impl Iterator<Item = (&str, usize)> {
    sites
        .iter()
        .filter(move |(name, _)| performance(name) == class)
        .map(|(name, count)| (name.as_str(), *count))
}

/// Adds the call sites of a program, by the name of what they call.
fn count(program: &Program, sites: &mut BTreeMap<String, usize>) {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for instruction in bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions)
    {
        if let InstructionKind::Call {
            callee: Callee::Function(callee),
            ..
        } = &instruction.kind
        {
            let callee = program.function(*callee);
            if callee.body.is_none() {
                *sites.entry(callee.name.clone()).or_default() += 1;
            }
        }
    }
}
