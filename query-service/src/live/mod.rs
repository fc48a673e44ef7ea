//! Streams of what happens, kept open by thousands of browsers.
//!
//! One task a process reads on in the view `live`, woken by the notification that the projections send after a commit,
//! asks for the things once for all who are told of them, and hands each account's frames to its streams through bounded
//! channels. A stream that waits costs its connection and a timer, and no question to the database.
//!
//! A stream that is opened takes its place first and looks how far the view is then: whatever the task hands out afterwards
//! is skipped up to there, so nothing is lost and nothing comes twice. It also looks before it takes its place: the task
//! may be far behind the view, and frames from before that look would only fill the stream's queue. Positions are the
//! log's, so a view that is rebuilt tells nothing again.

mod frame;
mod seats;
mod stream;
mod things;

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
pub(crate) use self::seats::MOST_STREAMS;
use self::{
    frame::Frame,
    seats::{Seats, Sitter},
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

/// A lost notification costs at most this long.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// After a failure.
const PAUSE: Duration = Duration::from_millis(250);
/// Streams begin without notifications when the views cannot be listened to for so long.
const FIRST_LISTEN: Duration = Duration::from_secs(1);
/// How long a stream may wait for the first look at the view.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often a stream on which nothing happens says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The streams of this process. Cheap to clone.
#[derive(Clone)]
pub struct Live(Arc<Shared>);

struct Shared {
    pool: Pool,
    waiter: Waiter,
    tokens: Tokens,
    seats: Arc<Seats>,
    heartbeat: Duration,
    /// The view was looked at once: everything after that is handed out.
    began: watch::Sender<bool>,
}

impl Live {
    /// Reads on in the view `live` until `stop`, which ends every stream.
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
        let seats = Arc::new(Seats::default());
        let shared =
            Arc::new(Shared { pool, waiter, tokens, seats, heartbeat, began: watch::Sender::new(false) });
        let following = Arc::clone(&shared);
        tokio::spawn(async move {
            stop.run_until_cancelled(following.follow()).await;
            following.seats.close();
        });
        Self(shared)
    }

    /// How many streams are open at this process.
    pub fn open_streams(&self) -> usize {
        self.0.seats.taken()
    }

    /// Opens a stream for this caller, with what happened since `last` first.
    ///
    /// # Errors
    /// 401 when the session has just ended, 503 while the view is not there or the process stops.
    pub(crate) async fn open(&self, caller: &Caller, last: Option<LastSeen>) -> Result<Opened, Problem> {
        let Shared { pool, waiter, seats, began, .. } = &*self.0;
        let not_now = || Problem::unavailable(&"streams are not told of anything");
        let began = timeout(PATIENCE, began.subscribe().wait_for(|began| *began)).await.map(|it| it.is_ok());
        if began != Ok(true) {
            return Err(not_now());
        }
        if let Some(LastSeen::Position(position)) = last {
            // Another process may have told the client more than this one knows.
            waiter.reached(&[live::VIEW], position).await;
        }
        let position = async || live::position(pool).await.map_err(failed)?.ok_or_else(not_now);
        let place = seats.take(caller, position().await?).ok_or_else(not_now)?;
        // The session may have ended before the place was taken; whatever ends it from now on takes the place away.
        let Caller { account, session, generation, .. } = *caller;
        let ended = ended(pool, vec![Sitter { session, account, generation }]).await;
        if !ended.map_err(failed)?.is_empty() {
            return Err(Problem::unauthenticated());
        }
        // The beginning tells what happened before this listener was registered; frames tell what happens after.
        let now = position().await?;
        let beginning = match last {
            None => Beginning { position: now, frames: Vec::new() },
            Some(LastSeen::Position(seen)) if seen <= now => self.since(account, seen, now).await?,
            // Never sent by us.
            Some(_) => Beginning { position: now, frames: vec![Frame::reload(now)] },
        };
        Ok(Opened::new(place, beginning, self.0.tokens.clone(), caller.expires_at, self.0.heartbeat))
    }

    async fn since(&self, account: AccountId, seen: Position, now: Position) -> Result<Beginning, Problem> {
        let Shared { pool, waiter, .. } = &*self.0;
        let news = match live::since(pool, account, seen, now).await.map_err(failed)? {
            Since::Forgotten => return Ok(Beginning { position: now, frames: vec![Frame::reload(now)] }),
            Since::All(news) => news,
        };
        if let Some((views, position)) = needs(&news)
            && !waiter.reached(&views, position).await
        {
            return Err(Problem::new(Code::Unavailable, "Please try again").retry_after(1));
        }
        let frames = things::frames(pool, &news).await.map_err(failed)?;
        Ok(Beginning { position: now, frames: frames.into_iter().map(|(_, frame)| frame).collect() })
    }
}

