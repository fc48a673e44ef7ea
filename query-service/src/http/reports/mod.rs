//! What merchants print and reckon with: `/reports/…`.

mod packing_list;
mod pick_list;
mod sales;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::{
    App,
    queries::{catalog, orders},
};

/// Which form an answer has.
#[derive(Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// `csv` for a file; anything else for JSON.
    format: Option<String>,
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(&[orders::VIEW, catalog::VIEW], routes!(sales::sales)))
        .routes(reading(&[orders::VIEW], routes!(packing_list::packing_list)))
        .routes(reading(&[orders::VIEW], routes!(pick_list::pick_list)))
}

/// An amount as spreadsheets read it.
fn amount(cents: shared_events::Cents) -> String {
    format!("{:.2}", cents.dollars())
}
