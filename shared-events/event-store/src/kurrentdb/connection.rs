//! Holds the KurrentDB client, and replaces it when it is broken.
//!
//! A client of the `kurrentdb` crate 1.2.0 can break for good in two ways: when its first connect fails, and when its
//! chosen node dies. So a client that lost a call is discarded, and the next call creates a new one, which looks for a
//! node again. The crate also never times out a hanging call, so every call here has a time limit.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use kurrentdb::{Client, ClientSettings};
use tokio::time::{self, Instant};

use super::errors::Failure;

/// The time limit for an answer, or for the next part of one.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A slower call may have waited for a TCP acknowledgement and not for the server; see [`super::nodelay`].
const SLOW_CALL: Duration = Duration::from_millis(20);

/// The minimum interval between two scans of the process's sockets.
const SOCKET_SCAN_INTERVAL: Duration = Duration::from_millis(500);

/// The minimum interval between two new clients, because each reads the machine's certificates.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(50);

/// The address of the event store is invalid.
#[derive(Debug, thiserror::Error)]
#[error(
    "{reason}; an address looks like kurrentdb://user:password@host:2113 or kurrentdb://host:2113?tls=false"
)]
pub struct InvalidUrl {
    reason: String,
}

/// The connection that every call uses.
pub(super) struct Connection {
    settings: ClientSettings,
    current: Mutex<Current>,
    looked_at: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Current {
    client: Option<Arc<Client>>,
    /// Identifies a client, so that many calls that fail at the same time discard it only once.
    number: u64,
    made_at: Option<Instant>,
}

impl Connection {
    pub(super) fn to(url: &str) -> Result<Self, InvalidUrl> {
        let settings: ClientSettings =
            completed(url).parse().map_err(|error: kurrentdb::ClientSettingsParseError| InvalidUrl {
                reason: error.message().into(),
            })?;
        Ok(Self { settings, current: Mutex::default(), looked_at: Mutex::default() })
    }

    /// Makes a call with the current client.
    pub(super) async fn call<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        call: impl FnOnce(Arc<Client>) -> F,
    ) -> Result<T, Failure> {
        let (client, number) = self.client().await?;
        let began = Instant::now();
        let result = call(client).await;
        if began.elapsed() > SLOW_CALL {
            self.send_at_once();
        }
        if result.as_ref().is_err_and(Failure::is_clients_end) {
            self.put_aside(number);
        }
        result
    }

