//! An SMTP server that accepts every mail and records it.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

/// A received mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its Message-ID.
    pub id: String,
    /// The recipient.
    pub to: String,
    /// The subject, on one line.
    pub subject: String,
    /// The time at which the server had received the whole mail.
    pub at: Instant,
}

/// Listens for SMTP without TLS on its own port. Dropping it closes all connections.
#[derive(Debug)]
pub struct MailSink {
    address: SocketAddr,
    letters: Arc<Mutex<Vec<Letter>>>,
    _accepting: JoinSet<()>,
}

impl MailSink {
    /// Starts a server.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its number");
        let letters = Arc::<Mutex<Vec<Letter>>>::default();
        let mut accepting = JoinSet::new();
        let kept = Arc::clone(&letters);
        accepting.spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                let Ok((client, _)) = listener.accept().await else { continue };
                let kept = Arc::clone(&kept);
                // A client that disconnects early has sent no mail.
                connections.spawn(async move { drop(take(client, &kept).await) });
            }
        });
        Self { address, letters, _accepting: accepting }
    }

    /// The address in the form of the setting `mail.smtp_url`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// All received mails, in order of arrival.
    #[must_use]
    pub fn letters(&self) -> Vec<Letter> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn take(client: TcpStream, kept: &Mutex<Vec<Letter>>) -> std::io::Result<()> {
    let (from_client, mut to_client) = client.into_split();
    let mut lines = BufReader::new(from_client).lines();
    to_client.write_all(b"220 sink\r\n").await?;
    let mut to = String::new();
    while let Some(line) = lines.next_line().await? {
        let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match word.as_str() {
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                "250 ok"
            }
            "DATA" => {
                to_client.write_all(b"354 go on\r\n").await?;
                let (mut id, mut subject) = (String::new(), String::new());
                while let Some(line) = lines.next_line().await? {
                    match line.split_once(": ") {
                        _ if line == "." => break,
                        Some(("Message-ID", value)) if id.is_empty() => id = value.to_owned(),
                        Some(("Subject", value)) if subject.is_empty() => subject = value.to_owned(),
                        _ => {}
                    }
                }
                let letter = Letter { id, to: to.clone(), subject, at: Instant::now() };
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(letter);
                "250 kept"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        to_client.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}
