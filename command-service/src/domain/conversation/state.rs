//! What decisions about a conversation need to know.

use shared_events::{
    events::{ConversationEvent, Standing},
    ids::AccountId,
};

use crate::domain::Aggregate;

/// A conversation, or none yet. Its last event alone says where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// Present once it is started.
    pub standing: Option<Standing>,
}

/// One of the two who write to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who started it.
    Customer,
    /// Whose product it is about.
    Merchant,
}

impl Conversation {
    /// Where it stands and on which side this person is; none for strangers.
    pub fn seen_by(&self, person: AccountId) -> Option<(Standing, Side)> {
        let standing = self.standing?;
        let side = match person {
            _ if person == standing.customer_id => Side::Customer,
            _ if person == standing.merchant_id => Side::Merchant,
            _ => return None,
        };
        Some((standing, side))
    }

    /// Who reads what this person writes; none for strangers.
    pub fn other_than(&self, person: AccountId) -> Option<AccountId> {
        self.seen_by(person).map(|(standing, side)| side.other(&standing))
    }
}

impl Side {
    /// The number of the last message that this side has read.
    pub(super) const fn read(self, standing: &Standing) -> u32 {
        match self {
            Self::Customer => standing.read_by_customer,
            Self::Merchant => standing.read_by_merchant,
        }
    }

    /// Where the conversation stands once this side has read up to there.
    pub(super) const fn having_read(self, standing: Standing, up_to: u32) -> Standing {
        match self {
            Self::Customer => Standing { read_by_customer: up_to, ..standing },
            Self::Merchant => Standing { read_by_merchant: up_to, ..standing },
        }
    }

    /// Where the conversation stands once this side has written one more message. It has read its own, unless it has not
    /// read the one before.
    pub(super) const fn having_written(self, standing: Standing) -> Standing {
        let before = standing.messages;
        let standing = Standing { messages: before + 1, ..standing };
        if self.read(&standing) == before { self.having_read(standing, before + 1) } else { standing }
    }

    /// Who is on the other side.
    pub(super) const fn other(self, standing: &Standing) -> AccountId {
        match self {
            Self::Customer => standing.merchant_id,
            Self::Merchant => standing.customer_id,
        }
    }
}

impl Aggregate for Conversation {
    type Event = ConversationEvent;
    const LAST_IS_ALL: bool = true;

    fn evolve(self, event: &ConversationEvent) -> Self {
        Self { standing: Some(*event.standing()) }
    }
}
