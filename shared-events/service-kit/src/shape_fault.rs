//! What is wrong with the shape of a JSON body or a query string, in words for whoever sent it. Serde's own texts name types
//! of this program and columns of the text.

/// A fault of the shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShapeFault {
    /// Where it is, such as `items[0].quantity`. Empty for the whole body.
    pub(crate) field: String,
    /// What is wrong, as a sentence without a full stop.
    pub(crate) message: String,
}

impl ShapeFault {
    /// Reads Serde's text: the path with a colon, if it is not the whole, then the fault, and then its line and column.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.split(" at line ").next().unwrap_or(text);
        let (path, fault) = match text.split_once(": ") {
            Some((path, fault)) if is_path(path) => (path, fault),
            _ => ("", text),
        };
        let within = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        for (prefix, what) in [("missing field `", "is missing"), ("duplicate field `", "is given twice")] {
            if let Some(name) = quoted(fault, prefix) {
                let field = within(name);
                return Self { message: format!("{field} {what}"), field };
            }
        }
        let subject = if path.is_empty() { "The body" } else { path };
        let message = match fault.rsplit_once(", expected ") {
            Some((_, expected)) if fault.starts_with("unknown variant") => {
                format!("{subject} must be {}", expected.replace('`', ""))
            }
            Some((_, expected)) => format!("{subject} must be {}", kind(expected)),
            None => format!("{subject} cannot be read"),
        };
        Self { field: path.to_owned(), message }
    }
}

/// Whether a text is a path to a member and not the beginning of a fault, which has spaces.
fn is_path(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|one| one.is_alphanumeric() || "_-.[]".contains(one))
}

fn quoted<'a>(fault: &'a str, prefix: &str) -> Option<&'a str> {
    fault.strip_prefix(prefix)?.split('`').next()
}

fn kind(expected: &str) -> &'static str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "a borrowed string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ => "of another type",
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its shape matters")]
    struct Item {
        quantity: u32,
        kind: Kind,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Bread,
        Cheese,
    }

    fn fault(json: &str) -> (String, String) {
        let error = serde_json::from_str::<Item>(json).unwrap_err();
        let ShapeFault { field, message } = ShapeFault::read(&format!("items[0]: {error}"));
        (field, message)
    }

    #[test]
    fn the_words_name_the_member_and_no_type_of_the_program() {
        let of = |field: &str, message: &str| (field.to_owned(), message.to_owned());
        assert_eq!(fault("{}"), of("items[0].quantity", "items[0].quantity is missing"));
        let twice = r#"{"quantity": 1, "quantity": 2}"#;
        assert_eq!(fault(twice), of("items[0].quantity", "items[0].quantity is given twice"));
        let text = r#"{"quantity": "one, expected none"}"#;
        assert_eq!(fault(text).1, "items[0] must be a whole number that is not negative");
        let other = r#"{"quantity": 1, "kind": "stone"}"#;
        assert_eq!(fault(other).1, "items[0] must be bread or cheese");
        assert_eq!(fault("[]").1, "items[0] must be an object");
    }

    #[test]
    fn a_fault_of_the_whole_and_one_of_a_query_are_told() {
        let whole = ShapeFault::read("invalid type: sequence, expected struct CreateApiKeyRequest");
        assert_eq!((whole.field.as_str(), whole.message.as_str()), ("", "The body must be an object"));
        let query = ShapeFault::read("page: invalid digit found in string");
        assert_eq!((query.field.as_str(), query.message.as_str()), ("page", "page cannot be read"));
    }
}
