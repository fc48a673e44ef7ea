//! Checks answers against an OpenAPI document: the document must name their status and media type; each member must have
//! the described type; no required member may be missing, and no undescribed member present. Answers that ask for
//! patience say for how long.

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
    /// Whether the header `Retry-After` is sent.
    pub has_retry_after: bool,
    /// The body; `Null` if it is empty. A body that is not JSON is only checked for its media type.
    pub body: &'a Value,
}

impl Contract {
    /// The contract that this document describes.
    pub const fn new(document: Value) -> Self {
        Self { document }
    }

    /// Panics when the answer does not match its description. A path or method that is not described can only be unknown
    /// (404 or 405).
    #[track_caller]
    pub fn check(&self, answered: &Answered<'_>) {
        if let Err(difference) = self.conforms(answered) {
            let Answered { method, path, status, body, .. } = answered;
            panic!("{method} {path} ({status}) {difference}\n{body:#}");
        }
    }

    fn conforms(&self, answered: &Answered<'_>) -> Result<(), String> {
        let Answered { method, path, status, media_type, has_retry_after, body } = *answered;
        let Some(operation) = self.operation(method, path) else {
            return if matches!(status, 404 | 405) { Ok(()) } else { Err("is not described".to_owned()) };
        };
        let response = &operation["responses"][status.to_string()];
        if response.is_null() {
            return Err("is not described to have this status".to_owned());
        }
        if matches!(status, 429 | 503) && !has_retry_after {
            return Err("lacks Retry-After".to_owned());
        }
        let Some(content) = response["content"].as_object() else {
            return if body.is_null() { Ok(()) } else { Err("has a body that is not described".to_owned()) };
        };
        let sent = media_type.split(';').next().unwrap_or_default();
        let Some(content) = content.get(sent) else {
            let described: Vec<_> = content.keys().collect();
            return Err(format!("is not described to be {sent:?}, but one of {described:?}"));
        };
        if sent.ends_with("json") { self.fits(&content["schema"], body) } else { Ok(()) }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn contract() -> Contract {
        Contract::new(json!({
            "paths": {
                "/apples/{id}": {"get": {"responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Apple"}}}},
                    "204": {},
                    "503": {"content": {"application/problem+json": {"schema": {}}}},
                }}},
            },
            "components": {"schemas": {"Apple": {
                "type": "object",
                "required": ["name"],
                "properties": {"name": {"type": "string"}, "grams": {"type": ["integer", "null"]}},
            }}},
        }))
    }

    fn apple(body: &Value) -> Answered<'_> {
        Answered {
            method: "GET",
            path: "/apples/7?fields=all",
            status: 200,
            media_type: "application/json; charset=utf-8",
            has_retry_after: false,
            body,
        }
    }

    #[test]
    fn an_answer_as_described_conforms() {
        let apples = [
            json!({"name": "Gala"}),
            json!({"name": "Gala", "grams": 150}),
            json!({"name": "", "grams": null}),
        ];
        for body in &apples {
            contract().check(&apple(body));
        }
        let nothing = Value::Null;
        contract().check(&Answered { status: 204, ..apple(&nothing) });
        let unavailable = Answered { status: 503, media_type: "application/problem+json", ..apple(&nothing) };
        contract().check(&Answered { has_retry_after: true, ..unavailable });
    }

    #[test]
    fn each_difference_is_found() {
        let gala = json!({"name": "Gala"});
        for (answered, difference) in [
            (Answered { path: "/pears/7", ..apple(&gala) }, "is not described"),
            (Answered { method: "PUT", ..apple(&gala) }, "is not described"),
            (Answered { status: 404, ..apple(&gala) }, "is not described to have this status"),
            (Answered { status: 204, ..apple(&gala) }, "has a body that is not described"),
            (Answered { status: 503, ..apple(&gala) }, "lacks Retry-After"),
            (
                Answered { media_type: "text/html", ..apple(&gala) },
                "is not described to be \"text/html\", but one of [\"application/json\"]",
            ),
            (apple(&json!({"grams": 150})), "lacks name"),
            (apple(&json!({"name": 7})), "name: 7 is not of type \"string\""),
            (
                apple(&json!({"name": "Gala", "grams": 1.5})),
                "grams: 1.5 is not of type [\"integer\",\"null\"]",
            ),
            (apple(&json!({"name": "Gala", "sort": "red"})), "has sort, which is not described"),
        ] {
            assert_eq!(contract().conforms(&answered), Err(difference.to_owned()));
        }
    }

    #[test]
    fn an_undescribed_path_or_method_can_only_be_unknown() {
        let nothing = Value::Null;
        contract().check(&Answered { path: "/pears", status: 404, ..apple(&nothing) });
        contract().check(&Answered { method: "PUT", status: 405, ..apple(&nothing) });
    }

    #[test]
    #[should_panic(expected = "GET /pears (200) is not described")]
    fn an_answer_that_does_not_conform_fails_the_test() {
        contract().check(&Answered { path: "/pears", ..apple(&Value::Null) });
    }
}
