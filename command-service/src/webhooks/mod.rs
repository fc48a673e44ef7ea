//! Messages to the webhooks of merchants and of the shop, by Standard Webhooks (standardwebhooks.com): what they say, how
//! they are signed, and where they may go.

mod addresses;
mod body;
mod lanes;
mod living;
mod sender;
mod signature;
#[cfg(test)]
pub(crate) mod testing;

use std::sync::Arc;

pub use self::{
    addresses::Reach,
    sender::{HttpSender, Message, MessageSender},
    signature::shown_secret,
};
pub(crate) use self::{
    body::body,
    lanes::{Lanes, MAX_ON_THEIR_WAY, Place},
    living::LivingWebhooks,
    signature::sign,
};
use crate::application::replays::ReplayLimits;

/// What sends messages to webhooks. Cloning is cheap.
#[derive(Clone)]
pub struct Messenger {
    /// Sends one message.
    pub sender: Arc<dyn MessageSender>,
    /// The hosts that webhooks may name.
    pub reach: Reach,
    /// Whether messages are sent at all: not while a restore is rehearsed.
    pub enabled: bool,
    /// How much a replay does.
    pub replay_limits: ReplayLimits,
    /// Decides which messages are sent now.
    pub(crate) lanes: Lanes,
    /// Whether there is any webhook.
    pub(crate) living: LivingWebhooks,
}

impl Messenger {
    /// Whether a webhook may have this address. Where its name leads is checked whenever a message is sent.
    pub fn accepts(&self, url: &str) -> bool {
        sender::readable(self.reach, url).is_some()
    }

    /// Sends over the network, to these hosts.
    pub fn over_network(reach: Reach) -> Self {
        Self::new(Arc::new(HttpSender::new(reach)), reach)
    }

    /// Sends with this sender.
    pub fn new(sender: Arc<dyn MessageSender>, reach: Reach) -> Self {
        Self {
            sender,
            reach,
            enabled: true,
            replay_limits: ReplayLimits::default(),
            lanes: Lanes::default(),
            living: LivingWebhooks::default(),
        }
    }
}
