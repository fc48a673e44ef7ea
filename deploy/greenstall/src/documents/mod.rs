//! The OpenAPI documents of both services. Generating them needs no database.

use utoipa::openapi::OpenApi;

/// Each service's name and document.
pub(crate) fn all() -> [(&'static str, OpenApi); 2] {
    [("command", command_service::document()), ("query", query_service::document())]
}

#[cfg(test)]
mod calls;
#[cfg(test)]
mod tests {
    use super::*;

    /// One address serves both services and chooses between them by method alone; see [`crate::compose`].
    #[test]
    fn queries_have_only_safe_methods_and_commands_none() {
        for (name, document) in all() {
            let document = serde_json::to_value(document).unwrap();
            for (path, operations) in document["paths"].as_object().unwrap() {
                for method in operations.as_object().unwrap().keys() {
                    assert_eq!(method == "get", name == "query", "{name} service: {method} {path}");
                }
            }
        }
    }
}
