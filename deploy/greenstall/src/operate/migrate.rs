//! `greenstall migrate`: creates the tables, for services whose database user may not create them.

use crate::{Outcome, operate::workbench::with_ports, settings::Settings};

/// Creates the missing tables; repeating it changes nothing.
pub(crate) async fn run(settings: &Settings) -> Outcome<()> {
    with_ports(settings, async |_| Ok(())).await
}
