//! The rules of the shipping form, in the order in which they are reported.

use shared_events::shop::{BillingDetails, ShippingDetails};

use crate::{
    email::EmailAddress,
    form::{FieldRefusal, at_most, one_line},
    name::{self, seen_line},
    phone,
    zip_code::checked_zip_code,
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

/// Checks recipient and address, and returns them as they are kept: in visible lines.
///
/// # Errors
/// All required fields that are empty; otherwise the first malformed field: names, e-mail, phone, ZIP code, lengths.
pub fn check(shipping: &ShippingDetails) -> Result<ShippingDetails, Refusal> {
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
    let names = [("shipping.firstName", &*shipping.first_name), ("shipping.lastName", &*shipping.last_name)];
    let [first_name, last_name] = name::of_a_recipient(names)?;
    if EmailAddress::parse(&shipping.email).is_none() {
        return Err(FieldRefusal::new("shipping.email", "Please enter a valid email address").into());
    }
    let phone = phone::check("shipping.phone", &shipping.phone)?;
    // The label keeps all nine digits.
    checked_zip_code("shipping.zipCode", &shipping.zip_code)?;
    let optional: [(&'static str, &str, &String); 3] = [
        ("shipping.phone", "Phone", &shipping.phone),
        ("shipping.apartment", "Apartment", &shipping.apartment),
        ("shipping.country", "Country", &shipping.country),
    ];
    for (field, label, value) in required.into_iter().chain(optional) {
        line(field, label, value)?;
    }
    at_most(
        "shipping.deliveryInstructions",
        "Delivery Instructions",
        &shipping.delivery_instructions,
        LONGEST_INSTRUCTIONS,
    )?;
    Ok(ShippingDetails {
        first_name,
        last_name,
        email: shipping.email.trim().to_owned(),
        phone,
        address: one_line(&shipping.address),
        apartment: one_line(&shipping.apartment),
        city: one_line(&shipping.city),
        state: one_line(&shipping.state),
        zip_code: seen_line(&shipping.zip_code),
        country: one_line(&shipping.country),
        delivery_instructions: shipping.delivery_instructions.trim().to_owned(),
    })
}

/// Checks the payer, and returns the details as they are kept. No field is required.
///
/// # Errors
/// A name that nobody may have, or the first field that is too long.
pub fn check_billing(billing: &BillingDetails) -> Result<BillingDetails, Refusal> {
    let names = [("billing.firstName", &*billing.first_name), ("billing.lastName", &*billing.last_name)];
    let [first_name, last_name] = name::of_a_recipient(names)?;
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
        line(field, label, value)?;
    }
    Ok(BillingDetails {
        same_as_shipping: billing.same_as_shipping,
        first_name,
        last_name,
        address: one_line(&billing.address),
        apartment: one_line(&billing.apartment),
        city: one_line(&billing.city),
        state: one_line(&billing.state),
        zip_code: seen_line(&billing.zip_code),
        country: one_line(&billing.country),
    })
}

/// Checks a text that labels and files show on one line, as it is kept: without blanks at its ends.
fn line(field: &'static str, label: &str, value: &str) -> Result<(), FieldRefusal> {
    let kept = one_line(value);
    if kept.contains(char::is_control) {
        return Err(FieldRefusal::new(field, format!("{label} contains characters that cannot be shown")));
    }
    at_most(field, label, &kept, LONGEST)
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
        assert_eq!(check(&shipping()), Ok(shipping()));
        let mut form = shipping();
        form.phone = "+1 (802) 555-0100".to_owned();
        form.zip_code = "05401-1234".to_owned();
        assert_eq!(check(&form), Ok(form.clone()));
    }

    #[test]
    fn unseen_characters_do_not_stop_a_buyer() {
        let persian = "\u{639}\u{644}\u{6CC}\u{200C}\u{631}\u{636}\u{627}";
        let mut form = shipping();
        form.first_name = persian.to_owned();
        form.phone = "\u{202A}555.010.0199 ext. 5\u{202C}".to_owned();
        form.zip_code = "\u{200E}05401\u{200B}".to_owned();
        form.city = " Burlington\n".to_owned();
        let kept = check(&form).unwrap();
        assert_eq!((kept.first_name.as_str(), kept.zip_code.as_str()), (persian, "05401"));
        assert_eq!((kept.phone.as_str(), kept.city.as_str()), ("555.010.0199 ext. 5", "Burlington"));
    }

    #[test]
    fn recipients_do_not_speak_for_the_shop() {
        let house = "Name must not look like a name of Greenstall itself";
        let named = |form: &mut ShippingDetails, first: &str, last: &str| {
            (form.first_name, form.last_name) = (first.to_owned(), last.to_owned());
        };
        assert_eq!(text(|form| named(form, "Green", "Stall")), house);
        assert_eq!(text(|form| named(form, "Support", "Team")), house);
        let billing = BillingDetails { first_name: "Greenstall".to_owned(), ..BillingDetails::default() };
        assert_eq!(check_billing(&billing).unwrap_err().to_string(), house);
    }

    #[test]
    fn every_field_but_the_instructions_is_one_line() {
        for odd in ["Anna\0", "An\u{7}na", "Anna\u{1b}[1m Bell"] {
            let form = |change: fn(&mut ShippingDetails, String)| text(|form| change(form, odd.to_owned()));
            for (label, refused) in [
                ("First Name", form(|form, odd| form.first_name = odd)),
                ("Last Name", form(|form, odd| form.last_name = odd)),
                ("Address", form(|form, odd| form.address = odd)),
                ("Apartment", form(|form, odd| form.apartment = odd)),
                ("City", form(|form, odd| form.city = odd)),
                ("Country", form(|form, odd| form.country = odd)),
            ] {
                assert_eq!(refused, format!("{label} contains characters that cannot be shown"), "{odd:?}");
            }
            let payer = BillingDetails { last_name: odd.to_owned(), ..Default::default() };
            let refused = check_billing(&payer).unwrap_err().to_string();
            assert_eq!(refused, "Last Name contains characters that cannot be shown");
        }
        let mut form = shipping();
        form.delivery_instructions = "Ring twice.\nThen wait.".to_owned();
        form.address = "2 Market\r\nStreet\n".to_owned();
        let kept = check(&form).unwrap();
        assert_eq!(
            (kept.address.as_str(), kept.delivery_instructions.as_str()),
            ("2 Market Street", "Ring twice.\nThen wait.")
        );
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
        assert_eq!(check_billing(&BillingDetails::default()), Ok(BillingDetails::default()));
    }
}
