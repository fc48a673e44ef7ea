//! The owner of an account chooses which notifications are mailed.

use std::collections::BTreeMap;

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// The notification types that can be switched on or off for e-mail.
pub const NOTIFICATION_TYPES: [&str; 8] = [
    "product_approved",
    "product_rejected",
    "organic_approved",
    "organic_rejected",
    "order_status",
    "merchant_approved",
    "merchant_rejected",
    "message",
];

/// Switch e-mail on or off for types of notifications.
#[derive(Clone, Debug)]
pub struct ChooseEmailPreferences {
    /// Id of the account.
    pub account_id: AccountId,
    /// The choice for each named type.
    pub chosen: BTreeMap<String, bool>,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// There is no notification of this type.
    #[error("There are no notifications of the type {0:?}")]
    UnknownType(String),
}

impl Command for ChooseEmailPreferences {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Types that are not named keep their setting; an equal setting causes no event.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let &Self { account_id, ref chosen } = self;
        let profile = account.profile.as_ref().ok_or(Refusal::NotFound)?;
        if let Some(unknown) = chosen.keys().find(|name| !NOTIFICATION_TYPES.contains(&name.as_str())) {
            return Err(Refusal::UnknownType(unknown.chars().take(40).collect()));
        }
        let mut wanted = profile.email_wanted.clone();
        wanted.extend(chosen.iter().map(|(name, choice)| (name.clone(), *choice)));
        if wanted == profile.email_wanted {
            return Ok(Vec::new());
        }
        Ok(vec![AccountEvent::EmailPreferencesChosen { account_id, wanted }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn choice(of: &[(&str, bool)]) -> BTreeMap<String, bool> {
        of.iter().map(|(name, wanted)| ((*name).to_owned(), *wanted)).collect()
    }

    fn chosen(of: &[(&str, bool)]) -> AccountEvent {
        AccountEvent::EmailPreferencesChosen { account_id: CUSTOMER, wanted: choice(of) }
    }

    #[test]
    fn earlier_choices_stay() {
        given::<Account>(&[anna().opened(), chosen(&[("message", false)])])
            .when(&ChooseEmailPreferences {
                account_id: CUSTOMER,
                chosen: choice(&[("order_status", false)]),
            })
            .then(&[chosen(&[("message", false), ("order_status", false)])]);
    }

    #[test]
    fn the_same_choice_again_changes_nothing() {
        for same in [choice(&[("message", false)]), choice(&[])] {
            given::<Account>(&[anna().opened(), chosen(&[("message", false)])])
                .when(&ChooseEmailPreferences { account_id: CUSTOMER, chosen: same })
                .then_nothing();
        }
    }

    #[test]
    fn a_type_that_is_not_known_is_refused() {
        given::<Account>(&[anna().opened()])
            .when(&ChooseEmailPreferences { account_id: CUSTOMER, chosen: choice(&[("weather", true)]) })
            .then_refused(Refusal::UnknownType("weather".to_owned()));
    }

    #[test]
    fn a_missing_account_is_not_found() {
        given::<Account>(&[])
            .when(&ChooseEmailPreferences { account_id: CUSTOMER, chosen: choice(&[("message", false)]) })
            .then_refused(Refusal::NotFound);
    }
}