    /// Repeats a call until it succeeds or the attempts are used up. Only for calls that change nothing.
    pub(super) async fn call_again<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        call: impl Fn(Arc<Client>) -> F,
    ) -> Result<T, Failure> {
        let mut pauses = Pauses::default();
        loop {
            let failure = match self.call(&call).await {
                Err(failure) if failure.may_pass() => failure,
                result => return result,
            };
            if !pauses.pause().await {
                return Err(failure);
            }
        }
    }

    async fn client(&self) -> Result<(Arc<Client>, u64), Failure> {
        let wait = {
            let current = self.current();
            match (&current.client, current.made_at) {
                (Some(client), _) => return Ok((Arc::clone(client), current.number)),
                (None, Some(made_at)) => {
                    (made_at + RECONNECT_INTERVAL).saturating_duration_since(Instant::now())
                }
                (None, None) => Duration::ZERO,
            }
        };
        time::sleep(wait).await;
        let mut current = self.current();
        if let Some(client) = &current.client {
            return Ok((Arc::clone(client), current.number));
        }
        let client =
            Client::new(self.settings.clone()).map_err(|error| Failure::NotSent(error.to_string()))?;
        let client = Arc::new(client);
        current.client = Some(Arc::clone(&client));
        current.number += 1;
        current.made_at = Some(Instant::now());
        Ok((client, current.number))
    }

    /// Turns off Nagle's algorithm. It runs again whenever calls are slow, because the client may have reconnected by
    /// itself.
    fn send_at_once(&self) {
        let mut looked_at = self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
        if looked_at.is_some_and(|at| at.elapsed() < SOCKET_SCAN_INTERVAL) {
            return;
        }
        *looked_at = Some(Instant::now());
        let ports = self.settings.hosts().iter().filter_map(|host| u16::try_from(host.port).ok());
        #[cfg(target_os = "linux")]
        if let Err(error) = super::nodelay::send_at_once(&ports.collect()) {
            tracing::debug!(%error, "cannot turn off Nagle's algorithm on the connections to KurrentDB");
        }
        #[cfg(not(target_os = "linux"))]
        drop(ports);
    }

    fn put_aside(&self, number: u64) {
        let mut current = self.current();
        if current.number == number {
            current.client = None;
        }
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Completes an address with two settings. The client must look for the leader, because only the leader knows the end
/// of the log. And it must not wait before a connect, which by default takes half a second even the first time.
fn completed(url: &str) -> String {
    let mut url = url.trim().trim_end_matches('/').to_owned();
    for (name, value) in [("nodePreference", "leader"), ("discoveryInterval", "20")] {
        if url.to_ascii_lowercase().contains(&format!("{}=", name.to_ascii_lowercase())) {
            continue;
        }
        match url.split_once('?') {
            None => url.push('?'),
            Some((_, "")) => {}
            Some(_) => url.push('&'),
        }
        url = format!("{url}{name}={value}");
    }
    url
}

/// Bounds a client call by this time.
pub(super) async fn within<T>(
    patience: Duration,
    answer: impl Future<Output = kurrentdb::Result<T>>,
) -> Result<T, Failure> {
    match time::timeout(patience, answer).await {
        Ok(result) => result.map_err(Failure::from),
        Err(_) => Err(Failure::Lost(format!("no answer within {patience:?}"))),
    }
}

/// Pauses between attempts, with which a server restart or a change of leader delays a call instead of failing it.
#[derive(Default)]
pub(super) struct Pauses {
    taken: usize,
}

impl Pauses {
    const BACK_OFF: [Duration; 6] = [
        Duration::from_millis(20),
        Duration::from_millis(100),
        Duration::from_millis(400),
        Duration::from_millis(800),
        Duration::from_millis(1_500),
        Duration::from_millis(3_000),
    ];

    /// Pauses before another attempt. Returns `false` when no attempts are left.
    pub(super) async fn pause(&mut self) -> bool {
        let Some(length) = Self::BACK_OFF.get(self.taken) else { return false };
        self.taken += 1;
        time::sleep(*length).await;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_completed_with_the_missing_settings() {
        let added = "nodePreference=leader&discoveryInterval=20";
        assert_eq!(completed("kurrentdb://a:1"), format!("kurrentdb://a:1?{added}"));
        assert_eq!(completed(" kurrentdb://a:1/ "), format!("kurrentdb://a:1?{added}"));
        assert_eq!(completed("kurrentdb://a:1?tls=false"), format!("kurrentdb://a:1?tls=false&{added}"));
        let chosen = "kurrentdb://a:1?nodePreference=follower&discoveryinterval=100";
        assert_eq!(completed(chosen), chosen);
        let settings = Connection::to("kurrentdb://a:1").unwrap().settings;
        assert_eq!(settings.discovery_interval(), Duration::from_millis(20));
        assert_eq!(settings.node_preference(), kurrentdb::NodePreference::Leader);
    }

    #[test]
    fn an_invalid_address_is_refused() {
        for wrong in ["postgres://localhost/shop", "kurrentdb://", "localhost:2113"] {
            assert!(Connection::to(wrong).is_err(), "{wrong}");
        }
        for right in ["kurrentdb://u:p@a:1", "kurrentdb+discover://a:1", "kurrentdb://a:1,b:2?tls=false"] {
            assert!(Connection::to(right).is_ok(), "{right}");
        }
    }
}
