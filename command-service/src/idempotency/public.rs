//! Operations that visitors may call: those that need no token according to the OpenAPI description.

use axum::http::Method;
use utoipa::openapi::{OpenApi, path::Operation, security::SecurityRequirement};

/// Methods and path templates such as `/products/{id}/views`.
#[derive(Clone, Debug)]
pub(crate) struct PublicOperations(Vec<(Method, String)>);

impl PublicOperations {
    /// Collects them from a service's description.
    pub(crate) fn of(document: &OpenApi) -> Self {
        let operations = document.paths.paths.iter().flat_map(|(path, item)| {
            let commands =
                [(Method::POST, &item.post), (Method::PUT, &item.put), (Method::DELETE, &item.delete)];
            commands
                .into_iter()
                .filter(|(_, operation)| operation.as_ref().is_some_and(is_public))
                .map(|(method, _)| (method, path.clone()))
        });
        Self(operations.collect())
    }

    /// Whether a request with this method and path is for one of them.
    pub(crate) fn contain(&self, method: &Method, path: &str) -> bool {
        self.0.iter().any(|(one, template)| one == method && matches(template, path))
    }
}

fn is_public(operation: &Operation) -> bool {
    // An empty requirement `{}` means that a token is optional.
    let optional = SecurityRequirement::default();
    operation.security.as_ref().is_none_or(|wanted| wanted.is_empty() || wanted.contains(&optional))
}

/// Whether the path matches the template: each `{}` stands for one non-empty segment.
fn matches(template: &str, path: &str) -> bool {
    let mut given = path.split('/');
    let fits = template.split('/').all(|wanted| {
        given.next().is_some_and(|given| given == wanted || (wanted.starts_with('{') && !given.is_empty()))
    });
    fits && given.next().is_none()
}
