//! The state of an account, folded from its events, as far as decisions need it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::{AccountId, VerificationId},
    shop::{Address, BusinessProfile},
};

use super::AddressBook;
use crate::Aggregate;

/// Whether a merchant may sell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Approval {
    /// Waits for an admin's review.
    Pending,
    /// May sell.
    Approved {
        /// The admin's note.
        reason: Option<String>,
        /// Name of the business at the time of the approval.
        business_name: String,
    },
    /// May not sell, but can still be approved.
    Rejected {
        /// Shown to the merchant.
        reason: String,
    },
}

/// An account that exists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub account_id: AccountId,
    /// The last change of the settings. Every revision of an account is a number of an event in its stream.
    pub revision: u64,
    /// Decides what the account may do.
    pub role: Role,
    /// The person's name.
    pub name: Personal<String>,
    /// The e-mail address as it was typed.
    pub email: Personal<String>,
    /// How often the address was changed.
    pub email_changes: u32,
    /// The owner has used a link that was mailed to the address. Accounts opened before verification was
    /// introduced count as verified.
    pub email_verified: bool,
    /// The unused link that verifies the address.
    pub verification: Option<MailedLink>,
    /// A new address that is pending until its link is used.
    pub pending_email: Option<PendingEmail>,
    /// Id of the last link that verified an address.
    pub used_link: Option<VerificationId>,
    /// Phone number, if given.
    pub phone: Option<Personal<String>>,
    /// The home address. Customers of a merchant pick up their orders there.
    pub address: Option<Personal<Address>>,
    /// All addresses, the home address among them.
    pub book: AddressBook,
    /// Merchants only.
    pub business: Option<BusinessProfile>,
    /// Merchants only: business details that are not public.
    pub papers: Papers,
    /// Review status of a merchant; meaningless for other roles.
    pub approval: Approval,
    /// False while the account is deactivated.
    pub active: bool,
    /// Whether notifications of a type are mailed. Types that are not in the map are.
    pub email_wanted: BTreeMap<String, bool>,
    /// The last choice of these.
    pub email_wanted_revision: u64,
}

/// A link that was mailed to verify an address and is not used yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MailedLink {
    /// Id that the link carries.
    pub request_id: VerificationId,
    /// The link is void from this time on.
    pub expires_at: DateTime<Utc>,
}

/// An e-mail address that the account requested and that is not verified yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingEmail {
    /// As typed.
    pub email: Personal<String>,
    /// The link that was mailed to this address.
    pub link: MailedLink,
    /// Session generation at the time of the request. The link is void in a later generation.
    pub generation: u32,
}

/// Business details outside of the public profile.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Papers {
    /// The business's website.
    pub website: Option<String>,
    /// License number.
    pub license: Option<Personal<String>>,
    /// Tax number.
    pub tax_id: Option<Personal<String>>,
}

/// The account aggregate; without a profile before it is opened.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Present from the opening until the erasure.
    pub profile: Option<Profile>,
    /// The account was erased and is never opened again.
    pub erased: bool,
    /// Number of events so far.
    pub version: u64,
}

impl Account {
    /// The profile, if this is a merchant.
    pub fn merchant(&self) -> Option<&Profile> {
        self.profile.as_ref().filter(|profile| profile.role == Role::Merchant)
    }

    /// The profile, if this is a merchant who may sell: approved and active.
    pub fn seller(&self) -> Option<&Profile> {
        self.merchant().filter(|profile| profile.active && profile.is_approved())
    }

    /// Nobody acts for the account: it was deactivated or erased.
    pub fn has_left(&self) -> bool {
        self.erased || self.profile.as_ref().is_some_and(|profile| !profile.active)
    }

    /// The profile, if the account exists and is not deactivated.
    pub fn active(&self) -> Option<&Profile> {
        self.profile.as_ref().filter(|profile| profile.active)
    }
}

impl Profile {
    /// Name of the merchant's business; empty for other roles.
    pub fn business_name(&self) -> &str {
        self.business.as_ref().map_or("", |business| &business.business_name)
    }

    /// An admin has approved the merchant and not rejected it since.
    pub const fn is_approved(&self) -> bool {
        matches!(self.approval, Approval::Approved { .. })
    }

