//! The settings form and its rules: the person and, for merchants, the business.

use shared_events::{
    Personal,
    shop::{Address, BusinessProfile},
};

use super::{
    Papers, Profile,
    address_form::{AddressForm, RequiredFields},
    business_form::{check_cutoff, check_radius, check_type},
    sign_up_form::{check_email, check_public_name},
};
use crate::{
    email::EmailAddress,
    form::{FieldRefusal, at_most, one_line},
    name, phone,
    web_page::{host, is_web_page},
};

/// The form as it was filled in. `None` leaves the field as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProfileForm {
    /// The revision of the settings that was edited, if known.
    pub revision: Option<u64>,
    /// The person's name.
    pub name: Option<String>,
    /// Becomes the sign-in name.
    pub email: Option<String>,
    /// Empty removes it.
    pub phone: Option<String>,
    /// The home address. Empty removes it; merchants need one.
    pub address: Option<AddressForm>,
    /// Merchants only.
    pub business: Option<BusinessRevision>,
}

/// The business part of the form. `None` leaves the field as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BusinessRevision {
    /// The shop's name.
    pub business_name: Option<String>,
    /// One of the known types.
    pub business_type: Option<String>,
    /// A few sentences.
    pub business_description: Option<String>,
    /// Customers may pick up their orders.
    pub offers_pickup: Option<bool>,
    /// The merchant delivers.
    pub offers_delivery: Option<bool>,
    /// The merchant delivers on the day of the order.
    pub same_day_delivery: Option<bool>,
    /// In miles, 1 to 50.
    pub delivery_radius: Option<f64>,
    /// `HH:MM`.
    pub same_day_cutoff: Option<String>,
    /// The business's website. Empty removes it.
    pub website: Option<String>,
    /// License number. Empty removes it.
    pub license: Option<String>,
    /// Tax number. Empty removes it.
    pub tax_id: Option<String>,
}

/// The profile after the change.
#[derive(Clone, Debug, PartialEq)]
pub struct Revised {
    /// The person's name.
    pub name: String,
    /// As typed; the current address when it was left out.
    pub email: Option<EmailAddress>,
    /// Phone number, if any.
    pub phone: Option<String>,
    /// The home address, if any.
    pub address: Option<Address>,
    /// Merchants only.
    pub business: Option<BusinessProfile>,
    /// Merchants only.
    pub papers: Papers,
}

impl ProfileForm {
    /// The e-mail address in the form.
    ///
    /// # Errors
    /// It is empty or not an e-mail address.
    pub fn new_email(&self) -> Result<Option<EmailAddress>, FieldRefusal> {
        self.email.as_deref().map(check_email).transpose()
    }

    /// Checks the form and returns the profile after the change.
    ///
    /// # Errors
    /// The first field that cannot be accepted.
    pub fn check(&self, present: &Profile, is_merchant: bool) -> Result<Revised, FieldRefusal> {
        let present_name = present.name.get().cloned().unwrap_or_default();
        let name = match &self.name {
            // An existing name was accepted under older rules, so it is checked only when it changes.
            Some(name) if one_line(name) != present_name => check_public_name(name)?,
            _ => present_name,
        };
        let email = self.new_email()?;
        let present_phone = present.phone.as_ref().and_then(Personal::get);
        let phone = match &self.phone {
            // As for names, an existing number is checked only when it changes.
            Some(phone) if Some(phone) != present_phone => {
                Some(phone::check("phone", phone)?).filter(|phone| !phone.is_empty())
            }
            _ => present_phone.cloned(),
        };
        let address = match &self.address {
            Some(address) if is_merchant => address.check(RequiredFields::StreetAndZipCode)?,
            Some(address) => address.check(RequiredFields::Nothing)?,
            None => present.address.as_ref().and_then(Personal::get).cloned(),
        };
        let (business, papers) = match (&self.business, &present.business) {
            (Some(revision), Some(business)) => {
                (Some(revision.of(business)?), revision.papers(present, &present.papers)?)
            }
            (_, business) => (business.clone(), present.papers.clone()),
        };
        Ok(Revised { name, email, phone, address, business, papers })
    }
}

