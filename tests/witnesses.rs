//! Witnesses: every confirmed race of the tests is replayed from its file by a fresh process, and all files have the form of their schemas.

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is not decided soon is not waited for.
const STEPS: &str = "--steps=2000000";

/// Runs `pepsin` in the folder of the package.
fn pepsin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pepsin"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program was built for this test")
}

/// The tasks of the subset with an expected verdict.
fn tasks(expected: pepsin::tasks::Expected) -> Vec<pepsin::tasks::Task> {
    let tasks = pepsin::tasks::find_tasks(Path::new("sv-benchmarks-subset")).expect("the tasks can be read");
    tasks.into_iter().filter(|task| task.expected == expected).collect()
}

/// A new file for the witness of a task: tests run side by side.
fn witness_file(task: &Path) -> PathBuf {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("witnesses");
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let name = task.file_stem().unwrap_or_default().display().to_string();
    folder.join(format!("{name}-{}.yml", FILES.fetch_add(1, Ordering::Relaxed)))
}

/// Answers a task; gives the entries of the witness, if one was written.
fn answer(task: &Path) -> Option<(PathBuf, Vec<Value>)> {
    let file = witness_file(task);
    // A file of an earlier run says nothing.
    let _ = std::fs::remove_file(&file);
    let (file_name, task_name) = (file.to_string_lossy(), task.to_string_lossy());
    pepsin(&["svcomp", STEPS, "--witness", &file_name, &task_name]);
    let text = std::fs::read_to_string(&file).ok()?;
    let entries = yaml_serde::Deserializer::from_str(&text)
        .flat_map(|document| Vec::<Value>::deserialize(document).expect("a witness is a sequence of entries"));
    Some((file, entries.collect()))
}

fn schema(name: &str) -> Value {
    let path = Path::new("tests/schemas").join(name);
    let text = std::fs::read_to_string(&path).expect("the schema can be read");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// How a value breaks a schema: the words of JSON Schema that the schemas here use, and no others.
fn breaches(value: &Value, schema_of: &Value, at: &str, found: &mut Vec<String>) {
    let rules = schema_of.as_object().expect("a schema is an object");
    let size = match value {
        Value::Array(items) => items.len() as u64,
        Value::String(text) => text.len() as u64,
        Value::Number(number) => number.as_u64().unwrap_or(0),
        _ => 0,
    };
    for (word, rule) in rules {
        let limit = rule.as_u64().unwrap_or(0);
        let kept = match word.as_str() {
            "$schema" | "title" => true,
            "$ref" => {
                breaches(value, &schema(rule.as_str().unwrap_or_default()), at, found);
                true
            }
            "type" => match rule.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("integer") => value.is_i64() || value.is_u64(),
                other => panic!("no such type: {other:?}"),
            },
            "const" => value == rule,
            "enum" => rule.as_array().is_some_and(|allowed| allowed.contains(value)),
            "minItems" | "minLength" | "minimum" => size >= limit,
            "maxItems" | "maxLength" => size <= limit,
            "required" => {
                let keys = rule.as_array().into_iter().flatten().filter_map(Value::as_str);
                keys.into_iter().all(|key| value.get(key).is_some())
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    breaches(item, rule, &format!("{at}[{number}]"), found);
                }
                true
            }
            "properties" | "additionalProperties" => {
                let known = rules.get("properties").and_then(Value::as_object);
                for (key, part) in value.as_object().into_iter().flatten() {
                    let own = known.and_then(|known| known.get(key));
                    match (word.as_str(), own) {
                        ("properties", Some(own)) => breaches(part, own, &format!("{at}.{key}"), found),
                        ("additionalProperties", None) if rule == &Value::Bool(false) => {
                            found.push(format!("{at}.{key} is not known"));
                        }
                        ("additionalProperties", None) => breaches(part, rule, &format!("{at}.{key}"), found),
                        _ => {}
                    }
                }
                true
            }
            other => panic!("the schemas use a word that this test does not know: {other}"),
        };
        if !kept {
            found.push(format!("{at} breaks {word}: {rule}"));
        }
    }
}

/// How the entries of a witness break their schemas.
fn form(entries: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in entries {
        let kind = entry["entry_type"].as_str().unwrap_or_default();
        let version = entry["metadata"]["format_version"].as_str().unwrap_or_default();
        breaches(entry, &schema(&format!("{kind}-{version}.json")), kind, &mut found);
    }
    found.extend(rule_breaches(entries));
    found
}

