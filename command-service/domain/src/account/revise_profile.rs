//! The owner of an account changes the settings. Each changed value becomes an event of its own.

use std::iter;

use chrono::{DateTime, Utc};
use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::{AccountId, AddressId, VerificationId},
};
use uuid::Uuid;

use super::{Account, AddressBook, LINK_LIFETIME, Papers, Profile, profile_form::ProfileForm};
use crate::{
    Command,
    form::FieldRefusal,
    revision::{Changed, unless_changed},
};

/// Proof that the caller knows the password, which a new e-mail address requires.
#[derive(Clone, Copy, Debug)]
pub struct PasswordKnown {
    /// Id that the link to the new address carries.
    pub request_id: VerificationId,
    /// Session generation of the credential whose password was verified.
    pub generation: u32,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Apply the form to the account.
#[derive(Clone, Copy, Debug)]
pub struct ReviseProfile<'a> {
    /// Id of the account.
    pub account_id: AccountId,
    /// The form as it was filled in.
    pub form: &'a ProfileForm,
    /// Present if the caller knows the password.
    pub password: Option<PasswordKnown>,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// Only merchants have a business.
    #[error("Only merchants have business information")]
    NotAMerchant,
    /// A field cannot be accepted.
    #[error(transparent)]
    Form(#[from] FieldRefusal),
    /// A session token alone is not enough to change the e-mail address.
    #[error("Current password is required")]
    PasswordRequired,
    /// The settings were changed since they were read.
    #[error(transparent)]
    Changed(#[from] Changed<Profile>),
}

impl Command for ReviseProfile<'_> {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// A new e-mail address is pending until it is verified; submitting the current one withdraws the
    /// pending one. Values that do not differ cause no event.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let present = account.profile.as_ref().ok_or(Refusal::NotFound)?;
        unless_changed(self.form.revision, present.revision, present, self.revise(present))
    }
}

impl ReviseProfile<'_> {
    fn revise(&self, present: &Profile) -> Result<Vec<AccountEvent>, Refusal> {
        let Self { form, password, .. } = *self;
        let is_merchant = present.role == Role::Merchant;
        if form.business.is_some() && !is_merchant {
            return Err(Refusal::NotAMerchant);
        }
        let revised = form.check(present, is_merchant)?;
        let account_id = present.account_id;
        let subject = account_id.uuid();
        let mut events = Vec::new();
        if present.name.get() != Some(&revised.name) {
            events.push(AccountEvent::NameChanged { account_id, name: Personal::new(subject, revised.name) });
        }
        match revised.email {
            Some(email) if !has_email(present, email.as_str()) => {
                let PasswordKnown { request_id, generation, now } =
                    password.ok_or(Refusal::PasswordRequired)?;
                let email = Personal::new(subject, email.to_string());
                let expires_at = now + LINK_LIFETIME;
                events.push(AccountEvent::EmailChangeRequested {
                    account_id,
                    request_id,
                    email,
                    generation,
                    expires_at,
                });
            }
            Some(_) if present.pending_email.is_some() && password.is_some() => {
                events.push(AccountEvent::EmailChangeWithdrawn { account_id });
            }
            _ => {}
        }
        let phone = revised.phone.map(|phone| Personal::new(subject, phone));
        if present.phone != phone {
            events.push(AccountEvent::PhoneChanged { account_id, phone });
        }
        let address = revised.address.map(|address| Personal::new(subject, address));
        if present.address != address {
            let home = present.book.home();
            events.extend(match (address, home) {
                (Some(address), home) => {
                    let address_id = home.unwrap_or_else(|| new_entry(account_id, &present.book));
                    Some(AccountEvent::HomeAddressChanged { account_id, address_id, address })
                }
                (None, Some(address_id)) => Some(AccountEvent::AddressRemoved { account_id, address_id }),
                (None, None) => None,
            });
        }
        events.extend(business_events(present, revised.business, revised.papers));
        Ok(events)
    }
}

/// Id of the address-book entry for a home address that is set in the settings. It is not in the book yet, so
/// that no other address is overwritten.
fn new_entry(account_id: AccountId, book: &AddressBook) -> AddressId {
    let later =
        (2_u32..).map(|number| AddressId::derived(account_id.uuid(), &format!("home address {number}")));
    let mut free = iter::once(AddressId::first_of(account_id)).chain(later);
    free.find(|id| book.get(*id).is_none()).expect("a book ends, and numbers do not before it")
}

