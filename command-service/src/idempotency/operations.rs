//! What the middleware knows of an operation, from the OpenAPI description: whether it takes keys, whether visitors may
//! call it, and how large its body may be.

use axum::http::Method;
use service_kit::extract::BODY_LIMIT;
use utoipa::openapi::{OpenApi, RefOr, path::Operation as Described, security::SecurityRequirement};

/// Marks an operation that takes no keys, because nothing is lost when it is repeated. Its keys would only fill the table.
pub(crate) const NO_KEYS: &str = "x-no-idempotency-key";

/// The operations of a service.
#[derive(Clone, Debug)]
pub(crate) struct Operations(Vec<Operation>);

/// An operation that takes keys.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    method: Method,
    /// Its path, such as `/orders/{id}/cancel`.
    template: String,
    /// Whether it needs no token.
    pub(super) for_visitors: bool,
    /// The largest body, in bytes.
    pub(super) body_limit: usize,
}

impl Operations {
    /// Collects them from a service's description. A form with a file may be as large as `upload_limit`.
    pub(crate) fn of(document: &OpenApi, upload_limit: usize) -> Self {
        let operations = document.paths.paths.iter().flat_map(|(path, item)| {
            let commands =
                [(Method::POST, &item.post), (Method::PUT, &item.put), (Method::DELETE, &item.delete)];
            commands.into_iter().filter_map(move |(method, described)| {
                let described = described.as_ref().filter(|described| takes_keys(described))?;
                let body_limit = if takes_files(described) { upload_limit } else { BODY_LIMIT };
                let for_visitors = is_public(described);
                Some(Operation { method, template: path.clone(), for_visitors, body_limit })
            })
        });
        Self(operations.collect())
    }

    /// The operation that takes a request with this method and path; `None` if it takes no keys.
    pub(super) fn find(&self, method: &Method, path: &str) -> Option<&Operation> {
        self.0.iter().find(|operation| operation.method == method && matches(&operation.template, path))
    }
}

/// Whether keys mean something for the operation.
pub(crate) fn takes_keys(operation: &Described) -> bool {
    operation.extensions.as_ref().is_none_or(|extensions| !extensions.contains_key(NO_KEYS))
}

fn takes_files(operation: &Described) -> bool {
    let Some(RefOr::T(body)) = &operation.request_body else { return false };
    body.content.contains_key("multipart/form-data")
}

fn is_public(operation: &Described) -> bool {
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
