//! Live streams: sends new notifications, messages and orders to thousands of open browsers.
//!
//! One task per process tails the view `live`. A notification that the projections send after a commit wakes it. It
//! loads each new item once for all of its accounts, and passes each account's frames to that account's streams
//! through bounded channels. An idle stream costs its connection and a timer, and no database query.
//!
//! A new stream is registered first and then reads the view's position. It skips every frame up to that position, so
//! it neither misses nor repeats anything. It also reads the position before it is registered: the task may be far
//! behind the view, and older frames would only fill the stream's queue. Positions are those of the log, so a rebuilt
//! view sends nothing again.

mod content;
mod frame;
mod open_streams;
mod stream;

use std::{collections::HashSet, sync::Arc, time::Duration};

use postgres_kit::{Pool, within};
use service_kit::{Code, Problem, caller::Caller, token::Tokens};
use shared_events::{Position, ids::AccountId};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

#[cfg(test)]
pub(crate) use self::open_streams::MAX_STREAMS_PER_ACCOUNT;
use self::{
    frame::Frame,
    open_streams::{OpenStreams, StreamOwner},
    stream::{Beginning, Opened},
};
use crate::{
    Waiter,
    queries::{
        failed,
        live::{self, Kind, News, Since},
        sessions,
    },
};

/// Poll interval of the view: the longest delay after a lost notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Pause after a failed query.
const RETRY_DELAY: Duration = Duration::from_millis(250);
/// Streams start without the listener when it does not connect within this time.
const LISTEN_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a new stream waits for the task's first read of the view.
const FIRST_POLL_TIMEOUT: Duration = Duration::from_secs(2);
/// Heartbeat interval of an idle stream.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The streams of this process. Cloning is cheap.
#[derive(Clone)]
pub struct Live(Arc<Shared>);

struct Shared {
    pool: Pool,
    waiter: Waiter,
    tokens: Tokens,
    open_streams: Arc<OpenStreams>,
    heartbeat: Duration,
    /// True once the view's position was read. Everything after it is sent.
    began: watch::Sender<bool>,
}

impl Live {
    /// Starts the task that tails the view `live`. Cancelling `stop` ends every stream.
    pub fn start(pool: Pool, waiter: Waiter, tokens: Tokens, stop: CancellationToken) -> Self {
        Self::beating(pool, waiter, tokens, stop, HEARTBEAT)
    }

    pub(crate) fn beating(
        pool: Pool,
        waiter: Waiter,
        tokens: Tokens,
        stop: CancellationToken,
        heartbeat: Duration,
    ) -> Self {
        let open_streams = Arc::new(OpenStreams::default());
        let shared = Arc::new(Shared {
            pool,
            waiter,
            tokens,
            open_streams,
            heartbeat,
            began: watch::Sender::new(false),
        });
        let following = Arc::clone(&shared);
        tokio::spawn(async move {
            stop.run_until_cancelled(following.follow()).await;
            following.open_streams.close();
        });
        Self(shared)
    }

    /// The number of open streams of this process.
    pub fn open_streams(&self) -> usize {
        self.0.open_streams.count()
    }

    /// Opens a stream for this caller that begins with everything since `last`.
    ///
    /// # Errors
    /// 401 when the session has just ended; 503 while the view does not exist or the process is stopping.
    pub(crate) async fn open(&self, caller: &Caller, last: Option<LastSeen>) -> Result<Opened, Problem> {
        let Shared { pool, waiter, open_streams, began, .. } = &*self.0;
        let not_now = || Problem::unavailable(&"live streams have not begun, or have ended");
        let began = timeout(FIRST_POLL_TIMEOUT, began.subscribe().wait_for(|began| *began))
            .await
            .map(|it| it.is_ok());
        if began != Ok(true) {
            return Err(not_now());
        }
        if let Some(LastSeen::Position(position)) = last {
            // Another process may have sent the client more than this process has read.
            waiter.reached(&[live::VIEW], position).await;
        }
        let position = async || live::position(pool).await.map_err(failed)?.ok_or_else(not_now);
        let subscription = open_streams.open(caller, position().await?).ok_or_else(not_now)?;
        // The session may have ended before the stream was registered. If it ends later, the stream is ended.
        let Caller { account, session, generation, .. } = *caller;
        let ended = ended(pool, vec![StreamOwner { session, account, generation }]).await;
        if !ended.map_err(failed)?.is_empty() {
            return Err(Problem::unauthenticated());
        }
        // `beginning` contains everything before the stream was registered; frames contain everything after it.
        let now = position().await?;
        let beginning = match last {
            None => Beginning { position: now, frames: Vec::new() },
            Some(LastSeen::Position(seen)) if seen <= now => self.since(&caller.inboxes(), seen, now).await?,
            // This service never sent the client's id.
            Some(_) => Beginning { position: now, frames: vec![Frame::reload(now)] },
        };
        Ok(Opened::new(subscription, beginning, self.0.tokens.clone(), caller.expires_at, self.0.heartbeat))
    }

