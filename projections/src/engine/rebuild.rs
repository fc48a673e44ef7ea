//! Builds that a person asks for.

use std::sync::Arc;

use super::{
    Failure, Shared, View, build,
    generation::{self, Generation, State},
    progress::Progress,
    session::Session,
    swap::retire,
};

/// A view was not built anew.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// There is no view of this name.
    #[error("there is no view called {name:?}; there are {known}")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// Another process is building it.
    #[error("{0} is being built already")]
    Busy(String),
    /// Something went wrong. Asking again continues where it stopped.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl From<sqlx::Error> for RebuildError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

pub(super) async fn rebuild(
    shared: &Shared,
    name: &str,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(), RebuildError> {
    let view = known(shared, name)?;
    let planned = plan(shared, &**view).await?;
    let mut session = Session::open(&shared.pool, &planned).await?;
    let busy = || RebuildError::Busy(name.to_owned());
    if !session.try_lease(planned.id).await? {
        return Err(busy());
    }
    // Whoever had the lease before may have changed everything.
    let planned = generation::by_id(&mut session.connection, planned.id).await?;
    if planned.state != State::Building {
        return Err(busy());
    }
    let built = build::build(shared, Arc::clone(view), session, &planned, report).await;
    if let Err(failure) = &built {
        // The error that the caller gets matters more than whether others see it, too.
        let _ =
            generation::show_error(&shared.pool, planned.id, &failure.to_string(), shared.clock.now()).await;
    }
    Ok(built?)
}

/// The build of this version of the code that is not finished, else a new one.
async fn plan(shared: &Shared, view: &dyn View) -> Result<Generation, RebuildError> {
    loop {
        // Looked for first: planning waits for the transaction of a build that is under way.
        let generations = generation::of_view(&shared.pool, view.name()).await?;
        if let Some(planned) = build::unfinished(view, &generations) {
            return Ok(planned.clone());
        }
        generation::plan(&shared.pool, view.name(), view.version(), false, shared.clock.now()).await?;
    }
}

pub(super) async fn retire_previous(shared: &Shared, name: &str) -> Result<(), RebuildError> {
    let view = known(shared, name)?;
    let mut connection = shared.pool.acquire().await?;
    for one in generation::of_view(&mut *connection, view.name()).await? {
        if one.state == State::Previous {
            retire(&mut connection, &one).await?;
        }
    }
    Ok(())
}

fn known<'a>(shared: &'a Shared, name: &str) -> Result<&'a Arc<dyn View>, RebuildError> {
    shared.view(name).ok_or_else(|| RebuildError::Unknown {
        name: name.to_owned(),
        known: shared.views.iter().map(|view| view.name()).collect::<Vec<_>>().join(", "),
    })
}