impl BusinessRevision {
    fn of(&self, present: &BusinessProfile) -> Result<BusinessProfile, FieldRefusal> {
        let or = |typed: &Option<String>, present: &String| typed.as_ref().unwrap_or(present).clone();
        let business_name = match &self.business_name {
            Some(typed) if one_line(typed) != present.business_name => {
                name::of_a_stranger("businessInfo.businessName", "Business name", typed)?
            }
            _ => present.business_name.clone(),
        };
        if business_name.is_empty() {
            return Err(FieldRefusal::new("businessInfo.businessName", "Business name is required"));
        }
        at_most("businessInfo.businessName", "Business name", &business_name, 200)?;
        let business_type = or(&self.business_type, &present.business_type);
        check_type(&business_type)?;
        let description = or(&self.business_description, &present.business_description).trim().to_owned();
        at_most("businessInfo.businessDescription", "Business description", &description, 5_000)?;
        let same_day_cutoff = or(&self.same_day_cutoff, &present.same_day_cutoff);
        check_cutoff(&same_day_cutoff)?;
        Ok(BusinessProfile {
            business_name,
            business_type,
            business_description: description,
            offers_pickup: self.offers_pickup.unwrap_or(present.offers_pickup),
            offers_delivery: self.offers_delivery.unwrap_or(present.offers_delivery),
            same_day_delivery: self.same_day_delivery.unwrap_or(present.same_day_delivery),
            delivery_radius: self.delivery_radius.map_or(Ok(present.delivery_radius), check_radius)?,
            same_day_cutoff,
            photo_url: present.photo_url.clone(),
        })
    }

    fn papers(&self, owner: &Profile, present: &Papers) -> Result<Papers, FieldRefusal> {
        let personal = |field, label, typed: &Option<String>, present: &Option<Personal<String>>| {
            let Some(typed) = typed.as_deref().map(one_line) else { return Ok(present.clone()) };
            at_most(field, label, &typed, 100)?;
            let subject = owner.account_id.uuid();
            Ok(Some(typed).filter(|typed| !typed.is_empty()).map(|typed| Personal::new(subject, typed)))
        };
        let website = match self.website.as_deref().map(str::trim) {
            Some("") => None,
            Some(website) => Some(website_of(website)?),
            None => present.website.clone(),
        };
        Ok(Papers {
            website,
            license: personal(
                "businessInfo.businessLicense",
                "Business license",
                &self.license,
                &present.license,
            )?,
            tax_id: personal("businessInfo.taxId", "Tax ID", &self.tax_id, &present.tax_id)?,
        })
    }
}

