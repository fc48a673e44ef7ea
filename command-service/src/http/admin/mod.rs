//! Endpoints for admins: `/admin/…`.

mod act_on_parked;
mod act_on_person;
mod act_on_step;
mod act_on_view;
mod bulk;
mod bulk_users;
mod deactivate_user;
mod delete_product;
mod feature_product;
mod note;
mod operate;
#[cfg(test)]
mod operation_tests;
#[cfg(test)]
mod person_tests;
#[cfg(test)]
mod product_tests;
mod reactivate_user;
mod rebuild_view;
mod review;
mod review_certificate;
mod review_merchant;
mod review_product;
mod switch_product;
mod switch_products;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(review_merchant::review_merchant))
        .routes(route!(deactivate_user::deactivate_user))
        .routes(route!(reactivate_user::reactivate_user))
        .routes(route!(bulk_users::bulk_users))
        .routes(route!(review_product::review_product))
        .routes(route!(feature_product::feature_product))
        .routes(route!(review_certificate::review_certificate))
        .routes(route!(switch_product::switch_product))
        .routes(route!(switch_products::switch_products))
        .routes(route!(delete_product::delete_product))
        .routes(route!(rebuild_view::rebuild_view))
        .routes(route!(act_on_view::cancel_view))
        .routes(route!(act_on_view::pause_view))
        .routes(route!(act_on_view::review_view))
        .routes(route!(act_on_view::swap_view))
        .routes(route!(act_on_view::resume_view))
        .routes(route!(act_on_view::rollback_view))
        .routes(route!(act_on_parked::retry_parked))
        .routes(route!(act_on_parked::skip_parked))
        .routes(route!(act_on_person::export_person_data))
        .routes(route!(act_on_person::erase_person_data))
        .routes(route!(act_on_step::run_step_now))
        .routes(route!(act_on_step::skip_step))
}
