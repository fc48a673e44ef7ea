//! Extractors that authenticate the caller. Their type says which roles are allowed. In a handler's arguments they come
//! before the body, so that the role is checked before the body is read.

use std::{convert::Infallible, sync::Arc};

use async_trait::async_trait;
use axum::{
    extract::{FromRef, FromRequestParts},
    http::{header, request::Parts},
};
use chrono::{DateTime, Utc};
use shared_events::{
    Actor, Role,
    ids::{AccountId, SessionId},
};

use crate::{
    api_keys::{self, ApiKey, NeededScope, PresentedKey},
    error_answers::{ErrorAnswer, ErrorAnswers},
    problem::{Code, Problem},
    token::{Claims, Tokens},
};

/// The port to the sessions that have ended before their tokens expired, and to the API keys that work.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Whether the session of a token that we signed is still open: neither ended, nor of a deactivated account.
    ///
    /// # Errors
    /// When that cannot be determined at the moment.
    async fn goes_on(&self, claims: &Claims) -> Result<bool, Problem>;

    /// The API key with this token. `None` if there is none, it was revoked, or its owner's account is not active.
    ///
    /// # Errors
    /// When that cannot be determined at the moment.
    async fn api_key(&self, presented: &PresentedKey) -> Result<Option<ApiKey>, Problem>;
}

/// Any logged-in person, or a program with an API key of theirs. A missing or invalid token is answered with 401, an API
/// key without the scope that the operation asks for with 403.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The caller's account.
    pub account: AccountId,
    /// The account's role.
    pub role: Role,
    /// The session of the token. Of an API key, the key's id: no operation that takes keys acts on the session.
    pub session: SessionId,
    /// The generation of the session: how often all sessions of the account had been ended when this one was opened.
    pub generation: u32,
    /// When the token expires. An API key does not.
    pub expires_at: DateTime<Utc>,
}

impl Caller {
    /// The caller as an event's actor.
    pub const fn actor(&self) -> Actor {
        Actor::Account { id: self.account, role: self.role }
    }

    /// The accounts whose messages the caller reads: the caller's own and, for admins, the shop's. The shop's account
    /// receives the messages to its support.
    pub fn inboxes(&self) -> Vec<AccountId> {
        match self.role {
            Role::Admin => vec![self.account, AccountId::SHOP],
            Role::Merchant | Role::Customer => vec![self.account],
        }
    }

    /// The owner of the webhooks that the caller manages.
    pub const fn webhook_owner(&self) -> AccountId {
        webhook_owner(self.account, self.role)
    }
}

/// The owner of the webhooks that an account with this role manages: a merchant has its own, admins manage the shop's.
pub const fn webhook_owner(account: AccountId, role: Role) -> AccountId {
    match role {
        Role::Admin => AccountId::SHOP,
        Role::Merchant | Role::Customer => account,
    }
}

impl AsRef<Self> for Caller {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    Tokens: FromRef<S>,
    Arc<dyn Sessions>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token =
            value.and_then(|value| value.strip_prefix("Bearer ")).ok_or_else(Problem::unauthenticated)?;
        let sessions = <Arc<dyn Sessions>>::from_ref(state);
        if token.trim().starts_with(api_keys::PREFIX) {
            return of_api_key(token.trim(), sessions.as_ref(), parts.extensions.get().copied()).await;
        }
        let claims = Tokens::from_ref(state).verify(token.trim()).ok_or_else(Problem::unauthenticated)?;
        if !sessions.goes_on(&claims).await? {
            return Err(Problem::unauthenticated());
        }
        let Claims { sub: account, role, sid: session, generation, exp, .. } = claims;
        let expires_at = DateTime::from_timestamp(exp, 0).unwrap_or(DateTime::<Utc>::MAX_UTC);
        Ok(Self { account, role, session, generation, expires_at })
    }
}

async fn of_api_key(
    token: &str,
    sessions: &dyn Sessions,
    needed: Option<NeededScope>,
) -> Result<Caller, Problem> {
    let unknown = || Problem::unauthenticated().saying("This API key is not valid");
    let presented = PresentedKey::read(token).ok_or_else(unknown)?;
    let key = sessions.api_key(&presented).await?.ok_or_else(unknown)?;
    key.check(needed)?;
    let session = SessionId::new(key.id.uuid());
    let expires_at = DateTime::<Utc>::MAX_UTC;
    Ok(Caller { account: presented.account, role: key.role, session, generation: 0, expires_at })
}

const NOT_LOGGED_IN: ErrorAnswer = (Code::Unauthenticated, "Not logged in");

impl ErrorAnswers for Caller {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = &[NOT_LOGGED_IN];
}

/// A visitor or a logged-in person. An invalid token counts as no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visitor(pub Option<Caller>);

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Tokens: FromRef<S>,
    Arc<dyn Sessions>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(Caller::from_request_parts(parts, state).await.ok()))
    }
}

impl ErrorAnswers for Visitor {}

/// Declares an extractor of a caller with one of these roles.
macro_rules! caller_with_role {
    ($(#[doc = $doc:literal])+ $name:ident, $roles:expr, $other:literal) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub Caller);

        impl AsRef<Caller> for $name {
            fn as_ref(&self) -> &Caller {
                &self.0
            }
        }

        impl<S: Send + Sync> FromRequestParts<S> for $name
        where
            Tokens: FromRef<S>,
            Arc<dyn Sessions>: FromRef<S>,
        {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
                with_role(parts, state, &$roles).await.map(Self)
            }
        }

        impl ErrorAnswers for $name {
            const ERROR_ANSWERS: &'static [ErrorAnswer] = &[NOT_LOGGED_IN, (Code::Forbidden, $other)];
        }
    };
}

caller_with_role!(
    /// A merchant. Other roles get 403.
    Merchant,
    [Role::Merchant],
    "Not a merchant"
);
caller_with_role!(
    /// An admin. Other roles get 403.
    Admin,
    [Role::Admin],
    "Not an admin"
);
caller_with_role!(
    /// A merchant or an admin, who may handle orders. Other roles get 403.
    Seller,
    [Role::Merchant, Role::Admin],
    "A customer"
);

async fn with_role<S: Send + Sync>(parts: &mut Parts, state: &S, roles: &[Role]) -> Result<Caller, Problem>
where
    Tokens: FromRef<S>,
    Arc<dyn Sessions>: FromRef<S>,
{
    let caller = Caller::from_request_parts(parts, state).await?;
    if roles.contains(&caller.role) { Ok(caller) } else { Err(Problem::forbidden()) }
}
