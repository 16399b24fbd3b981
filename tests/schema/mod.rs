//! Whether a value has the form that a JSON Schema asks for: the words that the schema of reports uses, and no others.

use serde_json::Value;

/// Collects how a value breaks a schema, whose references lead into `root`.
pub fn breaches(value: &Value, schema: &Value, root: &Value, at: &str, found: &mut Vec<String>) {
    let Some(rules) = schema.as_object() else {
        if schema == &Value::Bool(false) {
            found.push(format!("{at} is not allowed"));
        }
        return;
    };
    for (word, rule) in rules {
        let kept = match word.as_str() {
            "$schema" | "$defs" | "id" | "definitions" | "title" | "description" | "format" | "default" => true,
            "$ref" => {
                let path = rule.as_str().and_then(|path| path.strip_prefix('#'));
                let target = path.and_then(|path| root.pointer(path));
                breaches(value, target.expect("the reference leads somewhere"), root, at, found);
                true
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|one| is_of_type(value, one)),
                one => is_of_type(value, one),
            },
            "const" => value == rule,
            "enum" => rule.as_array().is_some_and(|allowed| allowed.contains(value)),
            "minimum" => value.as_f64().is_none_or(|number| Some(number) >= rule.as_f64()),
            "maximum" => value.as_f64().is_none_or(|number| Some(number) <= rule.as_f64()),
            "minItems" => value.as_array().map(Vec::len) >= rule.as_u64().map(|limit| limit as usize),
            "maxItems" => value.as_array().map(Vec::len) <= rule.as_u64().map(|limit| limit as usize),
            "required" => {
                let keys = rule.as_array().into_iter().flatten().filter_map(Value::as_str);
                keys.into_iter().all(|key| value.get(key).is_some())
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    breaches(item, rule, root, &format!("{at}[{number}]"), found);
                }
                true
            }
            "properties" => {
                for (key, part) in value.as_object().into_iter().flatten() {
                    if let Some(own) = rule.get(key) {
                        breaches(part, own, root, &format!("{at}.{key}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = rules.get("properties").and_then(Value::as_object);
                for (key, part) in value.as_object().into_iter().flatten() {
                    if known.is_none_or(|known| !known.contains_key(key)) {
                        breaches(part, rule, root, &format!("{at}.{key}"), found);
                    }
                }
                true
            }
            "uniqueItems" => value.as_array().is_none_or(|items| {
                let twice = |(number, item)| items[..number].contains(item);
                rule != &Value::Bool(true) || !items.iter().enumerate().any(twice)
            }),
            "pattern" => value.as_str().is_none_or(|text| fits(text, rule)),
            "anyOf" => fitting(value, rule, root) >= 1,
            "oneOf" => fitting(value, rule, root) == 1,
            other => panic!("the schema uses a word that this test does not know: {other}"),
        };
        if !kept {
            found.push(format!("{at} breaks {word}: {rule}"));
        }
    }
}

/// Whether a text has the form of one of the patterns that schemas use.
fn fits(text: &str, pattern: &Value) -> bool {
    match pattern.as_str() {
        Some("[^/]+/.+") => text
            .split_once('/')
            .is_some_and(|(kind, rest)| !kind.is_empty() && !rest.is_empty()),
        other => panic!("{text:?} has a pattern that this test does not know: {other:?}"),
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        other => panic!("no such type: {other:?}"),
    }
}

/// How many of some schemas a value fits.
fn fitting(value: &Value, schemas: &Value, root: &Value) -> usize {
    let schemas = schemas.as_array().into_iter().flatten();
    let fits = |schema: &&Value| {
        let mut found = Vec::new();
        breaches(value, schema, root, "", &mut found);
        found.is_empty()
    };
    schemas.filter(fits).count()
}