/// What a client says that it has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastSeen {
    /// Everything up to here.
    Position(Position),
    /// Something that is no position.
    Unknown,
}

impl Shared {
    async fn follow(&self) {
        let mut at = loop {
            match self.asked(live::position(&self.pool)).await {
                Ok(Some(position)) => break position,
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "the view of what happens cannot be read"),
            }
            sleep(PAUSE).await;
        };
        let _ = timeout(FIRST_LISTEN, self.waiter.listening()).await;
        let mut epoch = self.waiter.epoch();
        self.began.send_replace(true);
        loop {
            // Positions may be given a second time to other events, which streams would take for those that they have
            // sent. Who comes back with a position gets what has happened since, or is told to ask anew.
            let now = self.waiter.epoch();
            if now != epoch {
                epoch = now;
                self.seats.clear();
            }
            match self.go_on(at).await {
                Ok(reached) => at = reached,
                Err(error) => {
                    tracing::warn!(%error, "streams are not told what happens; trying again");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Waits for something to happen and hands it out; answers how far it went.
    async fn go_on(&self, at: Position) -> sqlx::Result<Position> {
        let reached = match timeout(LOOK_AGAIN, self.waiter.moved(live::VIEW, at)).await {
            Ok(reached) => reached,
            Err(_) if self.seats.is_empty() => return Ok(at),
            Err(_) => self.asked(live::position(&self.pool)).await?.unwrap_or(at),
        };
        // With nobody there it is enough to know how far it is: who comes now looks for itself. A position that has gone
        // back (Postgres has crashed) is followed; each stream knows what it has sent.
        if self.seats.is_empty() || reached <= at {
            return Ok(reached);
        }
        let (mut news, reached) = self.asked(live::between(&self.pool, at, reached)).await?;
        let present = self.seats.present(news.iter().map(|one| one.account));
        news.retain(|one| present.contains(&one.account));
        self.end_sessions(&news).await?;
        news.retain(|one| one.kind != Kind::Session);
        if let Some((views, position)) = needs(&news) {
            while !self.waiter.reached(&views, position).await {
                // An operator may have stopped one of the views. Who logs out meanwhile is let go nevertheless.
                tracing::warn!(?views, %position, "streams wait for views");
                self.end(None).await?;
            }
        }
        for (account, frame) in self.asked(things::frames(&self.pool, &news)).await? {
            self.seats.send(account, &Arc::new(frame));
        }
        Ok(reached)
    }

    /// Ends the streams of sessions that have ended, where the news say that there may be some.
    async fn end_sessions(&self, news: &[News]) -> sqlx::Result<()> {
        let endings = || news.iter().filter(|one| one.kind == Kind::Session);
        let Some(last) = endings().map(|one| one.position).max() else { return Ok(()) };
        while !self.waiter.reached(&[sessions::VIEW], last).await {
            tracing::warn!(position = %last, "streams wait for the view sessions");
        }
        self.end(Some(&endings().map(|one| one.account).collect())).await
    }

    async fn end(&self, of: Option<&HashSet<AccountId>>) -> sqlx::Result<()> {
        let ended = self.asked(ended(&self.pool, self.seats.sitters(of))).await?;
        self.seats.end(&ended);
        Ok(())
    }

    /// No stream waits for a database that is silent.
    async fn asked<T>(&self, asking: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        within(self.waiter.answer_limit(), "what streams tell", asking).await
    }
}

/// Those of these whose session has ended.
async fn ended(pool: &Pool, mut sitters: Vec<Sitter>) -> sqlx::Result<Vec<Sitter>> {
    let claims: Vec<_> = sitters.iter().map(|one| (one.session, one.account, one.generation)).collect();
    let ended = sessions::ended(pool, &claims).await?;
    sitters.retain(|one| ended.contains(&one.session));
    Ok(sitters)
}

/// The views that have these things, and the position that they must have reached.
fn needs(news: &[News]) -> Option<(Vec<&'static str>, Position)> {
    let position = news.last()?.position;
    let mut views: Vec<&'static str> = news.iter().flat_map(|one| things::views(one.kind)).copied().collect();
    views.sort_unstable();
    views.dedup();
    Some((views, position))
}
