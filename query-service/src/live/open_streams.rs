//! The registry of this process's open streams, by account.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use service_kit::caller::Caller;
use shared_events::{
    Position,
    ids::{AccountId, SessionId},
};
use tokio::sync::mpsc;

use super::frame::Frame;

/// The largest number of streams of an account in one process. One more ends the oldest, whose browser may be gone.
pub(crate) const MAX_STREAMS_PER_ACCOUNT: usize = 10;

/// Frames that may wait for one client. A client that is further behind is too slow: its stream ends, and it
/// reconnects with its last position.
const FRAME_QUEUE_LENGTH: usize = 64;

/// Every open stream, by account.
#[derive(Debug, Default)]
pub(super) struct OpenStreams(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// True once the process is stopping: new streams are refused.
    closed: bool,
    last: u64,
    of: HashMap<AccountId, Vec<OpenStream>>,
}

#[derive(Debug)]
struct OpenStream {
    number: u64,
    owner: StreamOwner,
    /// The stream also gets the frames of the shop's inbox.
    is_admins: bool,
    /// Frames up to this position are not queued for the stream.
    from: Position,
    frames: mpsc::Sender<Arc<Frame>>,
}

/// The session that a stream belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StreamOwner {
    pub(crate) session: SessionId,
    pub(crate) account: AccountId,
    pub(crate) generation: u32,
}

/// The receiving end of an open stream. It gets frames until it is dropped or ended.
#[derive(Debug)]
pub(super) struct Subscription {
    open_streams: Arc<OpenStreams>,
    account: AccountId,
    number: u64,
    pub(super) frames: mpsc::Receiver<Arc<Frame>>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.open_streams.retain(self.account, |stream| stream.number != self.number);
    }
}

impl Inner {
    /// The accounts with open streams that get the frames of this one.
    fn readers(&self, account: AccountId) -> Vec<AccountId> {
        if account != AccountId::SHOP {
            return self.of.contains_key(&account).then_some(account).into_iter().collect();
        }
        let is_admins = |streams: &Vec<OpenStream>| streams.iter().any(|stream| stream.is_admins);
        self.of.iter().filter(|(_, streams)| is_admins(streams)).map(|(account, _)| *account).collect()
    }
}

impl OpenStreams {
    /// Opens a stream for this caller, without frames up to `from`. `None` while the process is stopping.
    pub(super) fn open(self: &Arc<Self>, caller: &Caller, from: Position) -> Option<Subscription> {
        let Caller { account, session, generation, .. } = *caller;
        let (sender, frames) = mpsc::channel(FRAME_QUEUE_LENGTH);
        let mut inner = self.lock();
        if inner.closed {
            return None;
        }
        inner.last += 1;
        let number = inner.last;
        let theirs = inner.of.entry(account).or_default();
        if theirs.len() >= MAX_STREAMS_PER_ACCOUNT {
            theirs.remove(0);
        }
        theirs.push(OpenStream {
            number,
            owner: StreamOwner { session, account, generation },
            is_admins: caller.inboxes().contains(&AccountId::SHOP),
            from,
            frames: sender,
        });
        Some(Subscription { open_streams: Arc::clone(self), account, number, frames })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lock().of.is_empty()
    }

    pub(super) fn count(&self) -> usize {
        self.lock().of.values().map(Vec::len).sum()
    }

    /// Those of these accounts that have an open stream. The shop has one when an admin has.
    pub(super) fn present(&self, accounts: impl Iterator<Item = AccountId>) -> HashSet<AccountId> {
        let inner = self.lock();
        accounts.filter(|account| !inner.readers(*account).is_empty()).collect()
    }

    /// Queues a frame for all streams of an account. Does not wait for any of them.
    pub(super) fn send(&self, account: AccountId, frame: &Arc<Frame>) {
        let readers = self.lock().readers(account);
        for reader in readers {
            self.retain(reader, |stream| {
                frame.position <= stream.from || stream.frames.try_send(Arc::clone(frame)).is_ok()
            });
        }
    }

    /// The sessions with open streams: those of these accounts, or all.
    pub(super) fn owners(&self, of: Option<&HashSet<AccountId>>) -> Vec<StreamOwner> {
        let inner = self.lock();
        let wanted = |account: &AccountId| of.is_none_or(|some| some.contains(account));
        let open_streams =
            inner.of.iter().filter(|(account, _)| wanted(account)).flat_map(|(_, open_streams)| open_streams);
        open_streams.map(|stream| stream.owner).collect()
    }

