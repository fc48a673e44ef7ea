//! API keys: the form of their tokens, and which scope an operation asks of them.
//!
//! The descriptions of the operations say so: `security(("bearer" = []), ("apiKey" = ["orders:read"]))` lets a key with
//! the scope `orders:read` call the operation. An operation without such a line takes no keys.

use std::{collections::HashMap, sync::Arc};

use axum::{
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::Next,
    response::Response,
};
use sha2::{Digest, Sha256};
use shared_events::{
    Role, Scope,
    ids::{AccountId, ApiKeyId},
};
use utoipa::openapi::{
    OpenApi, PathItem, RefOr,
    path::Operation,
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};
use uuid::Uuid;

use crate::{Code, Problem, error_answers};

/// How the token of an API key begins.
pub const PREFIX: &str = "gsk_";
/// The name of the security scheme in descriptions.
const SCHEME: &str = "apiKey";
/// Where the routes are mounted in the combined binary.
const MOUNT_POINT: &str = "/api";

/// The token of an API key as a request presents it: `gsk_`, the owner's account id, and 256 bits that nobody can guess,
/// both in hexadecimal. [`Tokens::api_key`](crate::token::Tokens::api_key) makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresentedKey {
    /// The account that the token says it belongs to.
    pub account: AccountId,
    /// The SHA-256 of the token, in hexadecimal.
    pub hash: String,
}

impl PresentedKey {
    /// Reads a token. `None` if it does not have the form of an API key.
    pub fn read(token: &str) -> Option<Self> {
        let rest = token.strip_prefix(PREFIX)?;
        let (account, secret) = rest.split_at_checked(32)?;
        let is_lower_hex = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if secret.len() != 64 || !is_lower_hex(rest) {
            return None;
        }
        Some(Self { account: AccountId::new(Uuid::parse_str(account).ok()?), hash: hash(token) })
    }
}

/// What is stored of a token. A plain hash is enough: nobody can try 2²⁵⁶ tokens.
pub fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// A key that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// The key's id.
    pub id: ApiKeyId,
    /// The role in which it acts.
    pub role: Role,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
}

impl ApiKey {
    /// Whether the key may make this call.
    ///
    /// # Errors
    /// 401 if no key may, 403 if this one lacks the scope.
    pub(crate) fn check(&self, needed: Option<NeededScope>) -> Result<(), Problem> {
        let Some(NeededScope(needed)) = needed else {
            return Err(Problem::unauthenticated().saying("API keys cannot make this call. Please log in."));
        };
        if self.scopes.contains(&needed) {
            return Ok(());
        }
        let text = format!("This API key lacks the scope {needed}");
        Err(Problem::new(Code::Forbidden, text))
    }
}

/// The scope that the called operation asks of an API key, in the extensions of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeededScope(Scope);

/// The operations of a service that take API keys, each with the scope that it asks for.
#[derive(Clone, Debug)]
pub struct KeyOperations(Arc<HashMap<(Method, String), Scope>>);

impl KeyOperations {
    /// Collects them from the service's description.
    ///
    /// # Panics
    /// When the description names a scope that does not exist.
    pub fn of(document: &OpenApi) -> Self {
        let mut scopes = HashMap::new();
        for (path, item) in &document.paths.paths {
            for (method, operation) in operations(item) {
                if let Some(scope) = scope_of(operation) {
                    scopes.insert((method, path.clone()), scope);
                }
            }
        }
        Self(Arc::new(scopes))
    }

    fn needed(&self, method: &Method, path: &str) -> Option<NeededScope> {
        let path = path.strip_prefix(MOUNT_POINT).unwrap_or(path);
        // The routes of GET answer HEAD, too.
        let method = if *method == Method::HEAD { Method::GET } else { method.clone() };
        self.0.get(&(method, path.to_owned())).map(|scope| NeededScope(*scope))
    }
}

/// The middleware that tells the extractors of callers which scope the called operation asks for.
pub async fn note_scope(
    State(operations): State<KeyOperations>,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request.extensions().get::<MatchedPath>().cloned();
    let needed = path.and_then(|path| operations.needed(request.method(), path.as_str()));
    if let Some(needed) = needed {
        request.extensions_mut().insert(needed);
    }
    next.run(request).await
}

