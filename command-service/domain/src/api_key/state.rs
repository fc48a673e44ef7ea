//! The state of an account's API keys, folded from their events, as far as decisions need it.

use std::collections::{BTreeMap, BTreeSet};

use shared_events::{Role, Scope, events::ApiKeyEvent, ids::ApiKeyId};

use crate::Aggregate;

/// The API keys of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiKeys {
    /// The keys that work.
    pub live: BTreeMap<ApiKeyId, ApiKey>,
    /// The keys that were revoked.
    pub revoked: BTreeSet<ApiKeyId>,
}

/// A key that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// The role in which it acts.
    pub role: Role,
    /// What it may be used for.
    pub scopes: BTreeSet<Scope>,
    /// The hash of its token.
    pub hash: String,
}

impl ApiKeys {
    /// The live key whose token has this hash.
    pub fn with_hash(&self, hash: &str) -> Option<(ApiKeyId, &ApiKey)> {
        self.live.iter().find(|(_, key)| key.hash == hash).map(|(id, key)| (*id, key))
    }
}

impl Aggregate for ApiKeys {
    type Event = ApiKeyEvent;

    fn evolve(mut self, event: &ApiKeyEvent) -> Self {
        match event {
            ApiKeyEvent::ApiKeyCreated { role, key_id, scopes, hash, .. } => {
                // A scope that only a newer program knows permits nothing here.
                let scopes = scopes.iter().filter_map(|name| name.parse().ok()).collect();
                self.live.insert(*key_id, ApiKey { role: *role, scopes, hash: hash.clone() });
            }
            ApiKeyEvent::ApiKeyRevoked { key_id, .. } => {
                self.live.remove(key_id);
                self.revoked.insert(*key_id);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api_key::testing::*;

    #[test]
    fn a_key_is_found_by_its_hash_until_it_is_revoked() {
        let keys = ApiKeys::fold(&[created()]);
        assert_eq!(keys.with_hash(HASH).map(|(id, _)| id), Some(TILL));
        assert_eq!(keys.with_hash("another"), None);
        assert_eq!(ApiKeys::fold(&[created(), revoked()]).with_hash(HASH), None);
    }

    #[test]
    fn an_unknown_scope_permits_nothing() {
        let ApiKeyEvent::ApiKeyCreated { account_id, role, key_id, name, hash, .. } = created() else {
            unreachable!("it is the event of a new key");
        };
        let scopes = vec!["orders:read".to_owned(), "weather:read".to_owned()];
        let keys =
            ApiKeys::fold(&[ApiKeyEvent::ApiKeyCreated { account_id, role, key_id, name, scopes, hash }]);
        assert_eq!(keys.live[&TILL].scopes, BTreeSet::from([Scope::OrdersRead]));
    }
}
