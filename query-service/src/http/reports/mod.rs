//! Reports for merchants: `/reports/…`.

mod format;
mod packing_list;
mod pick_list;
mod sales;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::{
    App,
    queries::{catalog, orders},
};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(&[orders::VIEW, catalog::VIEW], route!(sales::sales)))
        .routes(reading(&[catalog::VIEW, orders::VIEW], route!(packing_list::packing_list)))
        .routes(reading(&[orders::VIEW], route!(pick_list::pick_list)))
}
