//! Property tests of the session cache: two processes cache sessions while the log grows. A process that has
//! read a session's end never accepts it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::SeqCst},
};

use event_store::{
    Append, AppendError, Appended, EventStore, ExpectedVersion, Page, Provenance, ReadError, Subscription,
    memory::{MemoryEventStore, MemoryKeyring},
};
use proptest::{prelude::*, sample::select};
use service_kit::{Ids, SeededIds, caller::Sessions as _};
use shared_events::{
    Actor, NewEvent, Personal, Position, Role, StreamId, Version,
    events::UserAgent,
    ids::{AccountId, SessionId},
};
use tokio::sync::Notify;

use super::*;
use crate::http::testing::opening_time;

const ACCOUNTS: usize = 2;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A log-in to the account with this number, unless it is deactivated.
    Open(usize),
    /// The session with this number ends.
    End(usize),
    /// The session with this number ends all others of its account.
    EndOthers(usize),
    /// All sessions of the account end.
    EndAll(usize),
    Deactivate(usize),
    Reactivate(usize),
    /// A process reads a batch of the log.
    Read(usize),
    /// A process checks the session with this number.
    Ask(usize, usize),
}

fn step() -> impl Strategy<Value = Step> {
    let (account, process, session) = (0..ACCOUNTS, 0_usize..2, 0_usize..6);
    prop_oneof![
        2 => account.clone().prop_map(Step::Open),
        2 => session.clone().prop_map(Step::End),
        1 => session.clone().prop_map(Step::EndOthers),
        1 => account.clone().prop_map(Step::EndAll),
        1 => account.clone().prop_map(Step::Deactivate),
        1 => account.prop_map(Step::Reactivate),
        6 => process.clone().prop_map(Step::Read),
        10 => (process, session).prop_map(|(process, session)| Step::Ask(process, session)),
    ]
}

/// A process, and the position up to which it has read.
struct Process {
    sessions: Sessions,
    subscription: Subscription,
    read: Position,
}

impl Process {
    async fn start(log: &EventLog, page: usize) -> Self {
        let read = log.head().await.unwrap();
        let sessions = Sessions::new(log.clone());
        sessions.memory().following = true;
        let subscription = log.subscribe(read, Categories::Only(Cow::Borrowed(CATEGORIES)), page);
        Self { sessions, subscription, read }
    }

    async fn read(&mut self) {
        let batch = self.subscription.next().await.unwrap();
        self.sessions.memory().take_in(&batch);
        self.read = batch.up_to;
    }
}

/// A session in its true state.
#[derive(Clone, Debug)]
struct Known {
    claims: Claims,
    account: usize,
    open: bool,
}

struct World {
    log: EventLog,
    ids: Box<dyn Ids>,
    sessions: Vec<Known>,
    active: [bool; ACCOUNTS],
    generations: [u32; ACCOUNTS],
    /// The sessions that are open, from this position in the log on.
    truth: Vec<(Position, Vec<bool>)>,
}

fn account(number: usize) -> AccountId {
    AccountId::new(Uuid::from_u128(0xa0 + number as u128))
}

impl World {
    async fn begin(log: EventLog) -> Self {
        let mut world = Self {
            log,
            ids: Box::new(SeededIds::new(1)),
            sessions: Vec::new(),
            active: [true; ACCOUNTS],
            generations: [0; ACCOUNTS],
            truth: Vec::new(),
        };
        for number in 0..ACCOUNTS {
            let (account_id, subject) = (account(number), account(number).uuid());
            let opened = AccountEvent::AccountOpened {
                account_id,
                role: Role::Customer,
                name: Personal::new(subject, "Anna Smith".to_owned()),
                email: Personal::new(subject, format!("anna{number}@example.com")),
                phone: None,
                address: None,
                business: None,
            };
            world.append(subject, opened).await;
        }
        world
    }

