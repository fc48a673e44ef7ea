//! The sign-up form, and its rules in the order in which they are reported.

use shared_events::Role;

use super::{
    address_form::{AddressForm, RequiredFields},
    business_form::BusinessForm,
    open_account::AccountDetails,
};
use crate::{
    credential::password,
    email::EmailAddress,
    form::{FieldRefusal, at_most},
    name, phone,
};

/// The form as it was filled in. Fields that were left out are empty. Not `Debug`, because it holds a password
/// in plain text.
#[derive(Clone, Default)]
pub struct SignUpForm {
    /// The person's name.
    pub name: String,
    /// Becomes the sign-in name.
    pub email: String,
    /// In plain text.
    pub password: String,
    /// The repeated password, if the form has such a field.
    pub confirm_password: Option<String>,
    /// `customer` or `merchant`.
    pub role: String,
    /// Required for merchants.
    pub phone: String,
    /// Required for merchants.
    pub address: AddressForm,
    /// Merchants only.
    pub business: BusinessForm,
}

impl SignUpForm {
    /// Checks the form and returns the account to open.
    ///
    /// # Errors
    /// The first broken rule, in this order: password, repeated password, account type, the merchant's fields,
    /// the fields of every account.
    pub fn check(&self) -> Result<AccountDetails, FieldRefusal> {
        password::check(&self.password).map_err(|weak| FieldRefusal::new("password", weak.to_string()))?;
        let differs = |repeated: &String| password::composed(repeated) != password::composed(&self.password);
        if self.confirm_password.as_ref().is_some_and(differs) {
            return Err(FieldRefusal::new("confirmPassword", "Passwords do not match"));
        }
        let role = self.role()?;
        let phone = phone::check("phone", &self.phone)?;
        let (business, required) = match role {
            Role::Merchant => (Some(self.business.check(&phone)?), RequiredFields::Everything),
            Role::Customer | Role::Admin => (None, RequiredFields::Nothing),
        };
        let address = self.address.check(required)?;
        Ok(AccountDetails {
            role,
            name: check_public_name(&self.name)?,
            email: check_email(&self.email)?,
            phone: Some(phone).filter(|phone| !phone.is_empty()),
            address,
            business,
        })
    }

    fn role(&self) -> Result<Role, FieldRefusal> {
        match self.role.as_str() {
            "customer" => Ok(Role::Customer),
            "merchant" => Ok(Role::Merchant),
            "admin" => Err(FieldRefusal::new("role", "Admin accounts cannot be created by signing up")),
            _ => Err(FieldRefusal::new("role", "Please select your account type")),
        }
    }
}

/// Checks a person's name, which every account needs.
///
/// # Errors
/// It is empty or too long, or has invisible characters.
pub fn check_name(name: &str) -> Result<String, FieldRefusal> {
    let name = name::visible("name", "Name", name)?;
    if name.is_empty() {
        return Err(FieldRefusal::new("name", "Name is required"));
    }
    at_most("name", "Name", &name, 200)?;
    Ok(name)
}

/// Checks the name of a person who is not staff.
///
/// # Errors
/// [`check_name`] refuses it, or it looks like the shop's own name.
pub fn check_public_name(name: &str) -> Result<String, FieldRefusal> {
    let name = check_name(name)?;
    name::of_a_stranger("name", "Name", &name)
}

/// Checks an e-mail address, which every account needs.
///
/// # Errors
/// It is empty or not an e-mail address.
pub fn check_email(email: &str) -> Result<EmailAddress, FieldRefusal> {
    if email.trim().is_empty() {
        return Err(FieldRefusal::new("email", "Email is required"));
    }
    EmailAddress::parse(email).ok_or_else(|| FieldRefusal::new("email", "Please enter a valid email address"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn customer() -> SignUpForm {
        SignUpForm {
            name: "Anna Smith".to_owned(),
            email: "anna@example.com".to_owned(),
            password: "Secret-1!".to_owned(),
            role: "customer".to_owned(),
            ..SignUpForm::default()
        }
    }

    fn text(form: &SignUpForm) -> String {
        form.check().unwrap_err().to_string()
    }

    #[test]
    fn a_customer_needs_name_email_password_and_type() {
        let account = customer().check().unwrap();
        assert_eq!(account.email.as_str(), "anna@example.com");
        assert_eq!((account.role, account.name.as_str()), (Role::Customer, "Anna Smith"));
        assert_eq!((account.phone, account.address, account.business), (None, None, None));
    }

    /// Each step fixes the fault that the step before was refused for.
    #[test]
    fn rules_are_reported_in_the_order_of_the_specification() {
        let mut form = SignUpForm { confirm_password: Some("other".to_owned()), ..SignUpForm::default() };
        assert_eq!(text(&form), "Password must be at least 8 characters long");
        form.password = "Secret-1!".to_owned();
        assert_eq!(text(&form), "Passwords do not match");
        form.confirm_password = Some(form.password.clone());
        assert_eq!(text(&form), "Please select your account type");
        form.role = "merchant".to_owned();
        assert_eq!(
            text(&form),
            "Business name, phone number, and business description are required for merchants"
        );
        form.business.business_name = "Green Hill Farm".to_owned();
        form.business.business_description = "Vegetables from the hill.".to_owned();
        form.phone = "802-555-0100".to_owned();
        assert_eq!(text(&form), "Street address is required");
        form.address.street = "1 Hill Road".to_owned();
        assert_eq!(text(&form), "ZIP code is required");
        form.address.zip_code = "05401".to_owned();
        assert_eq!(text(&form), "City is required");
        form.address.city = "Burlington".to_owned();
        assert_eq!(text(&form), "State is required");
        form.address.state = "VT".to_owned();
        assert_eq!(text(&form), "Name is required");
        form.name = "Mia Hill".to_owned();
        assert_eq!(text(&form), "Email is required");
        form.email = "mia@example".to_owned();
        assert_eq!(text(&form), "Please enter a valid email address");
        form.email = "mia@example.com".to_owned();
        assert_eq!(form.check().unwrap().role, Role::Merchant);
    }

    #[test]
    fn a_sign_up_as_an_admin_is_refused() {
        let form = SignUpForm { role: "admin".to_owned(), ..customer() };
        assert_eq!(text(&form), "Admin accounts cannot be created by signing up");
        let form = SignUpForm { role: "Customer".to_owned(), ..customer() };
        assert_eq!(text(&form), "Please select your account type");
    }

    #[test]
    fn a_customer_has_no_business() {
        let mut form = customer();
        form.business.business_name = "Green Hill Farm".to_owned();
        assert_eq!(form.check().unwrap().business, None);
    }
}
