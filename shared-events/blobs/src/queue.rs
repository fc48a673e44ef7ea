//! The queue of pictures that wait to be processed: bounded memory for all of them together, and fair shares for those
//! who upload. It is self-clocked fair queueing (Golestani 1994): a picture's tag is the clock, or the last tag of the
//! same account or network, plus the picture's cost; the lowest tag is next, and the clock becomes its tag. So a
//! small picture of somebody who has nothing else in the queue overtakes the large ones of all others.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use shared_events::ids::AccountId;
use tokio::sync::oneshot;

/// The most memory of all pictures that are processed at a time, in bytes: one of the largest and a small one. Two of forty
/// megapixels have no room beside each other.
pub(crate) const PROCESS_MEMORY: u64 = 320_000_000;
/// How many pictures may wait. Each holds its file, so this bounds memory, too.
const MAX_WAITING: usize = 32;

/// The person who uploads a file. Work is shared fairly between accounts, and between networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uploader {
    /// The account that will own the file.
    pub account: AccountId,
    /// The network address, if it is known.
    pub address: Option<IpAddr>,
}

impl From<AccountId> for Uploader {
    fn from(account: AccountId) -> Self {
        Self { account, address: None }
    }
}

impl Uploader {
    /// Whether both may be the same person: one account, one IPv4 address, or one IPv6 network of a site.
    fn may_be(self, other: Self) -> bool {
        let same_site = self.address.is_some() && self.address.map(site) == other.address.map(site);
        self.account == other.account || same_site
    }
}

