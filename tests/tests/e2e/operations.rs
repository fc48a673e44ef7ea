//! The operations of an instance with example bodies, read from its own OpenAPI documents.

use serde_json::Value;

use crate::instance::Instance;

#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// The HTTP method, such as `POST`.
    pub(crate) method: String,
    /// The path below `/api`, such as `/products/{id}`.
    pub(crate) path: String,
    /// Whether the operation requires a token.
    pub(crate) needs_token: bool,
    /// An example of the JSON body, if the operation takes one.
    pub(crate) example: Option<Value>,
    /// Whether the operation takes a form with files.
    pub(crate) takes_files: bool,
    /// The names of the query parameters.
    pub(crate) queries: Vec<String>,
}

impl Operation {
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The path, with values for its parameters.
    pub(crate) fn path_with(&self, value: &dyn Fn(&str) -> String) -> String {
        let parts = self.path.split('/').map(|part| {
            match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                Some(name) => value(name),
                None => part.to_owned(),
            }
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// Whether a successful call ends the caller's session or account.
    pub(crate) fn ends_sessions(&self) -> bool {
        let begins_or_ends = self.path.starts_with("/auth/") && !self.path.starts_with("/auth/verify-email");
        (begins_or_ends && self.method != "GET") || self.name() == "DELETE /users/me"
    }

    pub(crate) fn has_parameters(&self) -> bool {
        self.path.contains('{')
    }
}

/// All operations of both services, sorted by name.
pub(crate) fn all(instance: &Instance) -> Vec<Operation> {
    let folder = instance.folder().join("openapi");
    instance.operate(&["openapi", "--folder", folder.to_str().expect("a path that is text")]);
    let mut found = Vec::new();
    for name in ["command", "query"] {
        let text = std::fs::read_to_string(folder.join(name).with_extension("json")).expect("a description");
        let document: Value = serde_json::from_str(&text).expect("it is JSON");
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                found.push(operation_of(method, path, operation));
            }
        }
    }
    found.sort_by_key(|operation| (operation.path.clone(), operation.method.clone()));
    found
}

fn operation_of(method: &str, path: &str, operation: &Value) -> Operation {
    let content = &operation["requestBody"]["content"];
    let json = &content["application/json"];
    let first = json["examples"].as_object().and_then(|all| all.values().next()).map(|one| &one["value"]);
    let example = first.or_else(|| json.get("example")).cloned();
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let queries = parameters.filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str());
    Operation {
        method: method.to_uppercase(),
        path: path.to_owned(),
        needs_token: operation["security"].as_array().is_some_and(|all| {
            !all.is_empty() && all.iter().all(|one| one.as_object().is_some_and(|one| !one.is_empty()))
        }),
        example,
        takes_files: content.get("multipart/form-data").is_some(),
        queries: queries.map(str::to_owned).collect(),
    }
}
