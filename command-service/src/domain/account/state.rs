//! What decisions about an account need to know.

use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::AccountId,
    shop::{Address, BusinessProfile},
};

use crate::domain::Aggregate;

/// Whether a merchant may sell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Approval {
    /// Waits for an admin.
    Pending,
    /// May sell.
    Approved {
        /// The admin's note.
        reason: Option<String>,
    },
    /// May not sell, and may still be approved.
    Rejected {
        /// What the merchant was told.
        reason: String,
    },
}

/// An account that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Whose.
    pub account_id: AccountId,
    /// What it may do.
    pub role: Role,
    /// The person's name.
    pub name: Personal<String>,
    /// The e-mail address as it was typed.
    pub email: Personal<String>,
    /// If it was given.
    pub phone: Option<Personal<String>>,
    /// If it was given.
    pub address: Option<Personal<Address>>,
    /// Merchants only.
    pub business: Option<BusinessProfile>,
    /// Where a merchant stands with the admins; of no meaning for others.
    pub approval: Approval,
}

/// An account, or none yet.
#[derive(Clone, Debug, Default, PartialEq)]
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

    fn with_approval(mut self, approval: Approval) -> Self {
        if let Some(profile) = &mut self.profile {
            profile.approval = approval;
        }
        self
    }
}

impl Aggregate for Account {
    type Event = AccountEvent;

    fn evolve(self, event: &AccountEvent) -> Self {
        match event {
            AccountEvent::AccountOpened { account_id, role, name, email, phone, address, business } => Self {
                profile: Some(Profile {
                    account_id: *account_id,
                    role: *role,
                    name: name.clone(),
                    email: email.clone(),
                    phone: phone.clone(),
                    address: address.clone(),
                    business: business.clone(),
                    approval: Approval::Pending,
                }),
                erased: false,
            },
            AccountEvent::MerchantApproved { reason, .. } => {
                self.with_approval(Approval::Approved { reason: reason.clone() })
            }
            AccountEvent::MerchantRejected { reason, .. } => {
                self.with_approval(Approval::Rejected { reason: reason.clone() })
            }
            AccountEvent::AccountErased { .. } => Self { profile: None, erased: true },
        }
    }
}
