//! Reports for merchants: `/reports/…`.

mod format;
mod packing_list;
mod pick_list;
mod sales;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::{
    App,
    queries::{catalog, orders},
};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(&[orders::VIEW, catalog::VIEW], routes!(sales::sales)))
        .routes(reading(&[orders::VIEW], routes!(packing_list::packing_list)))
        .routes(reading(&[orders::VIEW], routes!(pick_list::pick_list)))
}
