//! A person's conversations as a whole: "mark all as read". There is nothing to decide; each request is
//! recorded.

use std::convert::Infallible;

use shared_events::{events::CorrespondenceEvent, ids::AccountId};
use uuid::Uuid;

use super::{Aggregate, Command};

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

/// Mark all messages so far as read.
#[derive(Clone, Copy, Debug)]
pub struct ReadAllMessages {
    /// The reader.
    pub account_id: AccountId,
}

impl Command for ReadAllMessages {
    type Aggregate = Correspondence;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, _: &Correspondence) -> Result<Vec<CorrespondenceEvent>, Infallible> {
        Ok(vec![CorrespondenceEvent::AllMessagesRead { account_id: self.account_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    #[test]
    fn every_request_to_read_everything_is_recorded() {
        let account_id = AccountId::new(Uuid::from_u128(1));
        let all = CorrespondenceEvent::AllMessagesRead { account_id };
        for history in [vec![], vec![all.clone()]] {
            given::<Correspondence>(&history)
                .when(&ReadAllMessages { account_id })
                .then(std::slice::from_ref(&all));
        }
    }
}
