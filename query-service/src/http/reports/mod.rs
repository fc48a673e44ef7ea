//! Reports for merchants: `/reports/…`.

mod packing_list;
mod pick_list;
mod sales;

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use service_kit::extract::Json;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    after::reading,
    csv::{self, Csv},
};
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

/// The report as JSON, or as a CSV file of this name.
fn answer<R: Serialize>(report: R, format: Option<&str>, file: &str, table: fn(&R) -> Csv) -> Response {
    match csv::is_wanted(format) {
        true => table(&report).into_file(file),
        false => Json(report).into_response(),
    }
}

/// An amount in dollars as spreadsheets read it.
fn amount(cents: shared_events::Cents) -> String {
    format!("{:.2}", cents.dollars())
}
