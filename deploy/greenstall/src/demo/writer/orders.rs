//! Writes orders: pays for each one as a customer does, then brings it to its status.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    convert::Infallible,
};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use command_service::{
    App,
    application::{
        self,
        checkout::{self, OpenCheckout, open_checkout, settle},
        load,
    },
    payments::{
        IntentStatus, ProviderIntent,
        sandbox::{Card, ConfirmError, Declined},
    },
};
use domain::{
    account::Account,
    checkout::{
        Checkout, Ending, Offer, Started, Wanted, checkout_id, new_number, quote, start_checkout::CartItem,
    },
    product::Product,
};
use shared_events::{
    Cents,
    ids::CheckoutId,
    shop::{BillingDetails, ShippingDetails},
};

use super::{failures::failed_at, market_writer::MarketWriter, steps};
use crate::{
    Outcome,
    demo::market::{OrderLine, OrderPart, PastOrder},
};

/// The time from the start of a checkout to its payment.
const PAYMENT_DELAY: TimeDelta = TimeDelta::minutes(2);
/// The most attempts to pay for an order. An interrupted filling uses up one attempt, and so does a process manager
/// that closes the checkout.
const MAX_ATTEMPTS: u32 = 20;

/// An order of the market while it is being written.
struct Writing<'a> {
    writer: &'a MarketWriter<'a>,
    index: usize,
    order: &'a PastOrder,
    placed_at: DateTime<Utc>,
}

pub(super) async fn order(writer: &MarketWriter<'_>, index: usize) -> Outcome<()> {
    let order = &writer.market.orders[index];
    let writing = Writing { writer, index, order, placed_at: order.placed_at(writer.now) };
    let started = writing.paid().await?;
    for part in 0..order.parts.len() {
        steps::steps(writer, index, part, &started).await?;
    }
    Ok(())
}

