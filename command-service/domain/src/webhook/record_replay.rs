//! The deliveries of a replay, or of a part of it, were requested.

use std::convert::Infallible;

use shared_events::{
    events::WebhookEvent,
    ids::{AccountId, WebhookId},
};
use uuid::Uuid;

use super::{Replay, Webhooks};
use crate::Command;

/// Record how far a replay is.
#[derive(Clone, Copy, Debug)]
pub struct RecordReplay {
    /// The merchant, or [`AccountId::SHOP`].
    pub owner: AccountId,
    pub webhook_id: WebhookId,
    /// The replay as it is now.
    pub replay: Replay,
    pub progress: Progress,
}

/// Whether a replay goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There are more messages.
    Running,
    /// All messages were requested.
    Complete,
    /// It has as many messages as a replay may have, and there may be more.
    Full,
}

impl Command for RecordReplay {
    type Aggregate = Webhooks;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    /// A replay that a pause or the removal has ended stays ended.
    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, Infallible> {
        let Self { owner: account_id, webhook_id, replay, progress } = *self;
        let Replay { id: replay_id, after, messages, .. } = replay;
        let running = webhooks.all.get(&webhook_id).and_then(|webhook| webhook.replay);
        if running.is_none_or(|running| running.id != replay_id) {
            return Ok(Vec::new());
        }
        let complete = progress == Progress::Complete;
        Ok(vec![match progress {
            Progress::Running => {
                WebhookEvent::WebhookReplayAdvanced { account_id, webhook_id, replay_id, after, messages }
            }
            Progress::Complete | Progress::Full => WebhookEvent::WebhookReplayEnded {
                account_id,
                webhook_id,
                replay_id,
                after,
                messages,
                complete,
            },
        }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::{Position, events::PauseReason};

    use super::*;
    use crate::{Aggregate, testing::given, webhook::testing::*};

    fn record(progress: Progress) -> RecordReplay {
        let replay = Replay { id: REPLAY, after: Position(90), since: None, messages: 4 };
        RecordReplay { owner: MERCHANT, webhook_id: TILL, replay, progress }
    }

    #[test]
    fn a_replay_continues_where_it_was_until_it_ends() {
        let history = [created(), replayed()];
        let running = Webhooks::fold(&history);
        let advanced = record(Progress::Running).decide(&running).unwrap();
        let webhooks = advanced.iter().fold(running, Webhooks::evolve);
        assert_eq!(webhooks.all[&TILL].replay, Some(record(Progress::Running).replay));
        let ended = record(Progress::Complete).decide(&webhooks).unwrap();
        assert_eq!(ended.iter().fold(webhooks, Webhooks::evolve).all[&TILL].replay, None);
    }

    #[test]
    fn the_end_says_whether_there_may_be_more_messages() {
        for (progress, whether) in [(Progress::Complete, true), (Progress::Full, false)] {
            let events = record(progress).decide(&Webhooks::fold(&[created(), replayed()])).unwrap();
            let [WebhookEvent::WebhookReplayEnded { complete, .. }] = &events[..] else {
                panic!("{events:?}")
            };
            assert_eq!(*complete, whether);
        }
    }

    #[test]
    fn a_replay_that_a_pause_has_ended_stays_ended() {
        let history = [created(), replayed(), paused(PauseReason::Owner)];
        given::<Webhooks>(&history).when(&record(Progress::Running)).then_nothing();
        given::<Webhooks>(&[created(), replayed(), removed()])
            .when(&record(Progress::Complete))
            .then_nothing();
    }
}
