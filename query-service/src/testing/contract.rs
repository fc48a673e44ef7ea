//! Checks every answer of every test against the OpenAPI document: the document must name its status and media type;
//! each member must have the described type; no required member may be missing, and no undescribed member present.

use std::sync::LazyLock;

use axum::http::{HeaderMap, StatusCode, header};
use serde_json::Value;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(crate::document()).expect("plain data"));

/// Panics when the answer to a `GET` does not match its description. Undescribed paths are ignored.
#[track_caller]
pub(super) fn check(path: &str, status: StatusCode, headers: &HeaderMap, body: &Value) {
    let Some(operation) = operation(path) else { return };
    let response = &operation["responses"][status.as_str()];
    assert!(!response.is_null(), "GET {path} is not described to answer {status}: {body}");
    let Some(content) = response["content"].as_object() else {
        assert_eq!(*body, Value::Null, "GET {path} ({status}) has a body that is not described");
        return;
    };
    let sent = headers.get(header::CONTENT_TYPE).map_or("", |sent| sent.to_str().expect("a media type"));
    let sent = sent.split(';').next().unwrap_or_default();
    let Some(content) = content.get(sent) else {
        panic!("GET {path} ({status}) is not described to be {sent:?}, but one of {:?}", content.keys());
    };
    if !sent.ends_with("json") {
        return;
    }
    let schema = &content["schema"];
    if let Err(difference) = fits(schema, body) {
        panic!("GET {path} ({status}) {difference}\n{body:#}");
    }
}

fn operation(path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let paths = DOCUMENT["paths"].as_object()?;
    if let Some(exact) = paths.get(path) {
        return exact.get("get");
    }
    let parts: Vec<&str> = path.split('/').collect();
    let matches = |template: &str| {
        let template: Vec<&str> = template.split('/').collect();
        template.len() == parts.len()
            && template.iter().zip(&parts).all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
    };
    paths.iter().find(|(template, _)| matches(template))?.1.get("get")
}

fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    if schema.as_object().is_some_and(serde_json::Map::is_empty) {
        return Ok(());
    }
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/components/schemas/");
        return fits(&DOCUMENT["components"]["schemas"][name], value);
    }
    if let Some(either) = schema["oneOf"].as_array() {
        let fitting = either.iter().filter(|schema| fits(schema, value).is_ok()).count();
        return if fitting == 1 { Ok(()) } else { Err(format!("{value} fits {fitting} of {schema}")) };
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Err(format!("{value} is none of {words:?}"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allows = |wanted: &Value| wanted == kind || (wanted == "number" && kind == "integer");
    let allowed = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(allows),
        wanted => allows(wanted),
    };
    if !allowed {
        return Err(format!("{value} is not of type {}", schema["type"]));
    }
    match value {
        Value::Array(elements) => elements.iter().try_for_each(|element| fits(&schema["items"], element)),
        Value::Object(members) => {
            let none = Vec::new();
            for required in schema["required"].as_array().unwrap_or(&none) {
                let name = required.as_str().expect("a name");
                if !members.contains_key(name) {
                    return Err(format!("lacks {name}"));
                }
            }
            members.iter().try_for_each(|(name, member)| {
                let described = match &schema["properties"][name] {
                    Value::Null => &schema["additionalProperties"],
                    described => described,
                };
                if described.is_null() {
                    return Err(format!("has {name}, which is not described"));
                }
                fits(described, member).map_err(|difference| format!("{name}: {difference}"))
            })
        }
        _ => Ok(()),
    }
}