impl Writing<'_> {
    /// Starts and pays the order's checkout, unless an earlier filling has.
    async fn paid(&self) -> Outcome<Started> {
        for attempt in 0..MAX_ATTEMPTS {
            if let Some(started) = self.attempt(&self.item(attempt)).await? {
                return Ok(started);
            }
        }
        Err(format!("order {}: something else closes its checkouts", self.index).into())
    }

    fn item(&self, attempt: u32) -> String {
        format!("order {}, attempt {attempt}", self.index)
    }

    /// Tries to pay in the checkout of one attempt; `None` when that checkout can never be paid, because it is closed
    /// or was only half started.
    async fn attempt(&self, item: &str) -> Outcome<Option<Started>> {
        let app = self.writer.at(item, self.placed_at - PAYMENT_DELAY);
        // Peek at the checkout's id: generate it from a copy of the generator that the command uses.
        let ids = self.writer.ids(item);
        let id = checkout_id(&new_number(|| ids.byte(), self.placed_at - PAYMENT_DELAY));
        let checkout: Checkout = load::<_, Infallible>(&app.writer.log, id.uuid()).await?.state;
        let intent = match (&checkout.started, checkout.intent) {
            _ if checkout.abandoned.is_some()
                || matches!(checkout.ending, Some(Ending::Unfulfillable(_))) =>
            {
                None
            }
            (None, _) => self.open(&app, item).await?,
            (Some(_), None) => None,
            (Some(_), Some(intent)) => app.payments.retrieve(&intent.id).await?,
        };
        let Some(intent) = intent else { return Ok(None) };
        if !self.confirm(&app, &intent).await? {
            return Ok(None);
        }
        self.settle(item, id).await.map(Some)
    }

    async fn open(&self, app: &App, item: &str) -> Outcome<Option<ProviderIntent>> {
        let customer = self.order.customer;
        let opening = format!("{item}, opening");
        let provenance =
            self.writer.by(self.writer.as_customer(customer), &opening, self.placed_at - PAYMENT_DELAY);
        let command = OpenCheckout {
            cart: self.cart(),
            delivery_method: self.order.delivery_method,
            shipping: self.shipping(),
            billing: BillingDetails { same_as_shipping: true, ..BillingDetails::default() },
            amount: self.amount(app).await?,
            address: None,
        };
        match open_checkout(
            &app.checkout_ports(),
            &*app.ids,
            &provenance,
            self.writer.customer(customer),
            command,
        )
        .await
        {
            Ok(opened) => Ok(Some(opened.intent)),
            Err(application::Failure::Refused(checkout::Refusal::Replaced(_))) => Ok(None),
            Err(failure) => Err(failed_at(opening)(failure)),
        }
    }

    /// Whether the payment has succeeded. If it has not, it never will.
    async fn confirm(&self, app: &App, intent: &ProviderIntent) -> Outcome<bool> {
        if intent.status == IntentStatus::Succeeded {
            return Ok(true);
        }
        let card = Card {
            number: "4242 4242 4242 4242".to_owned(),
            exp_month: 12,
            exp_year: app.clock.now().year() + 5,
            cvc: "424".to_owned(),
        };
        let sandbox = app.sandbox.as_ref().ok_or("the demo market is paid for with test cards alone")?;
        match sandbox.confirm(&intent.id, &intent.client_secret, &card, false).await? {
            Ok(intent) => Ok(intent.status == IntentStatus::Succeeded),
            Err(ConfirmError::Declined(Declined::Cancelled)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn settle(&self, item: &str, id: CheckoutId) -> Outcome<Started> {
        let settling = format!("{item}, settling");
        let actor = self.writer.as_customer(self.order.customer);
        let provenance = self.writer.by(actor, &settling, self.placed_at);
        let settled =
            settle(&self.writer.at(&settling, self.placed_at).checkout_ports(), &provenance, id).await;
        let settled = settled.map_err(failed_at(&settling))?;
        match settled.outcome {
            checkout::Outcome::Ordered => Ok(settled.started),
            checkout::Outcome::Unfulfillable(reason) => Err(format!("{settling}: {reason}").into()),
        }
    }

    fn cart(&self) -> Vec<CartItem> {
        let lines = self.order.parts.iter().flat_map(|part| part.lines.iter().map(move |line| (part, line)));
        let item = |(part, line): (&OrderPart, &OrderLine)| CartItem {
            product_id: self.writer.product(part.merchant, line.product),
            quantity: line.quantity,
        };
        lines.map(item).collect()
    }

    /// The total that the customer's browser shows: the cart priced by the same rules.
    async fn amount(&self, app: &App) -> Outcome<Cents> {
        let mut sellers: BTreeMap<_, Account> = BTreeMap::new();
        let mut wanted = Vec::new();
        for CartItem { product_id, quantity } in self.cart() {
            let product: Product = load::<_, Infallible>(&app.writer.log, product_id.uuid()).await?.state;
            let Some(listing) = &product.listing else { continue };
            let merchant = listing.merchant_id;
            if let Entry::Vacant(unknown) = sellers.entry(merchant) {
                let loaded = load::<Account, Infallible>(&app.writer.log, merchant.uuid()).await?;
                unknown.insert(loaded.state);
            }
            let offer = Offer::of(product_id, &product, &sellers[&merchant]);
            wanted.extend(offer.map(|offer| Wanted { offer, quantity }));
        }
        if wanted.is_empty() {
            return Err(format!("order {}: nothing of it is for sale", self.index).into());
        }
        let zip_code = &self.writer.market.customers[self.order.customer].address.zip_code;
        let quote = quote(&wanted, self.order.delivery_method, zip_code, app.fees, app.clock.now());
        Ok(quote.map_err(|refusal| format!("order {}: {refusal}", self.index))?.amounts.total)
    }

    fn shipping(&self) -> ShippingDetails {
        let customer = &self.writer.market.customers[self.order.customer];
        let (first_name, last_name) =
            customer.account.name.split_once(' ').unwrap_or((&customer.account.name, ""));
        ShippingDetails {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            email: customer.account.email.clone(),
            phone: customer.account.phone.clone(),
            address: customer.address.street.clone(),
            apartment: String::new(),
            city: customer.address.city.clone(),
            state: customer.address.state.clone(),
            zip_code: customer.address.zip_code.clone(),
            country: "US".to_owned(),
            delivery_instructions: self.order.delivery_instructions.to_owned(),
        }
    }
}

/// Leaves the state of a filling that ended between opening a checkout and paying for it.
#[cfg(test)]
pub(super) async fn open_without_paying(writer: &MarketWriter<'_>, index: usize) -> CheckoutId {
    let order = &writer.market.orders[index];
    let writing = Writing { writer, index, order, placed_at: order.placed_at(writer.now) };
    let item = writing.item(0);
    let opened = writing.open(&writer.at(&item, writing.placed_at - PAYMENT_DELAY), &item).await;
    opened.unwrap().unwrap().checkout_id
}
