//! An account that is erased, or that has another address now, releases its e-mail address.

use std::convert::Infallible;

use shared_events::{Version, events::EmailEvent, ids::AccountId};
use uuid::Uuid;

use super::Email;
use crate::Command;

/// Release the address.
#[derive(Clone, Copy, Debug)]
pub struct ReleaseEmail {
    /// Fingerprint of the address.
    pub claim: Uuid,
    /// The account that gives the address back.
    pub account_id: AccountId,
    /// The only stream version at which it is released; `None` releases it at any.
    pub version: Option<Version>,
}

impl Command for ReleaseEmail {
    type Aggregate = Email;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.claim
    }

    /// An address that was claimed again since is left alone.
    fn decide(&self, email: &Email) -> Result<Vec<EmailEvent>, Infallible> {
        let Self { account_id, version, .. } = *self;
        let is_meant = version.is_none_or(|version| email.version == version);
        Ok(match email.holder {
            Some(holder) if holder == account_id && is_meant => {
                vec![EmailEvent::EmailReleased { account_id }]
            }
            Some(_) | None => Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{email::claim_email, testing::given};

    const CLAIM: Uuid = Uuid::from_u128(9);
    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));
    const BEN: AccountId = AccountId::new(Uuid::from_u128(2));

    fn claimed_by(account_id: AccountId) -> EmailEvent {
        EmailEvent::EmailClaimed { account_id }
    }

    fn released_by(account_id: AccountId) -> EmailEvent {
        EmailEvent::EmailReleased { account_id }
    }

    #[test]
    fn an_address_is_released_by_its_holder() {
        let release = ReleaseEmail { claim: CLAIM, version: None, account_id: ANNA };
        given::<Email>(&[claimed_by(ANNA)]).when(&release).then(&[released_by(ANNA)]);
        assert_eq!(release.stream(), CLAIM);
    }

    #[test]
    fn an_address_is_released_only_by_its_holder() {
        for history in [vec![], vec![claimed_by(BEN)], vec![claimed_by(ANNA), released_by(ANNA)]] {
            given::<Email>(&history)
                .when(&ReleaseEmail { claim: CLAIM, version: None, account_id: ANNA })
                .then_nothing();
        }
    }

    #[test]
    fn a_claim_that_was_renewed_since_is_not_released() {
        for (history, expected) in [
            (vec![claimed_by(ANNA)], vec![released_by(ANNA)]),
            (vec![claimed_by(ANNA), claimed_by(ANNA)], vec![]),
        ] {
            given::<Email>(&history)
                .when(&ReleaseEmail { claim: CLAIM, account_id: ANNA, version: Some(1) })
                .then(&expected);
        }
    }

    #[test]
    fn a_released_address_can_be_claimed_again() {
        let claim = claim_email::ClaimEmail { claim: CLAIM, account_id: BEN, abandoned: None };
        given::<Email>(&[claimed_by(ANNA), released_by(ANNA)]).when(&claim).then(&[claimed_by(BEN)]);
    }
}
