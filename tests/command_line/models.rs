//! Models of users: rows for functions of which Pepsin knows nothing.

use super::{file, pepsin, text};

/// A program that calls a lock of which only `pepsin-models.toml` knows, beside that file.
fn with_models(folder: &str, models: &str) -> String {
    let source = "void enter(int *l);\nvoid leave(int *l);\nint l, guarded;\n\
        #include <pthread.h>\n\
        static void helper(void) { guarded++; }\n\
        static void *worker(void *unused) { enter(&l); helper(); leave(&l); return 0; }\n\
        int main(void) { pthread_t id; pthread_create(&id, 0, worker, 0); enter(&l); helper(); leave(&l); return 0; }\n";
    file(&format!("{folder}/pepsin-models.toml"), models.as_bytes());
    let source = file(&format!("{folder}/x.c"), source.as_bytes());
    source.to_string_lossy().into_owned()
}

const LOCKS: &str = "enter = { effect = \"lock\", lock = 0, operates-on = [0] }\n\
    leave = { effect = \"unlock\", lock = 0, operates-on = [0] }\n\
    never_called = { reads = [0] }\n";

#[test]
fn models_of_users_count_for_the_files_beside_them_and_stand_in_every_report() {
    let source = with_models("models", LOCKS);
    for format in ["text", "json", "sarif", "html"] {
        let output = pepsin(&["check", "--format", format, &source]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        let said = text(&output.stdout);
        for (function, line) in [("enter", 1), ("leave", 2)] {
            let what = format!("`{function}` does what its model says (");
            let place = format!("pepsin-models.toml:{line}:1)");
            assert!(said.contains(&what) && said.contains(&place), "{format}: {said}");
        }
        assert!(!said.contains("never_called"), "{format}: {said}");
    }
    assert_ne!(pepsin(&["check", "--trust-project=no", &source]).status.code(), Some(0));
    let listed = text(&pepsin(&["config", &source]).stdout);
    assert!(
        listed.contains("models = ") && listed.contains("pepsin-models.toml;"),
        "{listed}"
    );
}

#[test]
fn models_of_users_that_are_wrong_are_told_with_their_place() {
    for (folder, models, message) in [
        (
            "misspelt",
            "enter = { effect = \"lock\", lcok = 0 }\n",
            "pepsin-models.toml:1:11: error: The effect of `enter` is none",
        ),
        (
            "idle",
            "\nleave = { wirtes = [0] }\n",
            "pepsin-models.toml:2:11: error: The row of `leave` has no use for `wirtes`",
        ),
        (
            "defined",
            "helper = {}\n",
            "pepsin-models.toml:1:1: error: `helper` has a body in the program",
        ),
        (
            "main",
            "main = { replace = true }\n",
            "pepsin-models.toml:1:1: error: `main` is the program itself",
        ),
        (
            "absent",
            "enter = { effect = \"lock\", lock = 1 }\n",
            "pepsin-models.toml:1:28: error: The row of `enter` names argument 1, and the function has one parameter",
        ),
    ] {
        let output = pepsin(&["check", &with_models(folder, models)]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[test]
fn a_model_may_count_in_place_of_a_body() {
    let source = with_models("replaced", &format!("{LOCKS}helper = {{ replace = true }}\n"));
    let said = text(&pepsin(&["check", &source]).stdout);
    assert!(
        said.contains("`helper` does what its model says") && !said.contains("guarded"),
        "{said}"
    );
}