    fn evolve(&mut self, event: &AccountEvent, version: u64) {
        if event.revises_settings() {
            self.revision = version;
        }
        match event {
            AccountEvent::AccountOpened { .. } | AccountEvent::AccountErased { .. } => {}
            AccountEvent::MerchantApproved { reason, .. } => {
                let business_name = self.business_name().to_owned();
                self.approval = Approval::Approved { reason: reason.clone(), business_name };
            }
            AccountEvent::MerchantRejected { reason, .. } => {
                self.approval = Approval::Rejected { reason: reason.clone() };
            }
            AccountEvent::NameChanged { name, .. } => self.name = name.clone(),
            AccountEvent::EmailChanged { email, .. } => {
                self.email = email.clone();
                self.email_changes += 1;
                self.email_verified = true;
                self.verification = None;
                self.used_link = self.pending_email.take().map(|pending| pending.link.request_id);
            }
            AccountEvent::EmailVerificationRequested { request_id, expires_at, .. } => {
                self.email_verified = false;
                self.verification = Some(MailedLink { request_id: *request_id, expires_at: *expires_at });
            }
            AccountEvent::EmailVerified { .. } => {
                self.email_verified = true;
                self.used_link = self.verification.take().map(|link| link.request_id);
            }
            AccountEvent::EmailChangeRequested { request_id, email, generation, expires_at, .. } => {
                self.pending_email = Some(PendingEmail {
                    email: email.clone(),
                    link: MailedLink { request_id: *request_id, expires_at: *expires_at },
                    generation: *generation,
                });
            }
            AccountEvent::EmailChangeWithdrawn { .. } => self.pending_email = None,
            AccountEvent::PhoneChanged { phone, .. } => self.phone.clone_from(phone),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                self.book.settle(*address_id, address, version);
                self.address = Some(address.clone());
            }
            AccountEvent::AddressAdded { address_id, address, .. }
            | AccountEvent::AddressChanged { address_id, address, .. } => {
                self.book.put(*address_id, address.clone(), version);
            }
            AccountEvent::AddressRemoved { address_id, .. } => {
                if self.book.remove(*address_id) {
                    self.address = None;
                }
            }
            AccountEvent::BusinessProfileChanged { business, website, .. } => {
                let photo_url = self.business.take().and_then(|before| before.photo_url);
                self.business = Some(BusinessProfile { photo_url, ..business.clone() });
                self.papers.website.clone_from(website);
            }
            AccountEvent::BusinessPapersChanged { license, tax_id, .. } => {
                self.papers.license.clone_from(license);
                self.papers.tax_id.clone_from(tax_id);
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.show_photo(Some(url.clone())),
            AccountEvent::BusinessPhotoRemoved { .. } => self.show_photo(None),
            AccountEvent::EmailPreferencesChosen { wanted, .. } => {
                self.email_wanted.clone_from(wanted);
                self.email_wanted_revision = version;
            }
            AccountEvent::AccountDeactivated { .. } => {
                self.active = false;
                self.verification = None;
                self.pending_email = None;
            }
            AccountEvent::AccountReactivated { .. } => self.active = true,
        }
    }

    fn show_photo(&mut self, url: Option<String>) {
        if let Some(business) = &mut self.business {
            business.photo_url = url;
        }
    }
}

impl Aggregate for Account {
    type Event = AccountEvent;

    fn evolve(mut self, event: &AccountEvent) -> Self {
        let version = self.version + 1;
        match event {
            AccountEvent::AccountOpened { account_id, role, name, email, phone, address, business } => Self {
                profile: Some(Profile {
                    account_id: *account_id,
                    revision: version,
                    role: *role,
                    name: name.clone(),
                    email: email.clone(),
                    email_changes: 0,
                    email_verified: true,
                    verification: None,
                    pending_email: None,
                    used_link: None,
                    phone: phone.clone(),
                    address: address.clone(),
                    book: AddressBook::opened_with(*account_id, address.as_ref(), version),
                    business: business.clone(),
                    papers: Papers::default(),
                    approval: Approval::Pending,
                    active: true,
                    email_wanted: BTreeMap::new(),
                    email_wanted_revision: version,
                }),
                erased: false,
                version,
            },
            AccountEvent::AccountErased { .. } => Self { profile: None, erased: true, version },
            later => {
                if let Some(profile) = &mut self.profile {
                    profile.evolve(later, version);
                }
                Self { version, ..self }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::testing::{anna, email_changed};

    #[test]
    fn changes_of_the_email_address_are_counted() {
        let account = Account::fold(&[anna().opened(), email_changed(), email_changed()]);
        assert_eq!(account.profile.expect("it is open").email_changes, 2);
    }
}
