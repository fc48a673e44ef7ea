//! A merchant chooses a photo of the business.

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// Show this photo of the business from now on.
#[derive(Clone, Debug)]
pub struct ChooseBusinessPhoto {
    pub account_id: AccountId,
    /// Path on this site of a photo that this account uploaded.
    pub url: String,
    /// The last part of the path.
    pub filename: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account, or it is deactivated.
    #[error("User not found")]
    NotFound,
    /// Customers and admins have no business.
    #[error("Only merchants have a business photo")]
    NotAMerchant,
}

impl Command for ChooseBusinessPhoto {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Choosing the photo that is already shown changes nothing.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        account.active().ok_or(Refusal::NotFound)?;
        let business = account.merchant().and_then(|profile| profile.business.as_ref());
        let shown = business.ok_or(Refusal::NotAMerchant)?.photo_url.as_ref();
        if shown == Some(&self.url) {
            return Ok(Vec::new());
        }
        let Self { account_id, url, filename } = self.clone();
        Ok(vec![AccountEvent::BusinessPhotoChosen { account_id, url, filename }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn choose() -> ChooseBusinessPhoto {
        ChooseBusinessPhoto {
            account_id: MERCHANT,
            url: "/api/uploads/businesses/m/photo.webp".to_owned(),
            filename: "photo.webp".to_owned(),
        }
    }

    fn chosen(filename: &str) -> AccountEvent {
        AccountEvent::BusinessPhotoChosen {
            account_id: MERCHANT,
            url: format!("/api/uploads/businesses/m/{filename}"),
            filename: filename.to_owned(),
        }
    }

    #[test]
    fn a_photo_is_chosen_and_replaces_another() {
        for history in [vec![mia().opened()], vec![mia().opened(), chosen("old.webp")]] {
            given::<Account>(&history).when(&choose()).then(&[chosen("photo.webp")]);
        }
    }

    #[test]
    fn the_photo_that_is_shown_is_not_chosen_again() {
        given::<Account>(&[mia().opened(), chosen("photo.webp")]).when(&choose()).then_nothing();
    }

    #[test]
    fn only_merchants_have_a_business() {
        given::<Account>(&[]).when(&choose()).then_refused(Refusal::NotFound);
        given::<Account>(&[anna().opened()]).when(&choose()).then_refused(Refusal::NotAMerchant);
        given::<Account>(&[mia().opened(), mia().erased()]).when(&choose()).then_refused(Refusal::NotFound);
    }
}