/// The website of a business: a page of a host with a domain.
fn website_of(text: &str) -> Result<String, FieldRefusal> {
    let shaped = |host: &str| host.contains('.') && !host.ends_with('.');
    if is_web_page(text) && host(text).is_some_and(shaped) && text.chars().count() <= 500 {
        return Ok(text.to_owned());
    }
    Err(FieldRefusal::new("businessInfo.website", "Please enter a valid website URL"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Aggregate,
        account::{Account, testing::*},
    };

    fn merchant() -> Profile {
        Account::fold(&[mia().opened()]).profile.unwrap()
    }

    fn business(revision: BusinessRevision) -> Result<Revised, FieldRefusal> {
        ProfileForm { business: Some(revision), ..ProfileForm::default() }.check(&merchant(), true)
    }

    fn text(word: &str) -> Option<String> {
        Some(word.to_owned())
    }

    #[test]
    fn fields_left_out_stay() {
        let revised = ProfileForm::default().check(&merchant(), true).unwrap();
        assert_eq!(revised.name, "Mia Hill");
        assert_eq!((revised.email, revised.phone.as_deref()), (None, Some("802-555-0100")));
        assert_eq!((revised.address, revised.business), (Some(farm_address()), Some(farm())));
        let revised = business(BusinessRevision { offers_pickup: Some(false), ..Default::default() });
        let expected = BusinessProfile { offers_pickup: false, ..farm() };
        assert_eq!(revised.unwrap().business, Some(expected));
    }

    #[test]
    fn names_that_stay_are_not_checked_again() {
        let mut old = merchant();
        old.name = Personal::new(old.account_id.uuid(), "Mi\u{200B}a".to_owned());
        old.business.as_mut().unwrap().business_name = "Green\u{200B}stall".to_owned();
        let business =
            BusinessRevision { business_name: text("Green\u{200B}stall"), ..BusinessRevision::default() };
        let form =
            ProfileForm { name: text("Mi\u{200B}a"), business: Some(business), ..ProfileForm::default() };
        assert_eq!(form.check(&old, true).unwrap().name, "Mi\u{200B}a");
        assert!(form.check(&merchant(), true).is_err());
    }

    #[test]
    fn empty_fields_are_removed_where_that_is_allowed() {
        let form =
            ProfileForm { phone: text(" "), address: Some(AddressForm::default()), ..Default::default() };
        let revised = form.check(&merchant(), false).unwrap();
        assert_eq!((revised.phone, revised.address), (None, None));
        assert_eq!(form.check(&merchant(), true).unwrap_err().to_string(), "Street address is required");
    }

    #[test]
    fn the_settings_have_rules() {
        for (form, message) in [
            (ProfileForm { name: text(" "), ..Default::default() }, "Name is required"),
            (ProfileForm { email: text(""), ..Default::default() }, "Email is required"),
            (ProfileForm { email: text("mia"), ..Default::default() }, "Please enter a valid email address"),
        ] {
            assert_eq!(form.check(&merchant(), true).unwrap_err().to_string(), message);
        }
        for (revision, message) in [
            (BusinessRevision { business_name: text(""), ..Default::default() }, "Business name is required"),
            (
                BusinessRevision { business_type: text("Zoo"), ..Default::default() },
                "Please select a business type",
            ),
            (
                BusinessRevision { same_day_cutoff: text("2 PM"), ..Default::default() },
                "Same-day cut-off must be a time like 14:00",
            ),
            (
                BusinessRevision { website: text("meadow"), ..Default::default() },
                "Please enter a valid website URL",
            ),
        ] {
            assert_eq!(business(revision).unwrap_err().to_string(), message);
        }
        for miles in [0.0, 50.5, 51.0, -1.0, 2.5, f64::NAN] {
            let refused = business(BusinessRevision { delivery_radius: Some(miles), ..Default::default() });
            assert_eq!(refused.unwrap_err().to_string(), "Delivery radius must be between 1 and 50 miles");
        }
    }

    #[test]
    fn a_website_is_an_http_page() {
        for page in ["https://meadow.example", "http://a.b/c?d=e#f", "https://meadow.example:8080/"] {
            assert_eq!(website_of(page), Ok(page.to_owned()));
        }
        for page in [
            "javascript:alert(1)",
            "https://",
            "https://x",
            "ftp://a.b",
            "https://a.b/\" onclick",
            "https://u@a.b",
            "https://a.b/\u{202e}x",
            "https://a.b/\u{200b}",
            "https://.a.b",
            "https://a.b.",
            "https://a.b/two words",
        ] {
            assert!(website_of(page).is_err(), "{page}");
        }
        let long = |length: usize| format!("https://a.b/{}", "x".repeat(length - "https://a.b/".len()));
        assert!(website_of(&long(500)).is_ok() && website_of(&long(501)).is_err());
    }

    #[test]
    fn papers_are_added_and_removed() {
        let named = BusinessRevision { tax_id: text(" 12-3456789 "), ..Default::default() };
        let tax_id = business(named).unwrap().papers.tax_id.unwrap();
        assert_eq!(tax_id.get().map(String::as_str), Some("12-3456789"));
        let back = BusinessRevision { tax_id: text(""), website: text(""), ..Default::default() };
        assert_eq!(business(back).unwrap().papers, Papers::default());
    }

    proptest! {
        #[test]
        fn checking_never_panics(any_text in "\\PC{0,20}", miles in any::<f64>()) {
            let word = Some(any_text);
            let revision = BusinessRevision {
                business_name: word.clone(), website: word.clone(), same_day_cutoff: word.clone(),
                delivery_radius: Some(miles), ..Default::default()
            };
            let _ = business(revision);
            let form = ProfileForm { name: word.clone(), email: word.clone(), phone: word, ..Default::default() };
            let _ = form.check(&merchant(), false);
        }
    }
}
