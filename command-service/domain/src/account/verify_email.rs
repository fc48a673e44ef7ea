//! The owner of an account uses a mailed link: it verifies the current address, or makes a pending one current.

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    Personal,
    events::AccountEvent,
    ids::{AccountId, VerificationId},
};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// How long a mailed link is valid.
pub const LINK_LIFETIME: TimeDelta = TimeDelta::hours(24);

/// Use a link.
#[derive(Clone, Copy, Debug)]
pub struct VerifyEmail {
    /// Id of the account.
    pub account_id: AccountId,
    /// Id that the link carries.
    pub request_id: VerificationId,
    /// Current session generation of the account.
    pub generation: u32,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The link has expired, a newer one was sent, or the address change was withdrawn.
    #[error("This verification link is invalid or has expired. Please request a new one.")]
    LinkIsVoid,
    /// The link has been used before.
    #[error("This verification link has already been used. Your email address is verified.")]
    AlreadyUsed,
}

impl VerifyEmail {
    /// The pending address that the link makes current; `None` when the link verifies the current one.
    ///
    /// # Errors
    /// The link is void or was used before.
    pub fn wanted_email(&self, account: &Account) -> Result<Option<Personal<String>>, Refusal> {
        let Self { request_id, generation, now, .. } = *self;
        let profile = account.active().ok_or(Refusal::LinkIsVoid)?;
        if profile.used_link == Some(request_id) {
            return Err(Refusal::AlreadyUsed);
        }
        if let Some(pending) = &profile.pending_email
            && pending.link.request_id == request_id
        {
            let holds = now < pending.link.expires_at && pending.generation == generation;
            return if holds { Ok(Some(pending.email.clone())) } else { Err(Refusal::LinkIsVoid) };
        }
        let own = profile.verification.filter(|link| link.request_id == request_id && now < link.expires_at);
        own.map(|_| None).ok_or(Refusal::LinkIsVoid)
    }
}

impl Command for VerifyEmail {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// A pending address must already be claimed for this account.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let wanted = self.wanted_email(account)?;
        let account_id = account.active().ok_or(Refusal::LinkIsVoid)?.account_id;
        Ok(vec![match wanted {
            Some(email) => AccountEvent::EmailChanged { account_id, email },
            None => AccountEvent::EmailVerified { account_id },
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn verify(request_id: VerificationId, minute_of_use: i64) -> VerifyEmail {
        VerifyEmail { account_id: CUSTOMER, request_id, generation: 1, now: minute(minute_of_use) }
    }

    #[test]
    fn the_link_of_a_sign_up_verifies_the_address() {
        given::<Account>(&[anna().opened(), verification_requested(LINK)])
            .when(&verify(LINK, 59))
            .then(&[email_verified()]);
    }

    #[test]
    fn the_link_of_a_change_gives_the_new_address_to_the_account() {
        for history in [
            vec![anna().opened(), email_change_requested(LINK, 1)],
            vec![anna().opened(), verification_requested(LATER_LINK), email_change_requested(LINK, 1)],
        ] {
            given::<Account>(&history).when(&verify(LINK, 59)).then(&[email_changed()]);
        }
    }

    #[test]
    fn a_link_works_once() {
        for history in [
            vec![anna().opened(), verification_requested(LINK), email_verified()],
            vec![anna().opened(), email_change_requested(LINK, 1), email_changed()],
        ] {
            given::<Account>(&history).when(&verify(LINK, 1)).then_refused(Refusal::AlreadyUsed);
        }
    }

    #[test]
    fn a_link_is_void_after_its_time_after_another_and_when_the_change_was_withdrawn() {
        let (own, change) = (verification_requested(LINK), email_change_requested(LINK, 1));
        for (later, at) in [
            (vec![own.clone()], 60),
            (vec![change.clone()], 60),
            (vec![own.clone(), verification_requested(LATER_LINK)], 1),
            (vec![change.clone(), email_change_requested(LATER_LINK, 1)], 1),
            (vec![change.clone(), email_change_withdrawn()], 1),
            (vec![own.clone(), email_change_requested(LATER_LINK, 1), email_changed()], 1),
            (vec![], 1),
        ] {
            let history = [vec![anna().opened()], later].concat();
            given::<Account>(&history).when(&verify(LINK, at)).then_refused(Refusal::LinkIsVoid);
        }
    }

    #[test]
    fn ending_all_sessions_voids_only_the_link_of_an_address_change() {
        for asked_in in [0, 2] {
            given::<Account>(&[anna().opened(), email_change_requested(LINK, asked_in)])
                .when(&verify(LINK, 1))
                .then_refused(Refusal::LinkIsVoid);
        }
    }

    #[test]
    fn links_of_a_deactivated_or_erased_account_are_void() {
        for asked in [verification_requested(LINK), email_change_requested(LINK, 1)] {
            let shut_out = vec![anna().opened(), asked, anna().deactivated()];
            let let_in = [shut_out.clone(), vec![anna().reactivated()]].concat();
            let erased = [shut_out.clone(), vec![anna().erased()]].concat();
            for history in [shut_out, let_in, erased] {
                given::<Account>(&history).when(&verify(LINK, 1)).then_refused(Refusal::LinkIsVoid);
            }
        }
    }
}
