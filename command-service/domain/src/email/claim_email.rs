//! An account claims an e-mail address, before it is opened or gets the address.

use shared_events::{Version, events::EmailEvent, ids::AccountId};
use uuid::Uuid;

use super::Email;
use crate::Command;

/// Claim the address for this account.
#[derive(Clone, Copy, Debug)]
pub struct ClaimEmail {
    /// Fingerprint of the address.
    pub claim: Uuid,
    /// The account that claims the address.
    pub account_id: AccountId,
    /// Stream version of an abandoned claim, which may be taken over: its account did not get the address in time. A
    /// later claim is not abandoned, even if the same account made it.
    pub abandoned: Option<Version>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another account has claimed the address.
    #[error("An account with this email already exists")]
    Taken,
}

impl Command for ClaimEmail {
    type Aggregate = Email;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.claim
    }

    /// An account renews its own claim, so that the claim is not old enough to be taken over before the
    /// account has the address.
    fn decide(&self, email: &Email) -> Result<Vec<EmailEvent>, Refusal> {
        let claimed = || Ok(vec![EmailEvent::EmailClaimed { account_id: self.account_id }]);
        match email.holder {
            None => claimed(),
            Some(holder) if holder == self.account_id => claimed(),
            Some(_) if Some(email.version) == self.abandoned => claimed(),
            Some(_) => Err(Refusal::Taken),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    const CLAIM: Uuid = Uuid::from_u128(9);
    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));
    const BEN: AccountId = AccountId::new(Uuid::from_u128(2));
    const CARL: AccountId = AccountId::new(Uuid::from_u128(3));

    fn claimed_by(account_id: AccountId) -> EmailEvent {
        EmailEvent::EmailClaimed { account_id }
    }

    fn claim(abandoned: Option<Version>) -> ClaimEmail {
        ClaimEmail { claim: CLAIM, account_id: ANNA, abandoned }
    }

    #[test]
    fn a_free_address_is_claimed() {
        given::<Email>(&[]).when(&claim(None)).then(&[claimed_by(ANNA)]);
        assert_eq!(claim(None).stream(), CLAIM);
    }

    #[test]
    fn an_address_belongs_to_one_account() {
        given::<Email>(&[claimed_by(BEN)]).when(&claim(None)).then_refused(Refusal::Taken);
    }

    #[test]
    fn an_abandoned_claim_is_taken_over() {
        given::<Email>(&[claimed_by(BEN)]).when(&claim(Some(1))).then(&[claimed_by(ANNA)]);
    }

    #[test]
    fn an_abandoned_claim_is_taken_over_once() {
        given::<Email>(&[claimed_by(BEN), claimed_by(CARL)])
            .when(&claim(Some(1)))
            .then_refused(Refusal::Taken);
    }

    #[test]
    fn an_account_renews_its_own_claim() {
        given::<Email>(&[claimed_by(ANNA)]).when(&claim(None)).then(&[claimed_by(ANNA)]);
    }

    #[test]
    fn a_renewed_claim_is_not_taken_over() {
        given::<Email>(&[claimed_by(BEN), claimed_by(BEN)])
            .when(&claim(Some(1)))
            .then_refused(Refusal::Taken);
    }
}
