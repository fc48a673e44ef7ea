//! Finds the account that an operator names.

use command_service::application::accounts::holder_of;
use domain::email::EmailAddress;
use shared_events::ids::AccountId;

use crate::{Outcome, operate::usage::usage, ports::Ports};

/// The account with this id or e-mail address.
pub(super) async fn account(ports: &Ports, who: &str) -> Outcome<AccountId> {
    if let Ok(id) = who.parse::<AccountId>() {
        return Ok(id);
    }
    let address = EmailAddress::parse(who)
        .ok_or_else(|| usage(format!("{who} is neither the id of an account nor an e-mail address")))?;
    let holder = holder_of(&ports.commands().writer, &address).await?;
    holder.ok_or_else(|| usage(format!("no account has the e-mail address {address}")))
}
