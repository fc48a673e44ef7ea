//! The `Idempotency-Key` middleware: a command that is repeated with the same key gets the same response and
//! has no further effects.
//!
//! A key belongs to the logged-in account, or to a visitor's network address, and is valid for a day. Only a
//! keyed fingerprint of it is stored, so the table reveals no keys. The response is encrypted with the keys of
//! its recipient and of all people whom it names, and becomes unreadable when any of them is erased. A response with a
//! token or another secret is not stored.
//!
//! A process may die between a command's effects and the note of its answer. Therefore all randomness of a command with a
//! key follows from the key (see [`KeyedAttempt`]): when it is sent again it makes the same ids, finds its own events in the
//! log (see [`Provenance::repetition`](event_store::Provenance::repetition)) and goes on from there.

mod answer;
mod ids;
mod keys;
mod memory;
mod operations;
mod outage;
mod postgres;
mod request;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

pub(crate) use answer::ids_in;
use answer::{open, seal, storable};
use axum::{
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
pub(crate) use ids::KeyedAttempt;
pub use keys::{Begun, Command, Held, Keys, KeysError};
pub use memory::MemoryKeys;
pub(crate) use operations::{Operations, takes_keys};
use outage::Holder;
pub(crate) use outage::wait_out_outages;
pub use postgres::{PostgresKeys, TABLES, migrate};
use request::{Keyed, Read};
use service_kit::{Code, Problem};
use shared_events::personal::SubjectKey;
use uuid::Uuid;

use crate::App;

/// How long a key is valid.
pub const LIFETIME: TimeDelta = TimeDelta::hours(24);
/// An attempt that is not renewed for this long is considered dead.
const CLAIM_LEASE: TimeDelta = TimeDelta::seconds(10);
/// How often a running attempt is renewed.
const CLAIM_RENEWAL_INTERVAL: Duration = Duration::from_secs(3);
/// How long a repetition waits for the first attempt's response, and how often it polls.
const WAIT_FOR_FIRST_ATTEMPT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The pause between two tries to release a claim.
const RELEASE_PAUSE: Duration = Duration::from_millis(200);

/// The middleware around all commands. Does nothing without the header, or where the operation takes no keys.
pub(crate) async fn remember(
    State((app, operations)): State<(App, Arc<Operations>)>,
    request: Request,
    next: Next,
) -> Response {
    match Keyed::read(&app, &operations, request).await {
        Ok(Read::Plain(request)) => next.run(request).await,
        Ok(Read::Keyed(keyed, request)) => {
            answer(&app, keyed, request, next).await.unwrap_or_else(IntoResponse::into_response)
        }
        Err(problem) => problem.into_response(),
    }
}

async fn answer(app: &App, keyed: Keyed, mut request: Request, next: Next) -> Result<Response, Problem> {
    let waited_from = tokio::time::Instant::now();
    let holder = request.extensions().get::<Holder>().map_or_else(|| app.ids.uuid(), |Holder(id)| *id);
    let held = loop {
        let now = app.clock.now();
        let begun = app.keys.begin(&keyed.command(holder), now, now + CLAIM_LEASE, now - LIFETIME).await;
        match begun.map_err(|error| Problem::unavailable(&error))? {
            Begun::Mine { since, again } => break Claim::new(app, &keyed, holder, since, again),
            Begun::Answered { answer } => return open(app, &keyed, &answer).await,
            Begun::AnotherRequest => {
                let text = "This Idempotency-Key was used for another request";
                return Err(Problem::new(Code::Invalid, text));
            }
            Begun::UnderWay if waited_from.elapsed() < WAIT_FOR_FIRST_ATTEMPT => {
                tokio::time::sleep(POLL_INTERVAL).await
            }
            Begun::UnderWay => return Err(under_way()),
        }
    };
    request.extensions_mut().insert(held.attempt());
    let response = held.run(next.run(request)).await;
    finish(app, &keyed, held, response).await
}

/// The answer while another attempt is executing the command.
fn under_way() -> Problem {
    Problem::new(Code::Conflict, "The same request is still being worked on").retry_after(1)
}

/// Stores the response if it is final. If that fails, the response is not sent, because a repetition would produce a
/// different one, for example with a later date.
async fn finish(app: &App, keyed: &Keyed, held: Claim, response: Response) -> Result<Response, Problem> {
    if !is_final(response.status(), keyed.is_somebody()) {
        // A refusal has no effects that a repetition has to find, unless an earlier attempt had some.
        if response.status().is_client_error() && !held.repetition {
            held.forget().await;
        } else {
            held.give_up().await;
        }
        return Ok(response);
    }
    if may_not_be_stored(&response) {
        // A repetition finds its own events and makes the response from them.
        held.give_up().await;
        return Ok(response);
    }
    let (response, sealed) = match sealed(app, keyed, response).await {
        Ok(sealed) => sealed,
        Err(problem) => {
            held.give_up().await;
            return Err(problem);
        }
    };
    match sealed {
        Some(sealed) => held.answer(&sealed).await?,
        // A repetition finds its own events and produces the response from them.
        None => held.give_up().await,
    }
    Ok(response)
}

/// The response, and what is stored of it: nothing if it cannot be sealed with somebody's key.
async fn sealed(app: &App, keyed: &Keyed, response: Response) -> Result<(Response, Option<String>), Problem> {
    let (response, kept) = storable(response).await?;
    let sealed = match kept {
        Some(kept) => seal(app, keyed, kept).await?,
        None => None,
    };
    Ok((response, sealed))
}

/// Whether nobody may store the response: it shows a secret, such as a token. A repetition makes it anew.
fn may_not_be_stored(response: &Response) -> bool {
    response.headers().get(header::CACHE_CONTROL).is_some_and(|value| value == "no-store")
}

/// Whether repeating the command would change nothing. A failure or a temporary refusal may be retried. For visitors,
/// only successes are stored, so that they cannot fill the table with refusals.
fn is_final(status: StatusCode, somebody: bool) -> bool {
    let for_the_moment =
        [StatusCode::UNAUTHORIZED, StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_MANY_REQUESTS];
    status.is_success() || (somebody && status.is_client_error() && !for_the_moment.contains(&status))
}

/// The right to execute a command. Released on drop: the command failed, panicked or timed out.
struct Claim {
    app: App,
    held: Held,
    seed: SubjectKey,
    repetition: bool,
    open: bool,
}

impl Claim {
    fn new(app: &App, keyed: &Keyed, holder: Uuid, since: DateTime<Utc>, repetition: bool) -> Self {
        let held = Held { id: keyed.id, holder };
        Self { app: app.clone(), held, seed: keyed.seed(since), repetition, open: true }
    }

    fn attempt(&self) -> KeyedAttempt {
        KeyedAttempt::new(self.seed.clone(), self.repetition)
    }

    /// Runs the command, and renews the claim meanwhile.
    async fn run(&self, command: impl Future<Output = Response>) -> Response {
        let renewing = async {
            loop {
                tokio::time::sleep(CLAIM_RENEWAL_INTERVAL).await;
                let until = self.app.clock.now() + CLAIM_LEASE;
                if let Err(error) = self.app.keys.renew(self.held, until).await {
                    tracing::warn!(%error, "cannot renew the key of a running command");
                }
            }
        };
        tokio::select! {
            response = command => response,
            () = renewing => unreachable!("renewing never ends"),
        }
    }

    async fn answer(mut self, answer: &str) -> Result<(), Problem> {
        match self.app.keys.answer(self.held, answer).await {
            Ok(true) => {
                self.open = false;
                Ok(())
            }
            Ok(false) => Err(under_way()),
            Err(error) => {
                self.give_up().await;
                Err(Problem::unavailable(&error))
            }
        }
    }

    async fn forget(mut self) {
        self.open = false;
        if let Err(error) = self.app.keys.forget(self.held).await {
            tracing::warn!(%error, "cannot delete the key of a refused command");
        }
    }

    /// Releases the claim, and waits for that, so that no late release meets the next attempt of the same request.
    async fn give_up(mut self) {
        release(&self.app, self.held).await;
        self.open = false;
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.open
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let (app, held) = (self.app.clone(), self.held);
            runtime.spawn(async move { release(&app, held).await });
        }
    }
}

/// Releases a claim as soon as the keys are available, and stops trying when its lease has expired anyway.
async fn release(app: &App, held: Held) {
    let claimed_until = tokio::time::Instant::now() + CLAIM_LEASE.to_std().unwrap_or_default();
    while let Err(error) = app.keys.release(held, app.clock.now()).await {
        if tokio::time::Instant::now() >= claimed_until {
            tracing::warn!(%error, "cannot release the key of a command");
            return;
        }
        tokio::time::sleep(RELEASE_PAUSE).await;
    }
}
