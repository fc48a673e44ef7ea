//! The state of a conversation. Its last event holds all of it, so no history has to be read.

use shared_events::{
    events::{ConversationEvent, Standing},
    ids::AccountId,
};

use crate::Aggregate;

/// The conversation aggregate; empty before it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// Message and read counts; present once it is started.
    pub standing: Option<Standing>,
}

/// Somebody who reads and writes messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correspondent {
    pub account: AccountId,
    /// Admins take part in each conversation with the shop's support, in its name.
    pub is_admin: bool,
}

impl Correspondent {
    /// Whether this person is, or speaks for, this participant.
    fn is(self, participant: AccountId) -> bool {
        self.account == participant || (self.is_admin && participant == AccountId::SHOP)
    }
}

/// One of the two participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The customer, who started the conversation.
    Customer,
    /// The merchant, whose product it is about, or the shop's support.
    Merchant,
}

impl Conversation {
    /// The standing and this person's side; `None` for people who take no part.
    pub fn seen_by(&self, person: Correspondent) -> Option<(Standing, Side)> {
        let standing = self.standing?;
        let side = match person {
            _ if person.is(standing.customer_id) => Side::Customer,
            _ if person.is(standing.merchant_id) => Side::Merchant,
            _ => return None,
        };
        Some((standing, side))
    }

    /// The participant that this person is or speaks for; `None` for people who take no part.
    pub fn participant(&self, person: Correspondent) -> Option<AccountId> {
        self.seen_by(person).map(|(standing, side)| side.own(&standing))
    }

    /// The recipient of this person's messages; `None` for people who take no part.
    pub fn other_than(&self, person: Correspondent) -> Option<AccountId> {
        self.seen_by(person).map(|(standing, side)| side.other(&standing))
    }
}

impl Side {
    /// Number of the last message that this side has read.
    pub(super) const fn read(self, standing: &Standing) -> u32 {
        match self {
            Self::Customer => standing.read_by_customer,
            Self::Merchant => standing.read_by_merchant,
        }
    }

    /// The standing after this side has read up to this message.
    pub(super) const fn having_read(self, standing: Standing, up_to: u32) -> Standing {
        match self {
            Self::Customer => Standing { read_by_customer: up_to, ..standing },
            Self::Merchant => Standing { read_by_merchant: up_to, ..standing },
        }
    }

    /// The standing after this side has sent one more message. It counts as read by its sender if the message
    /// before it was.
    pub(super) const fn having_written(self, standing: Standing) -> Standing {
        let before = standing.messages;
        let standing = Standing { messages: before + 1, ..standing };
        if self.read(&standing) == before { self.having_read(standing, before + 1) } else { standing }
    }

    /// The participant on this side.
    pub(super) const fn own(self, standing: &Standing) -> AccountId {
        match self {
            Self::Customer => standing.customer_id,
            Self::Merchant => standing.merchant_id,
        }
    }

    /// The participant on the other side.
    pub(super) const fn other(self, standing: &Standing) -> AccountId {
        match self {
            Self::Customer => standing.merchant_id,
            Self::Merchant => standing.customer_id,
        }
    }
}

impl Aggregate for Conversation {
    type Event = ConversationEvent;
    const LAST_EVENT_HOLDS_STATE: bool = true;

    fn evolve(self, event: &ConversationEvent) -> Self {
        Self { standing: Some(*event.standing()) }
    }
}
