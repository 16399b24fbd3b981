//! Findings while somebody works: `pepsin watch` in a terminal, and `pepsin lsp` with an editor that follows a script.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than any step of these tests takes on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder for a test, with results that are kept beside the sources.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("sources")).expect("the folder of tests can be written");
    folder.canonicalize().expect("it is there")
}

/// A program whose second thread counts under a lock, and whose main function does so if it is told to.
fn program(in_main: &str) -> String {
    format!(
        "#include <pthread.h>\nint shared;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         static void *work(void *p) {{ pthread_mutex_lock(&m); shared++; pthread_mutex_unlock(&m); return p; }}\n\
         int main(void) {{\n  pthread_t t;\n  if (pthread_create(&t, 0, work, 0)) return 1;\n  /* ü */ {in_main}\n  return 0;\n}}\n"
    )
}

const RACY: &str = "shared = 7;";
const RIGHT: &str = "pthread_mutex_lock(&m); shared = 7; pthread_mutex_unlock(&m);";

fn write(file: &Path, content: &str) {
    fs::write(file, content).expect("the folder of tests can be written");
}

/// Pepsin under way; dropped, it ends.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(folder: &Path, arguments: &[&str]) -> (Running, impl Read + Send + 'static) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pepsin"));
    command.args(arguments).current_dir(folder.join("sources"));
    command
        .env_remove("PEPSIN_NO_CACHE")
        .env("PEPSIN_CACHE_DIR", folder.join("kept"));
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("the program was built for this test");
    let output = child.stdout.take().expect("it has a pipe");
    let input = child.stdin.take();
    (Running { child, input }, output)
}

/// Pepsin that watches, and the lines with verdicts that it tells.
fn watch(folder: &Path, arguments: &[&str]) -> (Running, Receiver<String>) {
    let (running, output) = start(folder, &[&["watch"], arguments].concat());
    let (sender, verdicts) = channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        let verdicts = lines.filter(|line| line.contains("ata race") && !line.starts_with(' '));
        verdicts.for_each(|line| drop(sender.send(line)));
    });
    (running, verdicts)
}

#[test]
fn a_program_is_checked_again_when_its_baseline_changes() {
    let folder = folder("watched-baseline");
    write(&folder.join("sources/a.c"), &program(RACY));
    let baseline = folder.join("sources/known.json");
    let mut made = Command::new(env!("CARGO_BIN_EXE_pepsin"));
    let made = made.args(["check", "a.c", "--write-baseline", "known.json"]);
    let made = made.current_dir(folder.join("sources")).env("PEPSIN_NO_CACHE", "1");
    let made = made.output().expect("the program was built for this test");
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let (_running, verdicts) = watch(&folder, &["a.c", "-q", "--baseline", "known.json"]);
    let next = || verdicts.recv_timeout(PATIENCE).expect("a verdict comes");
    assert!(next().starts_with("Data race"));
    let known = fs::read_to_string(&baseline).expect("it was written");
    write(&baseline, &format!("{known}\n"));
    assert!(next().starts_with("Data race"));
}

#[test]
fn a_program_is_checked_again_when_a_file_changes_that_it_reads() {
    let folder = folder("watch");
    let header = folder.join("sources/in_main.h");
    write(&header, RIGHT);
    write(&folder.join("sources/a.c"), &program("\n#include \"in_main.h\"\n"));
    let (_running, verdicts) = watch(&folder, &["a.c", "-q"]);
    let verdict = |expected: &str| {
        let line = verdicts.recv_timeout(PATIENCE).expect("a verdict comes");
        assert!(line.starts_with(expected), "{line}");
    };
    verdict("No data race");
    write(&header, &format!("{RACY} "));
    verdict("Data race on");
    write(&header, RIGHT);
    verdict("No data race");
}

/// An editor that follows a script.
struct Editor {
    server: Running,
    messages: Receiver<Value>,
}

