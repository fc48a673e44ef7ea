//! Use cases of the address book: add, change and remove an address.

use domain::account::{
    Account,
    change_address::{self, ChangeAddress},
    remove_address,
    save_address::{self, SaveAddress},
};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, AddressId},
};

use super::super::{Executed, Failure, execute};
use crate::App;

/// Adds an address.
pub async fn save_address(
    app: &App,
    provenance: &Provenance,
    command: &SaveAddress,
) -> Result<Executed<Account>, Failure<save_address::Refusal>> {
    let decide = |account: &Account| save_address::decide(account, command);
    execute(app, provenance, command.account_id.uuid(), decide).await
}

pub async fn change_address(
    app: &App,
    provenance: &Provenance,
    command: &ChangeAddress,
) -> Result<Executed<Account>, Failure<change_address::Refusal>> {
    let decide = |account: &Account| change_address::decide(account, command);
    execute(app, provenance, command.account_id.uuid(), decide).await
}

pub async fn remove_address(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    address_id: AddressId,
) -> Result<Position, Failure<remove_address::Refusal>> {
    let decide = |account: &Account| remove_address::decide(account, account_id, address_id);
    execute(app, provenance, account_id.uuid(), decide).await.map(|executed| executed.position)
}