/// Whether a place is there: in a file of the task, on a line of it, and in a column of that.
fn is_there(location: &Value, files: &[&str]) -> bool {
    let Some(name) = location["file_name"].as_str().filter(|name| files.contains(name)) else {
        return false;
    };
    let text = std::fs::read_to_string(name).expect("the file of a task can be read");
    let line = location["line"].as_u64().unwrap_or(0) as usize;
    let found = line.checked_sub(1).and_then(|number| text.lines().nth(number));
    let column = location["column"].as_u64().unwrap_or(1) as usize;
    found.is_some_and(|line| column <= line.len())
}

/// How a violation sequence breaks what the format asks of segments: all but the last one create the threads, which have their numbers
/// by that order, and the last one has a target of each of two threads.
fn sequence_breaches(entry: &Value) -> Option<String> {
    let segments: Vec<&Vec<Value>> = entry["content"]
        .as_array()?
        .iter()
        .flat_map(|it| it["segment"].as_array())
        .collect();
    let (targets, creations) = segments.split_last()?;
    let (is_target, thread) = (
        |step: &Value| step["waypoint"]["type"] == "target",
        |step: &Value| step["waypoint"]["thread_id"].as_u64().unwrap_or(u64::MAX),
    );
    let created = creations.len() as u64;
    let is_known = |number: usize| creations[number].iter().all(|step| thread(step) <= number as u64);
    let kept = [
        (
            creations.iter().all(|it| it.len() == 1 && !is_target(&it[0])),
            "one creation a segment",
        ),
        ((0..creations.len()).all(is_known), "creators that were created"),
        (
            targets.len() == 2 && targets.iter().all(is_target),
            "two targets at the end",
        ),
        (
            targets.iter().all(|step| thread(step) <= created),
            "targets of threads that were created",
        ),
        (thread(&targets[0]) != thread(targets.last()?), "targets of two threads"),
    ];
    kept.iter()
        .find(|(kept, _)| !kept)
        .map(|(_, rule)| format!("It breaks: {rule}."))
}

/// How a witness breaks the rules that a schema cannot state.
fn rule_breaches(entries: &[Value]) -> Vec<String> {
    let version = |entry: &Value| entry["metadata"]["format_version"].clone();
    let mut found = Vec::new();
    if entries.iter().any(|entry| version(entry) != version(&entries[0])) {
        found.push("The file has several versions.".to_owned());
    }
    for entry in entries {
        let task = &entry["metadata"]["task"];
        let files: Vec<&str> = task["input_files"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if !files.iter().all(|file| task["input_file_hashes"].get(file).is_some()) {
            found.push("A file has no hash.".to_owned());
        }
        let places = locations(&entry["content"]);
        found.extend(
            places
                .iter()
                .filter(|place| !is_there(place, &files))
                .map(|place| format!("{place} is not there.")),
        );
        if entry["entry_type"] == "violation_sequence" {
            found.extend(sequence_breaches(entry));
        }
    }
    found
}

/// All places in a value.
fn locations(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().flat_map(locations).collect(),
        Value::Object(fields) => {
            let own = fields.get("location");
            own.into_iter().chain(fields.values().flat_map(locations)).collect()
        }
        _ => Vec::new(),
    }
}

/// The exit status of `pepsin replay` on the witness of a task.
fn replayed(task: &pepsin::tasks::Task, file: &Path, more: &[&str]) -> Option<i32> {
    let mut arguments = vec!["replay".to_owned(), file.display().to_string()];
    arguments.extend(task.inputs.iter().map(|input| input.display().to_string()));
    arguments.extend(more.iter().map(|&argument| argument.to_owned()));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    pepsin(&arguments).status.code()
}

