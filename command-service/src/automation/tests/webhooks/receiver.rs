//! A receiver of messages that answers as a test says.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use domain::delivery::record_attempt::NoAnswer;
use test_support::wait_for;
use tokio::sync::Notify;

use crate::webhooks::{Message, MessageSender};

/// A receiver that answers with these statuses, one after the other, and then with 200. Instead of 0 it answers with 200
/// when the test lets it.
#[derive(Default)]
pub(super) struct Receiver {
    statuses: Mutex<Vec<u16>>,
    got: Mutex<Vec<Message>>,
    released: Notify,
    is_out_of_reach: AtomicBool,
}

#[async_trait]
impl MessageSender for Receiver {
    fn ready(&self) -> Result<(), String> {
        match self.is_out_of_reach.load(Ordering::SeqCst) {
            true => Err("there are no root certificates".to_owned()),
            false => Ok(()),
        }
    }

    async fn send(&self, _url: &str, message: &Message) -> Result<u16, NoAnswer> {
        self.got.lock().unwrap().push(message.clone());
        let status = {
            let mut statuses = self.statuses.lock().unwrap();
            if statuses.is_empty() { 200 } else { statuses.remove(0) }
        };
        match status {
            0 => {
                self.released.notified().await;
                Ok(200)
            }
            status => Ok(status),
        }
    }
}

impl Receiver {
    pub(super) fn answering(statuses: &[u16]) -> Arc<Self> {
        Arc::new(Self { statuses: Mutex::new(statuses.to_vec()), ..Self::default() })
    }

    /// Answers with these statuses from now on, and then with 200.
    pub(super) fn answers(&self, statuses: &[u16]) {
        *self.statuses.lock().unwrap() = statuses.to_vec();
    }

    /// Lets one message have its answer.
    pub(super) fn release(&self) {
        self.released.notify_one();
    }

    /// Whether this machine can send nothing at all from now on.
    pub(super) fn is_out_of_reach(&self, is_out_of_reach: bool) {
        self.is_out_of_reach.store(is_out_of_reach, Ordering::SeqCst);
    }

    /// The messages so far.
    pub(super) fn got(&self) -> Vec<Message> {
        self.got.lock().unwrap().clone()
    }

    pub(super) async fn has_got(&self, count: usize) -> Vec<Message> {
        wait_for("the messages", async || (self.got().len() >= count).then_some(())).await;
        self.got()
    }
}
