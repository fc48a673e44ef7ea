//! `greenstall demo`: fills a shop with the demo market without serving.

use command_service::automation;

use crate::{
    Outcome,
    demo::{self, Filled},
    operate::workbench::alone_with_ports,
    settings::Settings,
};

/// Fills a new shop, or completes an interrupted filling. Any other shop is left unchanged.
pub(crate) async fn run(settings: &Settings, products: usize) -> Outcome<()> {
    alone_with_ports(settings, async |ports| {
        let app = ports.commands();
        if demo::run(&app, products).await? == Filled::Written {
            automation::begin_behind(&app, &ports.pool).await?;
        }
        Ok(())
    })
    .await
}
