//! The members of a body as rows: `orders[].lines[].name`, each with its type in a few words.

use serde_json::Value;

/// How deep members are listed. Deeper ones are the same objects as elsewhere, and the documents for programs have them.
const MAX_DEPTH: usize = 4;

/// A member of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// Where it is: `lines[].name`.
    pub(super) name: String,
    /// Its type: `text`, `list of objects`, `number or null`.
    pub(super) kind: String,
    pub(super) description: String,
}

/// The members of a schema, and theirs.
pub(super) fn members(schema: &Value, document: &Value) -> Vec<Member> {
    let mut found = Vec::new();
    collect(schema, document, "", MAX_DEPTH, &mut found);
    found
}

fn collect(schema: &Value, document: &Value, within: &str, depth: usize, found: &mut Vec<Member>) {
    let schema = resolved(schema, document);
    if schema["type"] == "array" {
        return collect(&schema["items"], document, &format!("{within}[]"), depth, found);
    }
    if depth == 0 {
        return;
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        collect(part, document, within, depth, found);
    }
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let place = if within.is_empty() { name.clone() } else { format!("{within}.{name}") };
        let target = resolved(member, document);
        let description = member["description"].as_str().or_else(|| target["description"].as_str());
        let description = description.unwrap_or_default().to_owned();
        found.push(Member { name: place.clone(), kind: kind(target), description });
        collect(member, document, &place, depth - 1, found);
    }
}

/// The schema that this one stands for: what it refers to, or its form that is not null.
fn resolved<'a>(schema: &'a Value, document: &'a Value) -> &'a Value {
    let mut schema = schema;
    // References do not form circles; the bound is for a document that is wrong.
    for _ in 0..MAX_DEPTH {
        let forms = schema["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        let only = forms.iter().find(|form| form["type"] != "null").filter(|_| forms.len() == 2);
        let referred =
            schema["$ref"].as_str().and_then(|name| document.pointer(name.trim_start_matches('#')));
        match referred.or(only) {
            Some(next) => schema = next,
            None => break,
        }
    }
    schema
}

/// The type of a schema in a few words.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> =
            words.iter().map(|word| word.as_str().map_or_else(|| word.to_string(), str::to_owned)).collect();
        return words.join(" | ");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => vec!["object"],
    };
    let word = |one: &str| match (one, schema["format"].as_str()) {
        ("string", Some("date-time")) => "time".to_owned(),
        ("string", Some("uuid")) => "id".to_owned(),
        ("string", _) => "text".to_owned(),
        ("integer", _) => "whole number".to_owned(),
        ("array", _) => "list".to_owned(),
        (other, _) => other.to_owned(),
    };
    types.into_iter().map(word).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_listed_through_references_lists_and_nulls() {
        let document = json!({"components": {"schemas": {
            "Order": {"type": "object", "properties": {
                "id": {"type": "string", "format": "uuid", "description": "The order's id."},
                "lines": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}},
                "refund": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Line"}]},
            }},
            "Line": {"type": "object", "properties": {
                "unit": {"type": ["string", "null"], "description": "A <unit>"},
            }},
        }}});
        let listed = members(&json!({"$ref": "#/components/schemas/Order"}), &document);
        let rows: Vec<_> = listed.iter().map(|one| (one.name.as_str(), one.kind.as_str())).collect();
        assert_eq!(
            rows,
            [
                ("id", "id"),
                ("lines", "list"),
                ("lines[].unit", "text or null"),
                ("refund", "object"),
                ("refund.unit", "text or null"),
            ]
        );
        assert_eq!(listed[0].description, "The order's id.");
    }

    #[test]
    fn words_of_an_enum_are_shown() {
        assert_eq!(kind(&json!({"type": "string", "enum": ["pending", "paid"]})), "pending | paid");
    }
}
