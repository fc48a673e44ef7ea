//! Sends one message over HTTP. Redirects are not followed, and the host's address is checked when the connection is made,
//! so that a name cannot lead elsewhere than it did when it was checked.

use std::{
    net::{IpAddr, SocketAddr},
    sync::OnceLock,
    time::Duration,
};

use async_trait::async_trait;
use domain::delivery::record_attempt::NoAnswer;
use reqwest::{
    Client, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};

use super::addresses::Reach;

/// Time limit of a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit of a message, from the connection to the answer's head.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(10);

/// A message with its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `webhook-id`.
    pub id: String,
    /// `webhook-timestamp`: when it is sent, in seconds since 1970.
    pub timestamp: i64,
    /// `webhook-signature`.
    pub signature: String,
    /// The body: JSON.
    pub body: String,
}

/// The port to the receivers.
#[async_trait]
pub trait MessageSender: Send + Sync {
    /// Whether messages can be sent at all.
    ///
    /// # Errors
    /// This machine lacks something that only its operator can install.
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    /// Sends a message to an address, and returns the status of the answer.
    ///
    /// # Errors
    /// There is no answer.
    async fn send(&self, url: &str, message: &Message) -> Result<u16, NoAnswer>;
}

/// Sends over the network.
#[derive(Clone, Debug)]
pub struct HttpSender {
    reach: Reach,
    /// Made for the first message: a machine without root certificates cannot make it, and a shop without webhooks does not
    /// need it.
    client: OnceLock<Client>,
}

impl HttpSender {
    /// A sender that reaches these hosts.
    pub const fn new(reach: Reach) -> Self {
        Self { reach, client: OnceLock::new() }
    }

    fn client(&self) -> Result<&Client, reqwest::Error> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = client(self.reach)?;
        Ok(self.client.get_or_init(|| client))
    }
}

fn client(reach: Reach) -> Result<Client, reqwest::Error> {
    Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(MESSAGE_TIMEOUT)
        .https_only(reach == Reach::Public)
        .user_agent("Greenstall-Webhooks")
        .dns_resolver(GuardedResolver(reach))
        .build()
}

/// The address, unless it cannot be read, contains a user name or a password, does not begin with `https://`, or names a
/// host that messages may not go to: an address in numbers, which the resolver is never asked for, or a name that only
/// the operator's network knows.
pub(super) fn readable(reach: Reach, url: &str) -> Option<Url> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?;
    let literal: Result<IpAddr, _> = host.trim_start_matches('[').trim_end_matches(']').parse();
    let is_reachable = match literal {
        Ok(address) => reach.allows(address),
        Err(_) => reach.allows_name(host),
    };
    let is_encrypted = url.scheme() == "https" || reach == Reach::Private;
    let has_user = !url.username().is_empty() || url.password().is_some();
    (is_reachable && is_encrypted && !has_user && url.port() != Some(0)).then_some(url)
}

#[async_trait]
impl MessageSender for HttpSender {
    fn ready(&self) -> Result<(), String> {
        let made = self.client().map(drop);
        made.map_err(|error| format!("cannot make the HTTP client; are root certificates installed? {error}"))
    }

    async fn send(&self, url: &str, message: &Message) -> Result<u16, NoAnswer> {
        let url = readable(self.reach, url).ok_or(NoAnswer::Unreachable)?;
        let client = self.client().map_err(|_| NoAnswer::Unreachable)?;
        let request = client
            .post(url)
            .header("content-type", "application/json")
            .header("webhook-id", &message.id)
            .header("webhook-timestamp", message.timestamp)
            .header("webhook-signature", &message.signature)
            .body(message.body.clone());
        match request.send().await {
            Ok(answer) => Ok(answer.status().as_u16()),
            Err(error) => Err(no_answer(&error)),
        }
    }
}

/// A host that is down and a private one are the same: a merchant learns nothing about the operator's network.
fn no_answer(error: &reqwest::Error) -> NoAnswer {
    if error.is_timeout() {
        return NoAnswer::Timeout;
    }
    if error.is_connect() { NoAnswer::Unreachable } else { NoAnswer::ConnectionLost }
}

/// A name has no address that messages may go to.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("it leads into a private network")]
struct PrivateAddress;

