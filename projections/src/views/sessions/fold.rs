//! Folds events into changes to the tables.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Event, RawEvent, Recorded, Role,
    events::{AccountEvent, ApiKeyEvent, CredentialEvent, SessionEvent, UserAgent},
};
use uuid::Uuid;

use crate::{engine::ApplyError, views::decode::read};

/// A session that this batch opened.
pub(super) struct Opened {
    pub(super) account: Uuid,
    pub(super) generation: i32,
    pub(super) agent: UserAgent,
    pub(super) at: DateTime<Utc>,
    pub(super) ended: bool,
}

/// An API key that this batch created.
pub(super) struct ApiKey {
    pub(super) account: Uuid,
    pub(super) role: Role,
    pub(super) name: Option<String>,
    /// The names of its scopes, separated by spaces.
    pub(super) scopes: String,
    pub(super) hash: String,
    pub(super) at: DateTime<Utc>,
}

/// A batch's changes to one account.
#[derive(Default)]
pub(super) struct AccountChange {
    /// How many times the batch ended all sessions of the account.
    pub(super) more: i32,
    /// The session that the last of these events spared.
    pub(super) survivor: Option<Uuid>,
    pub(super) active: Option<bool>,
}

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) opened: HashMap<Uuid, Opened>,
    pub(super) ended: Vec<Uuid>,
    /// Accounts that were erased.
    pub(super) erased: Vec<Uuid>,
    pub(super) accounts: HashMap<Uuid, AccountChange>,
    pub(super) api_keys: HashMap<Uuid, ApiKey>,
    /// API keys of earlier batches that were revoked.
    pub(super) revoked: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            SessionEvent::CATEGORY => changes.of_session(recorded.recorded_at, &read(recorded)?),
            CredentialEvent::CATEGORY => changes.of_credential(&read(recorded)?),
            AccountEvent::CATEGORY => changes.of_account(&read(recorded)?),
            ApiKeyEvent::CATEGORY => changes.of_api_key(recorded.recorded_at, read(recorded)?),
            _ => {}
        }
    }
    Ok(changes)
}

impl Changes {
    fn of_session(&mut self, at: DateTime<Utc>, event: &SessionEvent) {
        match event {
            SessionEvent::SessionOpened { account_id, session_id, generation, agent } => {
                // The number fits: an account never ends all its sessions two billion times.
                let generation = i32::try_from(*generation).unwrap_or(i32::MAX);
                let (account, agent) = (account_id.uuid(), *agent);
                let opened = Opened { account, generation, agent, at, ended: false };
                self.opened.insert(session_id.uuid(), opened);
            }
            SessionEvent::SessionEnded { session_id, .. } => match self.opened.get_mut(&session_id.uuid()) {
                Some(opened) => opened.ended = true,
                None => self.ended.push(session_id.uuid()),
            },
        }
    }

    fn of_credential(&mut self, event: &CredentialEvent) {
        match event {
            CredentialEvent::AllSessionsEnded { account_id, except } => {
                let account = self.accounts.entry(account_id.uuid()).or_default();
                account.more += 1;
                account.survivor = except.map(|session| session.uuid());
            }
            CredentialEvent::PasswordSet { .. }
            | CredentialEvent::PasswordResetRequested { .. }
            | CredentialEvent::SessionStarted { .. } => {}
        }
    }

    fn of_api_key(&mut self, at: DateTime<Utc>, event: ApiKeyEvent) {
        match event {
            ApiKeyEvent::ApiKeyCreated { account_id, role, key_id, name, scopes, hash } => {
                let (account, name, scopes) = (account_id.uuid(), name.into_inner(), scopes.join(" "));
                self.api_keys.insert(key_id.uuid(), ApiKey { account, role, name, scopes, hash, at });
            }
            ApiKeyEvent::ApiKeyRevoked { key_id, .. } => {
                if self.api_keys.remove(&key_id.uuid()).is_none() {
                    self.revoked.push(key_id.uuid());
                }
            }
        }
    }

    fn of_account(&mut self, event: &AccountEvent) {
        if let AccountEvent::AccountErased { account_id } = event {
            self.forget_agents(account_id.uuid());
            self.api_keys.retain(|_, key| key.account != account_id.uuid());
        }
        let (account, active) = match event {
            AccountEvent::AccountDeactivated { account_id, .. }
            | AccountEvent::AccountErased { account_id } => (account_id, false),
            AccountEvent::AccountReactivated { account_id, .. } => (account_id, true),
            _ => return,
        };
        self.accounts.entry(account.uuid()).or_default().active = Some(active);
    }

    /// Deletes the browsers of an erased account's sessions, in this batch and in the rows of earlier ones.
    fn forget_agents(&mut self, account: Uuid) {
        for opened in self.opened.values_mut().filter(|opened| opened.account == account) {
            opened.agent = UserAgent::default();
        }
        self.erased.push(account);
    }
}
