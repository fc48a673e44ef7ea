//! Begins a build again whose tables are damaged: gone, or with rows of somebody else.
//!
//! The dropped build keeps its error. By that its successor knows that it was begun again, and leaves a second damage to
//! an operator.

use postgres_kit::statements;

use super::{
    Failure, View, checkpoint,
    generation::{self, Generation},
    notify,
    pause::By,
    session::open_for_act,
    shared::Shared,
    swap::retire,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn was_begun_again(view: &str, code_version: i32, number: i32, error: &str) -> value bool =
        include_str!("sql/damaged/was_begun_again.sql");
}

/// How the error of a build begins that was dropped because of its tables.
const DROPPED: &str = "dropped, and begun again: ";

/// Drops the build and plans its successor, with the same request of an operator. Returns [`Failure::DamagedAgain`]
/// instead when the build is such a successor itself, unless an operator builds it at a terminal.
pub(super) async fn begin_again(
    shared: &Shared,
    view: &dyn View,
    build: &Generation,
    damaged: Failure,
    by: By,
) -> Result<(), Failure> {
    let (name, version) = (view.name(), view.version());
    let asked = sql::was_begun_again(name, version, build.number, DROPPED);
    if by == By::Program && asked.fetch_one(&shared.pool).await? {
        return Err(Failure::DamagedAgain { view: name.to_owned(), damaged: Box::new(damaged) });
    }
    tracing::error!(view = name, generation = build.number, %damaged, "build dropped, and begun again");
    let mut connection = open_for_act(shared).await?;
    retire(&mut connection, &shared.limits, build).await?;
    let now = shared.clock.now();
    checkpoint::show_error(&mut connection, build.id, &format!("{DROPPED}{damaged}"), now).await?;
    generation::plan(&mut connection, name, version, false, now).await?;
    if let Some(asked_by) = &build.asked_by {
        let all = generation::of_view(&mut connection, name).await?;
        if let Some(planned) = super::build::unfinished(view, &all) {
            generation::note_request(&mut connection, planned.id, asked_by, build.held, now).await?;
        }
    }
    notify::rearranged(&mut connection, name).await;
    Ok(())
}
