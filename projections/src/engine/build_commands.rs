//! Operators' commands about the builds of views.

use shared_events::Position;

use super::{
    Engine, Failure, Progress, RebuildError, Review, StaleBuilds, Verification, build::Built, decide,
    erasing, pause::By, rebuild, review, roll_back, verify,
};

impl Engine {
    /// Builds a new generation of a view beside the serving one, and swaps. Continues an interrupted build of this
    /// version. Dropping the future interrupts the build. May run beside engines in other processes, which then follow
    /// the log with the new generation.
    ///
    /// # Errors
    /// See [`RebuildError`]. The serving generation keeps serving.
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

    /// As [`Engine::rebuild`], but does not swap: records and returns the differences between the build and the
    /// serving generation. The build waits for [`Engine::swap`] or [`Engine::cancel_build`], and does not follow the
    /// log meanwhile.
    ///
    /// # Errors
    /// See [`RebuildError`]. Also returns `Busy` when the program itself needs the build.
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

    /// Lets a held build serve, and returns once it serves.
    ///
    /// # Errors
    /// See [`RebuildError`]. Returns `NotHeld` when no build is held.
    pub async fn swap(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<(), RebuildError> {
        decide::swap(&self.shared, name, &mut progress).await
    }

    /// As [`Engine::swap`], but leaves the swap to the process that runs the view, and returns at once.
    ///
    /// # Errors
    /// See [`Engine::swap`].
    pub async fn ask_for_swap(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("letting a build serve", decide::release(&self.shared, name, Some(asked_by)))
            .await
            .map(drop)
    }

    /// The differences between a view's held build and the serving generation; `None` when no build is held.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn review(&self, name: &str) -> Result<Option<Review>, RebuildError> {
        rebuild::known(&self.shared, name)?;
        Ok(self.bounded("the differences of a build", review::of_view(&self.shared.pool, name)).await?)
    }

    /// Requests a build by the process that runs the view, and returns at once. That process continues the build after
    /// a restart. The name of the requester is stored with the build.
    ///
    /// # Errors
    /// See [`RebuildError`]. Also returns `Busy` when a requested build has not begun yet.
    pub async fn ask_for_rebuild(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("a request for a build", rebuild::ask(&self.shared, name, asked_by, false)).await
    }

    /// As [`Engine::ask_for_rebuild`], but the build is held until [`Engine::swap`], as in
    /// [`Engine::rebuild_for_review`].
    ///
    /// # Errors
    /// See [`Engine::ask_for_rebuild`].
    pub async fn ask_for_review(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("a request for a build", rebuild::ask(&self.shared, name, asked_by, true)).await
    }

    /// Drops the previous generation, which the serving one has replaced.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn retire_previous(&self, name: &str) -> Result<(), RebuildError> {
        self.bounded("dropping a generation", rebuild::retire_previous(&self.shared, name)).await
    }

    /// Drops every build that has not reached `position`, where a person was erased, and that no process will update
    /// any more: builds of replaced versions, unfinished builds of other programs, and builds that were begun and
    /// abandoned. Keeps the builds that this program updates, because they reach that position by themselves.
    ///
    /// # Errors
    /// See [`RebuildError`]. A repeated call continues.
    pub async fn drop_stale_builds(&self, position: Position) -> Result<StaleBuilds, RebuildError> {
        erasing::drop_stale_builds(&self.shared, position).await
    }

    /// Overwrites the error messages of views and parked streams that contain one of these texts.
    ///
    /// # Errors
    /// When the database cannot be written. A repeated call continues.
    pub async fn forget_texts(&self, texts: &[String]) -> Result<(), Failure> {
        erasing::forget_texts(&self.shared, texts).await
    }

    /// Drops the unfinished build that an operator began, even while it runs. Returns whether there was one.
    ///
    /// # Errors
    /// See [`RebuildError`]. Returns `Needed` for a build that the program would begin again at once.
    pub async fn cancel_build(&self, name: &str) -> Result<bool, RebuildError> {
        self.bounded("cancelling a build", rebuild::cancel_build(&self.shared, name)).await
    }

    /// Builds a scratch generation beside the serving one, stops both at the same position, and compares them in one
    /// snapshot. The serving generation goes on meanwhile. The scratch generation is dropped at the end, or after a
    /// crash by the next process that runs the view.
    ///
    /// # Errors
    /// See [`RebuildError`]. Differences are no error: the [`Verification`] lists them.
    pub async fn verify(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<Verification, RebuildError> {
        verify::verify(&self.shared, name, &mut progress).await
    }

    /// Lets the previous generation serve again. The serving one becomes the previous one and follows the log. The
    /// program does not build the abandoned version of the code again, only a newer one; [`Engine::rebuild`] builds
    /// any version.
    ///
    /// # Errors
    /// See [`RebuildError`]. Returns `NoWayBack` when there is no previous generation, or no process can bring it to
    /// the position that readers have already seen.
    pub async fn roll_back(&self, name: &str) -> Result<(), RebuildError> {
        roll_back::roll_back(&self.shared, name, By::Operator).await
    }

    /// Stops all generations of a view, in every process, until [`Engine::resume`]. Verifications continue.
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