/// Whether this is the account's address, spelled as the owner typed it.
pub fn has_email(profile: &Profile, email: &str) -> bool {
    profile.email.get().is_some_and(|present| present == email)
}

fn business_events(
    present: &Profile,
    business: Option<shared_events::shop::BusinessProfile>,
    papers: Papers,
) -> Vec<AccountEvent> {
    let Some(business) = business else { return Vec::new() };
    let account_id = present.account_id;
    let Papers { website, license, tax_id } = papers;
    let mut events = Vec::new();
    if present.business.as_ref() != Some(&business) || present.papers.website != website {
        events.push(AccountEvent::BusinessProfileChanged { account_id, business, website });
    }
    if present.papers.license != license || present.papers.tax_id != tax_id {
        events.push(AccountEvent::BusinessPapersChanged { account_id, license, tax_id });
    }
    events
}

#[cfg(test)]
mod tests {
    use shared_events::shop::{Address, BusinessProfile};

    use super::*;
    use crate::{
        Aggregate,
        account::{address_form::AddressForm, profile_form::BusinessRevision, testing::*},
        testing::given,
    };

    fn text(word: &str) -> Option<String> {
        Some(word.to_owned())
    }

    fn at(address: Address) -> AddressForm {
        let Address { street, city, state, zip_code, country, latitude, longitude } = address;
        AddressForm { street, city, state, zip_code, country, latitude, longitude }
    }

    #[test]
    fn each_change_is_an_event() {
        let form = ProfileForm {
            revision: None,
            name: text("Mia Dale"),
            email: None,
            phone: text(""),
            address: Some(at(Address { street: "2 Dale Road".to_owned(), ..farm_address() })),
            business: Some(BusinessRevision {
                business_name: text("Dale Farm"),
                license: text("VT-1"),
                ..BusinessRevision::default()
            }),
        };
        let id = MERCHANT.uuid();
        given::<Account>(&[mia().opened()])
            .when(&ReviseProfile { account_id: MERCHANT, form: &form, password: None })
            .then(&[
                AccountEvent::NameChanged {
                    account_id: MERCHANT,
                    name: Personal::new(id, "Mia Dale".to_owned()),
                },
                AccountEvent::PhoneChanged { account_id: MERCHANT, phone: None },
                AccountEvent::HomeAddressChanged {
                    account_id: MERCHANT,
                    address_id: AddressId::first_of(MERCHANT),
                    address: Personal::new(
                        id,
                        Address { street: "2 Dale Road".to_owned(), ..farm_address() },
                    ),
                },
                AccountEvent::BusinessProfileChanged {
                    account_id: MERCHANT,
                    business: BusinessProfile { business_name: "Dale Farm".to_owned(), ..farm() },
                    website: None,
                },
                AccountEvent::BusinessPapersChanged {
                    account_id: MERCHANT,
                    license: Some(Personal::new(id, "VT-1".to_owned())),
                    tax_id: None,
                },
            ]);
    }

