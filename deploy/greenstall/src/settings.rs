//! The settings of an instance. `deploy/config.default.toml` documents each of them and is their default.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use service_kit::config::{self, ConfigError};
use shared_events::{Cents, money::decimal};

const DEFAULT: &str = include_str!("../../config.default.toml");

/// Everything that can be set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The data folder.
    pub data_dir: PathBuf,
    /// How it is reached.
    pub http: Http,
    /// Where its data is.
    pub database: Database,
    /// Where its events are.
    pub event_store: EventStore,
    /// What a checkout charges.
    pub checkout: Checkout,
    /// Where its numbers are told.
    pub metrics: Metrics,
    /// What it logs.
    pub log: Log,
}

/// How it is reached.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    /// Where it listens.
    pub addr: SocketAddr,
}

/// Where its data is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// A running server, or empty for an embedded one.
    pub url: String,
    /// Which programs the embedded server runs with.
    pub binaries: String,
    /// Connections for commands and projections, and as many again for queries.
    pub connections: u32,
}

/// Where its events are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventStore {
    /// A KurrentDB, or empty for the same Postgres.
    pub url: String,
}

/// What a checkout charges.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkout {
    /// Standard delivery is free above this; in dollars in the file.
    #[serde(default, deserialize_with = "dollars")]
    pub free_standard_over: Option<Cents>,
}

fn dollars<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Cents>, D::Error> {
    decimal::deserialize(deserializer).map(Some)
}

/// Where its numbers are told.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// `GET /metrics` for Prometheus listens here; empty in the file: nowhere.
    #[serde(deserialize_with = "address")]
    pub addr: Option<SocketAddr>,
}

fn address<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(serde::de::Error::custom) }
}

/// What it logs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// A filter such as `info` or `info,projections=debug`.
    pub filter: String,
}

impl Settings {
    /// The environment over the file over the default. Without a named file, `config.toml` of the current folder is
    /// taken if there is one.
    ///
    /// # Errors
    /// When a named file is not there, a value is of the wrong type, or a name is unknown.
    pub fn load(named: Option<&Path>) -> Result<Self, ConfigError> {
        let usual = Path::new("config.toml");
        config::load(DEFAULT, named.or(usual.exists().then_some(usual)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_file_has_every_setting() {
        Settings::load(None).unwrap();
    }

    #[test]
    fn metrics_are_told_nowhere_unless_there_is_an_address() {
        assert_eq!(Settings::load(None).unwrap().metrics.addr, None);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, "[metrics]\naddr = \"127.0.0.1:9090\"\n").unwrap();
        let addr = Settings::load(Some(&file)).unwrap().metrics.addr;
        assert_eq!(addr, Some("127.0.0.1:9090".parse().unwrap()));
        std::fs::write(&file, "[metrics]\naddr = \"localhost\"\n").unwrap();
        assert!(Settings::load(Some(&file)).is_err());
    }

    #[test]
    fn amounts_are_dollars() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, "[checkout]\nfree_standard_over = 49.50\n").unwrap();
        let settings = Settings::load(Some(&file)).unwrap();
        assert_eq!(settings.checkout.free_standard_over, Some(Cents(49_50)));
    }

    #[test]
    fn a_misspelt_setting_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, "[http]\nadress = \"127.0.0.1:1\"\n").unwrap();
        let error = Settings::load(Some(&file)).unwrap_err().to_string();
        assert!(error.contains("adress"), "{error}");
    }
}
