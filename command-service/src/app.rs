//! The ports of the command service: the log, stores, providers and limits, passed in once at the start.

use std::{sync::Arc, time::Duration};

use axum::extract::FromRef;
use blobs::Blobs;
use domain::checkout::FeePolicy;
use event_store::Provenance;
use service_kit::{Clock, Ids, caller, token::Tokens};
use shared_events::Actor;

use crate::{
    application::{
        CommandAttempt, Writer,
        accounts::{AccountPorts, ErasurePorts},
        checkout::CheckoutPorts,
        operations::OperationPorts,
    },
    idempotency::Keys,
    limits::Limits,
    looks::Looks,
    mail::Mailer,
    operations::Operations,
    passwords::Passwords,
    payments::{PaymentProvider, sandbox::Sandbox},
    sessions::Sessions,
    webhooks::Messenger,
};

/// The command service's ports. Cloning is cheap.
#[derive(Clone)]
pub struct App {
    /// Executes commands on the event log.
    pub writer: Writer,
    /// Commands that were sent with an `Idempotency-Key`.
    pub keys: Arc<dyn Keys>,
    /// How long such a command is tried again while something that it needs cannot be reached.
    pub outage_patience: Duration,
    pub clock: Arc<dyn Clock>,
    /// The source of randomness.
    pub ids: Arc<dyn Ids>,
    /// Signs and verifies access tokens.
    pub tokens: Tokens,
    /// Checks whether the sessions of the tokens are still open.
    pub sessions: Sessions,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// The rate limits.
    pub limits: Arc<Limits>,
    pub payments: Arc<dyn PaymentProvider>,
    /// The built-in provider, if it is the payment provider. Its customers pay through the shop's own API.
    pub sandbox: Option<Sandbox>,
    /// Sends mail. Only process managers use it.
    pub mailer: Arc<dyn Mailer>,
    /// Public address of the shop, without a trailing slash: the prefix of links in mail.
    pub public_url: Arc<str>,
    /// Address of support, which gets the inquiries from the contact form.
    pub support_address: Arc<str>,
    /// Views of products that are not counted yet.
    pub looks: Looks,
    /// The operator's settings for delivery fees.
    pub fees: FeePolicy,
    /// The store of uploaded files.
    pub blobs: Blobs,
    /// Takes admins' requests about views.
    pub operations: Arc<dyn Operations>,
    /// Sends messages to webhooks. Only process managers send.
    pub messenger: Messenger,
}

impl App {
    /// An attempt at a command that is not repeated.
    pub fn attempt(&self) -> CommandAttempt {
        let epoch = self.writer.log.epoch();
        CommandAttempt { ids: self.ids.clone(), clock: self.clock.clone(), epoch, repetition: false }
    }

    /// The provenance of a new command, by this actor, now.
    pub fn command_by(&self, actor: Actor) -> Provenance {
        self.attempt().by(actor)
    }

    /// The ports of the use cases of accounts.
    pub fn account_ports(&self) -> AccountPorts {
        AccountPorts {
            writer: self.writer.clone(),
            clock: self.clock.clone(),
            tokens: self.tokens.clone(),
            sessions: self.sessions.clone(),
            passwords: self.passwords.clone(),
            limits: self.limits.clone(),
        }
    }

    /// The ports of the use cases that erase a person.
    pub fn erasure_ports(&self) -> ErasurePorts {
        ErasurePorts {
            writer: self.writer.clone(),
            sessions: self.sessions.clone(),
            mailer: self.mailer.clone(),
            blobs: self.blobs.clone(),
            operations: self.operations.clone(),
        }
    }

    /// The ports of the use cases of checkouts.
    pub fn checkout_ports(&self) -> CheckoutPorts {
        CheckoutPorts {
            writer: self.writer.clone(),
            clock: self.clock.clone(),
            payments: self.payments.clone(),
            limits: self.limits.clone(),
            fees: self.fees,
        }
    }

    /// The ports of operators' acts.
    pub fn operation_ports(&self) -> OperationPorts {
        OperationPorts { writer: self.writer.clone(), operations: self.operations.clone() }
    }
}

impl FromRef<App> for Arc<dyn caller::Sessions> {
    fn from_ref(app: &App) -> Self {
        Arc::new(app.sessions.clone())
    }
}

/// Lets a handler take these ports as its `State`.
macro_rules! states {
    ($($ports:ty: $app:ident => $value:expr;)*) => {$(
        impl FromRef<App> for $ports {
            fn from_ref($app: &App) -> Self {
                $value
            }
        }
    )*};
}

states! {
    Writer: app => app.writer.clone();
    Arc<dyn Clock>: app => app.clock.clone();
    Tokens: app => app.tokens.clone();
    Sessions: app => app.sessions.clone();
    Blobs: app => app.blobs.clone();
    Looks: app => app.looks.clone();
    Messenger: app => app.messenger.clone();
    Arc<Limits>: app => app.limits.clone();
    Option<Sandbox>: app => app.sandbox.clone();
    AccountPorts: app => app.account_ports();
    ErasurePorts: app => app.erasure_ports();
    CheckoutPorts: app => app.checkout_ports();
    OperationPorts: app => app.operation_ports();
}
