//! `greenstall demo`: the demo market, for those who want it in a shop that they start otherwise.

use crate::{Outcome, demo, operate::workbench::alone_with_ports, settings::Settings};

/// Fills a new shop; one that was being filled is filled further, any other is left alone.
pub(crate) async fn run(settings: &Settings) -> Outcome<()> {
    alone_with_ports(settings, async |ports| demo::run(&ports.commands()).await.map(drop)).await
}
