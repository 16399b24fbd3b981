//! Runs the C compiler's preprocessor, and nothing else, within limits.
//!
//! A source may ask the preprocessor for more than there is: macros that double with each line, files that include themselves, devices
//! that never end, pipes that nobody writes to. So it gets limits of time, memory and output, may write no file, and has a process group
//! of its own, which ends with it, and with Pepsin, however that ends: a guard waits for that. Limits and guard are each a shell of the
//! system whose script is always the same; the words of the command are its arguments and are never read as a script.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::preprocess::Input;
use super::{build_flags, flags};
use crate::limits::{Interrupt, Watch};

/// Sets the limits (KiB of memory, seconds of processor time, no files), and becomes the compiler.
const SCRIPT: &str =
    r#"ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -f 0 2>/dev/null; shift 2; exec "$@""#;

/// Waits for the end of a pipe that only Pepsin holds open, and ends a group of processes.
const GUARD: &str = r#"read -r _; kill -9 "-$1" 2>/dev/null"#;

/// What a run of the preprocessor may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Seconds, of the clock and of the processor.
    pub(super) seconds: u64,
    /// KiB of address space.
    pub(super) memory: u64,
    /// Bytes of text.
    pub(super) output: u64,
    /// Who may end it besides.
    pub(super) interrupt: Interrupt,
}

/// How many seconds one run may take, whatever is left.
pub(super) const MOST_SECONDS: u64 = 60;

/// A compiler does not even start in fewer KiB of address space.
const LEAST_MEMORY: u64 = 256 << 10;

impl Limits {
    /// What one run may take of all that a watch allows.
    pub(super) fn within(watch: &Watch) -> Self {
        let left = watch.left();
        let seconds = left.processor.map_or(u64::MAX, |left| left.as_secs() + 1);
        let memory = left.memory.unwrap_or(u64::MAX);
        Limits {
            seconds: seconds.min(MOST_SECONDS),
            memory: (memory >> 10).clamp(LEAST_MEMORY, 4 << 20),
            output: (memory / 8).min(1 << 30),
            interrupt: watch.interrupt().clone(),
        }
    }
}

/// How long nobody looks whether a compiler under way should end.
const PERIOD: Duration = Duration::from_millis(20);

/// How many bytes of the compiler's messages are kept.
const MESSAGES: u64 = 1 << 20;

/// What the preprocessor gave.
pub(super) struct Output {
    pub(super) status: ExitStatus,
    pub(super) text: Vec<u8>,
    pub(super) messages: String,
}

/// Preprocesses the file of an input with its flags, as far as these pass, and `extra` ones.
///
/// # Errors
/// Says why there is no output: the compiler can't be started, or a limit was reached.
pub(super) fn run(input: &Input, compiler: &str, extra: &[&str], limits: &Limits) -> Result<Output, String> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT, "sh"]);
    command.args([limits.memory.to_string(), limits.seconds.to_string()]);
    command.args([compiler, "-E"]);
    if flags::standard(&input.arguments).is_none() {
        command.arg("-std=gnu17");
    }
    command.args(extra).args(build_flags::passed(&input.arguments));
    command.args(["-x", "c"]).arg(as_file(&input.path));
    if let Some(directory) = &input.directory {
        command.current_dir(directory);
    }
    command.env("LC_ALL", "C");
    // By these the compiler would write the names of headers to a file.
    command
        .env_remove("DEPENDENCIES_OUTPUT")
        .env_remove("SUNPRO_DEPENDENCIES");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    in_own_group(&mut command);
    let child = command
        .spawn()
        .map_err(|error| format!("The preprocessor `{compiler}` can't be started: {error}."))?;
    let output = Running::guarded(child)?.output(limits)?;
    // What a shell says of a command that is not there, or that is no program.
    match output.status.code() {
        Some(126 | 127) => Err(format!(
            "The preprocessor `{compiler}` can't be started: {}.",
            output.messages.trim()
        )),
        _ => Ok(output),
    }
}

/// A path that passes neither for an option nor for a file of options; else as it is, because messages name it.
fn as_file(path: &Path) -> PathBuf {
    match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path),
        _ => path.to_owned(),
    }
}

#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

/// A preprocessor under way; dropped, it ends with all that it started.
struct Running {
    compiler: Child,
    /// Ends the preprocessor if Pepsin ends first.
    guard: Option<Child>,
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(None) = self.compiler.try_wait() {
            self.end_group();
            end(&mut self.compiler);
        }
        // Before its pipe closes: by then the number of the group may be another one's.
        if let Some(guard) = &mut self.guard {
            end(guard);
        }
    }
}

/// Ends a process, and waits for it, or it stays in the table of processes.
fn end(process: &mut Child) {
    let _ = process.kill();
    let _ = process.wait();
}

