//! `POST` and `DELETE /users/favorites/{productId}`: add and remove a favourite.

use axum::extract::State;
use domain::favourite::remove_favourite::RemoveFavourite;
use service_kit::{Code, Problem, caller::Caller, extract::Path, problem::ProblemBody};

use crate::{
    App,
    application::accounts::{self, FavouriteRefusal},
    http::{
        answer::Answer,
        done::Done,
        refusal::{id_in_path, problem},
    },
};

/// Add a favourite
///
/// Adding it twice changes nothing.
#[utoipa::path(
    post,
    path = "/users/favorites/{productId}",
    tag = "users",
    params(("productId" = Uuid, Path, description = "The product")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is a favourite",
            example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such product"),
        (status = 409, body = ProblemBody, description = "There are too many already"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn add_favourite(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Problem> {
    let product = id_in_path(&id, "Product not found")?;
    let provenance = app.command_by(caller.actor());
    let added = accounts::add_favourite(&app, &provenance, caller.account, product).await;
    added.map(|position| Answer::ok(position, Done::OK)).map_err(|failure| failure.into_problem(refused))
}

/// Remove a favourite
///
/// Removing what is none changes nothing.
#[utoipa::path(
    delete,
    path = "/users/favorites/{productId}",
    tag = "users",
    params(("productId" = Uuid, Path, description = "The product")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is no favourite",
            example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No id of a product"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn remove_favourite(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Problem> {
    let product_id = id_in_path(&id, "Product not found")?;
    let command = RemoveFavourite { account_id: caller.account, product_id };
    let removed = app.writer.execute(&app.command_by(caller.actor()), &command).await;
    let removed = removed.map_err(|failure| failure.into_problem(|never| match never {}))?;
    Ok(Answer::ok(removed.position, Done::OK))
}

fn refused(refusal: FavouriteRefusal) -> Problem {
    match refusal {
        FavouriteRefusal::NotFound => problem(Code::NotFound, &refusal),
        FavouriteRefusal::Refused(_) => problem(Code::Conflict, &refusal),
    }
}
