//! `pepsin lsp`: findings in an editor, by the Language Server Protocol (Microsoft, version 3.17) over standard input and output.
//!
//! The program is checked when the editor begins, and whenever a file is saved: the build that is recorded in `compile_commands.json`, or
//! the file itself where there is none. Each check is a process of its own with its own limits, which ends when a later save makes it
//! idle; its report in JSON becomes diagnostics. What is allowed or known is not shown.

mod diagnostics;

use super::{Exit, Failure};
use diagnostics::{Found, of_output};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{DidOpenTextDocument, DidSaveTextDocument, Notification as _, PublishDiagnostics};
use lsp_types::{
    Diagnostic, InitializeParams, PublishDiagnosticsParams, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// Publishes findings to an editor, by the Language Server Protocol over standard input and output.
///
/// What follows `--` goes to `pepsin check`; by default that is `-p` with the compile_commands.json in the editor's folder or its folder
/// `build`, and without one the file that was opened or saved.
#[derive(clap::Args)]
pub struct Arguments {
    /// Arguments for `pepsin check`: sources, or `-p FOLDER`, and settings.
    #[arg(last = true, value_name = "ARGUMENTS")]
    check: Vec<String>,
}

/// How long nobody looks whether a check has ended, or a later one is asked for.
const PERIOD: Duration = Duration::from_millis(20);

/// Where a build may have recorded its commands, below the editor's folder.
const DATABASES: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (connection, threads) = Connection::stdio();
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        ..ServerCapabilities::default()
    };
    let parameters = connection.initialize(serde_json::to_value(capabilities)?)?;
    let parameters: InitializeParams = serde_json::from_value(parameters)?;
    let checker = Checker {
        folder: folder_of(&parameters).unwrap_or_else(|| PathBuf::from(".")),
        arguments: arguments.check.clone(),
        published: BTreeMap::new(),
    };
    let is_whole = checker.is_whole();
    let mut begun = false;
    let (sender, wanted) = channel();
    let outgoing = connection.sender.clone();
    let worker = std::thread::Builder::new().name("checks".to_owned());
    let worker = worker.spawn(move || checker.serve(&wanted, &|message| outgoing.send(message).is_ok()))?;
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                connection.sender.send(unknown(request).into())?;
            }
            Message::Notification(notification) => {
                // A build that was checked is the same when another of its files is opened.
                let idle = is_whole && begun && notification.method == DidOpenTextDocument::METHOD;
                if let Some(file) = concerned(&notification).filter(|_| !idle) {
                    begun = true;
                    sender.send(file)?;
                }
            }
            Message::Response(_) => {}
        }
    }
    // The check under way finds that nobody asks any more.
    drop((sender, connection));
    if let Err(panic) = worker.join() {
        std::panic::resume_unwind(panic);
    }
    threads.join()?;
    Ok(Exit::Success)
}

fn unknown(request: Request) -> Response {
    let message = format!("`{}` is not served.", request.method);
    Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
}

/// The file that was opened or saved.
fn concerned(notification: &Notification) -> Option<PathBuf> {
    let is_of_use = [DidOpenTextDocument::METHOD, DidSaveTextDocument::METHOD].contains(&notification.method.as_str());
    let uri = notification.params.pointer("/textDocument/uri")?.as_str()?;
    is_of_use.then(|| path_of(uri))?
}

/// The editor's folder.
fn folder_of(parameters: &InitializeParams) -> Option<PathBuf> {
    let folders = parameters.workspace_folders.as_deref().unwrap_or_default();
    #[expect(deprecated, reason = "editors that know no folders of a workspace name their root")]
    let root = parameters.root_uri.as_ref();
    let uri = folders.first().map(|folder| &folder.uri).or(root)?;
    path_of(uri.as_str())
}

/// The path of a `file:` URI.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            other => bytes.push(other),
        }
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

/// Checks when it is asked to, and publishes what it finds.
struct Checker {
    folder: PathBuf,
    arguments: Vec<String>,
    /// The files of which diagnostics were published, by the file that was checked; by none for a build.
    published: BTreeMap<Option<PathBuf>, BTreeSet<PathBuf>>,
}

impl Checker {
    /// Serves those who name files that they opened or saved, until nobody is left who could.
    fn serve(mut self, wanted: &Receiver<PathBuf>, send: &dyn Fn(Message) -> bool) {
        let mut waiting: Vec<PathBuf> = Vec::new();
        loop {
            if waiting.is_empty() {
                waiting.extend(wanted.recv().ok());
            }
            waiting.extend(wanted.try_iter());
            let Some(file) = self.take(&mut waiting) else { return };
            match self.check(&file, wanted) {
                Ended::Done(output) => {
                    let found = of_output(&output, &self.folder);
                    let subject = (!self.is_whole()).then_some(file);
                    if !self.publish(subject, found, send) {
                        return;
                    }
                }
                Ended::Idle(later) => waiting.extend([file, later]),
                Ended::Alone => return,
            }
        }
    }

