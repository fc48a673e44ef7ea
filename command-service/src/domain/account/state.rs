//! What decisions about an account need to know.

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
use crate::domain::Aggregate;

/// Whether a merchant may sell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Approval {
    /// Waits for an admin.
    Pending,
    /// May sell.
    Approved {
        /// The admin's note.
        reason: Option<String>,
        /// The name of the business that the admin saw.
        business_name: String,
    },
    /// May not sell, and may still be approved.
    Rejected {
        /// What the merchant was told.
        reason: String,
    },
}

/// An account that exists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Whose.
    pub account_id: AccountId,
    /// What it may do.
    pub role: Role,
    /// The person's name.
    pub name: Personal<String>,
    /// The e-mail address as it was typed.
    pub email: Personal<String>,
    /// How often it was changed.
    pub email_changes: u32,
    /// The owner reads its mail. Accounts that were opened before addresses had to be verified count as verified.
    pub email_verified: bool,
    /// The link that verifies it.
    pub verification: Option<MailedLink>,
    /// The address that the owner wants instead, until the link that was mailed to it is used.
    pub pending_email: Option<PendingEmail>,
    /// What the last link was for that verified an address.
    pub used_link: Option<VerificationId>,
    /// If it was given.
    pub phone: Option<Personal<String>>,
    /// The home address: where customers of a merchant collect.
    pub address: Option<Personal<Address>>,
    /// All addresses, the home address among them.
    pub book: AddressBook,
    /// Merchants only.
    pub business: Option<BusinessProfile>,
    /// Merchants only: what is not told to everybody.
    pub papers: Papers,
    /// Where a merchant stands with the admins; of no meaning for others.
    pub approval: Approval,
    /// Not shut out by an admin.
    pub active: bool,
    /// Which e-mail is wanted, by the type of notification; all that is not named here.
    pub email_wanted: BTreeMap<String, bool>,
}

/// A link that was mailed to verify an address, and was not used yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MailedLink {
    /// What the link is for.
    pub request_id: VerificationId,
    /// From this moment on the link does nothing.
    pub expires_at: DateTime<Utc>,
}

/// An e-mail address that the account asked for and has not verified yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingEmail {
    /// As it was typed.
    pub email: Personal<String>,
    /// The link that was mailed to it.
    pub link: MailedLink,
    /// The generation of the account's sessions when it was asked for. The link does nothing in a later one.
    pub generation: u32,
}

/// What a merchant says about the business besides its profile.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Papers {
    /// The business's own page.
    pub website: Option<String>,
    /// The number of the licence.
    pub license: Option<Personal<String>>,
    /// The number under which it pays taxes.
    pub tax_id: Option<Personal<String>>,
}

/// An account, or none yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Present once it is opened, until it is erased.
    pub profile: Option<Profile>,
    /// It was open once, and is never opened again.
    pub erased: bool,
}

impl Account {
    /// The account of a merchant, if it is one.
    pub fn merchant(&self) -> Option<&Profile> {
        self.profile.as_ref().filter(|profile| profile.role == Role::Merchant)
    }

    /// The account, if it exists and is not shut out.
    pub fn active(&self) -> Option<&Profile> {
        self.profile.as_ref().filter(|profile| profile.active)
    }
}

impl Profile {
    /// The name of the merchant's business; empty for everybody else.
    pub fn business_name(&self) -> &str {
        self.business.as_ref().map_or("", |business| &business.business_name)
    }

    fn evolve(&mut self, event: &AccountEvent) {
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
                self.book.settle(*address_id, address);
                self.address = Some(address.clone());
            }
            AccountEvent::AddressAdded { address_id, address, .. }
            | AccountEvent::AddressChanged { address_id, address, .. } => {
                self.book.put(*address_id, address.clone());
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
            AccountEvent::EmailPreferencesChosen { wanted, .. } => self.email_wanted.clone_from(wanted),
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
        match event {
            AccountEvent::AccountOpened { account_id, role, name, email, phone, address, business } => Self {
                profile: Some(Profile {
                    account_id: *account_id,
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
                    book: AddressBook::opened_with(*account_id, address.as_ref()),
                    business: business.clone(),
                    papers: Papers::default(),
                    approval: Approval::Pending,
                    active: true,
                    email_wanted: BTreeMap::new(),
                }),
                erased: false,
            },
            AccountEvent::AccountErased { .. } => Self { profile: None, erased: true },
            later => {
                if let Some(profile) = &mut self.profile {
                    profile.evolve(later);
                }
                self
            }
        }
    }
}
