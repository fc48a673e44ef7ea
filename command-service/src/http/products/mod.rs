//! Endpoints of products: `/products`.

mod delete_product;
mod forms;
mod list_product;
mod look_at_product;
mod product;
mod resubmit_certificate;
mod resubmit_product;
mod revise_product;
pub(super) mod standing;
mod switch_product;
#[cfg(test)]
pub(crate) mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(list_product::list_product))
        .routes(route!(revise_product::revise_product))
        .routes(route!(delete_product::delete_product))
        .routes(route!(look_at_product::look_at_product))
        .routes(route!(switch_product::switch_product))
        .routes(route!(resubmit_product::resubmit_product))
        .routes(route!(resubmit_certificate::resubmit_certificate))
}