impl Running {
    /// A preprocessor that has just been started, with its guard.
    #[cfg(unix)]
    fn guarded(compiler: Child) -> Result<Self, String> {
        let mut guard = Command::new("/bin/sh");
        guard
            .args(["-c", GUARD, "sh", &compiler.id().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // A signal to Pepsin's group is no end of Pepsin.
        in_own_group(&mut guard);
        let mut running = Running { compiler, guard: None };
        let guard = guard.spawn();
        running.guard = Some(guard.map_err(|error| format!("The preprocessor can't be guarded: {error}."))?);
        Ok(running)
    }

    #[cfg(not(unix))]
    fn guarded(compiler: Child) -> Result<Self, String> {
        Ok(Running { compiler, guard: None })
    }

    #[cfg(unix)]
    fn end_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let pid = i32::try_from(self.compiler.id()).ok().and_then(Pid::from_raw);
        // A group that has ended by itself is no error.
        let _ = pid.map(|pid| kill_process_group(pid, Signal::KILL));
    }

    #[cfg(not(unix))]
    fn end_group(&self) {}

    /// Reads what it writes, to its end or that of a limit.
    fn output(mut self, limits: &Limits) -> Result<Output, String> {
        let (sender, receiver) = channel();
        let text = self.compiler.stdout.take();
        let messages = self.compiler.stderr.take();
        let most = limits.output;
        let other = sender.clone();
        // Each reader ends when the pipe closes, at the latest when the group is killed.
        std::thread::spawn(move || sender.send((Pipe::Text, read(text, most))));
        std::thread::spawn(move || other.send((Pipe::Messages, read(messages, MESSAGES))));
        let deadline = Instant::now() + Duration::from_secs(limits.seconds);
        let (mut text, mut messages) = (None, None);
        while text.is_none() || messages.is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            if limits.interrupt.reason().is_some() {
                return Err("The preprocessor was ended before it was done.".to_owned());
            }
            match receiver.recv_timeout(left.min(PERIOD)) {
                Ok((Pipe::Text, Ok(read))) if read.len() as u64 > limits.output => {
                    return Err(format!(
                        "The preprocessor writes more than {} MiB.",
                        limits.output >> 20
                    ));
                }
                Ok((Pipe::Text, read)) => text = Some(read.map_err(|error| unread(&error))?),
                Ok((Pipe::Messages, read)) => messages = Some(read.map_err(|error| unread(&error))?),
                Err(RecvTimeoutError::Timeout) if left > PERIOD => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("The preprocessor takes longer than {} s.", limits.seconds));
                }
                Err(RecvTimeoutError::Disconnected) => return Err("The preprocessor's output is lost.".to_owned()),
            }
        }
        let status = self.compiler.wait().map_err(|error| unread(&error))?;
        Ok(Output {
            status,
            text: text.unwrap_or_default(),
            messages: String::from_utf8_lossy(&messages.unwrap_or_default()).into_owned(),
        })
    }
}

/// Which pipe of the compiler was read.
enum Pipe {
    Text,
    Messages,
}

/// What comes out of a pipe: all of it, or one byte more than the limit.
fn read(pipe: Option<impl Read>, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        pipe.take(limit + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn unread(error: &io::Error) -> String {
    format!("The preprocessor's output can't be read: {error}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command as Process;

    /// What a run on a source in a folder of its own gives.
    fn preprocess(source: &str, limits: &Limits) -> Result<Output, String> {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = folder.path().join("x.c");
        std::fs::write(&path, source).expect("the folder is writable");
        // A pipe that nobody writes to.
        let pipe = Process::new("mkfifo").arg(folder.path().join("pipe.h")).status();
        assert!(pipe.is_ok_and(|status| status.success()));
        run(&Input::new(path), "cc", &[], limits)
    }

    fn short() -> Limits {
        Limits {
            seconds: 2,
            memory: 1 << 20,
            output: 1 << 20,
            interrupt: Interrupt::default(),
        }
    }

    #[test]
    fn a_source_is_preprocessed() {
        let output = preprocess("#define X 42\nint y = X;\n", &short()).expect("the compiler is there");
        assert!(output.status.success() && output.text.ends_with(b"int y = 42;\n"));
    }

    #[test]
    fn a_pipe_that_nobody_writes_to_takes_no_longer_than_allowed() {
        let begin = Instant::now();
        assert!(preprocess("#include \"pipe.h\"\n", &short()).is_err());
        assert!(begin.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn macros_that_double_end_at_a_limit() {
        let mut source = "#define A0 x x x x\n".to_owned();
        for level in 1..40 {
            source += &format!("#define A{level} A{0} A{0}\n", level - 1);
        }
        let begin = Instant::now();
        let output = preprocess(&format!("{source}A39\n"), &short());
        assert!(output.is_err() || output.is_ok_and(|output| !output.status.success()));
        assert!(begin.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_compiler_that_is_not_there_is_an_error() {
        let message = run(&Input::new("x.c"), "/nowhere/at/all", &[], &short()).err();
        assert!(message.is_some_and(|message| message.contains("can't be started")));
    }
}
