//! An account that is about to be opened, or to have another e-mail address, claims it.

use shared_events::{Version, events::EmailEvent, ids::AccountId};

use super::Email;

/// Claim the address for this account.
#[derive(Clone, Copy, Debug)]
pub struct ClaimEmail {
    /// Whose it shall be.
    pub account_id: AccountId,
    /// The stream's version at which the address was claimed for an account that does not have it, so long ago that it
    /// never will. A later claim is not abandoned, even if it is the same account's.
    pub abandoned: Option<Version>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It belongs to another account.
    #[error("An account with this email already exists")]
    Taken,
}

/// Decides. An own claim is made anew, so that it is not old enough to be taken over while the account gets the address.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(email: &Email, command: &ClaimEmail) -> Result<Vec<EmailEvent>, Refusal> {
    let claimed = || Ok(vec![EmailEvent::EmailClaimed { account_id: command.account_id }]);
    match email.holder {
        None => claimed(),
        Some(holder) if holder == command.account_id => claimed(),
        Some(_) if Some(email.version) == command.abandoned => claimed(),
        Some(_) => Err(Refusal::Taken),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::domain::testing::given;

    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));
    const BEN: AccountId = AccountId::new(Uuid::from_u128(2));
    const CARL: AccountId = AccountId::new(Uuid::from_u128(3));

    fn claimed_by(account_id: AccountId) -> EmailEvent {
        EmailEvent::EmailClaimed { account_id }
    }

    fn claim(abandoned: Option<Version>) -> ClaimEmail {
        ClaimEmail { account_id: ANNA, abandoned }
    }

    #[test]
    fn a_free_address_is_claimed() {
        given::<Email>(&[]).when(|email| decide(email, &claim(None))).then(&[claimed_by(ANNA)]);
    }

    #[test]
    fn an_address_belongs_to_one_account() {
        given::<Email>(&[claimed_by(BEN)])
            .when(|email| decide(email, &claim(None)))
            .then_refused(Refusal::Taken);
    }

    #[test]
    fn an_abandoned_claim_is_taken_over() {
        given::<Email>(&[claimed_by(BEN)])
            .when(|email| decide(email, &claim(Some(1))))
            .then(&[claimed_by(ANNA)]);
    }

    #[test]
    fn somebody_else_may_have_taken_it_over_first() {
        given::<Email>(&[claimed_by(BEN), claimed_by(CARL)])
            .when(|email| decide(email, &claim(Some(1))))
            .then_refused(Refusal::Taken);
    }

    #[test]
    fn an_own_claim_is_made_anew() {
        given::<Email>(&[claimed_by(ANNA)])
            .when(|email| decide(email, &claim(None)))
            .then(&[claimed_by(ANNA)]);
    }

    #[test]
    fn a_claim_that_was_made_anew_is_not_taken_over() {
        given::<Email>(&[claimed_by(BEN), claimed_by(BEN)])
            .when(|email| decide(email, &claim(Some(1))))
            .then_refused(Refusal::Taken);
    }
}
