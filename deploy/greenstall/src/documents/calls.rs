//! Tests that every call of the specification exists with its parameters and answer members, by comparing
//! `deploy/openapi/calls.txt` with both OpenAPI documents.

use std::collections::BTreeSet;

use serde_json::Value;

use super::all;

const CALLS: &str = include_str!("../../../openapi/calls.txt");
const NOT_YET: &str = include_str!("../../../openapi/not-yet.txt");

struct Call {
    /// Method and path, such as `POST /auth/login`, with unnamed path parameters.
    name: String,
    takes: Vec<String>,
    answers: Vec<String>,
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn calls() -> Vec<Call> {
    let members = |text: &str| {
        let all = text.split(',').map(str::trim).filter(|member| *member != "-");
        all.map(str::to_owned).collect()
    };
    lines(CALLS)
        .map(|line| {
            let [name, takes, answers] = line.split(" | ").collect::<Vec<_>>().try_into().expect(line);
            Call { name: without_parameter_names(name), takes: members(takes), answers: members(answers) }
        })
        .collect()
}

/// A path with its parameter names removed, so that paths compare equal whatever their parameters are called.
fn without_parameter_names(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

/// The operations of both documents by name, each with its document.
fn operations() -> Vec<(String, Value, Value)> {
    let mut found = Vec::new();
    for (_, document) in all() {
        let document = serde_json::to_value(document).expect("a description is plain data");
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let name = without_parameter_names(&format!("{} {path}", method.to_uppercase()));
                found.push((name, operation.clone(), document.clone()));
            }
        }
    }
    found
}

/// How strictly a member is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presence {
    /// The schema has the member.
    Known,
    /// The member is always present, unless a `?` after its name in the table says that it may be missing.
    Promised,
}

/// Whether a schema, or one of the schemas that it is composed of, has a member.
fn has(document: &Value, schema: &Value, path: &str, presence: Presence) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.trim_start_matches("#/components/schemas/");
        return has(document, &document["components"]["schemas"][name], path, presence);
    }
    let composed = ["allOf", "oneOf", "anyOf"].iter().filter_map(|kind| schema[*kind].as_array());
    if composed.flatten().any(|part| has(document, part, path, presence)) {
        return true;
    }
    if path.is_empty() {
        return true;
    }
    if let Some(rest) = path.strip_prefix("[]") {
        let items = &schema["items"];
        return !items.is_null() && has(document, items, rest.trim_start_matches('.'), presence);
    }
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let (name, may_be_missing) = match path[..end].strip_suffix('?') {
        Some(name) => (name, true),
        None => (&path[..end], presence == Presence::Known),
    };
    let member = &schema["properties"][name];
    let required = schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    !member.is_null()
        && (required || may_be_missing)
        && has(document, member, path[end..].trim_start_matches('.'), presence)
}

fn bodies(content: &Value) -> impl Iterator<Item = &Value> {
    content.as_object().into_iter().flat_map(|media| media.values()).map(|media| &media["schema"])
}

fn takes(document: &Value, operation: &Value, member: &str) -> bool {
    if let Some(name) = member.strip_prefix('?') {
        let parameters = operation["parameters"].as_array();
        return parameters
            .is_some_and(|all| all.iter().any(|one| one["in"] == "query" && one["name"] == name));
    }
    bodies(&operation["requestBody"]["content"]).any(|schema| has(document, schema, member, Presence::Known))
}

fn answers(document: &Value, operation: &Value, member: &str) -> bool {
    let responses = operation["responses"].as_object().expect("responses");
    let successes = responses.iter().filter(|(status, _)| status.starts_with('2'));
    successes
        .flat_map(|(_, response)| bodies(&response["content"]))
        .any(|schema| has(document, schema, member, Presence::Promised))
}

#[test]
fn every_call_of_the_specification_exists_with_its_members() {
    let operations = operations();
    let not_yet: BTreeSet<String> = lines(NOT_YET).map(without_parameter_names).collect();
    let calls = calls();
    let mut wrong = Vec::new();
    let (mut there, mut members) = (0, 0);
    for Call { name, takes: taken, answers: answered } in &calls {
        let found = operations.iter().find(|(operation, ..)| operation == name);
        match (found, not_yet.contains(name)) {
            (None, true) => {}
            (None, false) => wrong.push(format!("{name} is not there")),
            (Some(_), true) => {
                wrong.push(format!("{name} is there: take it out of not-yet.txt, or set UPDATE_GOLDEN=1"))
            }
            (Some((_, operation, document)), false) => {
                there += 1;
                members += taken.len() + answered.len();
                let missing = taken.iter().filter(|member| !takes(document, operation, member));
                wrong.extend(missing.map(|member| format!("{name} does not take {member}")));
                let missing = answered.iter().filter(|member| !answers(document, operation, member));
                wrong.extend(missing.map(|member| format!("{name} does not answer {member}")));
            }
        }
    }
    let known: BTreeSet<&String> = calls.iter().map(|call| &call.name).collect();
    wrong.extend(
        not_yet.iter().filter(|name| !known.contains(name)).map(|name| format!("{name} is not in calls.txt")),
    );
    wrong.extend(
        operations
            .iter()
            .filter(|(name, ..)| !known.contains(name))
            .map(|(name, ..)| format!("{name} is there and not in calls.txt")),
    );
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let there = |line: &&str| {
            operations.iter().any(|(operation, ..)| *operation == without_parameter_names(line.trim()))
        };
        let left: Vec<&str> = NOT_YET.lines().filter(|line| !there(line)).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/not-yet.txt");
        std::fs::write(file, left.join("\n") + "\n").expect("the list is written");
    }
    println!("{there} of {} calls are there, with {members} members that were looked for", calls.len());
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
