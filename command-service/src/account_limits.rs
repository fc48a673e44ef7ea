//! How much an account may write: its commands and the bytes of its events, in the memory of one process.
//!
//! An account begins with the whole allowance of an hour and regains it evenly over the hour. Commands are counted before
//! they are decided, and bytes after they were written; so nothing is refused halfway, and the last command may exceed the
//! allowance.

use std::{
    collections::HashMap,
    io::{self, Write},
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{Actor, Role, ids::AccountId};

/// The time in which an account regains its allowance.
const WINDOW: TimeDelta = TimeDelta::hours(1);
/// What an event takes in the log beside its own data, in bytes.
const ENVELOPE_BYTES: usize = 500;
const SWEEP_ABOVE_ACCOUNTS: usize = 1_024;

/// What an account may write within an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub commands: u32,
    /// Of events.
    pub bytes: u64,
}

impl Allowance {
    pub const UNLIMITED: Self = Self { commands: u32::MAX, bytes: u64::MAX };
}

/// The allowances of all accounts, by their standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowances {
    pub customer: Allowance,
    /// A merchant before the approval.
    pub new_merchant: Allowance,
    pub merchant: Allowance,
    pub admin: Allowance,
}

impl Default for Allowances {
    /// No limits.
    fn default() -> Self {
        let allowance = Allowance::UNLIMITED;
        Self { customer: allowance, new_merchant: allowance, merchant: allowance, admin: allowance }
    }
}

/// Whose allowance an account has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Customer,
    /// A merchant of whom nobody has asked yet whether an admin has approved the stall.
    Merchant,
    ApprovedMerchant,
    Admin,
}

impl From<Role> for Standing {
    fn from(role: Role) -> Self {
        match role {
            Role::Customer => Self::Customer,
            Role::Merchant => Self::Merchant,
            Role::Admin => Self::Admin,
        }
    }
}

/// An account has used its allowance up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UsedUp {
    #[error("You have made very many changes within an hour. Please wait a moment before the next one.")]
    Commands { retry_in: TimeDelta },
    #[error(
        "You have saved very much within an hour. Please wait a moment, and save less often or shorter texts."
    )]
    Bytes { retry_in: TimeDelta },
}

impl UsedUp {
    pub(crate) const fn retry_in(self) -> TimeDelta {
        match self {
            Self::Commands { retry_in } | Self::Bytes { retry_in } => retry_in,
        }
    }
}

/// Counts what the accounts write.
#[derive(Debug, Default)]
pub struct AccountLimits {
    allowances: Allowances,
    accounts: Mutex<Accounts>,
}

#[derive(Debug)]
struct Accounts {
    by_id: HashMap<AccountId, Written>,
    /// Accounts that have regained everything are removed when there are more than this.
    sweep_above: usize,
}

impl Default for Accounts {
    fn default() -> Self {
        Self { by_id: HashMap::new(), sweep_above: SWEEP_ABOVE_ACCOUNTS }
    }
}

/// What an account has written and not yet regained.
#[derive(Clone, Copy, Debug)]
struct Written {
    commands: f64,
    bytes: f64,
    at: DateTime<Utc>,
    /// Until when the account counts as an approved merchant's.
    approved_until: DateTime<Utc>,
}

impl AccountLimits {
    pub fn new(allowances: Allowances) -> Self {
        Self { allowances, ..Self::default() }
    }

    /// Counts a command.
    ///
    /// # Errors
    /// The allowance is used up. The command is not counted.
    pub(crate) fn admit(
        &self,
        account: AccountId,
        standing: Standing,
        now: DateTime<Utc>,
    ) -> Result<(), UsedUp> {
        let mut accounts = self.accounts();
        accounts.sweep(now);
        let of_account = accounts.by_id.entry(account).or_insert_with(|| Written::nothing(now));
        if standing == Standing::ApprovedMerchant {
            of_account.approved_until = now + WINDOW;
        }
        let allowance = self.allowance(standing, of_account, now);
        of_account.regain(allowance, now);
        let Allowance { commands, bytes } = allowance;
        let wait = |over: f64, hourly: f64| {
            let milliseconds = WINDOW.num_milliseconds() as f64 * (over / hourly.max(1.0)).min(1.0);
            TimeDelta::milliseconds(milliseconds as i64)
        };
        if of_account.commands + 1.0 > f64::from(commands) {
            let over = of_account.commands + 1.0 - f64::from(commands);
            return Err(UsedUp::Commands { retry_in: wait(over, f64::from(commands)) });
        }
        if of_account.bytes >= bytes as f64 {
            return Err(UsedUp::Bytes { retry_in: wait(of_account.bytes - bytes as f64, bytes as f64) });
        }
        of_account.commands += 1.0;
        Ok(())
    }

    /// Counts events that an account has written. Events of the system count for nobody.
    pub(crate) fn note_written(&self, actor: &Actor, bytes: usize, now: DateTime<Utc>) {
        let Actor::Account { id, role } = actor else { return };
        if bytes == 0 {
            return;
        }
        let mut accounts = self.accounts();
        let of_account = accounts.by_id.entry(*id).or_insert_with(|| Written::nothing(now));
        of_account.regain(self.allowance((*role).into(), of_account, now), now);
        of_account.bytes += bytes as f64;
    }

