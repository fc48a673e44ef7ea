//! `POST /admin/products/bulk`: an admin activates or deactivates many products.

use axum::extract::State;
use domain::form::FieldRefusal;
use domain::product::{
    Switcher,
    switch_product::{Refusal, SwitchProduct},
};
use serde::Deserialize;
use service_kit::{Problem, caller::Admin, extract::Json};
use shared_events::{Position, ids::ProductId};
use utoipa::ToSchema;

use super::{
    bulk::{BulkAnswer, BulkResult, selected},
    review::reason,
};
use crate::{
    application::{Failure, Writer},
    http::{answer::Answer, command::CommandBy, refusal::refusals},
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ProductsBulkRequest {
    action: ProductsAction,
    /// The ids of at most 100 products.
    ids: Vec<String>,
    /// The reason, for the audit.
    #[schema(nullable = false)]
    reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProductsAction {
    /// Put them on sale.
    Activate,
    /// Take them off sale.
    Deactivate,
}

/// Activate or deactivate many products
///
/// Each product is handled separately: some may fail while others succeed, as `results` shows. A product that is
/// already in the requested state counts as done.
#[utoipa::path(
    post,
    path = "/admin/products/bulk",
    tag = "admin",
    request_body(content = ProductsBulkRequest, example = json!({
        "action": "deactivate", "ids": ["2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c"], "reason": "Out of season.",
    })),
    responses(
        (status = 200, body = BulkAnswer, headers(("Greenstall-Position" = u64)),
            description = "Carried out, for all or for some",
            example = json!({"success": false, "message": "Some actions failed. Please try again.", "results": [
                {"id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "success": true},
                {"id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "success": false, "message": "Product not found"},
            ]})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn switch_products(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Json(request): Json<ProductsBulkRequest>,
) -> Result<Answer<BulkAnswer>, Refused> {
    let ids = selected(request.ids)?;
    let reason = reason(request.reason.as_deref())?;
    let is_active = request.action == ProductsAction::Activate;
    let mut reached = Position::START;
    let mut results = Vec::with_capacity(ids.len());
    for id in ids {
        let outcome = match id.parse::<ProductId>() {
            Ok(product_id) => {
                let by = Switcher::Admin;
                let command = SwitchProduct { product_id, by, is_active, reason: reason.clone() };
                writer.execute(&provenance, &command).await
            }
            Err(_) => Err(Failure::Refused(Refusal::NotFound)),
        };
        let outcome = outcome.map(|executed| reached = reached.max(executed.position));
        results.push(BulkResult::new(id, outcome.map_err(refusal_text)));
    }
    Ok(Answer::ok(reached, BulkAnswer::new(results)))
}

/// The failure of a row for the admin. Details for operators go to the log.
fn refusal_text(failure: Failure<Refusal>) -> String {
    match failure {
        Failure::Refused(refusal) => refusal.to_string(),
        other => other.into_problem(|refusal| Problem::internal(&refusal)).message().to_owned(),
    }
}

refusals! {
    Refused from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "Nothing or too much was selected, or there is no such action",
    }
}
