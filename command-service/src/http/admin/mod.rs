//! What admins decide: `/admin/…`.

mod review_product;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(review_product::review_product))
}
