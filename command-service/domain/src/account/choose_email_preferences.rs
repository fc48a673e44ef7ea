//! The owner of an account chooses which notifications are mailed.

use std::collections::BTreeMap;

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{Account, Profile};
use crate::{
    Command,
    revision::{Changed, unless_changed},
};

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
    /// The revision of the choices that was read, if known.
    pub revision: Option<u64>,
    /// The choice for each named type.
    pub chosen: BTreeMap<String, bool>,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// There is no notification of this type.
    #[error("There are no notifications of the type {0:?}")]
    UnknownType(String),
    /// Somebody has chosen since they were read.
    #[error(transparent)]
    Changed(#[from] Changed<Profile>),
}

impl Command for ChooseEmailPreferences {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Types that are not named keep their setting; an equal setting causes no event.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let profile = account.profile.as_ref().ok_or(Refusal::NotFound)?;
        unless_changed(self.revision, profile.email_wanted_revision, profile, self.choose(profile))
    }
}

impl ChooseEmailPreferences {
    fn choose(&self, profile: &Profile) -> Result<Vec<AccountEvent>, Refusal> {
        let &Self { account_id, ref chosen, .. } = self;
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
    use crate::{Aggregate, account::testing::*, testing::given};

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
                revision: None,
                chosen: choice(&[("order_status", false)]),
            })
            .then(&[chosen(&[("message", false), ("order_status", false)])]);
    }

    #[test]
    fn the_same_choice_again_changes_nothing() {
        for same in [choice(&[("message", false)]), choice(&[])] {
            given::<Account>(&[anna().opened(), chosen(&[("message", false)])])
                .when(&ChooseEmailPreferences { account_id: CUSTOMER, revision: None, chosen: same })
                .then_nothing();
        }
    }

    #[test]
    fn a_type_that_is_not_known_is_refused() {
        given::<Account>(&[anna().opened()])
            .when(&ChooseEmailPreferences {
                account_id: CUSTOMER,
                revision: None,
                chosen: choice(&[("weather", true)]),
            })
            .then_refused(Refusal::UnknownType("weather".to_owned()));
    }

    #[test]
    fn choices_about_an_older_revision_are_refused() {
        let history = [anna().opened(), chosen(&[("message", false)])];
        let account = Account::fold(&history);
        let choose = |revision| ChooseEmailPreferences {
            account_id: CUSTOMER,
            revision: Some(revision),
            chosen: choice(&[("message", true)]),
        };
        let changed = Refusal::Changed(Changed(Box::new(account.profile.clone().unwrap())));
        assert_eq!(choose(1).decide(&account), Err(changed));
        assert_eq!(choose(2).decide(&account), Ok(vec![chosen(&[("message", true)])]));
    }

    #[test]
    fn a_missing_account_is_not_found() {
        given::<Account>(&[])
            .when(&ChooseEmailPreferences {
                account_id: CUSTOMER,
                revision: None,
                chosen: choice(&[("message", false)]),
            })
            .then_refused(Refusal::NotFound);
    }
}