#[test]
fn every_race_is_replayed_from_its_witness_by_a_fresh_process() {
    let failures: Vec<String> = tasks(pepsin::tasks::Expected::Race)
        .par_iter()
        .filter_map(|task| {
            let (file, entries) = answer(&task.path)?;
            let name = task.path.display();
            let breaches = form(&entries);
            if !breaches.is_empty() {
                return Some(format!("{name}: {breaches:?}"));
            }
            let status = replayed(task, &file, &[]);
            (status != Some(1)).then(|| format!("{name}: {status:?}"))
        })
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Replays the race of every so many tasks from the official part of its witness; gives the number of witnesses, and what is not found again.
fn missed_of_every(step: usize) -> (usize, Vec<String>) {
    let outcomes: Vec<Option<String>> = tasks(pepsin::tasks::Expected::Race)
        .par_iter()
        .step_by(step)
        .filter_map(|task| {
            let (file, _) = answer(&task.path)?;
            let status = replayed(task, &file, &["--official-part"]);
            Some((status != Some(1)).then(|| task.path.display().to_string()))
        })
        .collect();
    (outcomes.len(), outcomes.into_iter().flatten().collect())
}

fn are_nine_of_ten_found_again((count, missed): (usize, Vec<String>)) {
    assert!(
        count > 0 && missed.len() * 10 <= count,
        "{} of {count} are not found: {missed:#?}",
        missed.len()
    );
}

#[test]
fn nine_of_ten_races_are_found_again_from_the_official_part_alone() {
    are_nine_of_ten_found_again(missed_of_every(5));
}

#[test]
#[ignore = "long"]
fn nine_of_ten_of_all_races_are_found_again_from_the_official_part_alone() {
    are_nine_of_ten_found_again(missed_of_every(1));
}

/// A program in a folder of tests.
fn program(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("witnesses");
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the folder of tests can be written");
    file
}

#[test]
fn a_violation_witness_names_the_statements_and_the_creations_of_threads() {
    let text = "#include <pthread.h>\n\
        int shared;\n\
        int sum(int a, int b) { return a + b; }\n\
        void *worker(void *unused) {\n  \
          int one = 1; shared =\n    sum(one,\n    one);\n  return unused;\n}\n\
        int main(void) {\n  pthread_t id;\n  \
          pthread_create(&id, 0, worker, 0);\n  \
          int seen = sum(1,\n    shared);\n  \
          pthread_join(id, 0);\n  return seen;\n}\n";
    let file = program("statements.c", text);
    let (witness, entries) = answer(&file).expect("it has a race");
    assert_eq!(form(&entries), Vec::<String>::new());
    let steps = locations(&entries[0]["content"]);
    let places: Vec<(u64, Option<u64>)> = steps
        .iter()
        .map(|place| (place["line"].as_u64().unwrap_or(0), place["column"].as_u64()))
        .collect();
    // A column is needed for the second statement on a line only.
    assert_eq!(places[0], (12, None));
    assert!(
        places[1..].contains(&(13, None)) && places[1..].contains(&(5, Some(16))),
        "{places:?}"
    );
    let description = entries[0]["metadata"]["producer"]["description"].as_str();
    let name = description.and_then(|text| text.rsplit(' ').next()).unwrap_or_default();
    assert!(witness.with_file_name(name).is_file(), "{description:?}");
    let (witness, file) = (witness.to_string_lossy(), file.to_string_lossy());
    let replayed = pepsin(&["replay", "--official-part", &witness, &file]);
    assert_eq!(replayed.status.code(), Some(1), "{replayed:?}");
}

/// Validates each witness by the schema of its kind.
const VALIDATION: &str = "import sys, yaml, jsonschema\n\
    folder, files = sys.argv[1], sys.argv[2:]\n\
    load = lambda path: yaml.load(open(path), yaml.BaseLoader if path in files else yaml.SafeLoader)\n\
    kinds = {'violation_sequence': 'violation-witness-schema.yml', 'invariant_set': 'correctness-witness-schema.yml'}\n\
    schemas = {kind: load(folder + '/' + name) for kind, name in kinds.items()}\n\
    numbers = lambda value: {key: int(part) if key in ('line', 'column', 'thread_id') else numbers(part) for key, part in value.items()} if isinstance(value, dict) else [numbers(part) for part in value] if isinstance(value, list) else value\n\
    for path in files:\n    \
        witness = numbers(load(path))\n    \
        jsonschema.validate(witness, schemas[witness[0]['entry_type']])\n";

#[test]
#[allow(clippy::print_stderr)] // What is not tested is said.
fn witnesses_are_valid_by_the_official_schemas_where_these_are_given() {
    let Some(folder) = std::env::var_os("PEPSIN_WITNESS_SCHEMAS") else {
        eprintln!("PEPSIN_WITNESS_SCHEMAS names no folder: witnesses are NOT held against the official schemas.");
        return;
    };
    let tasks = [pepsin::tasks::Expected::Race, pepsin::tasks::Expected::RaceFree].map(tasks);
    let witnesses: Vec<PathBuf> = tasks
        .concat()
        .par_iter()
        .filter_map(|task| Some(answer(&task.path)?.0))
        .collect();
    let mut python = Command::new("python3");
    python.args(["-c", VALIDATION]).arg(&folder).args(&witnesses);
    let output = python.output().expect("python3 can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Holds the witnesses of the proofs of every so many tasks against their schema; gives how many there are, and how many state invariants.
fn proofs_of_every(step: usize) -> (usize, usize) {
    let invariants: Vec<usize> = tasks(pepsin::tasks::Expected::RaceFree)
        .par_iter()
        .step_by(step)
        .filter_map(|task| {
            let (_, entries) = answer(&task.path)?;
            assert_eq!(form(&entries), Vec::<String>::new(), "{}", task.path.display());
            Some(entries[0]["content"].as_array().map_or(0, Vec::len))
        })
        .collect();
    (invariants.len(), invariants.iter().filter(|count| **count > 0).count())
}

#[test]
fn proofs_come_with_invariants_of_their_loops() {
    let (_, with_invariants) = proofs_of_every(4);
    assert!(with_invariants > 0, "no proof states an invariant");
}

#[test]
#[ignore = "long"]
fn the_proof_of_each_task_has_a_witness_of_the_form() {
    let (proofs, _) = proofs_of_every(1);
    assert_eq!(proofs, tasks(pepsin::tasks::Expected::RaceFree).len());
}

#[test]
fn a_proof_tells_what_orders_the_accesses() {
    let (_, entries) =
        answer(Path::new("sv-benchmarks-subset/mutexes/counter-under-one-mutex.yml")).expect("it is proved");
    let description = entries[0]["metadata"]["producer"]["description"].as_str();
    assert_eq!(description, Some("counter: L: both accesses hold mutex."));
}

/// A program in which only one of many numbers leads to a race, and only if the worker is made before main writes.
const PARTICULAR: &str = "#include <pthread.h>\n\
    int __VERIFIER_nondet_int(void);\n\
    int shared;\n\
    void *worker(void *unused) {\n  shared = 1;\n  return unused;\n}\n\
    int main(void) {\n  pthread_t id;\n  \
      int number = __VERIFIER_nondet_int();\n  \
      pthread_create(&id, 0, worker, 0);\n  \
      if (number * 31 % 1000003 == 4711)\n    \
        shared = 2;\n  \
      pthread_join(id, 0);\n  return 0;\n}\n";

/// The number that leads there.
const NUMBER: u64 = 806_606;

/// A witness of another tool for [`PARTICULAR`], with what it says of the number.
fn told_by_another(name: &str, steps: &str) -> (PathBuf, PathBuf) {
    let file = program(&format!("{name}.c"), PARTICULAR);
    let place = |line: u32| format!("location: {{file_name: {name}.c, line: {line}}}");
    let target = |thread: u32, line: u32| {
        format!(
            "    - waypoint: {{type: target, action: follow, thread_id: {thread}, {}}}\n",
            place(line)
        )
    };
    let steps = steps.replace("AT_CALL", &place(10)).replace("AT_CREATION", &place(11));
    let text = format!(
        "- entry_type: violation_sequence\n  metadata: {{format_version: '2.2', task: {{data_model: LP64}}}}\n  \
         content:\n{steps}  - segment:\n{}{}",
        target(0, 13),
        target(1, 5)
    );
    (file, program(&format!("{name}.yml"), &text))
}

fn replay_of_another(name: &str, steps: &str) -> (Option<i32>, String) {
    let (file, witness) = told_by_another(name, steps);
    let (file, witness) = (file.to_string_lossy(), witness.to_string_lossy());
    let output = pepsin(&["replay", "--other-program", &witness, &file]);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

#[test]
fn what_another_tool_tells_of_inputs_and_steps_is_followed() {
    let value = format!(
        "  - segment:\n    - waypoint: {{type: function_return, action: follow, thread_id: 0, AT_CALL, \
         constraint: {{format: acsl_expression, value: '\\result == {NUMBER}'}}}}\n"
    );
    let creation = "  - segment:\n    - waypoint: {type: function_enter, action: follow, thread_id: 0, AT_CREATION}\n";
    let (status, said) = replay_of_another("told", &format!("{value}{creation}"));
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.starts_with(
            "The witness names both accesses and 2 steps before: 2 are met in this order, one input is as it says;"
        ),
        "{said}"
    );
}

#[test]
fn what_cannot_be_followed_is_counted_and_ignored() {
    let wrong = "  - segment:\n    - waypoint: {type: function_return, action: follow, thread_id: 0, AT_CALL, \
                 constraint: {value: '\\result == 5'}}\n  - segment:\n    \
                 - waypoint: {type: assumption, action: avoid, AT_CREATION, constraint: {value: 'number > 7'}}\n";
    let (status, said) = replay_of_another("ignored", wrong);
    // Executions that ignore the steps may find the number by solving its comparison, or not.
    match status {
        Some(1) => assert!(
            said.starts_with("The witness names both accesses, and 2 steps before, which did not lead to them;"),
            "{said}"
        ),
        _ => assert!(said.starts_with("No execution was found"), "{said}"),
    }
}
