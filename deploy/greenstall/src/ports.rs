//! Builds the services' ports from the settings.

use std::{fs, io, os::unix::fs::DirBuilderExt, path::Path, sync::Arc, time::Duration};

use blobs::Blobs;
use command_service::{
    application::{Turns, Writer},
    idempotency::{self, PostgresKeys},
    limits::Limits as RequestLimits,
    looks::Looks,
    mail::{ClaimingMailer, FolderMailer, Mailer, SmtpMailer, SmtpSettings, sender},
    open_holds::OpenHolds,
    passwords::{HashingCost, Passwords},
    payments::{ProviderCalls, sandbox},
    sessions::Sessions,
    snapshots::{self, PostgresSnapshots, Snapshots},
    webhooks::{Messenger, Reach},
};
use domain::checkout::FeePolicy;
use event_store::EventLog;
use postgres_kit::{Limits, Pool, within};
use projections::engine::Engine;
use query_service::{ShopConfig, shop::PaymentProvider};
use service_kit::{
    Clock, Ids, SystemClock, SystemIds,
    token::{self, Tokens},
};

use crate::{
    Outcome,
    database::Database,
    event_log, opening,
    operations::{EngineOperations, backups},
    payments::PaymentPort,
    settings::{self, Settings},
    web::Guests,
};

/// The time limit for sending one mail.
const SMTP_TIME_LIMIT: Duration = Duration::from_secs(30);

/// Longer than a switchover to another primary takes, and shorter than people wait.
const OUTAGE_PATIENCE: Duration = Duration::from_secs(10);

/// The ports that every role and every operator's command works with.
pub(crate) struct Ports {
    /// Connections for commands, projections and operators.
    pub(crate) pool: Pool,
    /// Time limits of the database.
    pub(crate) limits: Limits,
    pub(crate) log: EventLog,
    pub(crate) engine: Engine,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<dyn Ids>,
    pub(crate) tokens: Tokens,
    pub(crate) blobs: Blobs,
    fees: FeePolicy,
    open_holds_per_address: usize,
    payments: PaymentPort,
    mailer: Arc<dyn Mailer>,
    public_url: Arc<str>,
    support_address: Arc<str>,
    messenger: Messenger,
}

/// Creates the missing tables.
pub(crate) async fn migrate(log: &settings::EventStore, pool: &Pool) -> Outcome<()> {
    event_store::postgres::migrate(pool).await?;
    projections::engine::migrate(pool).await?;
    command_service::automation::migrate(pool).await?;
    sandbox::migrate(pool).await?;
    idempotency::migrate(pool).await?;
    snapshots::migrate(pool).await?;
    backups::migrate(pool).await?;
    event_log::record_log(log, pool).await
}

impl Ports {
    /// Creates the missing tables, unless the settings leave that to `greenstall migrate`, and connects.
    pub(crate) async fn open(settings: &Settings, database: &Database) -> Outcome<Self> {
        match settings.database.migrate {
            true => Self::migrate_and_open(settings, database).await,
            false => Self::connect(settings, database, database.pool().await?).await,
        }
    }

    /// Creates the missing tables and connects.
    pub(crate) async fn migrate_and_open(settings: &Settings, database: &Database) -> Outcome<Self> {
        let pool = database.pool().await?;
        let limits = database.limits();
        opening::in_turn(&pool, &limits, migrate(&settings.event_store, &pool)).await?;
        Self::connect(settings, database, pool).await
    }

    /// Connects for a command that only reads. It changes no table and so waits for no other process. Only a database
    /// without any tables is migrated first.
    pub(crate) async fn open_to_read(settings: &Settings, database: &Database) -> Outcome<Self> {
        let pool = database.pool().await?;
        let asked = event_log::is_log_recorded(&pool);
        match within(database.limits().answer, "whether there are tables", asked).await? {
            true => Self::connect(settings, database, pool).await,
            false => Self::open(settings, database).await,
        }
    }

