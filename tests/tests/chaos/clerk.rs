//! A clerk: a task of a writer that plays one legal purchase after the other. It repeats the append of each step until
//! the store says whether it was written.

use std::time::Duration;

use event_store::{
    Append, AppendError, AppendFailed, Appended, EventLog, ExpectedVersion, LogError, Provenance,
    StreamHistory,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use service_kit::clock::{Clock, SystemClock};
use shared_events::{
    Actor, Event, Version,
    events::{
        AbandonReason, AccountEvent, CheckoutEvent, ProductEvent, RefundCause, ReleaseReason, ShopperEvent,
        StockEvent,
    },
    ids::{AccountId, CheckoutId, Id, ProductId},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::shop::{self, ADMIN, Purchase, Shelf};

/// Merchants whose products the clerks of all writers sell concurrently, so that their appends conflict.
const SHARED_MERCHANTS: u32 = 2;
/// A shared product is replaced when its stock's stream has this many events.
const REPLACED_AT_VERSION: Version = 150;
/// The pause between two tries while the store is unavailable.
const RETRY_PAUSE: Duration = Duration::from_millis(20);
/// The longest pause between two steps, in milliseconds. Without pauses the log would grow as fast as the machine can
/// write.
const MAX_PAUSE_MILLIS: u64 = 400;

/// One of a writer's tasks.
pub(crate) struct Clerk {
    log: EventLog,
    dice: StdRng,
    /// The namespace from which this clerk derives ids.
    namespace: Uuid,
    made: u64,
    customer: Option<AccountId>,
    /// The current product of each shared merchant.
    products: [u32; SHARED_MERCHANTS as usize],
}

impl Clerk {
    /// A clerk. The pair of `name` and `seed` is unique over all lives of all writers.
    pub(crate) fn new(log: EventLog, name: &str, seed: u64) -> Self {
        let namespace = Uuid::new_v5(&Uuid::from_u128(seed.into()), name.as_bytes());
        let dice = StdRng::seed_from_u64(namespace.as_u64_pair().0);
        Self { log, dice, namespace, made: 0, customer: None, products: [0; SHARED_MERCHANTS as usize] }
    }

    /// Plays purchases until told to stop, then finishes the current one.
    pub(crate) async fn work(mut self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            match self.dice.random_range(0..20) {
                0 => self.move_in().await,
                1 => self.open_a_shop().await,
                2 | 3 => drop(self.sign_up().await),
                _ => self.buy().await,
            }
        }
    }

    fn id<Kind>(&mut self) -> Id<Kind> {
        self.made += 1;
        Id::derived(self.namespace, &self.made.to_string())
    }

    fn percent(&mut self, share: u32) -> bool {
        self.dice.random_range(0..100) < share
    }

    /// Signs up a merchant, who lists a few products.
    async fn open_a_shop(&mut self) {
        let merchant: AccountId = self.id();
        self.first(merchant.uuid(), shop::merchant_actor(merchant), shop::merchant_opened(merchant)).await;
        let decided = if self.percent(80) {
            AccountEvent::MerchantApproved { account_id: merchant, reason: None }
        } else {
            AccountEvent::MerchantRejected { account_id: merchant, reason: "No licence".to_owned() }
        };
        self.next(merchant.uuid(), ADMIN, 1, vec![decided]).await;
        for number in 0..self.dice.random_range(1..4) {
            self.list(merchant, number).await;
        }
    }

    /// Imports a merchant with many products in one import.
    async fn move_in(&mut self) {
        let merchant: AccountId = self.id();
        let actor = shop::merchant_actor(merchant);
        let provenance = self.provenance(actor);
        let opened = [
            shop::merchant_opened(merchant),
            AccountEvent::MerchantApproved { account_id: merchant, reason: None },
        ];
        let account = StreamHistory::of::<AccountEvent>(merchant.uuid()).then(&provenance, &opened);
        let mut histories = vec![account];
        for number in 0..self.dice.random_range(5..20) {
            let product_id = shop::product(merchant, number);
            let counted = StockEvent::StockCounted { product_id, quantity: 50 };
            let listed = [
                shop::listed(product_id, merchant),
                ProductEvent::ProductApproved { product_id, reason: None },
            ];
            histories.push(StreamHistory::of::<ProductEvent>(product_id.uuid()).then(&provenance, &listed));
            histories.push(StreamHistory::of::<StockEvent>(product_id.uuid()).then(&provenance, &[counted]));
        }
        loop {
            match self.log.import(histories.clone()).await {
                Ok(_) => return,
                Err(error) => {
                    let final_word = matches!(
                        error,
                        AppendFailed::Store(AppendError::Conflict { .. } | AppendError::Refused(_))
                            | AppendFailed::Erased(_)
                    );
                    assert!(!final_word, "new streams can be imported: {error}");
                    tracing::warn!(%error, "retrying the import");
                }
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    async fn list(&mut self, merchant: AccountId, number: u32) {
        let product_id = shop::product(merchant, number);
        let actor = shop::merchant_actor(merchant);
        self.first(product_id.uuid(), actor.clone(), shop::listed(product_id, merchant)).await;
        let quantity = self.dice.random_range(500..1_000);
        self.first(product_id.uuid(), actor, StockEvent::StockCounted { product_id, quantity }).await;
        let decided = if self.percent(80) {
            vec![
                ProductEvent::ProductApproved { product_id, reason: None },
                ProductEvent::ProductFeatured { product_id },
            ]
        } else {
            vec![ProductEvent::ProductRejected { product_id, reason: "Blurred picture".to_owned() }]
        };
        self.next(product_id.uuid(), ADMIN, 1, decided).await;
    }

    async fn sign_up(&mut self) -> AccountId {
        let customer: AccountId = self.id();
        self.first(customer.uuid(), shop::customer_actor(customer), shop::customer_opened(customer)).await;
        self.customer = Some(customer);
        customer
    }

    /// Plays a purchase from the first click to the delivery, or as far as it succeeds.
    async fn buy(&mut self) {
        let customer_id = match self.customer {
            Some(customer) => customer,
            None => self.sign_up().await,
        };
        let (merchant_id, product_id) = self.shared_product().await;
        let purchase = Purchase {
            checkout_id: self.id(),
            order_id: self.id(),
            customer_id,
            merchant_id,
            product_id,
            quantity: self.dice.random_range(1..4),
            at: SystemClock.now(),
        };
        let checkout_id = purchase.checkout_id;
        let actor = shop::customer_actor(customer_id);
        // The checkout pointer does not depend on earlier events, so any version is expected.
        let opened = vec![ShopperEvent::CheckoutOpened { checkout_id, former: None }];
        self.append(customer_id.uuid(), actor.clone(), ExpectedVersion::Any, opened).await;
        self.first(checkout_id.uuid(), actor.clone(), purchase.checkout().started()).await;
        let abandoned = |reason| vec![CheckoutEvent::CheckoutAbandoned { checkout_id, reason }];
        if !self.hold(&purchase).await {
            self.next(checkout_id.uuid(), actor, 1, abandoned(AbandonReason::Failed)).await;
            return;
        }
        let requested = purchase.checkout().payment_requested();
        self.next(checkout_id.uuid(), actor.clone(), 1, vec![requested]).await;
        match self.dice.random_range(0..10) {
            0 => {
                self.release(&purchase, ReleaseReason::Expired).await;
                self.next(checkout_id.uuid(), actor, 2, abandoned(AbandonReason::Expired)).await;
            }
            1 => self.pay_too_late(&purchase).await,
            _ => self.pay(&purchase).await,
        }
    }

    async fn pay_too_late(&mut self, purchase: &Purchase) {
        let (checkout_id, system) = (purchase.checkout_id, Actor::system("settle"));
        self.release(purchase, ReleaseReason::Unfulfillable).await;
        let late = vec![
            purchase.paid(),
            purchase.checkout().unfulfillable("Sold out"),
            purchase.refund_decided(None),
        ];
        self.next(checkout_id.uuid(), system.clone(), 2, late).await;
        self.next(checkout_id.uuid(), system, 5, vec![purchase.refund_issued(None)]).await;
    }

    async fn pay(&mut self, purchase: &Purchase) {
        let &Purchase { checkout_id, order_id, merchant_id, .. } = purchase;
        let (system, merchant) = (Actor::system("settle"), shop::merchant_actor(merchant_id));
        self.sell(purchase).await;
        self.next(checkout_id.uuid(), system.clone(), 2, vec![purchase.paid()]).await;
        self.first(order_id.uuid(), system.clone(), purchase.order().placed()).await;
        self.next(checkout_id.uuid(), system, 3, vec![purchase.checkout().completed()]).await;
        if self.percent(20) {
            return self.call_off(purchase).await;
        }
        let order = purchase.order();
        let steps = vec![order.confirmed_with("Thank you"), order.preparation_started()];
        self.next(order_id.uuid(), merchant.clone(), 1, steps).await;
        self.next(order_id.uuid(), merchant.clone(), 3, vec![order.shipped("1Z999")]).await;
        if self.percent(50) {
            self.next(order_id.uuid(), merchant, 4, vec![order.delivered()]).await;
        }
    }

    async fn call_off(&mut self, purchase: &Purchase) {
        let &Purchase { checkout_id, order_id, product_id, quantity, .. } = purchase;
        let system = Actor::system("make_good");
        let cancelled = purchase.order().cancelled_for("Too many tomatoes");
        self.next(order_id.uuid(), shop::customer_actor(purchase.customer_id), 1, vec![cancelled]).await;
        let restocked = vec![purchase.product().restocked(order_id, quantity)];
        self.append(product_id.uuid(), system.clone(), ExpectedVersion::Any, restocked).await;
        let order = Some(order_id);
        self.next(checkout_id.uuid(), system.clone(), 4, vec![purchase.refund_decided(order)]).await;
        self.next(checkout_id.uuid(), system.clone(), 5, vec![purchase.refund_issued(order)]).await;
        let refunded = purchase.order().refunded(RefundCause::Cancelled);
        self.next(order_id.uuid(), system, 2, vec![refunded]).await;
    }

    /// A product that other clerks sell, too. The first clerk that needs it lists it.
    async fn shared_product(&mut self) -> (AccountId, ProductId) {
        let which = self.dice.random_range(0..SHARED_MERCHANTS);
        let merchant = shop::merchant(which);
        loop {
            let number = self.products[which as usize];
            let product = shop::product(merchant, number);
            match self.length::<StockEvent>(product.uuid()).await {
                0 => {
                    let opened = shop::merchant_opened(merchant);
                    self.first(merchant.uuid(), shop::merchant_actor(merchant), opened).await;
                    let approved = AccountEvent::MerchantApproved { account_id: merchant, reason: None };
                    self.next(merchant.uuid(), ADMIN, 1, vec![approved]).await;
                    self.list(merchant, number).await;
                }
                REPLACED_AT_VERSION.. => self.products[which as usize] += 1,
                _ => return (merchant, product),
            }
        }
    }

    async fn hold(&mut self, purchase: &Purchase) -> bool {
        let (held, &Purchase { product_id, quantity, .. }) = (purchase.held(), purchase);
        self.on_shelf(product_id, |shelf| (shelf.free() >= quantity).then(|| held.clone())).await
    }

    async fn release(&mut self, purchase: &Purchase, reason: ReleaseReason) {
        let &Purchase { product_id, checkout_id, quantity, .. } = purchase;
        let released = purchase.product().released(checkout_id, quantity, reason);
        self.on_shelf(product_id, |shelf| held_by(shelf, checkout_id).then(|| released.clone())).await;
    }

    async fn sell(&mut self, purchase: &Purchase) {
        let &Purchase { product_id, checkout_id, order_id, quantity, .. } = purchase;
        let sold = purchase.product().sold(checkout_id, order_id, quantity);
        self.on_shelf(product_id, |shelf| held_by(shelf, checkout_id).then(|| sold.clone())).await;
    }

    /// Reads the stock's stream and appends what `decide` makes of it, again after each conflict. Returns whether
    /// `decide` had an event to append.
    async fn on_shelf(&mut self, product: ProductId, decide: impl Fn(&Shelf) -> Option<StockEvent>) -> bool {
        loop {
            let history = self.load::<StockEvent>(product.uuid()).await;
            let Some(event) = decide(&Shelf::of(&history)) else { return false };
            let seen = ExpectedVersion::Exact(history.len() as Version);
            if self.append(product.uuid(), Actor::system("hold_units"), seen, vec![event]).await.is_some() {
                return true;
            }
        }
    }

    /// Starts a stream, unless another clerk has started it already.
    async fn first<E: Event>(&mut self, id: Uuid, actor: Actor, event: E) {
        self.append(id, actor, ExpectedVersion::Exact(0), vec![event]).await;
    }

    /// Appends to a stream, unless another clerk has appended since it was read.
    async fn next<E: Event>(&mut self, id: Uuid, actor: Actor, seen: Version, events: Vec<E>) {
        self.append(id, actor, ExpectedVersion::Exact(seen), events).await;
    }

    /// Appends, repeatedly until the store gives a definite answer; `None` after a conflict.
    async fn append<E: Event>(
        &mut self,
        id: Uuid,
        actor: Actor,
        expected: ExpectedVersion,
        events: Vec<E>,
    ) -> Option<Appended> {
        self.breathe().await;
        let provenance = self.provenance(actor);
        let append = Append { id, expected, events };
        let appended = self.ask(&provenance, &append).await?;
        if self.percent(5) {
            // Sometimes repeat it, like a client that has lost the answer. The ledger keeps both tries.
            self.ask(&provenance, &append).await.expect("what was acknowledged once is never a conflict");
        }
        Some(appended)
    }

    /// The provenance of a new command.
    fn provenance(&mut self, actor: Actor) -> Provenance {
        let command: Id<()> = self.id();
        Provenance::of_command(command.uuid(), actor, SystemClock.now())
    }

    async fn ask<E: Event>(&self, provenance: &Provenance, append: &Append<E>) -> Option<Appended> {
        loop {
            match self.log.append(provenance, append.clone()).await {
                Ok(appended) => return Some(appended),
                Err(AppendFailed::Store(AppendError::Conflict { .. })) => return None,
                Err(AppendFailed::Store(
                    error @ (AppendError::OutcomeUnknown(_) | AppendError::Unavailable(_)),
                )) => tracing::warn!(%error, "retrying the append"),
                Err(AppendFailed::Keys(error)) => tracing::warn!(%error, "retrying the append"),
                Err(error @ (AppendFailed::Store(_) | AppendFailed::Erased(_))) => panic!("{error}"),
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    async fn load<E: Event>(&self, id: Uuid) -> Vec<E> {
        loop {
            match self.log.load::<E>(id).await {
                Ok(history) => return history.into_iter().map(|recorded| recorded.event).collect(),
                Err(error) => readable(&error),
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    async fn length<E: Event>(&self, id: Uuid) -> Version {
        loop {
            match self.log.last::<E>(id).await {
                Ok(last) => return last.map_or(0, |last| last.version),
                Err(error) => readable(&error),
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    async fn breathe(&mut self) {
        if self.percent(80) {
            let breath = Duration::from_millis(self.dice.random_range(0..MAX_PAUSE_MILLIS));
            tokio::time::sleep(breath).await;
        }
    }
}

fn held_by(shelf: &Shelf, checkout: CheckoutId) -> bool {
    shelf.holds.contains_key(&checkout.uuid())
}

/// Accepts a read that failed because the store is unavailable. Panics when events cannot be decoded.
fn readable(error: &LogError) {
    assert!(!matches!(error, LogError::Unreadable { .. }), "{error}");
    tracing::warn!(%error, "retrying the read");
}
