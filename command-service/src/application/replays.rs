//! Replays of messages to a webhook: reads the log in parts, so that a long one ends.

use std::{collections::HashMap, convert::Infallible, time::Duration};

use domain::webhook::{Replay, Webhook, message_type::MessageType, record_replay::Progress};
use event_store::{Categories, Provenance};
use shared_events::{
    Event, Position, RawEvent, Recorded,
    events::{OrderEvent, ProductEvent},
    ids::{AccountId, WebhookId},
};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    Failure, Writer,
    webhooks::{merchant_in, merchant_of, request, webhooks_of},
};

/// How much a replay does.
#[derive(Clone, Copy, Debug)]
pub struct ReplayLimits {
    /// The most messages of one replay. Its owner continues with another one.
    pub messages: u32,
    /// After this time a part ends, and its position is recorded.
    pub part: Duration,
    /// Events read at a time.
    pub page: usize,
}

impl Default for ReplayLimits {
    fn default() -> Self {
        Self { messages: 1_000, part: Duration::from_secs(60), page: 500 }
    }
}

/// The webhook whose messages are replayed, and the end of the replay.
pub struct Replaying<'a> {
    pub owner: AccountId,
    pub webhook_id: WebhookId,
    pub webhook: &'a Webhook,
    /// The position of the last event that may be replayed.
    pub up_to: Position,
    pub limits: ReplayLimits,
}

/// Requests the deliveries of a part of a replay; returns the replay after it, and whether it goes on. Stops early
/// if the webhook was paused or removed meanwhile: then it returns `Running`, and recording that changes nothing.
/// Repeating it changes nothing.
///
/// # Errors
/// The log cannot be reached, or does not yet show all events up to the end of the replay.
pub async fn replay_part(
    writer: &Writer,
    provenance: &Provenance,
    replaying: &Replaying<'_>,
    replay: Replay,
) -> Result<(Replay, Progress), Failure<Infallible>> {
    let Replaying { owner, webhook_id, webhook, up_to, limits } = *replaying;
    let begun = Instant::now();
    let categories = Categories::Only(vec![OrderEvent::CATEGORY, ProductEvent::CATEGORY].into());
    let mut owners = Owners { writer, owner, known: HashMap::new() };
    let mut replay = replay;
    while replay.after < up_to {
        // An event that cannot be read has no message, and those after it have.
        let (page, _) = writer.log.read_all_sifted(replay.after, &categories, limits.page).await?;
        for event in page.events.iter().take_while(|event| event.position <= up_to) {
            owners.note(event);
            let about = MessageType::about(&event.stream, &event.event.event_type);
            let Some(message_type) = about.filter(|one| webhook.types.contains(one)) else { continue };
            let is_early = replay.since.is_some_and(|since| event.recorded_at < since);
            if is_early || !owners.owns(event).await? {
                continue;
            }
            if !still_runs(writer, provenance, (owner, webhook_id), &replay).await? {
                return Ok((replay, Progress::Running));
            }
            request(writer, provenance, (owner, webhook_id), message_type, event).await?;
            replay = Replay { after: event.position, messages: replay.messages + 1, ..replay };
            if replay.messages >= limits.messages {
                return Ok((replay, Progress::Full));
            }
        }
        if page.up_to <= replay.after && page.events.is_empty() {
            return Err(Failure::Unavailable("the log ends before the replay does".to_owned()));
        }
        replay.after = replay.after.max(page.up_to.min(up_to));
        if replay.after < up_to && begun.elapsed() > limits.part {
            return Ok((replay, Progress::Running));
        }
    }
    Ok((replay, Progress::Complete))
}

/// Whether the replay goes on: a pause of the webhook or its removal ends it.
async fn still_runs(
    writer: &Writer,
    provenance: &Provenance,
    (owner, webhook_id): (AccountId, WebhookId),
    replay: &Replay,
) -> Result<bool, Failure<Infallible>> {
    let webhooks = webhooks_of(writer, provenance, owner).await?;
    let running = webhooks.all.get(&webhook_id).and_then(|webhook| webhook.replay);
    Ok(running.is_some_and(|running| running.id == replay.id))
}

/// Which orders and products are the owner's. The first event of each tells it, so that only those whose first event the
/// replay has not read cost a read of their own.
struct Owners<'a> {
    writer: &'a Writer,
    owner: AccountId,
    known: HashMap<Uuid, bool>,
}

impl Owners<'_> {
    fn note(&mut self, event: &Recorded<RawEvent>) {
        if event.version == 1 && self.owner != AccountId::SHOP {
            self.known.insert(event.stream.id, merchant_in(event) == Some(self.owner));
        }
    }

    async fn owns(&mut self, event: &Recorded<RawEvent>) -> Result<bool, Failure<Infallible>> {
        if self.owner == AccountId::SHOP {
            return Ok(true);
        }
        if let Some(known) = self.known.get(&event.stream.id) {
            return Ok(*known);
        }
        let owns = merchant_of(self.writer, &event.stream).await? == Some(self.owner);
        self.known.insert(event.stream.id, owns);
        Ok(owns)
    }
}