    async fn connect(settings: &Settings, database: &Database, pool: Pool) -> Outcome<Self> {
        let limits = database.limits();
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let ids: Arc<dyn Ids> = Arc::new(SystemIds);
        let log = event_log::open(&settings.event_store, &pool, limits).await?;
        let views = projections::views::all();
        let engine = Engine::with_limits(pool.clone(), log.clone(), clock.clone(), views, limits);
        let tokens = Tokens::new(&signing_key(&settings.data_dir, &*ids)?, clock.clone());
        let mailer = Arc::new(ClaimingMailer::new(mailer(settings, &clock)?, pool.clone(), ids.clone()));
        let public_url = settings.public_url(settings.http.addr).into();
        let support_address = settings.mail.support_address.as_str().into();
        let blobs = Blobs::open(&settings.blobs, &settings.data_dir)?;
        let payments = PaymentPort::open(&settings.payments, &pool, limits, &clock, &ids)?;
        let fees = FeePolicy { free_standard_over: settings.checkout.free_standard_over };
        let reach = match settings.webhooks.allow_private_addresses {
            true => Reach::Private,
            false => Reach::Public,
        };
        let mut messenger = Messenger::over_network(reach);
        messenger.enabled = settings.webhooks.enabled;
        Ok(Self {
            pool,
            limits,
            log,
            engine,
            clock,
            ids,
            tokens,
            blobs,
            fees,
            open_holds_per_address: settings.checkout.open_holds_per_address,
            payments,
            mailer,
            public_url,
            support_address,
            messenger,
        })
    }

    /// The command service's ports.
    pub(crate) fn commands(&self) -> command_service::App {
        command_service::App {
            writer: Writer {
                log: self.log.clone(),
                turns: Turns::default(),
                snapshots: Snapshots::new(Arc::new(PostgresSnapshots::with_limits(
                    self.pool.clone(),
                    self.limits,
                ))),
            },
            keys: Arc::new(PostgresKeys::with_limits(self.pool.clone(), self.limits)),
            outage_patience: OUTAGE_PATIENCE,
            looks: Looks::new(self.ids.as_ref()),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            tokens: self.tokens.clone(),
            sessions: Sessions::new(self.log.clone()),
            passwords: Passwords::new(HashingCost::PRODUCTION, self.ids.clone()),
            limits: Arc::new(RequestLimits {
                open_holds: OpenHolds::new(self.open_holds_per_address),
                ..RequestLimits::default()
            }),
            payments: self.payments.provider.clone(),
            sandbox: self.payments.sandbox.clone(),
            mailer: self.mailer.clone(),
            public_url: self.public_url.clone(),
            support_address: self.support_address.clone(),
            fees: self.fees,
            blobs: self.blobs.clone(),
            operations: self.operations(),
            messenger: self.messenger.clone(),
        }
    }

    /// The port through which admins inspect and control views, process managers and the log, in both services.
    pub(crate) fn operations(&self) -> Arc<EngineOperations> {
        let (engine, pool) = (self.engine.clone(), self.pool.clone());
        Arc::new(EngineOperations::new(engine, pool, self.log.clone(), self.clock.clone()))
    }

    /// How often this process has called the payment provider.
    pub(crate) fn provider_calls(&self) -> ProviderCalls {
        self.payments.calls.clone()
    }

    /// The settings of the shop that queries report.
    pub(crate) fn shop(&self) -> ShopConfig {
        let support = self.support_address.to_string();
        ShopConfig::new(self.payments.shown.clone(), self.fees.free_standard_over, support)
    }

    /// The third parties that pages may load scripts and frames from.
    pub(crate) fn guests(&self) -> Guests {
        match self.payments.shown.provider {
            PaymentProvider::Sandbox => Guests::None,
            PaymentProvider::Stripe => Guests::Stripe,
        }
    }

    /// Closes every connection of the pool. The log closes when its last user drops it.
    pub(crate) async fn close(self) {
        let Self { pool, log, engine, .. } = self;
        drop((log, engine));
        pool.close().await;
    }
}

fn mailer(settings: &Settings, clock: &Arc<dyn Clock>) -> Outcome<Arc<dyn Mailer>> {
    if settings.mail.smtp_url.is_empty() {
        sender(&settings.mail.from)?;
        return Ok(Arc::new(FolderMailer::new(settings.mail_folder(), clock.clone())));
    }
    let smtp = SmtpSettings {
        url: settings.mail.smtp_url.clone(),
        from: settings.mail.from.clone(),
        time_limit: SMTP_TIME_LIMIT,
    };
    Ok(Arc::new(SmtpMailer::new(&smtp, clock.clone())?))
}

/// The key that signs access tokens. It is created once in the data folder, and every process of the instance uses it.
fn signing_key(data: &Path, ids: &dyn Ids) -> Outcome<[u8; 32]> {
    let named = |error: io::Error| format!("the data folder {}: {error}", data.display());
    if !data.exists() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(named)?;
    }
    Ok(token::secret_in(&data.join("token.key"), ids).map_err(named)?)
}