    async fn since(
        &self,
        inboxes: &[AccountId],
        seen: Position,
        now: Position,
    ) -> Result<Beginning, Problem> {
        let Shared { pool, waiter, .. } = &*self.0;
        let mut news = Vec::new();
        for inbox in inboxes {
            match live::since(pool, *inbox, seen, now).await.map_err(failed)? {
                Since::Forgotten => return Ok(Beginning { position: now, frames: vec![Frame::reload(now)] }),
                Since::All(more) => news.extend(more),
            }
        }
        news.sort_by_key(|one| one.position);
        if let Some((views, position)) = needs(&news)
            && !waiter.reached(&views, position).await
        {
            return Err(Problem::new(Code::Unavailable, "Please try again").retry_after(1));
        }
        let frames = content::frames(pool, &news).await.map_err(failed)?;
        Ok(Beginning { position: now, frames: frames.into_iter().map(|(_, frame)| frame).collect() })
    }
}

/// The client's `Last-Event-ID`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastSeen {
    /// A position up to which the client has everything.
    Position(Position),
    /// A text that is not a position.
    Unknown,
}

impl Shared {
    async fn follow(&self) {
        let mut at = loop {
            match self.asked(live::position(&self.pool)).await {
                Ok(Some(position)) => break position,
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "cannot read the view `live`; retrying"),
            }
            sleep(RETRY_DELAY).await;
        };
        let _ = timeout(LISTEN_TIMEOUT, self.waiter.listening()).await;
        let mut epoch = self.waiter.epoch();
        self.began.send_replace(true);
        loop {
            // Positions may be reused for other events, which streams would mistake for events that they have already
            // sent. A client that reconnects with its position gets everything since, or a `reload`.
            let now = self.waiter.epoch();
            if now != epoch {
                epoch = now;
                self.open_streams.clear();
            }
            match self.go_on(at).await {
                Ok(reached) => at = reached,
                Err(error) => {
                    tracing::warn!(%error, "cannot send events to live streams; retrying");
                    sleep(RETRY_DELAY).await;
                }
            }
        }
    }

    /// Waits for new rows, sends them, and returns the position that it has reached.
    async fn go_on(&self, at: Position) -> sqlx::Result<Position> {
        let reached = match timeout(POLL_INTERVAL, self.waiter.moved(live::VIEW, at)).await {
            Ok(reached) => reached,
            Err(_) if self.open_streams.is_empty() => return Ok(at),
            Err(_) => self.asked(live::position(&self.pool)).await?.unwrap_or(at),
        };
        // Without open streams, only the position matters: a new stream reads the view itself. A position that has
        // gone back (Postgres has crashed) is accepted; each stream knows what it has sent.
        if self.open_streams.is_empty() || reached <= at {
            return Ok(reached);
        }
        let (mut news, reached) = self.asked(live::between(&self.pool, at, reached)).await?;
        let present = self.open_streams.present(news.iter().map(|one| one.account));
        news.retain(|one| present.contains(&one.account));
        self.end_sessions(&news).await?;
        news.retain(|one| one.kind != Kind::Session);
        if let Some((views, position)) = needs(&news) {
            while !self.waiter.reached(&views, position).await {
                // An operator may have paused one of the views. Streams of sessions that end meanwhile must still be
                // ended.
                tracing::warn!(?views, %position, "live streams wait for views");
                self.end(None).await?;
            }
        }
        for (account, frame) in self.asked(content::frames(&self.pool, &news)).await? {
            self.open_streams.send(account, &Arc::new(frame));
        }
        Ok(reached)
    }

    /// Ends the streams of ended sessions, if the news are about sessions.
    async fn end_sessions(&self, news: &[News]) -> sqlx::Result<()> {
        let endings = || news.iter().filter(|one| one.kind == Kind::Session);
        let Some(last) = endings().map(|one| one.position).max() else { return Ok(()) };
        while !self.waiter.reached(&[sessions::VIEW], last).await {
            tracing::warn!(position = %last, "live streams wait for the view `sessions`");
        }
        self.end(Some(&endings().map(|one| one.account).collect())).await
    }

    async fn end(&self, of: Option<&HashSet<AccountId>>) -> sqlx::Result<()> {
        let ended = self.asked(ended(&self.pool, self.open_streams.owners(of))).await?;
        self.open_streams.end(&ended);
        Ok(())
    }

    /// Limits the time of a query, so that a silent database cannot block the streams.
    async fn asked<T>(&self, asking: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        within(self.waiter.answer_limit(), "what streams tell", asking).await
    }
}

/// The streams among these whose sessions have ended.
async fn ended(pool: &Pool, mut owners: Vec<StreamOwner>) -> sqlx::Result<Vec<StreamOwner>> {
    let claims: Vec<_> = owners.iter().map(|one| (one.session, one.account, one.generation)).collect();
    let ended = sessions::ended(pool, &claims).await?;
    owners.retain(|one| ended.contains(&one.session));
    Ok(owners)
}

/// The views that contain these items, and the position that they must have reached.
fn needs(news: &[News]) -> Option<(Vec<&'static str>, Position)> {
    let position = news.last()?.position;
    let mut views: Vec<&'static str> =
        news.iter().flat_map(|one| content::views(one.kind)).copied().collect();
    views.sort_unstable();
    views.dedup();
    Some((views, position))
}
