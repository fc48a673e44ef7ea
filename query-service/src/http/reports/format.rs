//! The formats of a report.

use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use service_kit::extract::Json;
use utoipa::IntoParams;

use crate::http::csv::{self, Csv};

/// The format of the answer.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// `csv` for a file; any other value for JSON.
    pub(super) format: Option<String>,
}

/// Answers a report in the requested format: as a file of this name, or as JSON.
pub(super) fn answer<R: Serialize>(
    report: R,
    format: Option<&str>,
    file: &str,
    table: impl FnOnce(&R) -> Csv,
) -> Response {
    match csv::is_wanted(format) {
        true => table(&report).into_file(file),
        false => Json(report).into_response(),
    }
}
