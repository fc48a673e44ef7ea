//! `PUT /notifications/{id}/read`: mark a notification as read.

use axum::extract::State;
use serde::Serialize;
use service_kit::{caller::Caller, extract::Path};
use utoipa::ToSchema;

use crate::{
    application::{
        Writer,
        notifications::{self, NotFound},
    },
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotificationsMarked {
    /// Always true.
    pub(super) success: bool,
}

/// Mark a notification as read
///
/// The notification must be the caller's own. A body is ignored.
#[utoipa::path(
    put,
    path = "/notifications/{id}/read",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "notifications",
    params(("id" = String, Path, description = "The notification")),
    responses(
        (status = 200, body = NotificationsMarked, headers(("Greenstall-Position" = u64)),
            description = "Read", example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_notification_read(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<NotificationsMarked>, Refused> {
    let id = parse_id(&id, NotFound)?;
    let position = notifications::read(&writer, &provenance, caller.account, &id).await?;
    Ok(Answer::ok(position, NotificationsMarked { success: true }))
}

refusals! {
    Refused from NotFound {
        NotFound => NotFound when "No such notification, or somebody else's",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use crate::http::{
        market::Market,
        testing::{Person, Reply, Shop},
    };

    async fn read(shop: &Shop, who: Option<&Person>, id: &str) -> Reply {
        shop.put(&format!("/notifications/{id}/read"), who, &json!({})).await
    }

    #[tokio::test]
    async fn a_notification_is_marked_as_read_only_by_its_recipient() {
        let market = Market::open().await;
        let payment = market.intent(&market.anna, &market.cart()).await;
        market.pays(&payment).await;
        let orders = market.orders().await;
        let (order, merchant) = orders[0];
        let seller =
            [&market.mia, &market.ben].into_iter().find(|person| person.id == merchant.uuid()).unwrap();
        let confirmed = json!({"status": "confirmed"});
        market
            .shop
            .put(&format!("/orders/{order}/status"), Some(seller), &confirmed)
            .await
            .done(StatusCode::OK);
        let [placed, confirmed] = [1, 2].map(|version| format!("order-{order}-{version}"));
        let account = format!("account-{}-3", market.mia.id);
        let product = format!("product-{}-2", market.tomatoes);
        for (id, owner) in
            [(&placed, seller), (&confirmed, &market.anna), (&account, &market.mia), (&product, &market.mia)]
        {
            for person in [&market.anna, &market.mia, &market.ben, &market.admin] {
                let reply = read(&market.shop, Some(person), id).await;
                if person.id == owner.id {
                    reply.done(StatusCode::OK);
                } else {
                    assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Notification not found", "{id}");
                }
            }
            let again = read(&market.shop, Some(owner), id).await;
            again.done(StatusCode::OK);
        }
        assert_eq!(market.shop.history("inbox", market.anna.id).await, ["NotificationRead"]);
        assert_eq!(read(&market.shop, None, &placed).await.status, StatusCode::UNAUTHORIZED);
    }

    #[tokio::test]
    async fn an_unknown_notification_is_not_found() {
        let market = Market::open().await;
        let (mia, tomatoes) = (&market.mia, market.tomatoes);
        for id in [
            "7".to_owned(),
            "order".to_owned(),
            tomatoes.to_string(),
            // The listing of a product, which notifies no account.
            format!("product-{tomatoes}-1"),
            format!("product-{tomatoes}-99"),
            format!("order-{tomatoes}-1"),
            format!("credential-{}-1", mia.id),
            format!("nothing-{tomatoes}-1"),
        ] {
            let reply = read(&market.shop, Some(mia), &id).await;
            assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Notification not found", "{id}");
        }
        assert!(market.shop.history("inbox", mia.id).await.is_empty());
    }
}
