//! What merchants offer: `/products`.

mod list_product;
mod product;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_product::list_product))
}
