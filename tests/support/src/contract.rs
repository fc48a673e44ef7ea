//! Checks answers against an OpenAPI document: the document must name their status and media type; each member must have
//! the described type; no required member may be missing, and no undescribed member present.

use serde_json::{Map, Value};

/// An OpenAPI document that answers must conform to.
#[derive(Debug)]
pub struct Contract {
    document: Value,
}

/// An answer to check.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    /// Such as `GET`.
    pub method: &'a str,
    /// The path below the server's, with or without a query.
    pub path: &'a str,
    /// The HTTP status.
    pub status: u16,
    /// The header `Content-Type`; empty if it is not sent.
    pub media_type: &'a str,
    /// The body; `Null` if it is empty. A body that is not JSON is only checked for its media type.
    pub body: &'a Value,
}

impl Contract {
    /// The contract that this document describes.
    pub const fn new(document: Value) -> Self {
        Self { document }
    }

    /// Panics when the answer does not match its description. Undescribed paths and methods are ignored.
    #[track_caller]
    pub fn check(&self, answered: &Answered<'_>) {
        let Answered { method, path, status, body, .. } = *answered;
        let Some(operation) = self.operation(method, path) else { return };
        let response = &operation["responses"][status.to_string()];
        assert!(!response.is_null(), "{method} {path} is not described to answer {status}: {body}");
        let Some(content) = response["content"].as_object() else {
            assert_eq!(*body, Value::Null, "{method} {path} ({status}) has a body that is not described");
            return;
        };
        let sent = answered.media_type.split(';').next().unwrap_or_default();
        let Some(content) = content.get(sent) else {
            let described: Vec<_> = content.keys().collect();
            panic!("{method} {path} ({status}) is not described to be {sent:?}, but one of {described:?}");
        };
        if !sent.ends_with("json") {
            return;
        }
        if let Err(difference) = self.fits(&content["schema"], body) {
            panic!("{method} {path} ({status}) {difference}\n{body:#}");
        }
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let method = method.to_ascii_lowercase();
        let path = path.split('?').next().unwrap_or_default();
        let paths = self.document["paths"].as_object()?;
        if let Some(exact) = paths.get(path) {
            return exact.get(method);
        }
        let parts: Vec<&str> = path.split('/').collect();
        let matches = |template: &str| {
            let template: Vec<&str> = template.split('/').collect();
            template.len() == parts.len()
                && template.iter().zip(&parts).all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
        };
        paths.iter().find(|(template, _)| matches(template))?.1.get(method)
    }

    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        if schema.as_object().is_some_and(Map::is_empty) {
            return Ok(());
        }
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.trim_start_matches("#/components/schemas/");
            return self.fits(&self.document["components"]["schemas"][name], value);
        }
        if let Some(either) = schema["oneOf"].as_array() {
            let fitting = either.iter().filter(|schema| self.fits(schema, value).is_ok()).count();
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
            // In JSON Schema, 5.0 is an integer.
            Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() != 0.0) => "number",
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
            Value::Array(elements) => {
                elements.iter().try_for_each(|element| self.fits(&schema["items"], element))
            }
            // A schema that names no members allows any.
            Value::Object(_)
                if schema["properties"].is_null() && schema["additionalProperties"].is_null() =>
            {
                Ok(())
            }
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
                    self.fits(described, member).map_err(|difference| format!("{name}: {difference}"))
                })
            }
            _ => Ok(()),
        }
    }
}
