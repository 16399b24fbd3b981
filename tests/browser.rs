//! The report as a page, in the browser that a reader has: Chromium without a window, where it is there.

use pepsin::config::{Convention, Search, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::{Detail, Sources, Status, Suspicion, format_named};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names under which the browser is installed.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What a reader does.
const SCRIPT: &str = include_str!("browser/script.js");

/// Tells the page around it how wide it is, and how wide it would have to be.
const MEASURES: &str = "parent.postMessage({ width: innerWidth, needed: document.documentElement.scrollWidth }, '*');";

/// A program with three findings.
const RACY: &str = "#include <pthread.h>
static int zebra, apple, mango;
static void *worker(void *argument) {
  zebra++;
  apple++;
  mango++;
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return zebra + apple + mango;
}
";

/// A page in a folder of its own, on a program whose second finding counts as confirmed, with a script behind it.
fn page(name: &str, script: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name);
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let source = folder.join("racy.c");
    std::fs::write(&source, RACY).expect("the folder of tests can be written");
    let settings = Settings {
        exploration: Search::Off,
        ..Settings::new(Convention::Check)
    };
    let mut report = pipeline::check(&[Input::new(&source)], &settings).expect("the program is C");
    let name = source.to_string_lossy();
    report.sources = Sources::read([&*name], |file| std::fs::read_to_string(file).ok());
    assert_eq!(report.findings.len(), 3);
    report.findings[1].status = Status::Confirmed;
    report.findings[1].suspicion = Suspicion::Confirmed;
    let html = (format_named("html").expect("a format of the catalogue").render)(&report, Detail::Ordinary);
    let page = folder.join("report.html");
    let html = html.replace("</body>", &format!("<script>{script}</script></body>"));
    std::fs::write(&page, html).expect("the folder of tests can be written");
    page
}

/// What comes of it; nothing if there is no browser.
fn told(page: &Path) -> Option<Value> {
    let profile = tempfile::tempdir().expect("the temporary folder is writable");
    let run = |browser: &&str| {
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--virtual-time-budget=2000",
            "--dump-dom",
        ];
        let mut command = Command::new(browser);
        command
            .args(flags)
            .arg(format!("--user-data-dir={}", profile.path().display()));
        command.arg("--window-size=1200,800");
        command.arg(format!("file://{}", page.display())).output().ok()
    };
    let output = BROWSERS.iter().find_map(run)?;
    let dom = String::from_utf8_lossy(&output.stdout);
    let told = dom
        .split("<pre id=\"told\">")
        .nth(1)
        .and_then(|rest| rest.split("</pre>").next());
    let told = told.unwrap_or_else(|| panic!("the script came to no end: {}", String::from_utf8_lossy(&output.stderr)));
    Some(serde_json::from_str(told).expect("the script tells JSON"))
}

#[test]
#[expect(clippy::print_stderr, reason = "where the browser is missing, the test says so")]
fn a_page_is_filtered_sorted_clicked_and_moved_through_by_keys() {
    let page = page("wide", SCRIPT);
    let Some(told) = told(&page) else {
        eprintln!("NOT TESTED: there is no Chromium, so the page is looked at in no browser.");
        return;
    };
    let expected = json!({
        "all": 3,
        "shown": "3 of 3 shown",
        "searched": [3],
        "nothing": 0,
        "confirmed": [2],
        "titles": ["`apple`", "`mango`", "`zebra`"],
        "numbers": [1, 2, 3],
        "first": 1,
        "next": 2,
        "previous": 1,
        "toggled": true,
        "searching": true,
        "left": true,
        "reachable": true,
        "drawn": [3],
        "overflow": false,
        "target": true,
    });
    for (what, value) in expected.as_object().into_iter().flatten() {
        assert_eq!(&told[what], value, "{what} in {told:#}");
    }
}

/// A page in a frame as wide as a telephone, because windows are not made as narrow.
fn framed(page: &Path) -> PathBuf {
    let html = std::fs::read_to_string(page).expect("was written");
    let inside = html.replace('&', "&amp;").replace('"', "&quot;");
    let listens = "addEventListener('message', (event) => {
          const line = document.createElement('pre');
          line.id = 'told';
          line.textContent = JSON.stringify(event.data);
          document.body.append(line);
        });";
    let outside = page.with_file_name("narrow.html");
    let text = format!(
        "<!DOCTYPE html><body><script>{listens}</script>\
         <iframe width=\"360\" height=\"640\" frameborder=\"0\" srcdoc=\"{inside}\"></iframe></body>"
    );
    std::fs::write(&outside, text).expect("the folder of tests can be written");
    outside
}

#[test]
#[expect(clippy::print_stderr, reason = "where the browser is missing, the test says so")]
fn a_page_fits_a_narrow_screen() {
    let Some(told) = told(&framed(&page("narrow", MEASURES))) else {
        eprintln!("NOT TESTED: there is no Chromium, so the page is looked at in no browser.");
        return;
    };
    let (width, needed) = (told["width"].as_u64(), told["needed"].as_u64());
    assert!(width == Some(360) && needed <= width, "{told:#}");
}