    /// Ends the streams of these sessions.
    pub(super) fn end(&self, ended: &[StreamOwner]) {
        for owner in ended {
            self.retain(owner.account, |stream| stream.owner.session != owner.session);
        }
    }

    /// Ends all streams.
    pub(super) fn clear(&self) {
        self.lock().of.clear();
    }

    /// Ends all streams and refuses new ones.
    pub(super) fn close(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        inner.of.clear();
    }

    fn retain(&self, account: AccountId, stays: impl FnMut(&OpenStream) -> bool) {
        let mut inner = self.lock();
        if let Some(open_streams) = inner.of.get_mut(&account) {
            open_streams.retain(stays);
            if open_streams.is_empty() {
                inner.of.remove(&account);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use chrono::DateTime;
    use shared_events::Role;
    use tokio::sync::mpsc::error::TryRecvError;
    use uuid::Uuid;

    use super::*;

    fn caller(account: u128, session: u128) -> Caller {
        Caller {
            account: AccountId::new(Uuid::from_u128(account)),
            role: Role::Customer,
            session: SessionId::new(Uuid::from_u128(session)),
            generation: 0,
            expires_at: DateTime::UNIX_EPOCH,
        }
    }

    fn frame(position: u64) -> Arc<Frame> {
        Arc::new(Frame { position: Position(position), bytes: Bytes::new() })
    }

    #[test]
    fn one_stream_beyond_the_limit_ends_only_that_accounts_oldest() {
        let streams = Arc::new(OpenStreams::default());
        let mut other = streams.open(&caller(2, 2), Position(0)).unwrap();
        let mut subscriptions: Vec<Subscription> = (0..=MAX_STREAMS_PER_ACCOUNT)
            .map(|_| streams.open(&caller(1, 1), Position(0)).unwrap())
            .collect();
        let mut states =
            subscriptions.iter_mut().map(|subscription| subscription.frames.try_recv().unwrap_err());
        assert_eq!(states.next(), Some(TryRecvError::Disconnected));
        assert!(states.all(|state| state == TryRecvError::Empty));
        assert_eq!(other.frames.try_recv(), Err(TryRecvError::Empty));
    }

    #[test]
    fn a_slow_client_loses_its_stream_and_delays_no_other() {
        let streams = Arc::new(OpenStreams::default());
        let (mut slow, mut quick) = (
            streams.open(&caller(1, 1), Position(0)).unwrap(),
            streams.open(&caller(1, 2), Position(0)).unwrap(),
        );
        let frames = u64::try_from(FRAME_QUEUE_LENGTH).unwrap() + 10;
        for position in 1..=frames {
            streams.send(caller(1, 1).account, &frame(position));
            assert_eq!(quick.frames.try_recv().unwrap().position, Position(position));
        }
        let mut got = 0;
        while slow.frames.try_recv().is_ok() {
            got += 1;
        }
        assert_eq!((got, slow.frames.try_recv()), (FRAME_QUEUE_LENGTH, Err(TryRecvError::Disconnected)));
    }

    #[test]
    fn frames_from_before_a_stream_began_are_not_queued() {
        let streams = Arc::new(OpenStreams::default());
        let began = u64::try_from(FRAME_QUEUE_LENGTH).unwrap() * 2;
        let mut subscription = streams.open(&caller(1, 1), Position(began)).unwrap();
        for position in 1..=began + 1 {
            streams.send(caller(1, 1).account, &frame(position));
        }
        assert_eq!(subscription.frames.try_recv().unwrap().position, Position(began + 1));
        assert_eq!(subscription.frames.try_recv(), Err(TryRecvError::Empty));
    }

    #[test]
    fn a_dropped_stream_is_forgotten_and_closing_ends_all() {
        let streams = Arc::new(OpenStreams::default());
        let (one, two) = (
            streams.open(&caller(1, 1), Position(0)).unwrap(),
            streams.open(&caller(1, 2), Position(0)).unwrap(),
        );
        assert_eq!(streams.count(), 2);
        streams.end(&streams.owners(None)[..1]);
        assert_eq!(streams.count(), 1);
        drop(one);
        drop(two);
        assert!(streams.is_empty() && streams.count() == 0);
        let mut last = streams.open(&caller(3, 3), Position(0)).unwrap();
        streams.close();
        assert_eq!(last.frames.try_recv(), Err(TryRecvError::Disconnected));
        assert!(streams.open(&caller(4, 4), Position(0)).is_none() && streams.is_empty());
    }
}
