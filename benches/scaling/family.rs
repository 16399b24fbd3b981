//! A family of C programs of any size, to measure how cost grows with size.
//!
//! A program consists of *modules*. Each guards a data structure of its own by a lock and offers operations on it: a
//! linked list on the heap, a table of records, a ring buffer, or statistics. Modules call helpers that all share and,
//! as layered programs do, operations of a module below. Worker threads run services, which call the operations of
//! eight modules each; main starts the workers, waits for them and sums up.
//!
//! Two threads run each service, so that every lock is needed, and all programs are free of races.
//! Which structure a module has and how long its loops are is pseudo-random, and the same for each run.

use std::fmt::Write;

/// What grows with the size of a program, beside functions and globals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Nothing: four threads and eight locks, whatever the size.
    Functions,
    /// One thread and one lock for each service.
    Threads,
}

/// Modules that one service uses.
const MODULES_PER_SERVICE: usize = 8;
/// Threads, where their number is fixed.
const WORKERS: usize = 4;
/// Locks, where their number is fixed.
const LOCKS: usize = 8;

/// What comes before the modules.
const HELPERS: &str = include_str!("helpers.c");

/// The operations of a module with each data structure; `@` stands for the number of the module, `#` for that of its
/// lock, `$` for a small number, and `BELOW` for the call of a module below.
const STRUCTURES: [&str; 4] = [
    include_str!("list.c"),
    include_str!("table.c"),
    include_str!("ring.c"),
    include_str!("statistics.c"),
];

/// A program of at least so many lines, and as few more as whole services allow.
pub fn program(lines: usize, growth: Growth) -> String {
    let mut modules = String::new();
    let mut random = Random(0x9e37_79b9);
    let mut services = 0;
    let mut length = HELPERS.lines().count();
    while length < lines || services < WORKERS {
        let service = service(services, growth, &mut random);
        length += service.lines().count();
        modules.push_str(&service);
        services += 1;
    }
    let locks = match growth {
        Growth::Functions => LOCKS,
        Growth::Threads => services,
    };
    let mut text = String::from(HELPERS);
    for lock in 0..locks {
        let _ = writeln!(text, "static pthread_mutex_t lock_{lock} = PTHREAD_MUTEX_INITIALIZER;");
    }
    text + &modules + &workers(services, growth)
}

/// The modules of a service, and the function that calls them.
fn service(number: usize, growth: Growth, random: &mut Random) -> String {
    let first = number * MODULES_PER_SERVICE;
    let mut text = String::new();
    for module in first..first + MODULES_PER_SERVICE {
        let lock = match growth {
            Growth::Functions => module % LOCKS,
            Growth::Threads => number,
        };
        text.push_str(&structure(module, first, lock, random));
    }
    let _ = writeln!(text, "\nint service_{number}(int input)\n{{\n    int result = input;");
    for module in first..first + MODULES_PER_SERVICE {
        let _ = writeln!(text, "    result = clamp(result + operate_{module}(result), 0, 1000);");
    }
    text + "    log_result(result);\n    return result;\n}\n"
}

/// A module with one of the structures, which may call any module of its service below it.
fn structure(module: usize, first: usize, lock: usize, random: &mut Random) -> String {
    let below = match module - first {
        0 => "input".to_owned(),
        above => format!("operate_{}(input)", first + random.below(above)),
    };
    STRUCTURES[random.below(STRUCTURES.len())]
        .replace("BELOW", &below)
        .replace('@', &module.to_string())
        .replace('#', &lock.to_string())
        .replace('$', &(4 + random.below(12)).to_string())
}

/// The threads, and main.
fn workers(services: usize, growth: Growth) -> String {
    let workers = match growth {
        Growth::Functions => WORKERS,
        Growth::Threads => services,
    };
    let mut text = String::new();
    for worker in 0..workers {
        let _ = writeln!(
            text,
            "\nstatic void *worker_{worker}(void *argument)\n{{\n    int result = 0;"
        );
        for service in (0..services).filter(|service| service % workers == worker || (service + 1) % workers == worker)
        {
            let _ = writeln!(text, "    result = service_{service}(result);");
        }
        text.push_str("    return argument;\n}\n");
    }
    let _ = writeln!(text, "\nint main(void)\n{{\n    pthread_t threads[{workers}];");
    for worker in 0..workers {
        let _ = writeln!(
            text,
            "    pthread_create(&threads[{worker}], NULL, worker_{worker}, NULL);"
        );
    }
    for worker in 0..workers {
        let _ = writeln!(text, "    pthread_join(threads[{worker}], NULL);");
    }
    text + "    printf(\"%d results, %ld in all\\n\", results.count, results.sum);\n    return 0;\n}\n"
}

/// Pseudo-random numbers (Marsaglia's xorshift, 2003).
struct Random(u32);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % bound
    }
}
