//! What admins decide: `/admin/…`.

mod feature_product;
mod review;
mod review_merchant;
mod review_product;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(review_merchant::review_merchant))
        .routes(routes!(review_product::review_product))
        .routes(routes!(feature_product::feature_product))
}
