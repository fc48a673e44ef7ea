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

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_product::list_product))
        .routes(routes!(revise_product::revise_product, delete_product::delete_product))
        .routes(routes!(look_at_product::look_at_product))
        .routes(routes!(switch_product::switch_product))
        .routes(routes!(resubmit_product::resubmit_product))
        .routes(routes!(resubmit_certificate::resubmit_certificate))
}
