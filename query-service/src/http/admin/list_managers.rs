//! `GET /admin/managers`: the state of the process managers.

use axum::extract::State;
use service_kit::{Problem, caller::Admin, extract::Json, problem::ProblemBody};

use crate::{App, operations::ManagerList};

/// List the process managers
///
/// The position of each process manager, the process that runs them, and their pending work. Errors are shown without
/// e-mail addresses and quoted values. Amounts of money are read from events whose personal data stays sealed.
#[utoipa::path(
    get,
    path = "/admin/managers",
    tag = "admin",
    responses(
        (status = 200, body = ManagerList),
        (status = 503, body = ProblemBody, description = "The database or the log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn list_managers(
    State(app): State<App>,
    Admin(_admin): Admin,
) -> Result<Json<ManagerList>, Problem> {
    app.operations.managers().await.map(Json).map_err(|failure| Problem::unavailable(&failure))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_manager_reports_its_backlog_and_the_money_in_it() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let all = market.get_as(&root, "/admin/managers").await.ok();
        assert_eq!((&all["lease"]["process"], &all["lease"]["generation"]), (&json!(41), &json!(null)));
        let manager = &all["managers"][0];
        assert_eq!((&manager["state"], &manager["lag"]), (&json!("failing"), &json!(2)));
        let subject = &manager["subjects"][0];
        assert_eq!((&subject["tries"], &subject["error"]), (&json!(3), &json!("the provider is away")));
        assert_eq!(subject["money"], json!({ "kind": "refund", "amount": 12.5 }));
    }
}
