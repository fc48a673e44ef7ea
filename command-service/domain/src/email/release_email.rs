//! An erased account releases its e-mail address.

use shared_events::{events::EmailEvent, ids::AccountId};

use super::Email;

/// Returns the events to append. An address that another account has claimed since is left alone.
pub fn decide(email: &Email, account_id: AccountId) -> Vec<EmailEvent> {
    match email.holder {
        Some(holder) if holder == account_id => vec![EmailEvent::EmailReleased { account_id }],
        Some(_) | None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;
    use crate::{email::claim_email, testing::given};

    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));
    const BEN: AccountId = AccountId::new(Uuid::from_u128(2));

    fn claimed_by(account_id: AccountId) -> EmailEvent {
        EmailEvent::EmailClaimed { account_id }
    }

    fn released_by(account_id: AccountId) -> EmailEvent {
        EmailEvent::EmailReleased { account_id }
    }

    #[test]
    fn its_holder_releases_an_address() {
        given::<Email>(&[claimed_by(ANNA)])
            .when(|email| Ok::<_, Infallible>(decide(email, ANNA)))
            .then(&[released_by(ANNA)]);
    }

    #[test]
    fn only_its_holder_releases_an_address() {
        for history in [vec![], vec![claimed_by(BEN)], vec![claimed_by(ANNA), released_by(ANNA)]] {
            given::<Email>(&history).when(|email| Ok::<_, Infallible>(decide(email, ANNA))).then_nothing();
        }
    }

    #[test]
    fn a_released_address_can_be_claimed_again() {
        let claim = claim_email::ClaimEmail { account_id: BEN, abandoned: None };
        given::<Email>(&[claimed_by(ANNA), released_by(ANNA)])
            .when(|email| claim_email::decide(email, &claim))
            .then(&[claimed_by(BEN)]);
    }
}
