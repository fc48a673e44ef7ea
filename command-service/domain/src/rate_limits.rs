//! How often something may be tried: the rate limits of the commands (deploy/docs/handbook/limits.md). The command
//! service counts the tries. Limits of holds are in `shopper/open_checkout.rs` and in the settings.

use chrono::TimeDelta;

/// A number of tries within a sliding window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    pub tries: usize,
    pub window: TimeDelta,
}

impl RateLimit {
    pub const fn per_minute(tries: usize) -> Self {
        Self { tries, window: TimeDelta::minutes(1) }
    }

    pub const fn per_quarter_hour(tries: usize) -> Self {
        Self { tries, window: TimeDelta::minutes(15) }
    }

    pub const fn per_hour(tries: usize) -> Self {
        Self { tries, window: TimeDelta::hours(1) }
    }

    pub const fn per_day(tries: usize) -> Self {
        Self { tries, window: TimeDelta::days(1) }
    }
}

/// Attempts to log in, successful or not, by the caller's network address: each costs a hash.
pub const LOG_INS: RateLimit = RateLimit::per_minute(300);
/// Failed log-ins to one account by one stranger; by one known device; and by all strangers together, before they
/// are slowed down.
pub const LOG_IN_FAILURES: RateLimit = RateLimit::per_quarter_hour(10);
/// The first delay of strangers at an account with more failures than [`LOG_IN_FAILURES`]; each further failure doubles it.
pub const FIRST_STRANGER_DELAY: TimeDelta = TimeDelta::seconds(1);
/// Failed log-ins to any accounts, by the caller's network address.
pub const LOG_IN_FAILURES_OF_ADDRESS: RateLimit = RateLimit::per_quarter_hour(100);
/// Sign-ups, by the caller's network address.
pub const SIGN_UPS: RateLimit = RateLimit::per_minute(100);
/// Failures to confirm one's own password, by account.
pub const PASSWORD_CONFIRMATIONS: RateLimit = RateLimit::per_quarter_hour(10);
/// Attempts to change the e-mail address, by account. Each response reveals whether an address has an account.
pub const EMAIL_CHANGES: RateLimit = RateLimit::per_hour(10);
/// Links to verify an e-mail address, by that address.
pub const VERIFICATION_LINKS: RateLimit = RateLimit::per_hour(5);
/// Links to verify an e-mail address, by that address, which accounts without the address request. They count as
/// [`VERIFICATION_LINKS`], too, whose rest is reserved for the account that has the address.
pub const VERIFICATION_LINKS_OF_OTHERS: RateLimit = RateLimit::per_hour(3);
/// Password reset links, by e-mail address.
pub const RESET_LINKS: RateLimit = RateLimit::per_hour(3);
/// Requests for reset links and attempts to use one, by the caller's network address.
pub const PASSWORD_RESETS: RateLimit = RateLimit::per_quarter_hour(30);
/// Messages to other people, by sender.
pub const MESSAGES: RateLimit = RateLimit::per_minute(120);
/// Messages to support, by the caller's network address.
pub const INQUIRIES: RateLimit = RateLimit::per_hour(20);
/// Uploaded files, by account.
pub const UPLOADS: RateLimit = RateLimit::per_hour(200);
/// Changes of webhooks, by account.
pub const WEBHOOK_CHANGES: RateLimit = RateLimit::per_hour(60);
/// People that an admin exports or erases in a day, unless the settings say otherwise.
pub const PEOPLE_PER_ADMIN_AND_DAY: usize = 10;
/// Replays of messages to webhooks, by account. Each reads the log from the position that it names.
pub const REPLAYS: RateLimit = RateLimit::per_day(20);
/// Single messages to webhooks that are sent once more, by account.
pub const REDELIVERIES: RateLimit = RateLimit::per_hour(500);
/// Looks at products, by the caller's network address. Further ones are not counted.
pub const LOOKS: RateLimit = RateLimit::per_minute(120);
