//! Event histories of credentials for tests.

use chrono::{DateTime, Utc};
use shared_events::{
    Personal,
    events::CredentialEvent,
    ids::{AccountId, ResetId, SessionId},
};
use uuid::Uuid;

pub(crate) const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));
pub(crate) const HERE: SessionId = SessionId::new(Uuid::from_u128(2));
pub(crate) const ELSEWHERE: SessionId = SessionId::new(Uuid::from_u128(3));
pub(crate) const LINK: ResetId = ResetId::new(Uuid::from_u128(4));
pub(crate) const LATER_LINK: ResetId = ResetId::new(Uuid::from_u128(5));

pub(crate) fn minute(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + 60 * minute, 0).unwrap()
}

pub(crate) fn password_set(hash: &str) -> CredentialEvent {
    CredentialEvent::PasswordSet { account_id: ANNA, hash: Personal::new(ANNA.uuid(), hash.to_owned()) }
}

pub(crate) fn all_ended(except: Option<SessionId>) -> CredentialEvent {
    CredentialEvent::AllSessionsEnded { account_id: ANNA, except }
}

pub(crate) fn reset_requested(request_id: ResetId, expires_at: DateTime<Utc>) -> CredentialEvent {
    CredentialEvent::PasswordResetRequested { account_id: ANNA, request_id, expires_at }
}
