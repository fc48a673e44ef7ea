//! The interfaces' descriptions, which need no database to be written.

use utoipa::openapi::OpenApi;

/// Each service's name and description.
pub(crate) fn all() -> [(&'static str, OpenApi); 2] {
    [("command", command_service::document()), ("query", query_service::document())]
}

#[cfg(test)]
mod calls;
#[cfg(test)]
mod tests {
    use super::*;

    /// One address serves both by the method alone; see [`crate::compose`].
    #[test]
    fn queries_only_look_and_commands_only_change() {
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
