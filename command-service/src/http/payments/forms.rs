//! The address forms of a checkout in the request.

use serde::Deserialize;
use shared_events::shop::{BillingDetails, ShippingDetails};
use utoipa::ToSchema;

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ShippingForm {
    first_name: String,
    last_name: String,
    email: String,
    phone: String,
    address: String,
    apartment: String,
    city: String,
    /// Two letters.
    state: String,
    zip_code: String,
    country: String,
    /// `pickup`, `standard-delivery` (when left out) or `same-day-delivery`.
    pub(super) delivery_method: String,
    delivery_instructions: String,
}

impl From<ShippingForm> for ShippingDetails {
    fn from(form: ShippingForm) -> Self {
        Self {
            first_name: form.first_name,
            last_name: form.last_name,
            email: form.email,
            phone: form.phone,
            address: form.address,
            apartment: form.apartment,
            city: form.city,
            state: form.state,
            zip_code: form.zip_code,
            country: form.country,
            delivery_instructions: form.delivery_instructions,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct BillingForm {
    /// Whether the billing address is the same as the shipping address.
    same_as_shipping: bool,
    first_name: String,
    last_name: String,
    address: String,
    apartment: String,
    city: String,
    /// Two letters.
    state: String,
    zip_code: String,
    country: String,
}

impl Default for BillingForm {
    fn default() -> Self {
        let empty = String::new;
        Self {
            same_as_shipping: true,
            first_name: empty(),
            last_name: empty(),
            address: empty(),
            apartment: empty(),
            city: empty(),
            state: empty(),
            zip_code: empty(),
            country: empty(),
        }
    }
}

impl From<BillingForm> for BillingDetails {
    fn from(form: BillingForm) -> Self {
        Self {
            same_as_shipping: form.same_as_shipping,
            first_name: form.first_name,
            last_name: form.last_name,
            address: form.address,
            apartment: form.apartment,
            city: form.city,
            state: form.state,
            zip_code: form.zip_code,
            country: form.country,
        }
    }
}