    fn allowance(&self, standing: Standing, written: &Written, now: DateTime<Utc>) -> Allowance {
        let Allowances { customer, new_merchant, merchant, admin } = self.allowances;
        match standing {
            Standing::Customer => customer,
            Standing::Merchant if written.approved_until <= now => new_merchant,
            Standing::Merchant | Standing::ApprovedMerchant => merchant,
            Standing::Admin => admin,
        }
    }

    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Accounts {
    /// Bounds the memory to the accounts of about an hour.
    fn sweep(&mut self, now: DateTime<Utc>) {
        if self.by_id.len() > self.sweep_above {
            self.by_id.retain(|_, of_account| now - of_account.at < WINDOW);
            self.sweep_above = SWEEP_ABOVE_ACCOUNTS.max(self.by_id.len() * 2);
        }
    }
}

impl Written {
    const fn nothing(now: DateTime<Utc>) -> Self {
        Self { commands: 0.0, bytes: 0.0, at: now, approved_until: DateTime::UNIX_EPOCH }
    }

    /// Regains the part of the allowance that belongs to the time since the last call.
    fn regain(&mut self, allowance: Allowance, now: DateTime<Utc>) {
        let passed = (now - self.at).num_milliseconds().max(0) as f64 / WINDOW.num_milliseconds() as f64;
        self.commands = (self.commands - passed * f64::from(allowance.commands)).max(0.0);
        self.bytes = (self.bytes - passed * allowance.bytes as f64).max(0.0);
        self.at = self.at.max(now);
    }
}

/// About how many bytes these events take in the log.
pub(crate) fn size_in_log<E: serde::Serialize>(events: &[E]) -> usize {
    let mut size = Size(events.len() * ENVELOPE_BYTES);
    for event in events {
        // The events are plain data: the append, which serializes them again, would fail, too.
        let _ = serde_json::to_writer(&mut size, event);
    }
    size.0
}

/// A writer that counts.
struct Size(usize);

impl Write for Size {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn limits() -> AccountLimits {
        let few = Allowance { commands: 60, bytes: 3_600 };
        let many = Allowance { commands: 120, bytes: 7_200 };
        AccountLimits::new(Allowances { customer: few, new_merchant: few, merchant: many, admin: many })
    }

    fn second(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + second, 0).unwrap()
    }

    fn account(number: u128) -> AccountId {
        AccountId::new(Uuid::from_u128(number))
    }

    fn admitted(limits: &AccountLimits, standing: Standing, at: i64) -> usize {
        (0..1_000).take_while(|_| limits.admit(account(1), standing, second(at)).is_ok()).count()
    }

    #[test]
    fn an_account_regains_its_commands_over_the_hour() {
        let limits = limits();
        assert_eq!(admitted(&limits, Standing::Customer, 0), 60);
        let refused = limits.admit(account(1), Standing::Customer, second(0)).unwrap_err();
        assert_eq!(refused, UsedUp::Commands { retry_in: TimeDelta::minutes(1) });
        assert_eq!(admitted(&limits, Standing::Customer, 60), 1);
        assert_eq!(admitted(&limits, Standing::Customer, 60 + 1_800), 30);
        assert_eq!(admitted(&limits, Standing::Customer, 100_000), 60, "no more than an hour's");
        assert_eq!(limits.admit(account(2), Standing::Customer, second(0)), Ok(()), "others have their own");
    }

    #[test]
    fn bytes_are_refused_after_the_command_that_exceeded_them() {
        let limits = limits();
        let customer = Actor::Account { id: account(1), role: Role::Customer };
        limits.note_written(&customer, 3_599, second(0));
        assert_eq!(limits.admit(account(1), Standing::Customer, second(0)), Ok(()));
        limits.note_written(&customer, 601, second(0));
        let refused = limits.admit(account(1), Standing::Customer, second(0)).unwrap_err();
        assert_eq!(refused, UsedUp::Bytes { retry_in: TimeDelta::minutes(10) });
        assert_eq!(limits.admit(account(1), Standing::Customer, second(601)), Ok(()));
        limits.note_written(&Actor::system("a process manager"), 1_000_000, second(601));
    }

    #[test]
    fn an_approved_merchant_has_more_for_an_hour_after_the_question() {
        let limits = limits();
        assert_eq!(admitted(&limits, Standing::Merchant, 0), 60);
        assert_eq!(admitted(&limits, Standing::ApprovedMerchant, 0), 60);
        assert_eq!(
            admitted(&limits, Standing::Merchant, 30),
            1,
            "known by now, and regains a merchant's allowance"
        );
        assert_eq!(admitted(&limits, Standing::Merchant, 8_000), 60, "not known any more");
    }

    #[test]
    fn accounts_that_have_regained_everything_are_forgotten() {
        let limits = limits();
        for number in 0..20_000 {
            limits.admit(account(number), Standing::Customer, second(number as i64)).unwrap();
        }
        assert!(limits.accounts().by_id.len() <= 8_000);
    }

    #[test]
    fn the_size_of_events_is_that_of_their_json() {
        assert_eq!(size_in_log(&["pear", "fig"]), 2 * ENVELOPE_BYTES + r#""pear""fig""#.len());
    }
}