/// Describes the scheme, and the refusal of a key without the scope.
pub fn describe(document: &mut OpenApi) {
    let scheme = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("gsk_…")
        .description(Some("An API key. It makes the calls that name one of its scopes, in its owner's name."))
        .build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(SCHEME, SecurityScheme::Http(scheme));
    for item in document.paths.paths.values_mut() {
        let all = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in all.into_iter().flatten() {
            let Some(scope) = scope_of(operation) else { continue };
            let reason = format!("an API key without the scope `{scope}`");
            match operation.responses.responses.get_mut("403") {
                Some(RefOr::T(described)) => described.description += &format!(", or {reason}"),
                _ => {
                    let reason = reason.replacen("an", "An", 1);
                    let described = RefOr::T(error_answers::problem(&reason));
                    operation.responses.responses.insert("403".to_owned(), described);
                }
            }
        }
    }
}

fn operations(item: &PathItem) -> impl Iterator<Item = (Method, &Operation)> {
    let all = [
        (Method::GET, &item.get),
        (Method::PUT, &item.put),
        (Method::POST, &item.post),
        (Method::DELETE, &item.delete),
        (Method::PATCH, &item.patch),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

fn scope_of(operation: &Operation) -> Option<Scope> {
    let ways = operation.security.as_deref().unwrap_or_default();
    let name = ways.iter().find_map(|way| {
        let way = serde_json::to_value(way).ok()?;
        way.get(SCHEME)?.get(0)?.as_str().map(str::to_owned)
    })?;
    Some(name.parse().unwrap_or_else(|error| panic!("{:?}: {error}", operation.operation_id)))
}

#[cfg(test)]
mod tests {
    use utoipa::openapi::{HttpMethod, Info, Paths, path::OperationBuilder, security::SecurityRequirement};

    use super::*;
    const OWNER: AccountId = AccountId::new(Uuid::from_u128(7));

    fn token() -> String {
        format!("{PREFIX}{}{}", OWNER.uuid().simple(), hex::encode([0xab; 32]))
    }

    fn key() -> ApiKey {
        let scopes = vec![Scope::OrdersRead];
        ApiKey { id: ApiKeyId::new(Uuid::from_u128(1)), role: Role::Merchant, scopes }
    }

    #[test]
    fn a_token_names_its_owner_and_is_hashed() {
        let token = token();
        let read = PresentedKey::read(&token).unwrap();
        assert_eq!((read.account, read.hash.as_str()), (OWNER, hash(&token).as_str()));
    }

    #[test]
    fn a_text_of_another_form_is_no_token() {
        let token = token();
        let upper = format!("{PREFIX}{}", token[PREFIX.len()..].to_uppercase());
        for other in ["", "gsk_", "gsk_é", &token[1..], &token[..103 - 4], &format!("{token}0"), &upper] {
            assert_eq!(PresentedKey::read(other), None, "{other}");
        }
    }

    #[test]
    fn a_refusal_names_the_missing_scope() {
        assert_eq!(key().check(Some(NeededScope(Scope::OrdersRead))), Ok(()));
        let refused = key().check(Some(NeededScope(Scope::OrdersWrite))).unwrap_err();
        assert_eq!(
            (refused.code(), refused.message()),
            (Code::Forbidden, "This API key lacks the scope orders:write")
        );
        assert_eq!(key().check(None).unwrap_err().code(), Code::Unauthenticated);
    }

    #[test]
    fn the_description_says_which_scope_an_operation_asks_for() {
        let operation = |scheme: &str, scopes: &[&str]| {
            let scopes: Vec<String> = scopes.iter().map(|name| (*name).to_owned()).collect();
            OperationBuilder::new().security(SecurityRequirement::new(scheme, scopes)).build()
        };
        let mut paths = Paths::new();
        let open = PathItem::new(HttpMethod::Get, operation(SCHEME, &["orders:read"]));
        paths.paths.insert("/orders/{id}".to_owned(), open);
        paths.paths.insert("/me".to_owned(), PathItem::new(HttpMethod::Get, operation("bearer", &[])));
        let mut document = OpenApi::new(Info::new("A test", "1"), paths);
        let operations = KeyOperations::of(&document);
        let read = Some(NeededScope(Scope::OrdersRead));
        assert_eq!(operations.needed(&Method::GET, "/orders/{id}"), read);
        assert_eq!(operations.needed(&Method::GET, "/api/orders/{id}"), read);
        assert_eq!(operations.needed(&Method::HEAD, "/orders/{id}"), read);
        assert_eq!(operations.needed(&Method::PUT, "/orders/{id}"), None);
        assert_eq!(operations.needed(&Method::GET, "/me"), None);

        describe(&mut document);
        let described = serde_json::to_value(&document).unwrap();
        let refusal = &described["paths"]["/orders/{id}"]["get"]["responses"]["403"]["description"];
        assert_eq!(refusal, "An API key without the scope `orders:read`");
        assert!(described["paths"]["/me"]["get"]["responses"]["403"].is_null());
    }
}
