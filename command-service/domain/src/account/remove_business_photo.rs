//! A merchant removes the photo of the business.

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// Stop showing this photo of the business.
#[derive(Clone, Debug)]
pub struct RemoveBusinessPhoto {
    pub account_id: AccountId,
    /// The last part of the photo's path.
    pub filename: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// This photo is not shown.
    #[error("File not found")]
    NotShown,
}

impl Command for RemoveBusinessPhoto {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        shown(account, &self.filename).ok_or(Refusal::NotShown)?;
        Ok(vec![AccountEvent::BusinessPhotoRemoved { account_id: self.account_id }])
    }
}

/// Path of the business photo, if its last part is `filename`.
pub fn shown<'a>(account: &'a Account, filename: &str) -> Option<&'a str> {
    let photo = account.merchant()?.business.as_ref()?.photo_url.as_deref()?;
    photo.rsplit('/').next().is_some_and(|last| last == filename).then_some(photo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn remove(filename: &str) -> RemoveBusinessPhoto {
        RemoveBusinessPhoto { account_id: MERCHANT, filename: filename.to_owned() }
    }

    fn chosen() -> AccountEvent {
        AccountEvent::BusinessPhotoChosen {
            account_id: MERCHANT,
            url: "/api/uploads/businesses/m/photo.webp".to_owned(),
            filename: "photo.webp".to_owned(),
        }
    }

    fn removed() -> AccountEvent {
        AccountEvent::BusinessPhotoRemoved { account_id: MERCHANT }
    }

    #[test]
    fn the_photo_is_removed() {
        given::<Account>(&[mia().opened(), chosen()]).when(&remove("photo.webp")).then(&[removed()]);
    }

    #[test]
    fn the_photo_stays_when_another_field_of_the_business_changes() {
        let changed =
            AccountEvent::BusinessProfileChanged { account_id: MERCHANT, business: farm(), website: None };
        given::<Account>(&[mia().opened(), chosen(), changed]).when(&remove("photo.webp")).then(&[removed()]);
    }

    #[test]
    fn a_photo_that_is_not_shown_cannot_be_removed() {
        for (history, filename) in [
            (vec![mia().opened()], "photo.webp"),
            (vec![mia().opened(), chosen()], "other.webp"),
            (vec![mia().opened(), chosen()], ""),
            (vec![mia().opened(), chosen(), removed()], "photo.webp"),
            (vec![anna().opened()], "photo.webp"),
            (vec![], "photo.webp"),
        ] {
            given::<Account>(&history).when(&remove(filename)).then_refused(Refusal::NotShown);
        }
    }
}
