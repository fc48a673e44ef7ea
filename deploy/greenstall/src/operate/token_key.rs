//! `greenstall token-key accept`: lets the shop go on with another key for log-ins.

use std::io::Write;

use crate::{Outcome, operate::workbench::with_ports, settings::Settings};

/// Accepts the present `token.key`, or makes one where it is missing.
pub(crate) async fn accept(settings: &Settings) -> Outcome<()> {
    with_ports(settings, async |ports| {
        ports.signing_key.accept(&ports.pool, &ports.limits, &*ports.ids).await
    })
    .await?;
    writeln!(
        std::io::stdout(),
        "The key is accepted. Start the shop again: everybody has to log in once more."
    )?;
    Ok(())
}
