//! `POST` and `DELETE /users/favorites/{productId}`: add and remove a favourite.

use axum::extract::State;
use domain::favourite::remove_favourite::RemoveFavourite;
use service_kit::{Code, Problem, caller::Caller, extract::Path, problem::ProblemBody};

use crate::{
    application::{
        Writer,
        accounts::{self, FavouriteRefusal},
    },
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{id_in_path, problem},
    },
};

/// Add a favourite
///
/// Adding a favourite twice changes nothing.
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
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Problem> {
    let product = id_in_path(&id, "Product not found")?;
    let added = accounts::add_favourite(&writer, &provenance, caller.account, product).await;
    added.map(|position| Answer::ok(position, Done::OK)).map_err(|failure| failure.into_problem(refused))
}

/// Remove a favourite
///
/// Removing a product that is no favourite changes nothing.
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
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Problem> {
    let product_id = id_in_path(&id, "Product not found")?;
    let command = RemoveFavourite { account_id: caller.account, product_id };
    let removed = writer.execute(&provenance, &command).await;
    let removed = removed.map_err(|failure| failure.into_problem(|never| match never {}))?;
    Ok(Answer::ok(removed.position, Done::OK))
}

fn refused(refusal: FavouriteRefusal) -> Problem {
    match refusal {
        FavouriteRefusal::NotFound => problem(Code::NotFound, &refusal),
        FavouriteRefusal::Refused(_) => problem(Code::Conflict, &refusal),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::{Value, json};
    use uuid::Uuid;

    use crate::http::{market::Market, testing::*};

    const OK: StatusCode = StatusCode::OK;

    #[tokio::test]
    async fn a_product_that_is_not_on_sale_is_no_favourite() {
        let shop = Shop::open();
        let anna = shop.customer().await;
        for id in ["7".to_owned(), Uuid::from_u128(7).to_string()] {
            let path = format!("/users/favorites/{id}");
            let reply = shop.post(&path, Some(&anna), &Value::Null).await;
            assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Product not found");
            shop.post(&path, None, &Value::Null).await.refused(StatusCode::UNAUTHORIZED);
        }
    }

    #[tokio::test]
    async fn a_favourite_is_added_once_and_removed_once() {
        let market = Market::open().await;
        let (shop, anna) = (&market.shop, &market.anna);
        let path = format!("/users/favorites/{}", market.tomatoes);
        let call = async |method: Method| {
            let reply = shop.call(method, &path, Some(anna), &Value::Null).await;
            reply.done(OK);
            reply.position()
        };
        let added = call(Method::POST).await;
        assert_eq!(call(Method::POST).await, added, "the same again changes nothing");
        assert_eq!(shop.history("favourite", anna.id).await, ["FavouriteAdded"]);
        let removed = call(Method::DELETE).await;
        assert!(removed > added);
        assert_eq!(call(Method::DELETE).await, removed);
        assert_eq!(shop.history("favourite", anna.id).await, ["FavouriteAdded", "FavouriteRemoved"]);
        shop.call(Method::DELETE, &path, None, &Value::Null).await.refused(StatusCode::UNAUTHORIZED);
        shop.put(
            &format!("/products/{}/toggle-status", market.tomatoes),
            Some(&market.mia),
            &json!({"isActive": false}),
        )
        .await
        .done(OK);
        let reply = shop.post(&path, Some(anna), &Value::Null).await;
        assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Product not found");
    }
}
