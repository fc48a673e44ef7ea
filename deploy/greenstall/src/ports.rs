//! Builds the services' ports from the settings.

use std::{fs, os::unix::fs::DirBuilderExt, path::Path, sync::Arc, time::Duration};

use blobs::Blobs;
use command_service::{
    account_limits::{AccountLimits, Allowances},
    application::{Turns, Writer},
    automation,
    idempotency::{self, PostgresKeys},
    limiter::Limiter,
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
use domain::{checkout::FeePolicy, rate_limits::RateLimit};
use event_store::EventLog;
use postgres_kit::{Limits, Pool, Tables, within};
use projections::engine::Engine;
use query_service::{
    ShopConfig,
    shop::{PaymentProvider, Support},
};
use service_kit::{Clock, Ids, SystemClock, SystemIds, token::Tokens};

use crate::{
    Outcome,
    belonging::{are_same, refuse_another_folder},
    database::Database,
    database_clock::DatabaseClock,
    event_log, opening,
    operations::{EngineOperations, backups},
    payments::PaymentPort,
    settings::Settings,
    signing_key::SigningKey,
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
    /// The same clock.
    pub(crate) database_clock: Arc<DatabaseClock>,
    pub(crate) ids: Arc<dyn Ids>,
    pub(crate) signing_key: SigningKey,
    pub(crate) tokens: Tokens,
    pub(crate) blobs: Blobs,
    /// The bucket of the uploads; empty for a folder in the data folder.
    bucket: String,
    /// Names the database; see [`belonging`](crate::belonging).
    name: String,
    fees: FeePolicy,
    open_holds_per_address: usize,
    people_per_admin_and_day: usize,
    allowances: Allowances,
    payments: PaymentPort,
    mailer: Arc<dyn Mailer>,
    public_url: Arc<str>,
    support_address: Arc<str>,
    support_phone: Option<String>,
    messenger: Messenger,
}

/// The tables of all parts of the program, in the order in which they are created.
const TABLES: [Tables; 8] = [
    event_store::postgres::TABLES,
    projections::engine::TABLES,
    automation::TABLES,
    sandbox::TABLES,
    idempotency::TABLES,
    snapshots::TABLES,
    backups::TABLES,
    event_log::TABLES,
];

/// Creates the missing tables, and changes those of an earlier version.
pub(crate) async fn migrate(pool: &Pool) -> Outcome<()> {
    for tables in TABLES {
        tables.migrate(pool).await?;
    }
    Ok(())
}

/// Whether a migration has nothing to do. It need not wait for another process that prepares the database, then.
async fn are_tables_current(pool: &Pool) -> sqlx::Result<bool> {
    for tables in TABLES {
        if !tables.are_current(pool).await? {
            return Ok(false);
        }
    }
    Ok(true)
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
        if !within(limits.answer, "whether the tables are current", are_tables_current(&pool)).await? {
            opening::in_turn(&pool, &limits, migrate(&pool)).await?;
        }
        event_store::postgres::repair_positions(&pool).await?;
        event_log::record_log(&settings.event_store, &pool).await?;
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
        let database_clock = Arc::new(DatabaseClock::new(Arc::new(SystemClock)));
        database_clock.measure(&pool, &limits).await?;
        let clock: Arc<dyn Clock> = database_clock.clone();
        let ids: Arc<dyn Ids> = Arc::new(SystemIds);
        let log = event_log::open(&settings.event_store, &pool, limits).await?;
        make_folder(&settings.data_dir)?;
        let name = refuse_another_folder(&settings.data_dir, &pool, &limits).await?;
        let views = projections::views::all();
        let engine = Engine::with_limits(pool.clone(), log.clone(), clock.clone(), views, limits);
        let signing_key = SigningKey::open(&settings.data_dir, &pool, &limits, &*ids).await?;
        let tokens = Tokens::new(signing_key.secret(), clock.clone());
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
            database_clock,
            ids,
            signing_key,
            tokens,
            blobs,
            bucket: settings.blobs.url.clone(),
            name,
            fees,
            open_holds_per_address: settings.checkout.open_holds_per_address,
            people_per_admin_and_day: settings.operations.people_per_admin_and_day,
            allowances: settings.limits.allowances(),
            payments,
            mailer,
            public_url,
            support_address,
            support_phone: settings.shop.support_phone.clone(),
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
                account_limits: Arc::new(AccountLimits::new(self.allowances)),
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
                person_acts: Limiter::new(RateLimit::per_day(self.people_per_admin_and_day)),
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

    /// Refuses a bucket with the uploads of another shop. A bucket that does not answer is not refused.
    pub(crate) async fn refuse_another_bucket(&self) -> Outcome<()> {
        if self.bucket.is_empty() {
            return Ok(());
        }
        match self.blobs.claim(&self.name).await {
            Ok(owner) if are_same(&owner, &self.name) => Ok(()),
            Ok(owner) => Err(format!(
                "the bucket {} has the uploads of the database {}, and the settings name the database {}. Two shops cannot \
                 share a bucket: correct blobs.url or database.url, or give each shop a prefix of its own. If this \
                 database takes the place of the other one, because it was restored or moved, delete {} from the bucket \
                 and start again",
                self.bucket,
                owner.trim(),
                self.name,
                blobs::OWNER_FILE
            )
            .into()),
            Err(error) => {
                tracing::warn!(%error, "cannot see whose uploads are in the bucket {}", self.bucket);
                Ok(())
            }
        }
    }

    /// How often this process has called the payment provider.
    pub(crate) fn provider_calls(&self) -> ProviderCalls {
        self.payments.calls.clone()
    }

    /// The settings of the shop that queries report.
    pub(crate) fn shop(&self) -> ShopConfig {
        let support = Support { email: self.support_address.to_string(), phone: self.support_phone.clone() };
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

/// Only the shop's user can read the folder, which has the key that signs log-ins.
fn make_folder(data: &Path) -> Outcome<()> {
    if data.exists() {
        return Ok(());
    }
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(data);
    Ok(made.map_err(|error| format!("the data folder {}: {error}", data.display()))?)
}
