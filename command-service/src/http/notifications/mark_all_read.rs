//! `PUT /notifications/read-all`: mark all notifications as read.

use axum::extract::State;
use domain::inbox::read_notification::ReadAllNotifications;
use service_kit::caller::Caller;

use super::mark_read::NotificationsMarked;
use crate::{
    application::Writer,
    http::{answer::Answer, command::CommandBy, refusal::refusals},
};

/// Mark all notifications as read
///
/// Marks all notifications that the caller has received so far. A body is ignored.
#[utoipa::path(
    put,
    path = "/notifications/read-all",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "notifications",
    responses(
        (status = 200, body = NotificationsMarked, headers(("Greenstall-Position" = u64)),
            description = "Read", example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_all_notifications_read(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
) -> Result<Answer<NotificationsMarked>, Refused> {
    let command = ReadAllNotifications { account_id: caller.account };
    let read = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(read.position, NotificationsMarked { success: true }))
}

refusals! { Refused }

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use crate::http::testing::Shop;

    #[tokio::test]
    async fn all_notifications_are_marked_as_read_at_once() {
        let shop = Shop::open();
        let anna = shop.customer().await;
        shop.put("/notifications/read-all", Some(&anna), &json!({})).await.done(StatusCode::OK);
        assert_eq!(shop.history("inbox", anna.id).await, ["AllNotificationsRead"]);
        let nobody = shop.put("/notifications/read-all", None, &json!({})).await;
        assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    }
}
