//! `POST` and `DELETE /users/favorites/{productId}`: add and remove a favourite.

use axum::extract::State;
use domain::favourite::remove_favourite::RemoveFavourite;
use service_kit::{caller::Caller, extract::Path};

use crate::{
    application::{
        Writer,
        accounts::{self, FavouriteRefusal},
    },
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{NoSuch, parse_id, refusals},
    },
};

/// Add a favourite
///
/// Adding a favourite twice changes nothing.
#[utoipa::path(
    post,
    path = "/users/favorites/{productId}",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "users",
    params(("productId" = Uuid, Path, description = "The product")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is a favourite",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn add_favourite(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, NotAdded> {
    let product = parse_id(&id, FavouriteRefusal::NotFound)?;
    let position = accounts::add_favourite(&writer, &provenance, caller.account, product).await?;
    Ok(Answer::ok(position, Done::OK))
}

/// Remove a favourite
///
/// Removing a product that is no favourite changes nothing.
#[utoipa::path(
    delete,
    path = "/users/favorites/{productId}",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "users",
    params(("productId" = Uuid, Path, description = "The product")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is no favourite",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn remove_favourite(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, NotRemoved> {
    let product_id = parse_id(&id, NoSuch("Product not found"))?;
    let command = RemoveFavourite { account_id: caller.account, product_id };
    let removed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(removed.position, Done::OK))
}

refusals! {
    NotAdded from FavouriteRefusal {
        FavouriteRefusal::NotFound => NotFound when "No such product",
        FavouriteRefusal::Refused(_) => Conflict when "There are too many already",
    }
}

refusals! {
    NotRemoved from NoSuch {
        _ => NotFound when "No id of a product",
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