/// The network of a site: for IPv6 the /48, of which one subscriber may have all /64s.
fn site(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

/// The queue was full, and this picture had the highest tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowded;

/// Limits the pictures that are processed at a time. Clones share the limit.
#[derive(Clone)]
pub(crate) struct Queue(Arc<Mutex<State>>);

struct State {
    /// How many more pictures may be processed.
    idle: usize,
    /// How much more memory they may use, in bytes.
    free: u64,
    /// The tag of the last picture that left the queue.
    clock: u64,
    waiting: Vec<Waiting>,
}

struct Waiting {
    uploader: Uploader,
    /// The memory that the picture needs, in bytes, which is also its cost.
    memory: u64,
    tag: u64,
    begin: oneshot::Sender<Turn>,
}

impl Queue {
    /// At most this many pictures with this much memory, in bytes, at a time.
    pub(crate) fn new(at_once: usize, memory: u64) -> Self {
        Self(Arc::new(Mutex::new(State { idle: at_once, free: memory, clock: 0, waiting: Vec::new() })))
    }

    /// Waits for the turn of a picture that needs this much memory, which must not be more than the queue has.
    pub(crate) async fn turn(&self, uploader: Uploader, memory: u64) -> Result<Turn, Crowded> {
        self.enter(uploader, memory).await.map_err(|_| Crowded)
    }

    fn enter(&self, uploader: Uploader, memory: u64) -> oneshot::Receiver<Turn> {
        let (begin, turn) = oneshot::channel();
        let mut state = self.state();
        state.waiting.retain(|waiting| !waiting.begin.is_closed());
        let own = state.waiting.iter().filter(|waiting| waiting.uploader.may_be(uploader));
        let tag = own.map(|waiting| waiting.tag).fold(state.clock, u64::max) + memory;
        state.waiting.push(Waiting { uploader, memory, tag, begin });
        if state.waiting.len() > MAX_WAITING {
            let last = (0..state.waiting.len()).max_by_key(|at| state.waiting[*at].tag);
            last.map(|at| state.waiting.swap_remove(at));
        }
        self.begin_those_who_may(state);
        turn
    }

    /// Lets pictures begin in the order of their tags, as long as there is room.
    fn begin_those_who_may(&self, mut state: MutexGuard<'_, State>) {
        let mut begun = Vec::new();
        state.waiting.retain(|waiting| !waiting.begin.is_closed());
        while let Some(next) = (0..state.waiting.len()).min_by_key(|at| state.waiting[*at].tag) {
            if state.idle == 0 || state.waiting[next].memory > state.free {
                break;
            }
            let waiting = state.waiting.swap_remove(next);
            state.idle -= 1;
            state.free -= waiting.memory;
            state.clock = waiting.tag;
            begun.push((waiting.begin, Turn { queue: self.clone(), memory: waiting.memory }));
        }
        // A turn that nobody waits for any more comes back as it is dropped, which takes the lock.
        drop(state);
        for (begin, turn) in begun {
            drop(begin.send(turn));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to process a picture, until it is dropped.
pub(crate) struct Turn {
    queue: Queue,
    memory: u64,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.idle += 1;
        state.free += self.memory;
        self.queue.begin_those_who_may(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::owner;

    const LARGE: u64 = 100;

    fn at(account: u128, address: &str) -> Uploader {
        Uploader { account: owner(account), address: Some(address.parse().unwrap()) }
    }

    fn room(queue: &Queue) -> (usize, u64) {
        let state = queue.state();
        (state.idle, state.free)
    }

    /// The turn, if it has come.
    fn come(turn: &mut oneshot::Receiver<Turn>) -> Option<Turn> {
        turn.try_recv().ok()
    }

    #[test]
    fn memory_and_number_are_bounded() {
        let queue = Queue::new(2, 120);
        let one = come(&mut queue.enter(owner(1).into(), LARGE)).unwrap();
        let mut large = queue.enter(owner(2).into(), LARGE);
        assert!(come(&mut large).is_none(), "two large ones have no room");
        let small = come(&mut queue.enter(owner(3).into(), 1)).unwrap();
        let mut fourth = queue.enter(owner(4).into(), 1);
        assert!(come(&mut fourth).is_none(), "two at a time");
        drop(small);
        let fourth = come(&mut fourth).unwrap();
        drop((one, fourth));
        assert!(come(&mut large).is_some());
    }

    #[test]
    fn a_small_picture_overtakes_the_large_ones_of_many_others() {
        let queue = Queue::new(1, 120);
        let busy = come(&mut queue.enter(owner(1).into(), LARGE)).unwrap();
        let mut others: Vec<_> = (2..7).map(|account| queue.enter(owner(account).into(), LARGE)).collect();
        let mut small = queue.enter(owner(9).into(), 1);
        drop(busy);
        let _small = come(&mut small).expect("it is next");
        assert!(others.iter_mut().all(|other| come(other).is_none()));
    }

    #[test]
    fn a_large_picture_is_not_overtaken_for_ever() {
        let queue = Queue::new(1, 120);
        let mut busy = come(&mut queue.enter(owner(1).into(), 10)).unwrap();
        let mut large = queue.enter(owner(2).into(), LARGE);
        let mut overtook = 0;
        let large = loop {
            let mut small = queue.enter(owner(3 + overtook).into(), 10);
            drop(busy);
            match come(&mut large) {
                Some(turn) => break turn,
                None => busy = come(&mut small).unwrap(),
            }
            overtook += 1;
        };
        assert_eq!(overtook, 9, "as much work as the large one is");
        drop(large);
    }

    #[test]
    fn accounts_of_one_network_share_a_share() {
        for (one, other, stranger) in [
            ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"),
            ("2001:db8:1:2::7", "2001:db8:1:ff00::1", "2001:db8:2::1"),
        ] {
            let queue = Queue::new(1, 120);
            let busy = come(&mut queue.enter(owner(1).into(), 1)).unwrap();
            let mut first = queue.enter(at(2, one), 10);
            let mut second = queue.enter(at(3, other), 10);
            let mut third = queue.enter(at(4, stranger), 15);
            drop(busy);
            drop(come(&mut first).unwrap());
            let third = come(&mut third).expect("the stranger is before the second account of the network");
            assert!(come(&mut second).is_none());
            drop(third);
        }
    }

    #[tokio::test]
    async fn a_full_queue_drops_the_last_one() {
        let queue = Queue::new(1, 120);
        let busy = queue.turn(owner(1).into(), LARGE).await.unwrap();
        let mut waiting: Vec<_> =
            (0..MAX_WAITING).map(|account| queue.enter(at(account as u128, "192.0.2.7"), 10)).collect();
        let mut honest = queue.enter(at(99, "192.0.2.8"), 50);
        assert!(waiting.pop().unwrap().await.is_err(), "the last one of the crowd leaves");
        assert_eq!(queue.turn(at(98, "192.0.2.7"), 10).await.err(), Some(Crowded));
        drop(busy);
        let mut served = 0;
        while let Some(turn) = come(&mut honest).or_else(|| waiting.iter_mut().find_map(come)) {
            served += 1;
            drop(turn);
        }
        assert_eq!(served, MAX_WAITING);
        assert!(queue.state().waiting.is_empty());
        assert_eq!(room(&queue), (1, 120), "everything is given back");
    }

    #[test]
    fn a_caller_who_went_away_leaves_no_trace() {
        let queue = Queue::new(1, 120);
        let busy = come(&mut queue.enter(owner(1).into(), LARGE)).unwrap();
        drop(queue.enter(owner(2).into(), LARGE));
        let mut third = queue.enter(owner(3).into(), LARGE);
        drop(busy);
        drop(come(&mut third).unwrap());
        assert_eq!(room(&queue), (1, 120));
    }
}
