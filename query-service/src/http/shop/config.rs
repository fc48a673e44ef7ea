//! `GET /config`: what the UI must know before anything else.

use axum::extract::State;
use service_kit::extract::Json;

use crate::{App, ShopConfig};

/// Payment provider and fees
#[utoipa::path(get, path = "/config", tag = "shop", responses((status = 200, body = ShopConfig)))]
pub(crate) async fn config(State(app): State<App>) -> Json<ShopConfig> {
    Json(ShopConfig::clone(&app.shop))
}
