//! Sends each letter once, even if several processes try: a letter is claimed in the database before it is
//! sent.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use domain::email::EmailAddress;
use postgres_kit::{Pool, statements};
use service_kit::Ids;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::TaskTracker;
use traces::{Kind, Span, current};
use uuid::Uuid;

use super::{Mail, MailError, Mailer};
use crate::automation::deadline::in_time;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn claim(letter: Uuid, attempt: Uuid, expires_after_seconds: f64) = include_str!("sql/claim.sql");
    fn is_sent(letter: Uuid) -> value bool =
        "SELECT EXISTS (SELECT FROM automation.sent_mail WHERE id = $1 AND sent_at IS NOT NULL)";
    fn note_sent(letter: Uuid) = include_str!("sql/note_sent.sql");
    fn give_back(letter: Uuid, attempt: Uuid) =
        "DELETE FROM automation.sent_mail WHERE id = $1 AND claimed_by = $2 AND sent_at IS NULL";
}

/// A claim that is older than this without a sent letter may be taken over: its process has died.
const CLAIM_EXPIRES_AFTER: Duration = Duration::from_secs(180);
/// Time limit for sending a letter. Sending a letter and recording it together take less time than a claim lasts.
const SEND_TIMEOUT: Duration = Duration::from_secs(60);
/// How long recording a sent letter is retried while the database fails.
const MARK_SENT_TIMEOUT: Duration = Duration::from_secs(40);
/// Delay between these retries.
const MARK_SENT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Sends each letter once, with two exceptions: the process or the database dies between the mail server's acceptance
/// and the record, or the mail server accepts a letter but answers too late. Then the claim expires and the letter is
/// sent again. No mail protocol can rule that out. The repetition has the same Message-ID, by which mailboxes
/// recognize it.
pub struct ClaimingMailer {
    letters: Letters,
    /// Tasks that are sending a letter.
    sending: TaskTracker,
}

/// The resources of a sending task.
#[derive(Clone)]
struct Letters {
    mailer: Arc<dyn Mailer>,
    pool: Pool,
    ids: Arc<dyn Ids>,
}

/// Outcome of claiming a letter.
enum Claim {
    /// This attempt may send it.
    Mine,
    /// Another attempt is sending it, or has just ended with an unknown outcome.
    Taken,
    Sent,
}

impl ClaimingMailer {
    /// Sends letters that were not sent before with this mailer, and stores the claims in this database.
    pub fn new(mailer: Arc<dyn Mailer>, pool: Pool, ids: Arc<dyn Ids>) -> Self {
        Self { letters: Letters { mailer, pool, ids }, sending: TaskTracker::new() }
    }
}

#[async_trait]
impl Mailer for ClaimingMailer {
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError> {
        // A step may be dropped at any time, when its process loses the lease. Sending is a task of its own, so that a
        // sent letter is recorded nevertheless.
        let (letters, mail) = (self.letters.clone(), mail.clone());
        let sending = self.sending.spawn(current().around(async move { letters.send(id, &mail).await }));
        sending.await.unwrap_or_else(|panic| Err(MailError::Later(panic.to_string())))
    }

    async fn forget(&self, person: Uuid, addresses: &[EmailAddress]) -> Result<(), MailError> {
        self.letters.mailer.forget(person, addresses).await
    }

    async fn finish(&self) {
        self.sending.close();
        self.sending.wait().await;
    }
}

impl Letters {
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError> {
        let database = |error: sqlx::Error| MailError::Later(error.to_string());
        let attempt = self.ids.uuid();
        match in_time(self.claim(id, attempt)).await.map_err(database)? {
            Claim::Sent => return Ok(()),
            Claim::Taken => {
                return Err(MailError::Later(
                    "another process is sending this letter, or has not heard whether it was sent".to_owned(),
                ));
            }
            Claim::Mine => {}
        }
        let span = Span::child(Kind::Client, "send mail");
        span.set_with("greenstall.mail.id", || id.to_string());
        let sending = span.clone().around(timeout(SEND_TIMEOUT, self.mailer.send(id, mail)));
        let sent = sending.await.unwrap_or_else(|_| {
            Err(MailError::Unknown(format!("the letter was not sent within {SEND_TIMEOUT:?}")))
        });
        if let Err(failure) = &sent {
            span.fail(failure.outcome());
        }
        drop(span);
        match sent {
            Ok(()) => self.note_sent(id).await.map_err(database),
            // The claim is kept until it expires, because a slow server can still deliver the letter.
            Err(unknown @ MailError::Unknown(_)) => Err(unknown),
            Err(failure) => {
                if let Err(error) = in_time(self.give_back(id, attempt)).await {
                    tracing::warn!(letter = %id, %error, "cannot release the claim of an unsent letter; it will expire");
                }
                Err(failure)
            }
        }
    }

    async fn claim(&self, id: Uuid, attempt: Uuid) -> sqlx::Result<Claim> {
        let claimed = sql::claim(id, attempt, CLAIM_EXPIRES_AFTER.as_secs_f64()).execute(&self.pool).await?;
        if claimed.rows_affected() == 1 {
            return Ok(Claim::Mine);
        }
        let sent = sql::is_sent(id).fetch_one(&self.pool).await?;
        Ok(if sent { Claim::Sent } else { Claim::Taken })
    }

    /// Records that a letter was sent, with retries: without the record, it would be sent again.
    async fn note_sent(&self, id: Uuid) -> sqlx::Result<()> {
        let give_up_at = Instant::now() + MARK_SENT_TIMEOUT;
        loop {
            let noting = sql::note_sent(id).execute(&self.pool);
            match in_time(noting).await {
                Ok(_) => return Ok(()),
                Err(error) if Instant::now() >= give_up_at => return Err(error),
                Err(error) => tracing::warn!(letter = %id, %error, "cannot record a sent letter; retrying"),
            }
            sleep(MARK_SENT_RETRY_DELAY).await;
        }
    }

    async fn give_back(&self, id: Uuid, attempt: Uuid) -> sqlx::Result<()> {
        sql::give_back(id, attempt).execute(&self.pool).await.map(drop)
    }
}

#[cfg(test)]
mod tests;
