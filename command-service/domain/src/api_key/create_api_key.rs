//! The owner of an account creates an API key for a program.

use std::collections::BTreeSet;

use shared_events::{
    Personal, Role, Scope,
    events::ApiKeyEvent,
    ids::{AccountId, ApiKeyId},
};
use uuid::Uuid;

use super::ApiKeys;
use crate::{
    Command,
    form::{Faults, FieldRefusal},
    name,
};

/// The most keys that an account has at a time.
pub const MAX_API_KEYS: usize = 20;
/// The longest name of a key, in characters.
pub const MAX_NAME_LENGTH: usize = 60;

/// What a person asks for, before it is checked.
#[derive(Clone, Debug, Default)]
pub struct ApiKeyForm {
    pub name: String,
    /// Names of scopes.
    pub scopes: Vec<String>,
}

/// A checked form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedApiKey {
    name: String,
    scopes: BTreeSet<Scope>,
}

impl ApiKeyForm {
    /// Checks the form.
    ///
    /// # Errors
    /// The faults of its fields.
    pub fn check(&self) -> Result<CheckedApiKey, Vec<FieldRefusal>> {
        let mut faults = Faults::default();
        let name = faults.value_of(name::of_a_stranger("name", "Name", &self.name).map(Some));
        let name =
            name.map(|name| faults.required("name", "Name", name, MAX_NAME_LENGTH)).unwrap_or_default();
        let mut scopes = BTreeSet::new();
        for scope in &self.scopes {
            match scope.parse::<Scope>() {
                Ok(scope) => {
                    scopes.insert(scope);
                }
                Err(_) => {
                    let known = Scope::ALL.map(Scope::as_str).join(", ");
                    faults.note(FieldRefusal::new("scopes", format!("A scope is one of: {known}")));
                    break;
                }
            }
        }
        if self.scopes.is_empty() {
            faults.note(FieldRefusal::new("scopes", "Please choose at least one scope"));
        }
        faults.into_result()?;
        Ok(CheckedApiKey { name, scopes })
    }
}

impl CheckedApiKey {
    /// The key's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of its scopes.
    pub fn scopes(&self) -> Vec<&'static str> {
        self.scopes.iter().map(|scope| scope.as_str()).collect()
    }
}

/// Create a key.
#[derive(Clone, Debug)]
pub struct CreateApiKey {
    pub account_id: AccountId,
    /// The role in which the key will act.
    pub role: Role,
    pub key_id: ApiKeyId,
    pub key: CheckedApiKey,
    /// The SHA-256 of the token, in hexadecimal.
    pub hash: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The account already has [`MAX_API_KEYS`] keys.
    #[error("You can have at most {MAX_API_KEYS} API keys. Please revoke one that you no longer need.")]
    Full,
}

impl Command for CreateApiKey {
    type Aggregate = ApiKeys;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, keys: &ApiKeys) -> Result<Vec<ApiKeyEvent>, Refusal> {
        if keys.live.contains_key(&self.key_id) || keys.revoked.contains(&self.key_id) {
            // The same command again changes nothing.
            return Ok(Vec::new());
        }
        if keys.live.len() >= MAX_API_KEYS {
            return Err(Refusal::Full);
        }
        let Self { account_id, role, key_id, ref key, ref hash } = *self;
        Ok(vec![ApiKeyEvent::ApiKeyCreated {
            account_id,
            role,
            key_id,
            name: Personal::new(account_id.uuid(), key.name.clone()),
            scopes: key.scopes().into_iter().map(str::to_owned).collect(),
            hash: hash.clone(),
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Aggregate,
        account::testing::MERCHANT,
        api_key::testing::{HASH, TILL, created, revoked},
        testing::given,
    };

    fn form(name: &str, scopes: &[&str]) -> ApiKeyForm {
        ApiKeyForm { name: name.to_owned(), scopes: scopes.iter().map(|name| (*name).to_owned()).collect() }
    }

    fn create() -> CreateApiKey {
        let key = form("  Till ", &["orders:read", "products:write", "orders:read"]).check().unwrap();
        CreateApiKey { account_id: MERCHANT, role: Role::Merchant, key_id: TILL, key, hash: HASH.to_owned() }
    }

    #[test]
    fn a_key_is_created_with_each_scope_once() {
        given::<ApiKeys>(&[]).when(&create()).then(&[created()]);
    }

    #[test]
    fn the_same_command_again_creates_nothing() {
        given::<ApiKeys>(&[created()]).when(&create()).then_nothing();
        given::<ApiKeys>(&[created(), revoked()]).when(&create()).then_nothing();
    }

    #[test]
    fn an_account_has_at_most_twenty_keys_and_may_replace_a_revoked_one() {
        let mut keys = ApiKeys::default();
        let numbered = |number: usize| ApiKeyId::new(Uuid::from_u128(0x100 + number as u128));
        for number in 0..MAX_API_KEYS {
            let create = CreateApiKey { key_id: numbered(number), ..create() };
            keys = create.decide(&keys).unwrap().iter().fold(keys, ApiKeys::evolve);
        }
        assert_eq!(create().decide(&keys), Err(Refusal::Full));
        let revoked = ApiKeyEvent::ApiKeyRevoked { account_id: MERCHANT, key_id: numbered(3) };
        assert_eq!(create().decide(&keys.evolve(&revoked)), Ok(vec![created()]));
    }

    #[test]
    fn a_key_needs_a_name_and_known_scopes() {
        let long = "x".repeat(MAX_NAME_LENGTH + 1);
        for (form, field, text) in [
            (form(" ", &["orders:read"]), "name", "Name is required"),
            (form(&long, &["orders:read"]), "name", "Name is too long: at most 60 characters"),
            (form("Ti\u{202E}ll", &["orders:read"]), "name", "Name contains characters that cannot be shown"),
            (form("Confirm at https://thief.dev", &["orders:read"]), "name", "Name must not contain"),
            (form("Till", &[]), "scopes", "Please choose at least one scope"),
            (form("Till", &["orders:read", "orders"]), "scopes", "A scope is one of: products:read, "),
        ] {
            let faults = form.check().unwrap_err();
            assert_eq!((faults.len(), faults[0].field), (1, field));
            assert!(faults[0].text.starts_with(text), "{}", faults[0].text);
        }
        assert!(form(&long[1..], &Scope::ALL.map(Scope::as_str)).check().is_ok());
    }
}