impl Editor {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let (server, output) = start(folder, &[&["lsp"], arguments].concat());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = message(&mut output) {
                drop(sender.send(message));
            }
        });
        let mut editor = Editor { server, messages };
        let root = uri(&folder.join("sources"));
        let parameters = json!({ "processId": null, "rootUri": root, "capabilities": {} });
        editor.send(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": parameters }));
        let answer = editor.next();
        assert_eq!(answer["id"], 1);
        assert_eq!(answer["result"]["capabilities"]["textDocumentSync"]["save"], true);
        editor.notify("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        let input = self.server.input.as_mut().expect("the input is open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn save(&mut self, file: &Path, content: &str) {
        write(file, content);
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(file) } }));
    }

    fn next(&self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// The diagnostics of a file, which are what comes next.
    fn diagnostics(&self, file: &Path) -> Vec<Value> {
        let message = self.next();
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        assert_eq!(message["params"]["uri"], uri(file), "{message}");
        message["params"]["diagnostics"]
            .as_array()
            .cloned()
            .expect("there is a list")
    }

    fn end(mut self) {
        self.send(json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
        // Notifications that nobody asked about may come before the answer.
        while self.next()["id"] != 2 {}
        self.notify("exit", json!(null));
        drop(self.server.input.take());
        let status = self.server.child.wait().expect("it was started");
        assert!(status.success(), "{status}");
    }
}

/// The next message of a server.
fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

fn uri(file: &Path) -> String {
    format!("file://{}", file.display())
}

#[test]
fn an_editor_gets_the_findings_of_a_file_when_it_is_opened_and_saved() {
    let folder = folder("file");
    let file = folder.join("sources/a.c");
    write(&file, &program(RACY));
    let mut editor = Editor::start(&folder, &[]);
    let document = json!({ "uri": uri(&file), "languageId": "c", "version": 1, "text": "" });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let racy = editor.diagnostics(&file);
    assert_eq!(racy.len(), 2, "{racy:#?}");
    let in_main = racy
        .iter()
        .find(|it| it["range"]["start"]["line"] == 7)
        .expect("main races");
    assert_eq!(
        (&in_main["severity"], &in_main["source"]),
        (&json!(1), &json!("pepsin"))
    );
    assert!(
        in_main["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("Data race on `shared`")),
        "{in_main}"
    );
    // `shared` stands behind a letter that is two bytes long.
    assert_eq!(in_main["range"]["end"]["character"], 16, "{in_main}");
    let related = in_main["relatedInformation"].as_array().expect("there is a list");
    let lines: Vec<&Value> = related
        .iter()
        .map(|it| &it["location"]["range"]["start"]["line"])
        .collect();
    // The other access, the creation of its thread, and its lock.
    assert!(lines.contains(&&json!(3)) && lines.contains(&&json!(6)), "{related:#?}");
    editor.save(&file, &program(RIGHT));
    assert_eq!(editor.diagnostics(&file), Vec::<Value>::new());
    editor.save(&file, "int main(void) { return missing; }\n");
    let errors = editor.diagnostics(&file);
    assert_eq!(
        (errors.len(), &errors[0]["range"]["start"]["character"]),
        (1, &json!(24)),
        "{errors:#?}"
    );
    editor.end();
}

#[test]
fn an_editor_gets_the_findings_of_a_recorded_build() {
    let folder = folder("build");
    let (main, other) = (folder.join("sources/main.c"), folder.join("sources/other.c"));
    let guarded = program("other();").replace("int shared;", "int shared; void other(void);");
    write(&main, &guarded);
    let racy = "extern int shared;\nvoid other(void) { shared = 7; }\n";
    write(&other, racy);
    let entry =
        |file: &str| json!({ "directory": folder.join("sources"), "file": file, "command": format!("cc -c {file}") });
    let database = json!([entry("main.c"), entry("other.c")]).to_string();
    write(&folder.join("sources/compile_commands.json"), &database);
    let mut editor = Editor::start(&folder, &[]);
    editor.save(&main, &guarded);
    // Both sides of the race, each in its file.
    assert_eq!(
        (editor.diagnostics(&main).len(), editor.diagnostics(&other).len()),
        (1, 1)
    );
    editor.save(&other, "void other(void) {}\n");
    assert_eq!(
        (editor.diagnostics(&main).len(), editor.diagnostics(&other).len()),
        (0, 0)
    );
    // What follows the two dashes goes to the check.
    editor.end();
    write(&other, racy);
    let mut editor = Editor::start(&folder, &["--", "main.c", "other.c", "--exploration=off"]);
    editor.save(&main, &guarded);
    assert_eq!(editor.diagnostics(&main)[0]["severity"], 2);
    editor.end();
}
