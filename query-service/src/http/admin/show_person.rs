//! `GET /admin/people/{who}`: a summary of the log's events about a person.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path, Query},
    problem::ProblemBody,
};
use shared_events::{Position, ids::AccountId};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    App,
    http::lenient::NumberOrText,
    operations::PersonPage,
    queries::{accounts, failed, orders},
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW, orders::VIEW];

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PersonQuery {
    /// Continues after this position: the `upTo` of the previous answer.
    #[param(value_type = Option<NumberOrText>, inline)]
    after: Option<String>,
}

/// A person with an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Person {
    /// The account's id.
    #[serde(rename = "_id")]
    id: Uuid,
    /// The person's name; null after the erasure.
    #[schema(required)]
    name: Option<String>,
    /// The person's e-mail address; null after the erasure.
    #[schema(required)]
    email: Option<String>,
    /// `customer`, `merchant` or `admin`; null after the erasure.
    #[schema(required)]
    role: Option<&'static str>,
    /// The numbers of the person's unfinished purchases and sales.
    open_orders: Vec<String>,
    /// The log's events about the person.
    log: PersonPage,
}

/// Summarize the log's events about a person
///
/// The number of events about the person, and of readable personal values in them. A request reads the log for one
/// second: repeat it with `after` until `end` is true.
#[utoipa::path(
    get,
    path = "/admin/people/{who}",
    tag = "admin",
    params(("who" = String, Path, description = "The account's id or its e-mail address"), PersonQuery),
    responses(
        (status = 200, body = Person),
        (status = 404, body = ProblemBody, description = "User not found"),
        (status = 503, body = ProblemBody, description = "The log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn show_person(
    State(app): State<App>,
    Admin(_admin): Admin,
    Path(who): Path<String>,
    Query(query): Query<PersonQuery>,
) -> Result<Json<Person>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "User not found");
    let id = match who.parse::<AccountId>() {
        Ok(id) => id,
        Err(_) => accounts::id_of(&app.pool, &who).await.map_err(failed)?.ok_or_else(not_found)?,
    };
    let after = query.after.and_then(|after| after.parse().ok()).map_or(Position::START, Position);
    let log = app.operations.person(id, after).await.map_err(|failure| Problem::unavailable(&failure))?;
    let log = log.ok_or_else(not_found)?;
    let user = accounts::user(&app.pool, id).await.map_err(failed)?;
    let open_orders = orders::open_numbers(&app.pool, id).await.map_err(failed)?;
    let user = user.filter(|_| log.erased_at.is_none());
    let role = user.as_ref().map(|user| user.role.as_str());
    let (name, email) = user.map(|user| (user.name, user.email)).unzip();
    Ok(Json(Person { id: id.uuid(), name, email, role, open_orders, log }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_person_is_found_by_id_or_email_with_their_open_orders() {
        let mut market = Market::open().await;
        let (root, ada) = (market.admin().await, market.customer("Ada").await);
        let farm = market.merchant("Green Farm", "05401").await;
        let order = market.checkout(&ada, &[&farm]).await[0];
        let shown = market.get_as(&ada, &format!("/orders/{order}")).await.ok();
        let log = json!({
            "erasedAt": null, "head": 40, "upTo": 40, "end": true,
            "counts": [{ "category": "order", "events": 3, "readable": 2, "erased": 0 }],
        });
        for who in [ada.id.to_string(), "ADA@example.org".to_owned()] {
            let found = market.get_as(&root, &format!("/admin/people/{who}")).await.ok();
            let expected = json!({
                "_id": ada.id, "name": "Ada", "email": "ada@example.org", "role": "customer",
                "openOrders": [shown["orderNumber"]], "log": log,
            });
            assert_eq!(found, expected);
        }
        let seller = market.get_as(&root, &format!("/admin/people/{}", farm.id)).await.ok();
        assert_eq!(seller["openOrders"], json!([shown["orderNumber"]]));
        let nothing = market.get_as(&root, &format!("/admin/people/{}", root.id)).await.ok();
        assert_eq!(nothing["openOrders"], json!([]));
    }

    #[tokio::test]
    async fn unknown_people_and_non_admins_are_refused() {
        let mut market = Market::open().await;
        let (root, ada) = (market.admin().await, market.customer("Ada").await);
        for who in ["00000000-0000-0000-0000-000000000002", "nobody@example.org", "7", "%00"] {
            let refused = market.get_as(&root, &format!("/admin/people/{who}")).await;
            assert_eq!(refused.refusal(), (404, "User not found"), "{who}");
        }
        let path = format!("/admin/people/{}", ada.id);
        assert_eq!(market.get_as(&ada, &path).await.refusal().0, 403);
    }
}
