//! The settings of an instance. `deploy/config.default.toml` documents each of them and holds the defaults.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use command_service::account_limits::{Allowance, Allowances};
use postgres_kit::Limits;
use serde::Deserialize;
use service_kit::{
    config::{self, ConfigError, Loaded},
    network::Networks,
    telemetry::LogFormat,
};
use shared_events::{Cents, money::Dollars};

use crate::{payments::Payments, telemetry::Telemetry};

const DEFAULT: &str = include_str!("../../config.default.toml");

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The data folder.
    pub data_dir: PathBuf,
    pub http: Http,
    pub database: Database,
    pub event_store: EventStore,
    /// The store of uploaded files.
    pub blobs: blobs::Settings,
    pub checkout: Checkout,
    /// What people read about the shop.
    pub shop: Shop,
    /// What admins do to people's data.
    pub operations: Operations,
    /// What accounts may write.
    pub limits: AccountLimits,
    /// Messages to webhooks.
    pub webhooks: Webhooks,
    /// The payment provider.
    pub payments: Payments,
    /// Outgoing mail.
    pub mail: Mail,
    /// Prometheus metrics.
    pub metrics: Metrics,
    /// Traces.
    pub telemetry: Telemetry,
    pub log: Log,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    /// The address to listen on.
    pub addr: SocketAddr,
    /// The public URL of the shop, without a slash at the end. If it is empty in the file, the URL follows from the
    /// address that the process listens on.
    #[serde(deserialize_with = "base_url")]
    pub public_url: Option<String>,
    /// Proxies whose forwarded client addresses are trusted.
    pub trusted_proxies: Networks,
    /// The most open connections of one client address; 0 in the file means no limit.
    #[serde(deserialize_with = "limit")]
    pub connections_per_address: usize,
    /// The memory in megabytes for the bodies of all requests; 0 in the file means no limit.
    #[serde(deserialize_with = "limit")]
    pub body_megabytes: usize,
    /// Seconds between the stop signal and the end of new connections.
    pub lame_duck: u32,
}

impl Http {
    /// Whether browsers reach the shop over TLS.
    pub(crate) fn is_behind_tls(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

fn limit<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    usize::deserialize(deserializer).map(|limit| if limit == 0 { usize::MAX } else { limit })
}

fn base_url<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let url = text.trim().trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    match url.is_empty() {
        true => Ok(None),
        false if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c.is_control()) => {
            Err(serde::de::Error::custom("http.public_url begins with https:// or http://"))
        }
        false => Ok(Some(url.to_owned())),
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// The URL of a running server. If it is empty, the process starts an embedded one.
    pub url: String,
    /// The URL of the server for queries. If it is empty, they go to the same server as everything else.
    pub read_url: String,
    /// The folder with the programs of the embedded server.
    pub binaries: String,
    /// Whether a start creates and changes tables.
    pub migrate: bool,
    /// The most connections for queries. Other parts of the process get fractions of this number.
    #[serde(deserialize_with = "connections")]
    pub connections: u32,
    /// The longest time in seconds that the server may take for an ordinary answer.
    #[serde(deserialize_with = "seconds")]
    pub answer_seconds: u32,
    /// The time in seconds after which the leases of a dead process expire.
    #[serde(deserialize_with = "seconds")]
    pub lease_seconds: u32,
}

impl Database {
    /// The time limits that follow from these settings.
    pub(crate) fn limits(&self) -> Limits {
        let seconds = |seconds: u32| Duration::from_secs(u64::from(seconds));
        Limits::new(seconds(self.answer_seconds), seconds(self.lease_seconds))
    }
}

/// The fewest connections of a pool: with fewer, a part that holds one and needs another would deadlock.
pub(crate) const FEWEST_CONNECTIONS: u32 = 4;

fn connections<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let connections = u32::deserialize(deserializer)?;
    if connections < FEWEST_CONNECTIONS {
        let text = format!("database.connections is at least {FEWEST_CONNECTIONS}, not {connections}");
        return Err(serde::de::Error::custom(text));
    }
    Ok(connections)
}

