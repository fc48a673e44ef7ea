//! The API keys of an account: programs present them to act in its name, within the scopes of the key.

pub mod create_api_key;
pub mod revoke_all_api_keys;
pub mod revoke_api_key;
mod state;
#[cfg(test)]
mod testing;

pub use state::{ApiKey, ApiKeys};
