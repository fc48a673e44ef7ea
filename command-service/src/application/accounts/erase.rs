//! Forgetting a person.

use std::convert::Infallible;

use event_store::Provenance;
use serde_json::Value;
use shared_events::{Event, Position, StreamId, events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{
    super::{Executed, Failure, execute, load},
    email_claim::fingerprint,
};
use crate::{
    App,
    domain::{
        account::{Account, erase_account},
        email::{Email, EmailAddress, release_email},
    },
};

/// Events of an account that are read at once.
const HISTORY_PAGE: usize = 500;

/// Forgets a person: nothing personal of theirs in the log can be read from now on, what they uploaded and what is kept of
/// their mail is deleted, their account is closed, and the e-mail addresses with these streams can be signed up with again.
/// Repeating it finishes what was begun.
///
/// The key goes before the event. So nothing that can be read is written after the account's last event, and a view that
/// has come to that event has seen, and drops, all that there ever was.
///
/// # Errors
/// Never [`Failure::Refused`]; the next call goes on where this one stopped.
pub async fn erase(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    addresses: &[Uuid],
) -> Result<Position, Failure<Infallible>> {
    // What earlier versions have kept says nowhere whose it is: it is found by its text, while that can still be read.
    let traces = Traces::of(app, account_id).await?;
    app.operations.forget_texts(&traces.texts).await.map_err(unavailable)?;
    app.mailer.forget(account_id.uuid(), &traces.addresses()).await.map_err(unavailable)?;
    app.log.keyring().erase(account_id.uuid()).await.map_err(unavailable)?;
    let decide = |account: &Account| Ok::<_, Infallible>(erase_account::decide(account, account_id));
    let Executed { position, .. } = execute(app, provenance, account_id.uuid(), decide).await?;
    for address in addresses {
        let decide = |email: &Email| Ok::<_, Infallible>(release_email::decide(email, account_id));
        execute(app, provenance, *address, decide).await?;
    }
    clear(app, account_id, position).await?;
    Ok(position)
}

/// What came of clearing away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// Nothing is left.
    Everything,
    /// Another program is about to drop the person from a build of a view.
    NotYet,
}

/// Deletes what is kept beside the log of a person who was forgotten at this position. Repeating it is harmless.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn clear(
    app: &App,
    account_id: AccountId,
    position: Position,
) -> Result<Cleared, Failure<Infallible>> {
    app.blobs.delete_all_of(account_id).await.map_err(unavailable)?;
    app.mailer.forget(account_id.uuid(), &[]).await.map_err(unavailable)?;
    let dropped = app.operations.drop_stale_builds(position).await.map_err(unavailable)?;
    Ok(if dropped { Cleared::Everything } else { Cleared::NotYet })
}

fn unavailable(error: impl std::fmt::Display) -> Failure<Infallible> {
    Failure::Unavailable(error.to_string())
}

/// Texts by which a person is recognised.
#[derive(Debug, Default)]
struct Traces {
    texts: Vec<String>,
}

impl Traces {
    /// Shorter ones stand in texts about others, too.
    const SHORTEST: usize = 4;

    /// Everything personal in the account's history, as long as its key is there. It need not be readable otherwise.
    async fn of(app: &App, account_id: AccountId) -> Result<Self, Failure<Infallible>> {
        let mut traces = Self::default();
        let stream = StreamId::new(AccountEvent::CATEGORY, account_id.uuid());
        let mut after = 0;
        loop {
            let page = app.log.read_stream_sifted(&stream, after, HISTORY_PAGE).await;
            let (events, unreadable) = page.map_err(unavailable)?;
            let last = events.iter().map(|event| event.version);
            let last = last.chain(unreadable.iter().map(|event| event.version)).max();
            for event in &events {
                traces.collect(&event.event.data.to_value().unwrap_or_default(), false);
            }
            let Some(last) = last else { break };
            after = last;
        }
        traces.texts.sort_unstable();
        traces.texts.dedup();
        Ok(traces)
    }

    fn collect(&mut self, data: &Value, personal: bool) {
        match data {
            Value::String(text) if personal && text.chars().count() >= Self::SHORTEST => {
                self.texts.push(text.clone());
            }
            Value::Array(values) => values.iter().for_each(|value| self.collect(value, personal)),
            Value::Object(members) => {
                let inner = members.get("$personal").map(|form| &form["value"]);
                inner.into_iter().for_each(|value| self.collect(value, true));
                members.values().for_each(|value| self.collect(value, personal));
            }
            _ => {}
        }
    }

    fn addresses(&self) -> Vec<String> {
        self.texts.iter().filter(|text| text.contains('@')).cloned().collect()
    }
}

/// The account that has claimed an e-mail address, if any has.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn holder_of(app: &App, address: &EmailAddress) -> Result<Option<AccountId>, Failure<Infallible>> {
    let claim = fingerprint(app, address).await?;
    Ok(load::<Email, _>(&app.log, claim).await?.state.holder)
}
