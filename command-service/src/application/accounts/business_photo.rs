//! Use cases of a merchant's business photo: show and remove it.

use domain::account::{
    Account,
    choose_business_photo::{self, ChooseBusinessPhoto},
    remove_business_photo::{self, RemoveBusinessPhoto},
};
use event_store::Provenance;
use shared_events::Position;

use super::super::{Failure, execute};
use crate::App;

/// Shows a photo of the business.
pub async fn choose_business_photo(
    app: &App,
    provenance: &Provenance,
    command: &ChooseBusinessPhoto,
) -> Result<Position, Failure<choose_business_photo::Refusal>> {
    let decide = |account: &Account| choose_business_photo::decide(account, command);
    let executed = execute(app, provenance, command.account_id.uuid(), decide).await?;
    Ok(executed.position)
}

pub async fn remove_business_photo(
    app: &App,
    provenance: &Provenance,
    command: &RemoveBusinessPhoto,
) -> Result<Position, Failure<remove_business_photo::Refusal>> {
    let decide = |account: &Account| remove_business_photo::decide(account, command);
    let executed = execute(app, provenance, command.account_id.uuid(), decide).await?;
    Ok(executed.position)
}
