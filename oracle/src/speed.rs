//! How fast executions are: operations of the intermediate representation per second of CPU time, on one core.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use pepsin::config::{Convention, Settings};
use pepsin::explore::{self, Detection, ExploreSettings, Until};
use pepsin::frontend::Input;
use pepsin::ir::Program;
use pepsin::limits::Watch;
use pepsin::pipeline::read;

/// Programs in the manner of tasks: counting under a lock, sums over a shared array, sorting of private memory.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "counter",
        "
        int counter;
        void *run(void *argument) {
          for (int i = 0; i < 1000000; i++) {
            pthread_mutex_lock(&m);
            counter = counter + 1;
            if (counter > 100) counter = 0;
            pthread_mutex_unlock(&m);
          }
          return 0;
        }",
    ),
    (
        "array",
        "
        int numbers[64], sums[4];
        void *run(void *argument) {
          int own = (int)(long)argument;
          for (int round = 0; round < 100000; round++) {
            int sum = 0;
            for (int i = 0; i < 64; i++) sum += numbers[i] * i;
            sums[own] = sum;
          }
          return 0;
        }",
    ),
    (
        "sorting",
        "
        void *run(void *argument) {
          int own[32];
          for (int round = 0; round < 100000; round++) {
            for (int i = 0; i < 32; i++) own[i] = (i * 37 + round) % 101;
            for (int i = 1; i < 32; i++)
              for (int k = i; k > 0 && own[k - 1] > own[k]; k--) {
                int swapped = own[k];
                own[k] = own[k - 1];
                own[k - 1] = swapped;
              }
          }
          return 0;
        }",
    ),
];

/// What comes before each program.
const BEFORE: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
pthread_mutex_t m;
";

/// What comes after it.
const AFTER: &str = "
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
";

/// The speed on one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// The program.
    pub name: &'static str,
    /// Whether races were looked for.
    pub detection: Detection,
    /// Operations.
    pub steps: u64,
    /// CPU time, where the system tells it, else time.
    pub time: Duration,
}

/// Measures all programs with and without the detection of races, `steps` operations each.
///
/// # Errors
/// If a program cannot be written to the folder, or is not understood.
pub fn measure(folder: &Path, steps: u64) -> Result<Vec<Speed>, String> {
    let mut speeds = Vec::new();
    for detection in [Detection::Races, Detection::Off] {
        for (name, text) in PROGRAMS {
            let program = program(&folder.join(format!("speed-{}-{name}.i", std::process::id())), text)?;
            speeds.push(run(name, &program, detection, steps));
        }
    }
    Ok(speeds)
}

fn program(file: &Path, text: &str) -> Result<Program, String> {
    std::fs::write(file, format!("{BEFORE}{text}{AFTER}")).map_err(|error| error.to_string())?;
    let read = read(
        &[Input::new(file)],
        &Settings::new(Convention::Check),
        &Watch::default(),
    );
    // What was read is not needed any more, and who cannot write there was told above.
    let _ = std::fs::remove_file(file);
    read.map(|(program, _)| program).map_err(|errors| errors.to_string())
}

/// Executions of a length as searches have it.
fn run(name: &'static str, program: &Program, detection: Detection, steps: u64) -> Speed {
    let settings = ExploreSettings {
        schedules: u64::MAX,
        steps: 200_000,
        total_steps: steps,
        until: Until::BudgetUsed,
        detection,
        ..ExploreSettings::default()
    };
    let before = Clock::now();
    let found = explore::run(program, &settings);
    Speed {
        name,
        detection,
        steps: found.steps,
        time: before.elapsed(),
    }
}

/// The CPU time of this thread where the system tells it, and the time.
struct Clock {
    used: Option<Duration>,
    time: Instant,
}

impl Clock {
    fn now() -> Self {
        Clock {
            used: used(),
            time: Instant::now(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.used, used()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => self.time.elapsed(),
        }
    }
}

/// The CPU time of this thread: on Linux the first number of `schedstat`, in nanoseconds.
fn used() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

impl fmt::Display for Speed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detection = match self.detection {
            Detection::Races => "with",
            Detection::Off => "without",
        };
        let rate = self.steps as f64 / 1e6 / self.time.as_secs_f64().max(1e-9);
        write!(
            out,
            "{:8} {detection:>7} the detection of races: {rate:6.1} million operations per second",
            self.name
        )
    }
}
