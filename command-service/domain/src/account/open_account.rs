//! A person signs up, or an operator creates an admin.

use std::convert::Infallible;

use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::AccountId,
    shop::{Address, BusinessProfile},
};
use uuid::Uuid;

use super::{Account, MailedLink};
use crate::{Command, email::EmailAddress};

/// Open an account.
#[derive(Clone, Debug)]
pub struct OpenAccount {
    /// Id of the account.
    pub account_id: AccountId,
    /// The person and, for merchants, the business.
    pub details: AccountDetails,
    /// The link that is mailed to verify the address; `None` if the address needs no verification.
    pub verification: Option<MailedLink>,
}

/// Everything that is known of a new account, already checked; see [`super::sign_up_form`].
#[derive(Clone, Debug, PartialEq)]
pub struct AccountDetails {
    /// Decides what the account may do.
    pub role: Role,
    /// The person's name.
    pub name: String,
    /// Already claimed for this account.
    pub email: EmailAddress,
    /// Always present for merchants.
    pub phone: Option<String>,
    /// Always present for merchants.
    pub address: Option<Address>,
    /// Present for merchants only.
    pub business: Option<BusinessProfile>,
}

impl Command for OpenAccount {
    type Aggregate = Account;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// An account opened with a verification link is unverified, even if the link has expired. An account
    /// that is open or erased stays as it is: a repeated command changes nothing.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Infallible> {
        let &Self { account_id, ref details, verification } = self;
        if account.profile.is_some() || account.erased {
            return Ok(Vec::new());
        }
        let subject = account_id.uuid();
        let mut events = vec![AccountEvent::AccountOpened {
            account_id,
            role: details.role,
            name: Personal::new(subject, details.name.clone()),
            email: Personal::new(subject, details.email.to_string()),
            phone: details.phone.clone().map(|phone| Personal::new(subject, phone)),
            address: details.address.clone().map(|address| Personal::new(subject, address)),
            business: details.business.clone(),
        }];
        events.extend(verification.map(|MailedLink { request_id, expires_at }| {
            AccountEvent::EmailVerificationRequested { account_id, request_id, expires_at }
        }));
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn open() -> AccountDetails {
        AccountDetails {
            role: Role::Merchant,
            name: "Mia Hill".to_owned(),
            email: EmailAddress::parse("mia@example.com").unwrap(),
            phone: Some("802-555-0100".to_owned()),
            address: Some(farm_address()),
            business: Some(farm()),
        }
    }

    #[test]
    fn an_account_is_opened() {
        given::<Account>(&[])
            .when(&OpenAccount { account_id: MERCHANT, details: open(), verification: None })
            .then(&[mia().opened()]);
    }

    #[test]
    fn a_sign_up_has_to_verify_its_address() {
        let open = AccountDetails {
            role: Role::Customer,
            name: "Anna Smith".to_owned(),
            email: EmailAddress::parse("anna@example.com").unwrap(),
            phone: None,
            address: None,
            business: None,
        };
        let link = MailedLink { request_id: LINK, expires_at: minute(60) };
        given::<Account>(&[])
            .when(&OpenAccount { account_id: CUSTOMER, details: open, verification: Some(link) })
            .then(&[anna().opened(), verification_requested(LINK)]);
    }

    #[test]
    fn an_erased_account_is_not_opened_again() {
        given::<Account>(&[mia().opened(), mia().erased()])
            .when(&OpenAccount { account_id: MERCHANT, details: open(), verification: None })
            .then_nothing();
    }

    #[test]
    fn the_same_command_again_changes_nothing() {
        given::<Account>(&[mia().opened(), mia().approved()])
            .when(&OpenAccount { account_id: MERCHANT, details: open(), verification: None })
            .then_nothing();
    }
}