/// Resolves names, and keeps only the addresses that messages may go to.
struct GuardedResolver(Reach);

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = found.filter(|address| reach.allows(address.ip())).collect();
            if allowed.is_empty() {
                tracing::info!("the name of a webhook's receiver leads into a private network");
                return Err(PrivateAddress.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::{Router, http::HeaderMap, response::Redirect, routing::post};
    use tokio::{net::TcpListener, sync::mpsc};

    use super::*;

    fn message() -> Message {
        Message { id: "msg_1".to_owned(), timestamp: 7, signature: "v1,x".to_owned(), body: "{}".to_owned() }
    }

    /// A receiver, and the messages that it has got.
    async fn receiver() -> (String, mpsc::UnboundedReceiver<(HeaderMap, String)>) {
        let (got, messages) = mpsc::unbounded_channel();
        let take = post(move |headers: HeaderMap, body: String| async move {
            got.send((headers, body)).expect("the test listens");
        });
        let moved = post(async || Redirect::temporary("/taken"));
        let router = Router::new().route("/taken", take).route("/moved", moved);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (address, messages)
    }

    #[tokio::test]
    async fn a_message_arrives_with_its_headers() {
        let (address, mut messages) = receiver().await;
        let sender = HttpSender::new(Reach::Private);
        assert_eq!(sender.send(&format!("{address}/taken"), &message()).await, Ok(200));
        let (headers, body) = messages.recv().await.unwrap();
        assert_eq!(body, "{}");
        let expected = [("webhook-id", "msg_1"), ("webhook-timestamp", "7"), ("webhook-signature", "v1,x")];
        for (name, value) in expected {
            assert_eq!(headers[name], value);
        }
        assert_eq!(headers["content-type"], "application/json");
    }

    /// A process that runs one test of this file: some settings are those of a whole process.
    fn process_with(test: &str) -> tokio::process::Command {
        let mut process = tokio::process::Command::new(std::env::current_exe().unwrap());
        process.args(["--exact", &format!("webhooks::sender::tests::{test}")]).kill_on_drop(true);
        process
    }

    #[tokio::test]
    async fn a_sender_is_ready() {
        assert_eq!(HttpSender::new(Reach::Public).ready(), Ok(()));
    }

    #[tokio::test]
    async fn a_sender_without_root_certificates_can_be_made_and_is_not_ready() {
        let mut test = process_with("a_sender_is_ready");
        test.env("SSL_CERT_FILE", "/dev/null").env("SSL_CERT_DIR", "/dev/null");
        let told = String::from_utf8(test.output().await.unwrap().stdout).unwrap();
        assert!(told.contains("1 failed") && told.contains("are root certificates installed?"), "{told}");
    }

    #[tokio::test]
    async fn a_proxy_of_the_environment_gets_nothing() {
        let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", proxy.local_addr().unwrap());
        let mut test = process_with("a_message_arrives_with_its_headers");
        for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
            test.env(name, &address);
        }
        let test = test.env_remove("NO_PROXY").env_remove("no_proxy").output();
        tokio::select! {
            ended = test => {
                let told = String::from_utf8(ended.unwrap().stdout).unwrap();
                assert!(told.contains("1 passed"), "{told}");
            }
            _ = proxy.accept() => panic!("the proxy is asked"),
        }
    }

    #[tokio::test]
    async fn a_redirect_is_an_answer_and_is_not_followed() {
        let (address, mut messages) = receiver().await;
        let sender = HttpSender::new(Reach::Private);
        assert_eq!(sender.send(&format!("{address}/moved"), &message()).await, Ok(307));
        assert!(messages.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_private_address_gets_nothing_however_it_is_written() {
        let (address, mut messages) = receiver().await;
        let port = address.rsplit(':').next().unwrap();
        // Only the reach is tested here, not the rule that a public host needs TLS.
        let client = OnceLock::from(client(Reach::Private).unwrap());
        let guarded = HttpSender { reach: Reach::Public, client };
        for host in ["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"] {
            let sent = guarded.send(&format!("http://{host}:{port}/taken"), &message()).await;
            assert_eq!(sent, Err(NoAnswer::Unreachable), "{host}");
        }
        // The same client without the rule about TLS: only the resolver keeps the message back.
        let by_name = |reach| {
            let client = Client::builder().no_proxy().dns_resolver(GuardedResolver(reach)).build().unwrap();
            HttpSender { reach: Reach::Private, client: OnceLock::from(client) }
        };
        let name = format!("http://localhost:{port}/taken");
        assert_eq!(by_name(Reach::Public).send(&name, &message()).await, Err(NoAnswer::Unreachable));
        assert_eq!(by_name(Reach::Private).send(&name, &message()).await, Ok(200));
        assert!(messages.try_recv().is_ok() && messages.try_recv().is_err());
    }

    #[test]
    fn an_address_needs_tls_and_has_no_user() {
        let is_readable = |reach, url| readable(reach, url).is_some();
        assert!(is_readable(Reach::Public, "https://till.example/hooks"));
        assert!(!is_readable(Reach::Public, "http://till.example/hooks"));
        assert!(is_readable(Reach::Private, "http://till.example/hooks"));
        for user in [
            "https://mia:secret@till.example/",
            "https:///mia:secret@till.example/",
            "https://:x@till.example",
        ] {
            assert!(!is_readable(Reach::Public, user), "{user}");
        }
    }

    #[tokio::test]
    async fn a_receiver_that_is_down_is_named_without_its_address() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let sender = HttpSender::new(Reach::Private);
        let sent = sender.send(&format!("http://{address}/secret"), &message()).await;
        assert_eq!(sent, Err(NoAnswer::Unreachable));
    }
}