    async fn append<E: Event>(&mut self, id: Uuid, event: E) {
        let provenance = Provenance::of_command(self.ids.uuid(), Actor::system("test"), opening_time());
        let append = Append { id, expected: ExpectedVersion::Any, events: vec![event] };
        let appended = self.log.append(&provenance, append).await.unwrap();
        let goes_on = |known: &Known| known.open && self.active[known.account];
        self.truth.push((appended.position, self.sessions.iter().map(goes_on).collect()));
    }

    async fn open(&mut self, number: usize) {
        let session_id = SessionId::new(Uuid::from_u128(0xc0 + self.sessions.len() as u128));
        let (account_id, generation) = (account(number), self.generations[number]);
        let claims = Claims::new(account_id, Role::Customer, session_id, generation, opening_time());
        self.sessions.push(Known { claims, account: number, open: true });
        self.append(
            session_id.uuid(),
            SessionEvent::SessionOpened { account_id, session_id, generation, agent: UserAgent::default() },
        )
        .await;
    }

    async fn end(&mut self, session: usize) {
        self.sessions[session].open = false;
        let Claims { sub: account_id, sid: session_id, .. } = self.sessions[session].claims;
        self.append(session_id.uuid(), SessionEvent::SessionEnded { account_id, session_id }).await;
    }

    /// Ends all sessions of an account, optionally except one.
    async fn end_all(&mut self, number: usize, except: Option<usize>) {
        self.generations[number] += 1;
        for (session, known) in self.sessions.iter_mut().enumerate() {
            known.open &= known.account != number || Some(session) == except;
        }
        let account_id = account(number);
        let except = except.map(|session| self.sessions[session].claims.sid);
        self.append(account_id.uuid(), CredentialEvent::AllSessionsEnded { account_id, except }).await;
    }

    async fn activate(&mut self, number: usize, active: bool) {
        self.active[number] = active;
        let account_id = account(number);
        let event = if active {
            AccountEvent::AccountReactivated { account_id, reason: None }
        } else {
            AccountEvent::AccountDeactivated { account_id, reason: None }
        };
        self.append(account_id.uuid(), event).await;
    }

    /// The permitted answers about a session after reading up to `read`: the state at that position, and all states
    /// since.
    fn answers(&self, session: usize, read: Position) -> Vec<bool> {
        let known_then = self.truth.partition_point(|(position, _)| *position <= read);
        let since = &self.truth[known_then.saturating_sub(1)..];
        since.iter().map(|(_, goes_on)| goes_on.get(session).copied().unwrap_or_default()).collect()
    }

    async fn do_what_is_told(&mut self, step: Step) {
        match step {
            Step::Open(account) if self.active[account] => self.open(account).await,
            Step::End(session) if session < self.sessions.len() => self.end(session).await,
            Step::EndOthers(session) if self.sessions.get(session).is_some_and(|known| known.open) => {
                self.end_all(self.sessions[session].account, Some(session)).await;
            }
            Step::EndAll(account) => self.end_all(account, None).await,
            Step::Deactivate(account) => self.activate(account, false).await,
            // As the service does it: earlier sessions are ended first.
            Step::Reactivate(account) => {
                self.end_all(account, None).await;
                self.activate(account, true).await;
            }
            _ => {}
        }
    }
}