    /// The next one of the files that wait: where all is checked whichever it is, they are all answered by one.
    fn take(&self, waiting: &mut Vec<PathBuf>) -> Option<PathBuf> {
        let file = match self.is_whole() {
            true => waiting.pop()?,
            false => waiting.first()?.clone(),
        };
        let whole = self.is_whole();
        waiting.retain(|other| !whole && *other != file);
        Some(file)
    }

    /// Where the build recorded its commands.
    fn database(&self) -> Option<&'static str> {
        DATABASES.into_iter().find(|name| self.folder.join(name).is_file())
    }

    /// Whether all is checked, whichever file was saved.
    fn is_whole(&self) -> bool {
        !self.arguments.is_empty() || self.database().is_some()
    }

    /// Checks the build, or a file.
    fn check(&self, file: &Path, wanted: &Receiver<PathBuf>) -> Ended {
        let mut command = match std::env::current_exe() {
            Ok(program) => Command::new(program),
            Err(_) => Command::new("pepsin"),
        };
        command.args(["check", "--format", "json"]).current_dir(&self.folder);
        match (self.arguments.as_slice(), self.database()) {
            ([], Some(database)) => command.args(["-p", database]),
            ([], None) => command.arg(file),
            (arguments, _) => command.args(arguments),
        };
        // The editor's own pipes are not for it.
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return Ended::Done(Err(error)),
        };
        let (sender, result) = channel();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        // Each reader ends when the process does.
        let messages = std::thread::spawn(move || read(stderr));
        std::thread::spawn(move || sender.send(read(stdout)));
        loop {
            match result.recv_timeout(PERIOD) {
                Ok(stdout) => {
                    let stderr = messages.join().unwrap_or_default();
                    return Ended::Done(child.wait().map(|status| Output { status, stdout, stderr }));
                }
                Err(RecvTimeoutError::Disconnected) => return Ended::Alone,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let ended = match wanted.try_recv() {
                Ok(later) => Ended::Idle(later),
                Err(TryRecvError::Disconnected) => Ended::Alone,
                Err(TryRecvError::Empty) => continue,
            };
            // It ends soon with what it has, and the preprocessors that it started with it; or it has ended by now.
            let pid = rustix::process::Pid::from_child(&child);
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
            let _ = child.wait();
            return ended;
        }
    }

    /// Publishes diagnostics, and takes back those of files that have none any more; false if nobody listens.
    fn publish(&mut self, subject: Option<PathBuf>, found: Found, send: &dyn Fn(Message) -> bool) -> bool {
        let Found { diagnostics, message } = found;
        let files = diagnostics.keys().cloned().collect();
        let before = self.published.insert(subject, files).unwrap_or_default();
        let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> = before.into_iter().map(|file| (file, Vec::new())).collect();
        all.extend(diagnostics);
        let shown = all.into_iter().filter_map(|(file, diagnostics)| {
            let parameters = PublishDiagnosticsParams::new(uri_of(&file)?, diagnostics, None);
            Some(Notification::new(PublishDiagnostics::METHOD.to_owned(), parameters).into())
        });
        let said = message.map(|message| {
            let parameters = serde_json::json!({ "type": 3, "message": message });
            Notification::new("window/logMessage".to_owned(), parameters).into()
        });
        shown.chain(said).all(send)
    }
}

/// How a check ended.
enum Ended {
    /// By itself.
    Done(std::io::Result<Output>),
    /// Because a file was saved meanwhile.
    Idle(PathBuf),
    /// Because nobody waits for it.
    Alone,
}

fn read(pipe: Option<impl std::io::Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error is a report that is cut off, which is refused where it is parsed.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    bytes
}

/// The URI of a file.
fn uri_of(file: &Path) -> Option<Uri> {
    crate::report::uri(&file.display().to_string()).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_leads_to_its_path_and_back() {
        let path = Path::new("/tmp/a b/ü#%.c");
        let uri = uri_of(path).expect("is a path");
        assert_eq!(uri.as_str(), "file:///tmp/a%20b/%C3%BC%23%25.c");
        assert_eq!(path_of(uri.as_str()).as_deref(), Some(path));
        assert_eq!(path_of("untitled:x"), None);
        assert_eq!(path_of("file:///a%2"), None);
    }
}