    #[test]
    fn unchanged_values_cause_no_event() {
        let form = ProfileForm {
            revision: None,
            name: text(" Mia  Hill "),
            email: text("mia@example.com"),
            phone: text("802-555-0100"),
            address: Some(at(farm_address())),
            business: Some(BusinessRevision { delivery_radius: Some(25.0), ..BusinessRevision::default() }),
        };
        for form in [form, ProfileForm::default()] {
            given::<Account>(&[mia().opened()])
                .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: None })
                .then_nothing();
        }
    }

    #[test]
    fn a_customer_has_no_business_and_may_have_no_address() {
        let business = ProfileForm { business: Some(BusinessRevision::default()), ..ProfileForm::default() };
        given::<Account>(&[anna().opened()])
            .when(&ReviseProfile { account_id: CUSTOMER, form: &business, password: None })
            .then_refused(Refusal::NotAMerchant);
        let nowhere = ProfileForm { address: Some(AddressForm::default()), ..ProfileForm::default() };
        given::<Account>(&[anna().opened(), work_added(), home_is_work()])
            .when(&ReviseProfile { account_id: CUSTOMER, form: &nowhere, password: None })
            .then(&[AccountEvent::AddressRemoved { account_id: CUSTOMER, address_id: WORK }]);
        given::<Account>(&[anna().opened()])
            .when(&ReviseProfile { account_id: CUSTOMER, form: &nowhere, password: None })
            .then_nothing();
    }

    #[test]
    fn a_new_home_address_overwrites_no_other() {
        let at_home = |address_id, street: &str| AccountEvent::HomeAddressChanged {
            account_id: CUSTOMER,
            address_id,
            address: Personal::new(CUSTOMER.uuid(), Address { street: street.to_owned(), ..farm_address() }),
        };
        let first = AddressId::first_of(CUSTOMER);
        let nowhere = AccountEvent::AddressRemoved { account_id: CUSTOMER, address_id: WORK };
        let history = [anna().opened(), at_home(first, "1 Hill Road"), work_added(), home_is_work(), nowhere];
        let moved = Address { street: "2 Dale Road".to_owned(), ..farm_address() };
        let form = ProfileForm { address: Some(at(moved)), ..ProfileForm::default() };
        let new = AddressId::derived(CUSTOMER.uuid(), "home address 2");
        given::<Account>(&history)
            .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: None })
            .then(&[at_home(new, "2 Dale Road")]);
        given::<Account>(&[anna().opened()])
            .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: None })
            .then(&[at_home(first, "2 Dale Road")]);
    }

    fn with_email(email: &str) -> ProfileForm {
        ProfileForm { email: text(email), ..ProfileForm::default() }
    }

    fn known() -> PasswordKnown {
        PasswordKnown { request_id: LINK, generation: 1, now: minute(60) - LINK_LIFETIME }
    }

    #[test]
    fn a_new_email_address_needs_the_password_and_is_pending() {
        let form = with_email("anna@dale.example");
        for later in [vec![], vec![email_change_requested(LATER_LINK, 0)]] {
            let history = [vec![anna().opened()], later].concat();
            given::<Account>(&history)
                .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: None })
                .then_refused(Refusal::PasswordRequired);
            given::<Account>(&history)
                .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: Some(known()) })
                .then(&[email_change_requested(LINK, 1)]);
        }
    }

    #[test]
    fn the_current_address_and_the_password_withdraw_the_pending_one() {
        let form = with_email("anna@example.com");
        let waiting = [anna().opened(), email_change_requested(LINK, 1)];
        given::<Account>(&waiting)
            .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: Some(known()) })
            .then(&[email_change_withdrawn()]);
        given::<Account>(&waiting)
            .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: None })
            .then_nothing();
        given::<Account>(&waiting[..1])
            .when(&ReviseProfile { account_id: CUSTOMER, form: &form, password: Some(known()) })
            .then_nothing();
    }

    #[test]
    fn an_edit_of_an_older_revision_is_refused() {
        let account_id = CUSTOMER;
        let phone = Some(Personal::new(CUSTOMER.uuid(), "802-555-0199".to_owned()));
        let history = [
            anna().opened(),
            AccountEvent::EmailVerified { account_id },
            AccountEvent::PhoneChanged { account_id, phone },
        ];
        let account = Account::fold(&history);
        let profile = account.profile.clone().unwrap();
        assert_eq!(profile.revision, 3, "the number of the last event that changed the settings");
        let edit =
            |revision| ProfileForm { revision: Some(revision), name: text("Ann"), ..Default::default() };
        let changed = Refusal::Changed(Changed(Box::new(profile)));
        given::<Account>(&history)
            .when(&ReviseProfile { account_id: CUSTOMER, form: &edit(1), password: None })
            .then_refused(changed);
        let present = edit(3);
        let command = ReviseProfile { account_id: CUSTOMER, form: &present, password: None };
        assert_eq!(command.decide(&account).map(|events| events.len()), Ok(1));
    }

    #[test]
    fn a_missing_account_has_no_profile() {
        given::<Account>(&[mia().opened(), mia().erased()])
            .when(&ReviseProfile { account_id: CUSTOMER, form: &ProfileForm::default(), password: None })
            .then_refused(Refusal::NotFound);
    }
}
