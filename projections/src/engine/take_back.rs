//! Lets this program's own generation of a view serve again: after an operator has gone back to this program from a newer
//! one, and after a newer program has come back.
//!
//! No program can write a generation of newer code. While a newer program runs, it holds the lease of that generation, and
//! an older one beside it changes nothing. When no process has held the lease for its duration, the newer program is gone.

use std::sync::Arc;

use postgres_kit::within;
use tokio::time::Instant;

use super::{
    Failure, RebuildError, View,
    generation::{Generation, State},
    pause::By,
    roll_back::roll_back,
    session::{Session, is_leased},
    shared::Shared,
};

/// Watches whether newer programs have left a view.
#[derive(Default)]
pub(super) struct Newer {
    /// The serving generation of newer code, and since when nobody writes it.
    unwritten: Option<(i32, Instant)>,
}

impl Newer {
    /// Whether newer code has built the serving generation, and no process writes it any more.
    pub(super) async fn is_gone(
        &mut self,
        shared: &Shared,
        view: &dyn View,
        generations: &[Generation],
    ) -> Result<bool, sqlx::Error> {
        let newer = serving(generations).filter(|one| one.code_version > view.version());
        let Some(newer) = newer else {
            self.unwritten = None;
            return Ok(false);
        };
        if is_leased(&shared.pool, newer.id).await? {
            self.unwritten = None;
            return Ok(false);
        }
        let (id, since) = self.unwritten.unwrap_or((newer.id, Instant::now()));
        self.unwritten = Some(if id == newer.id { (id, since) } else { (newer.id, Instant::now()) });
        Ok(id == newer.id && since.elapsed() >= shared.limits.lease)
    }
}

pub(super) fn serving(generations: &[Generation]) -> Option<&Generation> {
    generations.iter().find(|one| one.state == State::Serving)
}

/// The previous generation, if this version of the code has built it: it follows the log, so it can serve at once.
pub(super) fn own_previous<'a>(view: &dyn View, generations: &'a [Generation]) -> Option<&'a Generation> {
    let is_own = |one: &&Generation| one.state == State::Previous && one.code_version == view.version();
    generations.iter().find(is_own).filter(|one| !one.beyond_log)
}

/// Lets the view's previous generation serve again in place of this one. Does nothing when a newer program has come back
/// and writes it.
pub(super) async fn take_back(
    shared: &Shared,
    view: Arc<dyn View>,
    serving: &Generation,
) -> Result<(), Failure> {
    let mut session = Session::open(shared, serving).await?;
    let is_newer = serving.code_version > view.version();
    if is_newer && !session.try_lease(serving.id).await? {
        session.close().await;
        return Ok(());
    }
    let rolled_back =
        within(shared.limits.batch * 2, "taking a view back", roll_back(shared, view.name(), By::Program))
            .await;
    session.close().await;
    match rolled_back {
        Ok(()) => {
            let (view, from, to) = (view.name(), serving.code_version, view.version());
            tracing::warn!(view, from, to, "the build of this program serves again");
            Ok(())
        }
        Err(RebuildError::Failed(failure)) => Err(failure),
        // Another process was faster, or queries did not let the swap through: the supervisor looks again.
        Err(error) => {
            tracing::info!(view = view.name(), %error, "not taken back yet");
            Ok(())
        }
    }
}