async fn lets_in_nobody(steps: Vec<Step>, pages: [usize; 2]) -> Result<(), TestCaseError> {
    let mut world = World::begin(EventLog::in_memory()).await;
    let mut processes =
        [Process::start(&world.log, pages[0]).await, Process::start(&world.log, pages[1]).await];
    for step in steps {
        match step {
            Step::Read(process) if processes[process].read < world.log.head().await.unwrap() => {
                processes[process].read().await;
            }
            Step::Ask(process, session) if session < world.sessions.len() => {
                let Process { sessions, read, .. } = &processes[process];
                let answer = sessions.goes_on(&world.sessions[session].claims).await.unwrap();
                let right = world.answers(session, *read);
                prop_assert!(right.contains(&answer), "{:?}: {} is none of {:?}", step, answer, right);
            }
            step => world.do_what_is_told(step).await,
        }
    }
    let end = world.log.head().await.unwrap();
    for process in &mut processes {
        while process.read < end {
            process.read().await;
        }
        for (session, known) in world.sessions.iter().enumerate() {
            let answer = process.sessions.goes_on(&known.claims).await.unwrap();
            prop_assert_eq!(answer, known.open && world.active[known.account], "session {}", session);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_process_that_has_read_a_sessions_end_refuses_it(
        steps in prop::collection::vec(step(), 0..60),
        pages in [select(vec![1, 2, 1_000]), select(vec![1, 2, 1_000])],
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(lets_in_nobody(steps, pages))?;
    }
}

#[tokio::test]
async fn processes_that_follow_the_log_refuse_a_session_ended_elsewhere() {
    let mut world = World::begin(EventLog::in_memory()).await;
    let processes = [Sessions::new(world.log.clone()), Sessions::new(world.log.clone())];
    let cancellation = CancellationToken::new();
    for process in &processes {
        tokio::spawn(process.clone().follow(cancellation.clone()));
    }
    world.open(0).await;
    let claims = world.sessions[0].claims.clone();
    for process in &processes {
        test_support::wait_for("a process that follows", async || process.memory().following.then_some(()))
            .await;
        assert!(process.goes_on(&claims).await.unwrap());
    }
    world.end(0).await;
    for process in &processes {
        let refused = async || (!process.goes_on(&claims).await.unwrap()).then_some(());
        test_support::wait_for("the session's end", refused).await;
    }
    cancellation.cancel();
}

/// A store with one slow read: it has read, but not returned yet.
#[derive(Default)]
struct SlowStore {
    inner: MemoryEventStore,
    slow: AtomicBool,
    looked: Notify,
    goes_on: Notify,
}

impl SlowStore {
    async fn dawdle(&self) {
        if self.slow.swap(false, SeqCst) {
            self.looked.notify_one();
            self.goes_on.notified().await;
        }
    }
}

#[async_trait]
impl EventStore for SlowStore {
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        self.inner.append(stream, expected, events).await
    }

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        let found = self.inner.read_stream(stream, after, limit).await;
        self.dawdle().await;
        found
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        let found = self.inner.read_last(stream).await;
        self.dawdle().await;
        found
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        self.inner.read_all(after, categories, limit).await
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        self.inner.wait_beyond(after, at_most).await;
    }
}

/// The check starts, then the session ends and that event is read, and then the outdated read returns.
async fn asked_while_it_ends(account_is_known: bool, ending: Step) {
    let store = Arc::<SlowStore>::default();
    let mut world = World::begin(EventLog::new(store.clone(), Arc::new(MemoryKeyring::default()))).await;
    let mut process = Process::start(&world.log, 1_000).await;
    world.open(0).await;
    world.open(0).await;
    process.read().await;
    if account_is_known {
        // The account is cached because of another session, so the slow read is the session's.
        assert!(process.sessions.goes_on(&world.sessions[1].claims).await.unwrap());
    }
    let (sessions, claims) = (process.sessions.clone(), world.sessions[0].claims.clone());
    store.slow.store(true, SeqCst);
    let ended = async {
        store.looked.notified().await;
        world.do_what_is_told(ending).await;
        process.read().await;
        store.goes_on.notify_one();
    };
    tokio::join!(sessions.goes_on(&claims), ended).0.unwrap();
    assert!(!sessions.goes_on(&claims).await.unwrap(), "{ending:?}");
}

#[tokio::test]
async fn a_read_overtaken_by_the_end_is_not_cached() {
    asked_while_it_ends(true, Step::End(0)).await;
    asked_while_it_ends(false, Step::EndAll(0)).await;
    asked_while_it_ends(false, Step::EndOthers(1)).await;
    asked_while_it_ends(false, Step::Deactivate(0)).await;
}
