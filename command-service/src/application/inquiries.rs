//! Use case: the contact form.

use std::convert::Infallible;

use domain::inquiry::{
    Inquiry,
    receive_inquiry::{self, ReceiveInquiry},
};
use event_store::Provenance;
use shared_events::Position;

use super::{Failure, execute};
use crate::App;

/// Records an inquiry. A process manager mails it to support.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn receive(
    app: &App,
    provenance: &Provenance,
    command: &ReceiveInquiry,
) -> Result<Position, Failure<Infallible>> {
    let decide = |inquiry: &Inquiry| Ok(receive_inquiry::decide(inquiry, command));
    let executed = execute(app, provenance, command.inquiry_id.uuid(), decide).await?;
    Ok(executed.position)
}
