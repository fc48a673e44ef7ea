//! `GET /config`: the shop's configuration, which the UI reads first.

use axum::extract::State;
use service_kit::extract::Json;

use crate::{App, ShopConfig};

/// Show the shop's configuration
#[utoipa::path(get, path = "/config", tag = "shop", responses((status = 200, body = ShopConfig)))]
pub(crate) async fn config(State(app): State<App>) -> Json<ShopConfig> {
    Json(ShopConfig::clone(&app.shop))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn the_default_fees_are_those_of_the_specification() {
        let config = Market::open().await.get("/config").await.ok();
        assert_eq!(
            config["payments"],
            json!({ "provider": "sandbox", "publishableKey": null, "testMode": true })
        );
        assert_eq!(config["checkout"]["taxRate"], 0.08);
        assert_eq!(config["checkout"]["freeStandardOver"], json!(50.0));
        let methods = config["checkout"]["deliveryMethods"].as_array().expect("a list");
        let fees: Vec<_> = methods.iter().map(|method| (&method["id"], &method["price"])).collect();
        assert_eq!(
            fees,
            [
                (&json!("pickup"), &json!(0.0)),
                (&json!("standard-delivery"), &json!(5.0)),
                (&json!("same-day-delivery"), &json!(15.0))
            ]
        );
        assert_eq!(config["cart"], json!({ "estimatedShipping": 5.99, "freeShippingOver": 50.0 }));
        assert_eq!(config["supportEmail"], "support@greenstall.example");
        assert_eq!(config["supportPhone"], json!(null));
    }
}
