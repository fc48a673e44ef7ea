//! A person's conversations as a whole: "mark all as read". There is nothing to decide; each request is
//! recorded.

use shared_events::{events::CorrespondenceEvent, ids::AccountId};

use super::Aggregate;

/// A person's conversations as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Correspondence;

impl Aggregate for Correspondence {
    type Event = CorrespondenceEvent;

    fn evolve(self, event: &CorrespondenceEvent) -> Self {
        match event {
            CorrespondenceEvent::AllMessagesRead { .. } => self,
        }
    }
}

/// The event to append when a person marks all messages so far as read.
pub fn read_everything(account_id: AccountId) -> Vec<CorrespondenceEvent> {
    vec![CorrespondenceEvent::AllMessagesRead { account_id }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;
    use crate::testing::given;

    #[test]
    fn every_request_to_read_everything_is_recorded() {
        let account_id = AccountId::new(Uuid::from_u128(1));
        let all = CorrespondenceEvent::AllMessagesRead { account_id };
        for history in [vec![], vec![all.clone()]] {
            given::<Correspondence>(&history)
                .when(|_| Ok::<_, Infallible>(read_everything(account_id)))
                .then(std::slice::from_ref(&all));
        }
    }
}
