//! An account that is about to be opened claims its e-mail address.

use shared_events::{events::EmailEvent, ids::AccountId};

use super::Email;

/// Claim the address for this account.
#[derive(Clone, Copy, Debug)]
pub struct ClaimEmail {
    /// Whose it shall be.
    pub account_id: AccountId,
    /// An account that claimed it so long ago, without ever having been opened, that nobody is opening it any more.
    pub abandoned_by: Option<AccountId>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It belongs to another account.
    #[error("An account with this email already exists")]
    Taken,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(email: &Email, command: &ClaimEmail) -> Result<Vec<EmailEvent>, Refusal> {
    match email.holder {
        Some(holder) if holder == command.account_id => Ok(Vec::new()),
        Some(holder) if Some(holder) != command.abandoned_by => Err(Refusal::Taken),
        Some(_) | None => Ok(vec![EmailEvent::EmailClaimed { account_id: command.account_id }]),
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

    fn claim(abandoned_by: Option<AccountId>) -> ClaimEmail {
        ClaimEmail { account_id: ANNA, abandoned_by }
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
    fn the_same_claim_again_changes_nothing() {
        given::<Email>(&[claimed_by(ANNA)]).when(|email| decide(email, &claim(None))).then_nothing();
    }

    #[test]
    fn an_abandoned_claim_is_taken_over() {
        given::<Email>(&[claimed_by(BEN)])
            .when(|email| decide(email, &claim(Some(BEN))))
            .then(&[claimed_by(ANNA)]);
    }

    #[test]
    fn somebody_else_may_have_taken_it_over_first() {
        given::<Email>(&[claimed_by(BEN), claimed_by(CARL)])
            .when(|email| decide(email, &claim(Some(BEN))))
            .then_refused(Refusal::Taken);
    }
}
