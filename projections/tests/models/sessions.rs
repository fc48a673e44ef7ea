use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded,
    events::{AccountEvent, ApiKeyEvent, Browser, CredentialEvent, SessionEvent, System, UserAgent},
    ids::{AccountId, ApiKeyId, SessionId},
};

use crate::model::{Answer, Model, answer, moment, read, readable};

/// The open sessions, selected like the query that authenticates each request.
const OPEN_SESSIONS: &str = "SELECT s.session_id, s.account_id, s.browser, s.system, s.opened_at FROM read.sessions_sessions s \
     WHERE NOT s.ended AND NOT EXISTS (SELECT FROM read.sessions_standings a WHERE a.account_id = s.account_id \
     AND (NOT a.active OR (a.generation > s.generation AND a.survivor IS DISTINCT FROM s.session_id)))";

/// The API keys, selected like the query that lists them.
const API_KEYS: &str =
    "SELECT key_id, account_id, role, name, scopes, hash, created_at FROM read.sessions_api_keys";

#[derive(Default)]
pub(crate) struct Sessions {
    /// The open sessions.
    open: BTreeMap<SessionId, (AccountId, Value, UserAgent)>,
    /// How many times all sessions of the account were ended.
    endings: BTreeMap<AccountId, u32>,
    /// The API keys that work, as rows.
    api_keys: BTreeMap<ApiKeyId, (AccountId, Value)>,
}

impl Model for Sessions {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::sessions::Sessions)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        match read::<SessionEvent>(recorded) {
            // A session is not open if its password was checked before all sessions were ended.
            Some(SessionEvent::SessionOpened { account_id, session_id, generation, agent })
                if generation == self.endings.get(&account_id).copied().unwrap_or_default() =>
            {
                self.open.insert(session_id, (account_id, moment(recorded.recorded_at), agent));
            }
            Some(SessionEvent::SessionEnded { session_id, .. }) => {
                self.open.remove(&session_id);
            }
            Some(SessionEvent::SessionOpened { .. }) | None => {}
        }
        match read::<ApiKeyEvent>(recorded) {
            Some(ApiKeyEvent::ApiKeyCreated { account_id, role, key_id, name, scopes, hash }) => {
                let row = json!({
                    "key_id": key_id, "account_id": account_id, "role": role, "name": readable(&name),
                    "scopes": scopes, "hash": hash, "created_at": moment(recorded.recorded_at),
                });
                self.api_keys.insert(key_id, (account_id, row));
            }
            Some(ApiKeyEvent::ApiKeyRevoked { key_id, .. }) => {
                self.api_keys.remove(&key_id);
            }
            None => {}
        }
        if let Some(AccountEvent::AccountErased { account_id }) = read(recorded) {
            self.api_keys.retain(|_, (account, _)| *account != account_id);
        }
        if let Some(CredentialEvent::AllSessionsEnded { account_id, except }) = read(recorded) {
            *self.endings.entry(account_id).or_default() += 1;
            self.open.retain(|id, (account, ..)| *account != account_id || Some(*id) == except);
        }
        if let Some(
            AccountEvent::AccountDeactivated { account_id, .. } | AccountEvent::AccountErased { account_id },
        ) = read(recorded)
        {
            // After a reactivation, the person has to log in again.
            self.open.retain(|_, (account, ..)| *account != account_id);
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let row = |(id, (account, at, agent)): (&SessionId, &(AccountId, Value, UserAgent))| {
            json!({
                "session_id": id, "account_id": account, "opened_at": at,
                "browser": agent.browser.map(Browser::name), "system": agent.system.map(System::name),
            })
        };
        let keys = self.api_keys.values().map(|(_, row)| row.clone());
        vec![answer(OPEN_SESSIONS, self.open.iter().map(row)), answer(API_KEYS, keys)]
    }
}

#[test]
fn sessions_agree_with_their_model() {
    crate::folding::agrees::<Sessions>();
}
