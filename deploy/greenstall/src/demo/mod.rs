//! The demo market: merchants, products, customers and orders to explore and to test with.

pub mod market;
mod writer;

use std::time::Instant;

use command_service::{App, passwords::HashingCost};
pub use writer::{Filled, Progress, fill};

use crate::{Outcome, report::Report};

/// Fills a new shop with the demo market, and with further products up to a total of `products`. Reports its progress
/// at the terminal.
///
/// # Errors
/// As for [`fill`].
pub(crate) async fn run(app: &App, products: usize) -> Outcome<Filled> {
    if app.sandbox.is_none() {
        return Err(
            "the demo market is paid for with test cards: it needs payments.provider = \"sandbox\"".into()
        );
    }
    let began = Instant::now();
    let market = market::generate(market::DEFAULT_SEED);
    let mut report = Report::new("demo market");
    let show = |progress: Progress| report.at(progress.done, progress.all, progress.doing);
    let own: usize = market.merchants.iter().map(|merchant| merchant.products.len()).sum();
    let more = products.saturating_sub(own);
    let filled = fill(app, &market, more, HashingCost::PRODUCTION, show).await?;
    report.done(&match filled {
        Filled::Written => format!(
            "{} merchants, {} products, {} customers, {} orders in {:.1} s",
            market.merchants.len(),
            own + more,
            market.customers.len(),
            market.orders.len(),
            began.elapsed().as_secs_f64()
        ),
        Filled::AlreadyThere => "it is there already".to_owned(),
        Filled::Occupied => "this data folder has a shop of its own, which is left as it is".to_owned(),
    });
    Ok(filled)
}

/// The demo accounts with their password, as text for the terminal.
pub(crate) fn accounts() -> String {
    let market = market::generate(market::DEFAULT_SEED);
    let row = |role: &str, account: &market::Account| format!("\n  {role:<9} {}", account.email);
    format!(
        "Demo accounts, all with the password {}:{}{}{}",
        market::PASSWORD,
        row("customer", &market.customers[0].account),
        row("merchant", &market.merchants[0].account),
        row("admin", &market.admin),
    )
}
