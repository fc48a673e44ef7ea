//! Use cases from the cart to paid orders. Each step is one append to one stream and can be repeated; any later
//! caller continues an interrupted one.

mod close;
mod former_checkout;
mod lost_payments;
mod make_good;
mod offers;
mod open;
mod ports;
mod receive_notice;
mod received;
mod refund;
mod settle;
#[cfg(test)]
pub(crate) mod tests;

pub(super) use offers::offers;

pub use close::{Closed, close_checkout};
pub use lost_payments::{GivenBack, LostPayment, give_back_lost, lost_payments};
pub use make_good::make_good;
pub use open::{OpenCheckout, Opened, Refusal, open_checkout};
pub use ports::CheckoutPorts;
pub use receive_notice::receive_notice;
pub use refund::send_again;
pub use settle::{NotSettled, Outcome, Settled, settle, settle_loaded};

use domain::checkout::Intent;
use event_store::Provenance;
use shared_events::{Position, ids::CheckoutId};
use uuid::Uuid;

use super::Failure;
use crate::payments::PaymentError;

impl<R> From<PaymentError> for Failure<R> {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Unavailable(_) => Self::Unavailable(error.to_string()),
            PaymentError::TooMuch(_) | PaymentError::Disputed(_) | PaymentError::Refused(_) => {
                Self::Declined(error.to_string())
            }
        }
    }
}

/// Refuses to query a provider about another provider's payment, because "not found" would look like "never paid".
fn at_this_provider<R>(ports: &CheckoutPorts, intent: &Intent) -> Result<(), Failure<R>> {
    if intent.provider == ports.payments.name() {
        return Ok(());
    }
    let text = format!(
        "payment {} is with {}, and the setting payments.provider names another",
        intent.id, intent.provider
    );
    Err(Failure::Unavailable(text))
}

fn latest(positions: impl IntoIterator<Item = Position>) -> Position {
    positions.into_iter().max().unwrap_or_default()
}

/// The provenance of a step in a command that may affect two checkouts. Event ids derive from command, stream and
/// type: without the step's name, releasing two checkouts' holds of one product would look like one release and its
/// repetition.
fn step(provenance: &Provenance, name: &str, id: CheckoutId) -> Provenance {
    let command_id = Uuid::new_v5(&provenance.command_id, format!("{name}/{id}").as_bytes());
    Provenance { command_id, ..provenance.clone() }
}
