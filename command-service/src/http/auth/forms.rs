//! The form of a sign-up in the request.

use domain::account::{address_form::AddressForm, business_form::BusinessForm, sign_up_form::SignUpForm};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignUpRequest {
    #[schema(value_type = String)]
    name: Option<String>,
    /// The e-mail address, which becomes the sign-in name. Case does not matter.
    #[schema(value_type = String)]
    email: Option<String>,
    /// At least 8 characters with an uppercase and a lowercase letter, a number and one of `!@#$%^&*(),.?":{}|<>`.
    #[schema(value_type = String)]
    password: Option<String>,
    /// The password once more; when sent, it must match.
    #[schema(nullable = false)]
    confirm_password: Option<String>,
    /// `customer` or `merchant`.
    #[schema(value_type = String)]
    role: Option<String>,
    /// Required for merchants.
    #[schema(nullable = false)]
    phone: Option<String>,
    /// Required for merchants, here or in `businessInfo`.
    #[schema(nullable = false)]
    business_name: Option<String>,
    /// Required for merchants, here or in `businessInfo`.
    #[schema(nullable = false)]
    business_description: Option<String>,
    /// Required for merchants.
    #[schema(nullable = false)]
    address: Option<AddressRequest>,
    /// Merchants only: further details of the business.
    #[schema(nullable = false)]
    business_info: Option<BusinessInfoRequest>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddressRequest {
    #[schema(nullable = false)]
    street: Option<String>,
    /// Required for the sign-up of merchants; otherwise taken from the ZIP code when left out.
    #[schema(nullable = false)]
    city: Option<String>,
    /// The state, as two letters. Required for the sign-up of merchants; otherwise taken from the ZIP code when left
    /// out.
    #[schema(nullable = false)]
    state: Option<String>,
    /// Five digits, or five plus four. A known ZIP code determines the coordinates.
    #[schema(nullable = false)]
    zip_code: Option<String>,
    /// `United States` when left out.
    #[schema(nullable = false)]
    country: Option<String>,
    /// The latitude in degrees. Used only when the ZIP code is unknown.
    #[schema(nullable = false)]
    latitude: Option<f64>,
    /// The longitude in degrees. Used only when the ZIP code is unknown.
    #[schema(nullable = false)]
    longitude: Option<f64>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BusinessInfoRequest {
    #[schema(nullable = false)]
    business_name: Option<String>,
    #[schema(nullable = false)]
    business_description: Option<String>,
    /// Farm, Market, Bakery, Restaurant, Grocery Store, Specialty Food, Craft Business or Other (when left out).
    #[schema(nullable = false)]
    business_type: Option<String>,
    /// True when left out.
    #[schema(nullable = false)]
    offers_pickup: Option<bool>,
    /// True when left out.
    #[schema(nullable = false)]
    offers_delivery: Option<bool>,
    /// False when left out.
    #[schema(nullable = false)]
    same_day_delivery: Option<bool>,
    /// In miles, 1 to 50; 25 when left out.
    #[schema(nullable = false, minimum = 1, maximum = 50)]
    delivery_radius: Option<u32>,
    /// The latest order time for delivery on the same day; `14:00` when left out.
    #[schema(nullable = false)]
    same_day_cutoff: Option<String>,
}

impl From<SignUpRequest> for SignUpForm {
    fn from(request: SignUpRequest) -> Self {
        let business = request.business_info.unwrap_or_default();
        Self {
            name: request.name.unwrap_or_default(),
            email: request.email.unwrap_or_default(),
            password: request.password.unwrap_or_default(),
            confirm_password: request.confirm_password,
            role: request.role.unwrap_or_default(),
            phone: request.phone.unwrap_or_default(),
            address: request.address.map(AddressForm::from).unwrap_or_default(),
            business: BusinessForm {
                business_name: request.business_name.or(business.business_name).unwrap_or_default(),
                business_description: request
                    .business_description
                    .or(business.business_description)
                    .unwrap_or_default(),
                business_type: business.business_type,
                offers_pickup: business.offers_pickup,
                offers_delivery: business.offers_delivery,
                same_day_delivery: business.same_day_delivery,
                delivery_radius: business.delivery_radius,
                same_day_cutoff: business.same_day_cutoff,
                photo_url: None,
            },
        }
    }
}

impl From<AddressRequest> for AddressForm {
    fn from(request: AddressRequest) -> Self {
        Self {
            street: request.street.unwrap_or_default(),
            city: request.city.unwrap_or_default(),
            state: request.state.unwrap_or_default(),
            zip_code: request.zip_code.unwrap_or_default(),
            country: request.country.unwrap_or_default(),
            latitude: request.latitude,
            longitude: request.longitude,
        }
    }
}