fn seconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        0 => Err(serde::de::Error::custom("a time limit of the database is at least 1 second")),
        seconds => Ok(seconds),
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventStore {
    /// The URL of a KurrentDB. If it is empty, the events are in the same Postgres.
    pub url: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkout {
    /// Standard delivery is free above this amount. The file has it in dollars, and 0 means never.
    #[serde(deserialize_with = "dollars_or_never")]
    pub free_standard_over: Option<Cents>,
    /// The most open holds from one network address by accounts without a delivered order; 0 means no limit.
    pub open_holds_per_address: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    /// The phone number of the shop's support. The file has it empty if there is none.
    #[serde(deserialize_with = "phone_number")]
    pub support_phone: Option<String>,
}

fn phone_number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = domain::phone::check("support_phone", &text).map_err(serde::de::Error::custom)?;
    Ok(Some(number).filter(|number| !number.is_empty()))
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operations {
    /// The most people that an admin exports or erases in a day.
    pub people_per_admin_and_day: usize,
}

fn dollars_or_never<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Cents>, D::Error> {
    let Dollars(amount) = Dollars::deserialize(deserializer)?;
    if amount < Cents::ZERO {
        return Err(serde::de::Error::custom("checkout.free_standard_over is an amount in dollars, or 0"));
    }
    Ok((amount > Cents::ZERO).then_some(amount))
}

/// What an account may write within an hour: commands, and kilobytes of events. 0 means no limit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountLimits {
    pub customer_commands: u32,
    pub customer_kilobytes: u32,
    pub new_merchant_commands: u32,
    pub new_merchant_kilobytes: u32,
    pub merchant_commands: u32,
    pub merchant_kilobytes: u32,
    pub admin_commands: u32,
    pub admin_kilobytes: u32,
}

impl AccountLimits {
    pub(crate) fn allowances(&self) -> Allowances {
        let allowance = |commands: u32, kilobytes: u32| Allowance {
            commands: if commands == 0 { u32::MAX } else { commands },
            bytes: if kilobytes == 0 { u64::MAX } else { u64::from(kilobytes) * 1_000 },
        };
        Allowances {
            customer: allowance(self.customer_commands, self.customer_kilobytes),
            new_merchant: allowance(self.new_merchant_commands, self.new_merchant_kilobytes),
            merchant: allowance(self.merchant_commands, self.merchant_kilobytes),
            admin: allowance(self.admin_commands, self.admin_kilobytes),
        }
    }
}

/// Messages to the webhooks of merchants and of the shop.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhooks {
    /// Whether messages may go to private networks, and to addresses without TLS.
    pub allow_private_addresses: bool,
    /// Whether messages are sent. While this is off, they wait.
    pub enabled: bool,
}

/// Outgoing mail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// The URL of the SMTP server. If it is empty, mail is kept in the data folder.
    pub smtp_url: String,
    /// The sender of all mail.
    pub from: String,
    /// The recipient of the contact form.
    pub support_address: String,
}

/// The settings of the Prometheus metrics.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// The address of `GET /metrics`; empty in the file turns it off.
    #[serde(deserialize_with = "address")]
    pub addr: Option<SocketAddr>,
}

fn address<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(serde::de::Error::custom) }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// A log filter such as `info` or `info,projections=debug`.
    pub filter: String,
    /// How a line is written.
    pub format: LogFormat,
}

impl Settings {
    /// Loads the settings: the environment overrides the file, and the file overrides the defaults. Without a named
    /// file, `config.toml` in the current folder is used if it exists.
    ///
    /// # Errors
    /// When a named file does not exist, a value has the wrong type, or a name in the file is unknown.
    pub fn load(named: Option<&Path>) -> Result<Loaded<Self>, ConfigError> {
        let usual = Path::new("config.toml");
        config::load(DEFAULT, named.or(usual.exists().then_some(usual)))
    }

    /// The public URL of a shop that listens on this address, without a slash at the end.
    pub(crate) fn public_url(&self, bound: SocketAddr) -> String {
        self.http.public_url.clone().unwrap_or_else(|| format!("http://{}", reachable(bound)))
    }

    /// The folder for mail that is kept instead of being sent.
    pub(crate) fn mail_folder(&self) -> PathBuf {
        self.data_dir.join("mail")
    }
}

