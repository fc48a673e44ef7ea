//! `POST /admin/views/{name}/rebuild`: have a view built anew.

use axum::extract::State;
use service_kit::{Code, Problem, caller::Admin, extract::Path, problem::ProblemBody};

use crate::{
    App,
    application::problem,
    http::{Answer, done::Done},
    operations::Refusal,
};

/// Have a view built anew
///
/// What serves goes on until the new build takes over; `GET /admin/views` shows how far it is, and who asked for it.
#[utoipa::path(
    post,
    path = "/admin/views/{name}/rebuild",
    tag = "admin",
    params(("name" = String, Path, description = "The view", example = "catalog")),
    responses(
        (status = 202, body = Done, headers(("Greenstall-Position" = u64)), description = "It will be built",
            example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json", description = "Not an admin"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "No such view"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json",
            description = "It is being built already, or paused"),
        (status = 503, body = ProblemBody, content_type = "application/problem+json",
            description = "The request could not be written down"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn rebuild_view(
    State(app): State<App>,
    Admin(admin): Admin,
    Path(name): Path<String>,
) -> Result<Answer<Done>, Problem> {
    app.operations.rebuild(&name, admin.account).await.map_err(|refusal| match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::Busy | Refusal::Paused => problem(Code::Conflict, &refusal),
        Refusal::Failed(cause) => Problem::unavailable(&cause),
    })?;
    let head = app.log.head().await.map_err(|error| Problem::unavailable(&error))?;
    Ok(Answer::accepted(head, Done::OK))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use async_trait::async_trait;
    use axum::http::StatusCode;
    use serde_json::json;
    use shared_events::ids::AccountId;

    use crate::{
        http::testing::Shop,
        operations::{Operations, Refusal},
    };

    /// Remembers what was asked for.
    #[derive(Default)]
    struct Book(Mutex<Vec<(String, AccountId)>>);

    #[async_trait]
    impl Operations for Book {
        async fn rebuild(&self, view: &str, asked_by: AccountId) -> Result<(), Refusal> {
            match view {
                "busy" => Err(Refusal::Busy),
                "paused" => Err(Refusal::Paused),
                "lost" => Err(Refusal::Failed("the database is gone".to_owned())),
                "catalog" => {
                    self.0.lock().unwrap().push((view.to_owned(), asked_by));
                    Ok(())
                }
                _ => Err(Refusal::NotFound),
            }
        }
    }

    #[tokio::test]
    async fn the_request_is_passed_on_with_who_asked() {
        let mut shop = Shop::open();
        let book = Arc::<Book>::default();
        shop.exchange_operations(book.clone());
        let root = shop.admin().await;
        let reply = shop.post("/admin/views/catalog/rebuild", Some(&root), &json!({})).await;
        assert_eq!((reply.status, &reply.body), (StatusCode::ACCEPTED, &json!({"success": true})));
        assert!(reply.headers.contains_key("greenstall-position"));
        assert_eq!(*book.0.lock().unwrap(), [("catalog".to_owned(), AccountId::new(root.id))]);
    }

    #[tokio::test]
    async fn what_cannot_be_built_is_refused() {
        let mut shop = Shop::open();
        shop.exchange_operations(Arc::<Book>::default());
        let root = shop.admin().await;
        for (name, status, text) in [
            ("katalog", StatusCode::NOT_FOUND, "View not found"),
            ("%00", StatusCode::NOT_FOUND, "View not found"),
            ("busy", StatusCode::CONFLICT, "This view is being built already"),
            ("paused", StatusCode::CONFLICT, "This view is paused"),
            (
                "lost",
                StatusCode::SERVICE_UNAVAILABLE,
                "Greenstall is not available right now. Please try again.",
            ),
        ] {
            let path = format!("/admin/views/{name}/rebuild");
            assert_eq!(shop.post(&path, Some(&root), &json!({})).await.refused(status), text, "{name}");
        }
    }

    #[tokio::test]
    async fn it_is_for_admins() {
        let shop = Shop::open();
        let path = "/admin/views/catalog/rebuild";
        shop.post(path, None, &json!({})).await.refused(StatusCode::UNAUTHORIZED);
        let anna = shop.customer().await;
        shop.post(path, Some(&anna), &json!({})).await.refused(StatusCode::FORBIDDEN);
    }
}
