//! scratch
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use pepsin::semantics::*;
use pepsin::*;
fn main() {
    let quiet = std::env::var("QUIET").is_ok();
    std::thread::Builder::new()
        .stack_size(1 << 30)
        .spawn(move || {
            let arg = std::env::args().nth(1).unwrap();
            let t0 = std::time::Instant::now();
            let path = std::path::PathBuf::from(&arg);
            let mut files = vec![];
            let mut model = ir::DataModel::Lp64;
            if arg.ends_with(".yml") {
                let text = std::fs::read_to_string(&arg).unwrap();
                for l in text.lines() {
                    if let Some(f) = l.trim().strip_prefix("input_files:") {
                        files.push(path.parent().unwrap().join(f.trim().trim_matches(['\'', '"'])));
                    }
                    if l.contains("ILP32") {
                        model = ir::DataModel::Ilp32;
                    }
                }
            } else {
                files.push(path);
            }
            let inputs: Vec<frontend::Input> = files
                .iter()
                .map(|f| frontend::Input::new(f.to_str().unwrap()))
                .collect();
            let loaded = match frontend::load(
                &inputs,
                &frontend::FrontendOptions {
                    data_model: model,
                    compiler: "cc".into(),
                },
            ) {
                Ok(l) => l,
                Err(e) => {
                    println!("FRONTEND {:?}", e.first());
                    return;
                }
            };
            let t1 = t0.elapsed();
            if std::env::var("IR").is_ok() {
                println!("{}", ir::printer::ProgramText(&loaded.program));
            }
            let lib = Library::standard().unwrap();
            let set = Settings {
                unknown_functions: UnknownFunctions::Pure,
                seconds: 20,
                ..Settings::default()
            };
            let out = analyse(
                &loaded.program,
                &lib,
                pepsin_digests::Catalogue::standard().track_defaults(),
                &set,
            );
            let t2 = t0.elapsed();
            let e = &out.evidence;
            let opts = races::PairingOptions {
                enabled: races::Rows::ALL,
                listed_pairs: 50,
                releases: races::Releases::Ignored,
            };
            let facts: Vec<&dyn races::AccessFact> = races::facts::catalogue();
            let p = races::pair(e, &loaded.program.types, &facts, &opts);
            let v = races::decide(e, &p, &races::Exploration::Open);
            println!(
                "{:?} cut={:?} obstacles={} dead={} parse={:?} total={:?} {}",
                v,
                e.cut,
                e.obstacles.len(),
                e.dead_code.len(),
                t1,
                t2,
                e.statistics
                    .iter()
                    .map(|s| format!("{}={}", s.name, s.value))
                    .collect::<Vec<_>>()
                    .join(" ")
            );
            if quiet {
                return;
            }
            for o in &e.obstacles {
                println!("  obstacle {}: {}", loaded.program.files.display(o.at), o.what);
            }
            for d in &e.dead_code {
                println!(
                    "  dead {}: {} in {}",
                    loaded.program.files.display(d.at),
                    d.operation,
                    d.function
                );
            }
            for t in &e.threads {
                println!("  thread {:?} {} {:?}", t.id, t.routine, t.multiplicity);
            }
            for l in p.locations.iter().filter(|l| l.is_open()) {
                println!("  open {}", e.objects[l.object.index()].name);
                for r in l.remaining.iter().take(3) {
                    let (a, b) = p.accesses_of(*r);
                    println!(
                        "     {}:{} {:?} {:?} {:?} locks {:?}  --  {}:{} {:?} {:?} {:?} locks {:?}",
                        a.at.line,
                        a.at.column,
                        a.kind,
                        a.thread,
                        a.bytes,
                        e.predicates.locks(a.digest),
                        b.at.line,
                        b.at.column,
                        b.kind,
                        b.thread,
                        b.bytes,
                        e.predicates.locks(b.digest)
                    );
                }
            }
        })
        .unwrap()
        .join()
        .unwrap();
}
