//! What a process uses, and what it may use, as the system tells.

use std::cell::OnceCell;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;
use std::time::Duration;

use super::scaled;

/// What is used at one moment. The system is asked for each number once at most, and only if somebody asks here: it takes longer to tell than to compare.
#[derive(Debug, Default)]
pub(super) struct Moment {
    pages: OnceCell<Option<Pages>>,
    processor: OnceCell<Option<Duration>>,
}

impl Moment {
    /// The time of the processor that this process has used, and those that it started and that have ended.
    pub(super) fn processor(&self) -> Option<Duration> {
        *self.processor.get_or_init(processor)
    }

    /// Memory in use, in bytes, where the system tells.
    pub(super) fn resident(&self) -> Option<u64> {
        self.pages().map(|pages| bytes(pages.resident))
    }

    /// Whether more than a part of the addresses that the process may use is in use, where they are limited.
    pub(super) fn addresses_exceed(&self, part: f64) -> bool {
        let used = || self.pages().map(|pages| bytes(pages.addresses));
        addresses().is_some_and(|most| used().is_some_and(|used| used >= scaled(most, part)))
    }

    fn pages(&self) -> Option<Pages> {
        *self.pages.get_or_init(pages)
    }
}

/// The time of the processor that this process has used, and those that it started and that have ended.
pub(super) fn processor() -> Option<Duration> {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(
        Duration::try_from(used)
            .ok()?
            .saturating_add(children().unwrap_or_default()),
    )
}

/// The time of the processor of processes that have ended: numbers 16 and 17 of `/proc/self/stat`, in ticks. The second number, a name
/// in brackets, may hold anything, so it is passed from behind.
fn children() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, numbers) = text.rsplit_once(')')?;
    let ticks = numbers.split_whitespace().skip(13).take(2).map(str::parse::<u64>);
    let ticks: u64 = ticks.collect::<Result<Vec<_>, _>>().ok()?.iter().sum();
    let a_second = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_millis(ticks.saturating_mul(1000) / a_second))
}

/// Pages of address space, and pages in memory.
#[derive(Clone, Copy, Debug)]
struct Pages {
    addresses: u64,
    resident: u64,
}

/// The first two numbers of `/proc/self/statm`.
fn pages() -> Option<Pages> {
    // To open it takes longer than to read it, which is done hundreds of times a second.
    static OPENED: OnceLock<Option<File>> = OnceLock::new();
    let file = OPENED.get_or_init(|| File::open("/proc/self/statm").ok()).as_ref()?;
    let mut text = [0; 256];
    let length = file.read_at(&mut text, 0).ok()?;
    let text = str::from_utf8(&text[..length]).ok()?;
    let mut numbers = text.split_whitespace().map(str::parse::<u64>);
    let mut next = || numbers.next()?.ok();
    Some(Pages {
        addresses: next()?,
        resident: next()?,
    })
}

fn bytes(pages: u64) -> u64 {
    pages.saturating_mul(rustix::param::page_size() as u64)
}

/// How many bytes of address space the process may use, where that is limited.
pub fn addresses() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

/// The time of the processor behind which the system ends the process without a word (`ulimit -t`), where that is limited.
pub(super) fn processor_limit() -> Option<Duration> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Cpu);
    limit.maximum.map(Duration::from_secs)
}

/// The memory that a run takes where nobody says: three quarters of what the machine, its control group and the limit of addresses allow.
pub fn usual_memory() -> Option<u64> {
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let machine = total.and_then(|total| total.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    let least = [
        machine.map(|kibibytes| kibibytes.saturating_mul(1024)),
        number("/sys/fs/cgroup/memory.max"),
        number("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        addresses(),
    ];
    least.into_iter().flatten().min().map(|bytes| bytes / 4 * 3)
}
