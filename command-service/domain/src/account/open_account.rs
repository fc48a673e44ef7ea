//! A person signs up, or an operator creates an admin.

use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::AccountId,
    shop::{Address, BusinessProfile},
};

use super::{Account, MailedLink};
use crate::email::EmailAddress;

/// Open an account. Its fields are already checked; see [`super::sign_up_form`].
#[derive(Clone, Debug, PartialEq)]
pub struct OpenAccount {
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

/// Returns the events to append. An account opened with a verification link is unverified, even if the link has
/// expired. An account that is open or erased stays as it is: a repeated command changes nothing.
pub fn decide(
    account: &Account,
    account_id: AccountId,
    command: &OpenAccount,
    verification: Option<MailedLink>,
) -> Vec<AccountEvent> {
    if account.profile.is_some() || account.erased {
        return Vec::new();
    }
    let subject = account_id.uuid();
    let mut events = vec![AccountEvent::AccountOpened {
        account_id,
        role: command.role,
        name: Personal::new(subject, command.name.clone()),
        email: Personal::new(subject, command.email.to_string()),
        phone: command.phone.clone().map(|phone| Personal::new(subject, phone)),
        address: command.address.clone().map(|address| Personal::new(subject, address)),
        business: command.business.clone(),
    }];
    events.extend(verification.map(|MailedLink { request_id, expires_at }| {
        AccountEvent::EmailVerificationRequested { account_id, request_id, expires_at }
    }));
    events
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{account::testing::*, testing::given};

    fn open() -> OpenAccount {
        OpenAccount {
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
            .when(|account| Ok::<_, Infallible>(decide(account, MERCHANT, &open(), None)))
            .then(&[merchant_opened()]);
    }

    #[test]
    fn a_sign_up_has_to_verify_its_address() {
        let open = OpenAccount {
            role: Role::Customer,
            name: "Anna Smith".to_owned(),
            email: EmailAddress::parse("anna@example.com").unwrap(),
            phone: None,
            address: None,
            business: None,
        };
        let link = MailedLink { request_id: LINK, expires_at: minute(60) };
        given::<Account>(&[])
            .when(|account| Ok::<_, Infallible>(decide(account, CUSTOMER, &open, Some(link))))
            .then(&[customer_opened(), verification_requested(LINK)]);
    }

    #[test]
    fn an_erased_account_is_not_opened_again() {
        given::<Account>(&[merchant_opened(), merchant_erased()])
            .when(|account| Ok::<_, Infallible>(decide(account, MERCHANT, &open(), None)))
            .then_nothing();
    }

    #[test]
    fn the_same_command_again_changes_nothing() {
        given::<Account>(&[merchant_opened(), merchant_approved()])
            .when(|account| Ok::<_, Infallible>(decide(account, MERCHANT, &open(), None)))
            .then_nothing();
    }
}
