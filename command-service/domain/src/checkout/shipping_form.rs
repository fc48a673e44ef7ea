//! The rules of the shipping form, in the order in which they are reported.

use shared_events::shop::{BillingDetails, ShippingDetails};

use crate::{
    email::EmailAddress,
    form::{FieldRefusal, at_most},
    name,
    zip_code::place_of_zip_code,
};

/// Faults of a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Required fields are empty.
    #[error("Please fill in the following fields: {}", labels(.0))]
    Missing(Vec<FieldRefusal>),
    /// A field is malformed.
    #[error(transparent)]
    Field(#[from] FieldRefusal),
}

fn labels(missing: &[FieldRefusal]) -> String {
    let label = |field: &FieldRefusal| field.text.trim_end_matches(REQUIRED).to_owned();
    missing.iter().map(label).collect::<Vec<_>>().join(", ")
}

const REQUIRED: &str = " is required";
const LONGEST: usize = 200;
const LONGEST_INSTRUCTIONS: usize = 1_000;

/// Checks recipient and address.
///
/// # Errors
/// All required fields that are empty; otherwise the first malformed field: e-mail, phone, ZIP code, lengths.
pub fn check(shipping: &ShippingDetails) -> Result<(), Refusal> {
    let required: [(&'static str, &str, &String); 7] = [
        ("shipping.firstName", "First Name", &shipping.first_name),
        ("shipping.lastName", "Last Name", &shipping.last_name),
        ("shipping.email", "Email", &shipping.email),
        ("shipping.address", "Address", &shipping.address),
        ("shipping.city", "City", &shipping.city),
        ("shipping.state", "State", &shipping.state),
        ("shipping.zipCode", "Zip Code", &shipping.zip_code),
    ];
    let missing: Vec<FieldRefusal> = required
        .iter()
        .filter(|(_, _, value)| value.trim().is_empty())
        .map(|(field, label, _)| FieldRefusal::new(field, format!("{label}{REQUIRED}")))
        .collect();
    if !missing.is_empty() {
        return Err(Refusal::Missing(missing));
    }
    name::visible("shipping.firstName", "First Name", &shipping.first_name)?;
    name::visible("shipping.lastName", "Last Name", &shipping.last_name)?;
    if EmailAddress::parse(&shipping.email).is_none() {
        return Err(FieldRefusal::new("shipping.email", "Please enter a valid email address").into());
    }
    if !shipping.phone.trim().is_empty() && !is_phone(shipping.phone.trim()) {
        return Err(FieldRefusal::new("shipping.phone", "Please enter a valid phone number").into());
    }
    place_of_zip_code("shipping.zipCode", &shipping.zip_code)?;
    for (field, label, value) in required {
        at_most(field, label, value, LONGEST)?;
    }
    at_most("shipping.phone", "Phone", &shipping.phone, LONGEST)?;
    at_most("shipping.apartment", "Apartment", &shipping.apartment, LONGEST)?;
    at_most("shipping.country", "Country", &shipping.country, LONGEST)?;
    at_most(
        "shipping.deliveryInstructions",
        "Delivery Instructions",
        &shipping.delivery_instructions,
        LONGEST_INSTRUCTIONS,
    )?;
    Ok(())
}

/// Checks the payer. No field is required; only lengths are limited.
///
/// # Errors
/// The first field that is too long.
pub fn check_billing(billing: &BillingDetails) -> Result<(), Refusal> {
    let fields: [(&'static str, &str, &String); 8] = [
        ("billing.firstName", "First Name", &billing.first_name),
        ("billing.lastName", "Last Name", &billing.last_name),
        ("billing.address", "Address", &billing.address),
        ("billing.apartment", "Apartment", &billing.apartment),
        ("billing.city", "City", &billing.city),
        ("billing.state", "State", &billing.state),
        ("billing.zipCode", "Zip Code", &billing.zip_code),
        ("billing.country", "Country", &billing.country),
    ];
    for (field, label, value) in fields {
        at_most(field, label, value, LONGEST)?;
    }
    Ok(())
}

/// Digits, spaces, dashes and parentheses, optionally after a plus.
fn is_phone(text: &str) -> bool {
    let rest = text.strip_prefix('+').unwrap_or(text);
    rest.contains(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')'))
}

#[cfg(test)]
mod tests {
    use histories::shipping;

    use super::*;

    fn text(change: impl FnOnce(&mut ShippingDetails)) -> String {
        let mut form = shipping();
        change(&mut form);
        check(&form).unwrap_err().to_string()
    }

    #[test]
    fn a_complete_form_passes() {
        assert_eq!(check(&shipping()), Ok(()));
        let mut form = shipping();
        form.phone = "+1 (802) 555-0100".to_owned();
        form.zip_code = "05401-1234".to_owned();
        assert_eq!(check(&form), Ok(()));
    }

    #[test]
    fn missing_fields_are_listed_in_the_forms_order_before_anything_else() {
        let text = text(|form| {
            form.zip_code = String::new();
            form.first_name = " ".to_owned();
            form.email = "nonsense".to_owned();
        });
        assert_eq!(text, "Please fill in the following fields: First Name, Zip Code");
        let everything = check(&ShippingDetails::default()).unwrap_err().to_string();
        assert_eq!(
            everything,
            "Please fill in the following fields: First Name, Last Name, Email, Address, City, State, Zip Code"
        );
    }

    #[test]
    fn the_email_comes_before_the_phone_and_the_phone_before_the_zip_code() {
        let wrong = |form: &mut ShippingDetails| {
            form.email = "nonsense".to_owned();
            form.phone = "call me".to_owned();
            form.zip_code = "123".to_owned();
        };
        assert_eq!(text(wrong), "Please enter a valid email address");
        let wrong = |form: &mut ShippingDetails| {
            form.phone = "call me".to_owned();
            form.zip_code = "123".to_owned();
        };
        assert_eq!(text(wrong), "Please enter a valid phone number");
        assert_eq!(text(|form| form.zip_code = "123".to_owned()), "Please enter a valid ZIP code");
        assert_eq!(text(|form| form.phone = "+".to_owned()), "Please enter a valid phone number");
    }

    #[test]
    fn long_texts_are_refused() {
        assert_eq!(text(|form| form.city = "x".repeat(201)), "City is too long: at most 200 characters");
        let billing = BillingDetails { address: "x".repeat(201), ..BillingDetails::default() };
        assert!(check_billing(&billing).is_err());
        assert_eq!(check_billing(&BillingDetails::default()), Ok(()));
    }
}
