//! The delivery part of the product form, and its rules.

use shared_events::{
    money::{Cents, Dollars},
    shop::{DeliveryOptions, Fulfillment, FulfillmentMethod},
};

use crate::form::{Faults, FieldRefusal, at_most, money, one_of};

/// The delivery times that the form offers.
pub const ESTIMATED_TIMES: [&str; 5] = ["1-2 hours", "same-day", "next-day", "2-3 days", "weekly"];

const HIGHEST_FEE: Cents = Cents(100_000_000);

/// The form as it was filled in.
#[derive(Clone, Debug, Default)]
pub struct FulfillmentForm {
    /// Pickup only when left out.
    pub method: Option<FulfillmentMethod>,
    /// Shown to customers who pick up.
    pub pickup_instructions: String,
    /// Follows from the method when left out.
    pub local_delivery: Option<bool>,
    /// In miles, 1 to 50; 5 when left out.
    pub delivery_radius: Option<f64>,
    /// A decimal number of dollars; 0 when left out.
    pub delivery_fee: Option<f64>,
    /// A decimal number of dollars; 25 when left out.
    pub free_delivery_minimum: Option<f64>,
    /// One of [`ESTIMATED_TIMES`]; the first when left out.
    pub estimated_time: Option<String>,
}

impl FulfillmentForm {
    /// Checks the form and returns the terms. Faults are noted in `faults`.
    pub(super) fn check(&self, faults: &mut Faults) -> Fulfillment {
        let default = DeliveryOptions::default();
        let method = self.method.unwrap_or_default();
        let pickup_instructions = self.pickup_instructions.trim().to_owned();
        faults.value_of(at_most(
            "fulfillment.pickupInstructions",
            "Pickup instructions",
            &pickup_instructions,
            1_000,
        ));
        let money = |field, label, given: Option<f64>, default| {
            given.map_or(Ok(default), |given| money(field, label, given, HIGHEST_FEE).map(Dollars))
        };
        let delivery_radius = self.delivery_radius.map_or(Ok(default.delivery_radius), radius);
        let delivery_fee = money(
            "fulfillment.deliveryOptions.deliveryFee",
            "Delivery fee",
            self.delivery_fee,
            default.delivery_fee,
        );
        let free_delivery_minimum = money(
            "fulfillment.deliveryOptions.freeDeliveryMinimum",
            "Free delivery minimum",
            self.free_delivery_minimum,
            default.free_delivery_minimum,
        );
        let estimated_time = self.estimated_time.clone().unwrap_or(default.estimated_time);
        let delivery_options = DeliveryOptions {
            local_delivery: self.local_delivery.unwrap_or(method != FulfillmentMethod::PickupOnly),
            delivery_radius: faults.value_of(delivery_radius),
            delivery_fee: faults.value_of(delivery_fee),
            free_delivery_minimum: faults.value_of(free_delivery_minimum),
            estimated_time: estimated_time.clone(),
        };
        let field = "fulfillment.deliveryOptions.estimatedTime";
        faults.value_of(one_of(&ESTIMATED_TIMES, &estimated_time, field, "Please select an estimated time"));
        Fulfillment { method, pickup_instructions, delivery_options }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
fn radius(given: f64) -> Result<u32, FieldRefusal> {
    let text = "Delivery radius must be a whole number from 1 to 50 miles";
    let whole = given.fract() == 0.0 && (1.0..=50.0).contains(&given);
    let field = "fulfillment.deliveryOptions.deliveryRadius";
    if whole { Ok(given as u32) } else { Err(FieldRefusal::new(field, text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(form: &FulfillmentForm) -> Result<Fulfillment, Vec<String>> {
        let mut faults = Faults::default();
        let fulfillment = form.check(&mut faults);
        let texts = |refusals: Vec<FieldRefusal>| refusals.iter().map(ToString::to_string).collect();
        faults.into_result().map(|()| fulfillment).map_err(texts)
    }

    #[test]
    fn fields_left_out_have_defaults() {
        assert_eq!(checked(&FulfillmentForm::default()), Ok(Fulfillment::default()));
    }

    #[test]
    fn delivery_has_a_radius_and_fees() {
        let mut form = FulfillmentForm {
            method: Some(FulfillmentMethod::Both),
            delivery_radius: Some(12.0),
            delivery_fee: Some(3.5),
            free_delivery_minimum: Some(0.0),
            ..FulfillmentForm::default()
        };
        let options = checked(&form).unwrap().delivery_options;
        assert_eq!((options.local_delivery, options.delivery_radius), (true, 12));
        assert_eq!(
            (options.delivery_fee, options.free_delivery_minimum),
            (Dollars(Cents(3_50)), Dollars(Cents::ZERO))
        );
        form.delivery_radius = Some(51.0);
        form.delivery_fee = Some(-1.0);
        assert_eq!(
            checked(&form).unwrap_err(),
            ["Delivery radius must be a whole number from 1 to 50 miles", "Delivery fee must be 0 or more"]
        );
    }
}