/// An address that a browser on this machine can open.
pub(crate) fn reachable(bound: SocketAddr) -> SocketAddr {
    match bound.ip() {
        ip if ip.is_unspecified() => (IpAddr::V4(Ipv4Addr::LOCALHOST), bound.port()).into(),
        ip => (ip, bound.port()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn default() -> Settings {
        Settings::load(None).unwrap().settings
    }

    /// Loads settings from a file with this text.
    fn load(text: &str) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, text).unwrap();
        Settings::load(Some(&file)).map(|loaded| loaded.settings).map_err(|error| error.to_string())
    }

    #[test]
    fn the_default_file_has_every_setting() {
        let http = default().http;
        assert_eq!((http.trusted_proxies, http.connections_per_address), (Networks::default(), 256));
    }

    #[test]
    fn proxies_and_limits_are_read() {
        let http =
            load("[http]\ntrusted_proxies = [\"10.0.0.0/8\"]\nconnections_per_address = 0\n").unwrap().http;
        assert!(http.trusted_proxies.contain("10.1.2.3".parse().unwrap()));
        assert_eq!(http.connections_per_address, usize::MAX);
        assert!(load("[http]\ntrusted_proxies = [\"nginx\"]\n").unwrap_err().contains("nginx"));
    }

    #[test]
    fn accounts_have_limits_unless_they_are_zero() {
        let limits = load("[limits]\ncustomer_commands = 0\n").unwrap().limits.allowances();
        assert_eq!(limits.customer, Allowance { commands: u32::MAX, bytes: 3_000_000 });
        assert_eq!(limits.new_merchant, Allowance { commands: 2_000, bytes: 3_000_000 });
    }

    #[test]
    fn support_has_a_phone_only_if_the_file_has_one() {
        assert_eq!(default().shop.support_phone, None);
        let phone = load("[shop]\nsupport_phone = \" (802) 555-0100\"\n").unwrap().shop.support_phone;
        assert_eq!(phone.as_deref(), Some("(802) 555-0100"));
        let refusal = load("[shop]\nsupport_phone = \"call us\"\n").unwrap_err().to_string();
        assert!(refusal.contains("Please enter a valid phone number"), "{refusal}");
    }

    #[test]
    fn metrics_are_off_without_an_address() {
        assert_eq!(default().metrics.addr, None);
        let addr = load("[metrics]\naddr = \"127.0.0.1:9090\"\n").unwrap().metrics.addr;
        assert_eq!(addr, Some("127.0.0.1:9090".parse().unwrap()));
        assert!(load("[metrics]\naddr = \"localhost\"\n").is_err());
    }

    #[test]
    fn traces_are_off_without_a_collector_and_lines_are_text() {
        let settings = default();
        assert_eq!((settings.telemetry.otlp_endpoint.as_str(), settings.log.format), ("", LogFormat::Text));
        let json = load("[log]\nformat = \"json\"\n[telemetry]\nsample_ratio = 0.05\n").unwrap();
        assert_eq!((json.log.format, json.telemetry.sample_ratio), (LogFormat::Json, 0.05));
        for odd in ["[log]\nformat = \"xml\"\n", "[telemetry]\nsample_ratio = 1.5\n"] {
            assert!(load(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn the_announced_address_can_be_opened() {
        assert_eq!(reachable("0.0.0.0:8080".parse().unwrap()).to_string(), "127.0.0.1:8080");
        assert_eq!(reachable("127.0.0.2:80".parse().unwrap()).to_string(), "127.0.0.2:80");
    }

    #[test]
    fn the_public_url_is_the_configured_or_the_bound_address() {
        let listens = "0.0.0.0:8080".parse().unwrap();
        assert_eq!(default().public_url(listens), "http://127.0.0.1:8080");
        let settings = load("[http]\npublic_url = \"https://shop.example/\"\n").unwrap();
        assert_eq!(settings.public_url(listens), "https://shop.example");
        assert!(settings.http.is_behind_tls() && !default().http.is_behind_tls());
        for odd in ["shop.example", "ftp://shop.example", "https://", "https://a b"] {
            assert!(load(&format!("[http]\npublic_url = \"{odd}\"\n")).is_err(), "{odd}");
        }
    }

    #[test]
    fn standard_delivery_is_free_over_fifty_dollars_or_another_amount_or_never() {
        assert_eq!(default().checkout.free_standard_over, Some(Cents(50_00)));
        for (amount, expected) in [("49.50", Some(Cents(49_50))), ("60", Some(Cents(60_00))), ("0", None)] {
            let settings = load(&format!("[checkout]\nfree_standard_over = {amount}\n")).unwrap();
            assert_eq!(settings.checkout.free_standard_over, expected, "{amount}");
        }
        for odd in ["-1", "0.001", "\"free\""] {
            assert!(load(&format!("[checkout]\nfree_standard_over = {odd}\n")).is_err(), "{odd}");
        }
    }

    #[test]
    fn a_database_without_connections_or_time_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        for (line, expected) in [
            ("connections = 0", "database.connections is at least 4, not 0"),
            ("connections = -1", "database.connections"),
            ("answer_seconds = 0", "answer_seconds"),
            ("lease_seconds = 0", "lease_seconds"),
        ] {
            std::fs::write(&file, format!("[database]\n{line}\n")).unwrap();
            let error = Settings::load(Some(&file)).unwrap_err().to_string();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn a_misspelled_setting_is_refused_by_name() {
        let error = load("[http]\nadress = \"127.0.0.1:1\"\n").unwrap_err();
        assert!(error.contains("http.adress") && error.contains("did you mean http.addr?"), "{error}");
    }
}
