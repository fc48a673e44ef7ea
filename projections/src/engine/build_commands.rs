//! What operators do about the builds of views.

use shared_events::Position;

use super::{
    Engine, Failure, Progress, RebuildError, Review, StaleBuilds, Verification, build::Built, decide,
    erasing, rebuild, review, roll_back, verify,
};

impl Engine {
    /// Builds a view anew beside the generation that serves, and swaps. A build of this version that was interrupted is
    /// continued. Dropping the future interrupts it. May run beside engines in other processes, which take the new
    /// generation over.
    ///
    /// # Errors
    /// See [`RebuildError`]. What serves, still serves.
    pub async fn rebuild(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<(), RebuildError> {
        match rebuild::rebuild(&self.shared, name, false, &mut progress).await? {
            Built::Serves => Ok(()),
            Built::Held(_) => Err(RebuildError::Held(name.to_owned())),
        }
    }

    /// The same, but what is built does not serve: its differences from what serves are written down and answered, and it
    /// waits for [`Engine::swap`] or [`Engine::cancel_build`]. Meanwhile it does not follow the log.
    ///
    /// # Errors
    /// See [`RebuildError`]; `Busy` also for a build that the program needs.
    pub async fn rebuild_for_review(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<Review, RebuildError> {
        match rebuild::rebuild(&self.shared, name, true, &mut progress).await? {
            Built::Serves => Err(RebuildError::NotHeld(name.to_owned())),
            Built::Held(review) => Ok(*review),
        }
    }

    /// Lets a build serve that waits for this, and returns when it does.
    ///
    /// # Errors
    /// See [`RebuildError`]; `NotHeld` when no build waits for it.
    pub async fn swap(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<(), RebuildError> {
        decide::swap(&self.shared, name, &mut progress).await
    }

    /// The same for the process that runs the view: returns at once.
    ///
    /// # Errors
    /// See [`Engine::swap`].
    pub async fn ask_for_swap(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("letting a build serve", decide::release(&self.shared, name, Some(asked_by)))
            .await
            .map(drop)
    }

    /// How the build of a view that waits for a decision differs from what serves; `None` when none waits.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn review(&self, name: &str) -> Result<Option<Review>, RebuildError> {
        rebuild::known(&self.shared, name)?;
        Ok(self.bounded("the differences of a build", review::of_view(&self.shared.pool, name)).await?)
    }

    /// Has a view built anew by the process that runs it, which goes on with it after a restart, too, and returns at once.
    /// Who asked is kept with the build.
    ///
    /// # Errors
    /// See [`RebuildError`]; `Busy` also for a build that was asked for before and has not begun.
    pub async fn ask_for_rebuild(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("a request for a build", rebuild::ask(&self.shared, name, asked_by, false)).await
    }

    /// The same, but what is built waits for [`Engine::swap`], as in [`Engine::rebuild_for_review`].
    ///
    /// # Errors
    /// See [`Engine::ask_for_rebuild`].
    pub async fn ask_for_review(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("a request for a build", rebuild::ask(&self.shared, name, asked_by, true)).await
    }

    /// Drops the generation that the serving one has replaced.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn retire_previous(&self, name: &str) -> Result<(), RebuildError> {
        self.bounded("dropping a generation", rebuild::retire_previous(&self.shared, name)).await
    }

    /// Drops every build that ends before `position`, at which a person was forgotten, and that nothing will ever
    /// update: what an upgrade has replaced, what another program has left unfinished, what was begun and not continued.
    /// Builds that this program updates are left alone: they come to that position by themselves.
    ///
    /// # Errors
    /// See [`RebuildError`]; asking again goes on.
    pub async fn drop_stale_builds(&self, position: Position) -> Result<StaleBuilds, RebuildError> {
        erasing::drop_stale_builds(&self.shared, position).await
    }

    /// Overwrites the errors beside views and parked streams in which one of these texts stands.
    ///
    /// # Errors
    /// When the database cannot be written; asking again goes on.
    pub async fn forget_texts(&self, texts: &[String]) -> Result<(), Failure> {
        erasing::forget_texts(&self.shared, texts).await
    }

    /// Drops the unfinished build that an operator has begun, even while it is under way. `false`: there was none.
    ///
    /// # Errors
    /// See [`RebuildError`]; `Needed` for a build that the program would begin again at once.
    pub async fn cancel_build(&self, name: &str) -> Result<bool, RebuildError> {
        self.bounded("cancelling a build", rebuild::cancel_build(&self.shared, name)).await
    }

    /// Builds the view anew beside the generation that serves, stops both at the same position, and compares them in
    /// one snapshot, while what serves goes on. What was built for it is dropped, here or, after a crash, by whoever
    /// runs next.
    ///
    /// # Errors
    /// See [`RebuildError`]. Differences are no error: they are in the [`Verification`].
    pub async fn verify(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<Verification, RebuildError> {
        verify::verify(&self.shared, name, &mut progress).await
    }

    /// Lets the generation before serve again; the one that serves becomes the previous one, and follows. The version
    /// of the code that was rolled back from is not built again by itself: a newer one is, and `rebuild` builds any.
    ///
    /// # Errors
    /// See [`RebuildError`]; `NoWayBack` when there is no previous generation, or nobody can bring it to the position
    /// that readers have seen.
    pub async fn roll_back(&self, name: &str) -> Result<(), RebuildError> {
        roll_back::roll_back(&self.shared, name).await
    }

    /// Keeps all generations of a view where they are, in every process, until [`Engine::resume`]. Verifications go on.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn pause(&self, name: &str) -> Result<(), RebuildError> {
        self.bounded("pausing", rebuild::pause(&self.shared, name, true)).await
    }

    /// Ends a pause.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn resume(&self, name: &str) -> Result<(), RebuildError> {
        self.bounded("resuming", rebuild::pause(&self.shared, name, false)).await
    }
}
