//! The form for a merchant's business, and its rules.

use chrono::NaiveTime;
use shared_events::shop::{BUSINESS_TYPES, BusinessProfile};

use crate::{
    form::{FieldRefusal, at_most},
    name,
};

const DEFAULT_RADIUS: u32 = 25;
/// 2 PM. Also for a merchant whose cut-off cannot be read.
pub const DEFAULT_SAME_DAY_CUTOFF: NaiveTime =
    NaiveTime::from_hms_opt(14, 0, 0).expect("two in the afternoon is a time");

/// The form as it was filled in.
#[derive(Clone, Debug, Default)]
pub struct BusinessForm {
    /// The shop's name.
    pub business_name: String,
    /// A few sentences.
    pub business_description: String,
    /// One of the known types; `Other` when left out.
    pub business_type: Option<String>,
    /// Yes when left out.
    pub offers_pickup: Option<bool>,
    /// Yes when left out.
    pub offers_delivery: Option<bool>,
    /// No when left out.
    pub same_day_delivery: Option<bool>,
    /// In miles, 1 to 50; 25 when left out.
    pub delivery_radius: Option<u32>,
    /// `HH:MM`; 2 PM when left out.
    pub same_day_cutoff: Option<String>,
    /// Path of a photo that is already on this site. A sign-up over HTTP cannot name one.
    pub photo_url: Option<String>,
}

impl BusinessForm {
    /// Checks the form and returns the business of a merchant with this phone number.
    ///
    /// # Errors
    /// The first field that is missing or not acceptable. Phone number, name and description are required
    /// together and share one text.
    pub fn check(&self, phone: &str) -> Result<BusinessProfile, FieldRefusal> {
        let business_name = name::of_a_stranger("businessName", "Business name", &self.business_name)?;
        let business_description = self.business_description.trim().to_owned();
        let required = [
            ("businessName", business_name.as_str()),
            ("phone", phone),
            ("businessDescription", business_description.as_str()),
        ];
        if let Some((field, _)) = required.into_iter().find(|(_, text)| text.is_empty()) {
            let text = "Business name, phone number, and business description are required for merchants";
            return Err(FieldRefusal::new(field, text));
        }
        at_most("businessName", "Business name", &business_name, 200)?;
        at_most("businessDescription", "Business description", &business_description, 5_000)?;
        let business_type = self.business_type.clone().unwrap_or_else(|| "Other".to_owned());
        check_type(&business_type)?;
        let delivery_radius = self.delivery_radius.unwrap_or(DEFAULT_RADIUS);
        check_radius(delivery_radius.into())?;
        let same_day_cutoff = self
            .same_day_cutoff
            .clone()
            .unwrap_or_else(|| DEFAULT_SAME_DAY_CUTOFF.format("%H:%M").to_string());
        check_cutoff(&same_day_cutoff)?;
        Ok(BusinessProfile {
            business_name,
            business_type,
            business_description,
            offers_pickup: self.offers_pickup.unwrap_or(true),
            offers_delivery: self.offers_delivery.unwrap_or(true),
            same_day_delivery: self.same_day_delivery.unwrap_or(false),
            delivery_radius,
            same_day_cutoff,
            photo_url: self.photo_url.clone(),
        })
    }
}

pub(super) fn check_type(business_type: &str) -> Result<(), FieldRefusal> {
    if BUSINESS_TYPES.contains(&business_type) {
        return Ok(());
    }
    Err(FieldRefusal::new("businessInfo.businessType", "Please select a business type"))
}

/// Checks the miles that a merchant delivers, and returns them as a whole number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
pub(super) fn check_radius(miles: f64) -> Result<u32, FieldRefusal> {
    if miles.fract() == 0.0 && (1.0..=50.0).contains(&miles) {
        return Ok(miles as u32);
    }
    let text = "Delivery radius must be between 1 and 50 miles";
    Err(FieldRefusal::new("businessInfo.deliveryRadius", text))
}

/// Checks that a cut-off is a time like `14:00`.
pub(super) fn check_cutoff(time: &str) -> Result<(), FieldRefusal> {
    if time.len() == 5 && NaiveTime::parse_from_str(time, "%H:%M").is_ok() {
        return Ok(());
    }
    let text = "Same-day cut-off must be a time like 14:00";
    Err(FieldRefusal::new("businessInfo.sameDayCutoff", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> BusinessForm {
        BusinessForm {
            business_name: " Green Hill  Farm".to_owned(),
            business_description: "Vegetables from the hill.\n".to_owned(),
            ..BusinessForm::default()
        }
    }

    #[test]
    fn name_and_description_are_enough() {
        let business = typed().check("802-555-0100").unwrap();
        assert_eq!(
            business,
            BusinessProfile {
                business_name: "Green Hill Farm".to_owned(),
                business_type: "Other".to_owned(),
                business_description: "Vegetables from the hill.".to_owned(),
                offers_pickup: true,
                offers_delivery: true,
                same_day_delivery: false,
                delivery_radius: 25,
                same_day_cutoff: "14:00".to_owned(),
                photo_url: None,
            }
        );
    }

    #[test]
    fn name_phone_and_description_are_required_in_one_text() {
        let text = "Business name, phone number, and business description are required for merchants";
        let refusal = |form: BusinessForm, phone| form.check(phone).unwrap_err();
        let no_name = refusal(BusinessForm { business_name: " ".to_owned(), ..typed() }, "1");
        let no_phone = refusal(typed(), "");
        let no_description = refusal(BusinessForm { business_description: String::new(), ..typed() }, "1");
        assert_eq!(no_name, FieldRefusal::new("businessName", text));
        assert_eq!(no_phone, FieldRefusal::new("phone", text));
        assert_eq!(no_description, FieldRefusal::new("businessDescription", text));
    }

    #[test]
    fn optional_fields_are_checked_when_filled_in() {
        let text = |form: BusinessForm| form.check("1").map(|_| ()).map_err(|refusal| refusal.to_string());
        let of_type = |kind: &str| text(BusinessForm { business_type: Some(kind.to_owned()), ..typed() });
        assert_eq!(of_type("Grocery Store"), Ok(()));
        assert_eq!(of_type("Bank"), Err("Please select a business type".to_owned()));
        let within = |miles| text(BusinessForm { delivery_radius: Some(miles), ..typed() });
        assert_eq!((within(1), within(50)), (Ok(()), Ok(())));
        let wrong = Err("Delivery radius must be between 1 and 50 miles".to_owned());
        assert_eq!((within(0), within(51)), (wrong.clone(), wrong));
        let until = |time: &str| text(BusinessForm { same_day_cutoff: Some(time.to_owned()), ..typed() });
        assert_eq!((until("00:00"), until("23:59")), (Ok(()), Ok(())));
        for time in ["24:00", "9:00", "14:00:00", "noon", ""] {
            assert_eq!(until(time), Err("Same-day cut-off must be a time like 14:00".to_owned()), "{time}");
        }
    }
}
