//! Witnesses: every confirmed race of the tests is replayed from its file by a fresh process, and all files have the form of their schemas.

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// Where the witness of a task goes.
fn witness_file(task: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("witnesses");
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let name = task.display().to_string().replace(['/', '.'], "-");
    folder.join(name).with_extension("witness.yml")
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
    found
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

#[test]
fn nine_of_ten_races_are_found_again_from_the_official_part_alone() {
    let outcomes: Vec<Option<String>> = tasks(pepsin::tasks::Expected::Race)
        .par_iter()
        .step_by(2)
        .filter_map(|task| {
            let (file, _) = answer(&task.path)?;
            let status = replayed(task, &file, &["--official-part"]);
            Some((status != Some(1)).then(|| task.path.display().to_string()))
        })
        .collect();
    let missed: Vec<&String> = outcomes.iter().flatten().collect();
    assert!(
        !outcomes.is_empty() && missed.len() * 10 <= outcomes.len(),
        "{} of {} are not found: {missed:#?}",
        missed.len(),
        outcomes.len()
    );
}

#[test]
fn a_violation_witness_names_both_threads_in_version_2_2_and_the_last_access_in_version_2_0() {
    let task = Path::new("sv-benchmarks-subset/mutexes/counter-read-behind-unlock.yml");
    let (file, entries) = answer(task).expect("it has a race");
    let versions: Vec<&Value> = entries
        .iter()
        .map(|entry| &entry["metadata"]["format_version"])
        .collect();
    assert_eq!(versions, ["2.2", "2.0"]);
    let steps = |entry: &Value| entry["content"][0]["segment"].as_array().map(Vec::len);
    assert_eq!(steps(&entries[0]), Some(2));
    assert_eq!(steps(&entries[1]), Some(1));
    let description = entries[0]["metadata"]["producer"]["description"].as_str();
    let name = description.and_then(|text| text.rsplit(' ').next()).unwrap_or_default();
    assert!(file.with_file_name(name).is_file(), "{description:?}");
}

#[test]
fn proofs_come_with_invariants_of_their_loops() {
    let mut with_invariants = 0;
    for task in tasks(pepsin::tasks::Expected::RaceFree).iter().step_by(4) {
        if let Some((_, entries)) = answer(&task.path) {
            assert_eq!(form(&entries), Vec::<String>::new(), "{}", task.path.display());
            let invariants = entries[0]["content"].as_array().map_or(0, Vec::len);
            with_invariants += usize::from(invariants > 0);
        }
    }
    assert!(with_invariants > 0, "no proof states an invariant");
}
