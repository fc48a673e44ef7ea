//! Opens the payment provider that the settings choose.

use std::{fmt, sync::Arc};

use command_service::payments::{
    PaymentProvider as Provider, ProviderCalls, TracedProvider, WebhookSecret,
    sandbox::{PostgresBooks, Sandbox},
    stripe::{self, StripeAccount},
};
use postgres_kit::{Limits, Pool};
use query_service::shop::{PaymentProvider, PaymentsConfig};
use serde::Deserialize;
use service_kit::{Clock, Ids};

use crate::Outcome;

/// The payment settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payments {
    /// `sandbox` or `stripe`.
    pub provider: PaymentProvider,
    /// The shop's Stripe account.
    pub stripe: Stripe,
}

/// The settings of a Stripe account; all are empty with another provider.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stripe {
    /// `sk_…` or `rk_…`
    pub secret_key: Secret,
    /// `pk_…`: sent to browsers.
    pub publishable_key: String,
    /// `whsec_…`
    pub webhook_secret: Secret,
    /// The URL of Stripe's API.
    pub api_base: String,
}

/// A setting that is never printed or logged.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "(empty)" } else { "(secret)" })
    }
}

/// The payment provider of an instance, and its settings for browsers.
pub(crate) struct PaymentPort {
    pub(crate) provider: Arc<dyn Provider>,
    /// How often this process has called it.
    pub(crate) calls: ProviderCalls,
    pub(crate) sandbox: Option<Sandbox>,
    /// The settings that browsers may know.
    pub(crate) shown: PaymentsConfig,
}

impl PaymentPort {
    /// Opens the provider that the settings name.
    ///
    /// # Errors
    /// When a setting that the provider needs is missing.
    pub(crate) fn open(
        settings: &Payments,
        pool: &Pool,
        limits: Limits,
        clock: &Arc<dyn Clock>,
        ids: &Arc<dyn Ids>,
    ) -> Outcome<Self> {
        let (provider, calls) = (settings.provider, ProviderCalls::default());
        match provider {
            PaymentProvider::Sandbox => {
                let books = Arc::new(PostgresBooks::with_limits(pool.clone(), limits));
                let sandbox = Sandbox::new(books, clock.clone(), ids.clone());
                let shown = PaymentsConfig { provider, publishable_key: None, test_mode: true };
                let provider = TracedProvider::new(Arc::new(sandbox.clone()), calls.clone());
                Ok(Self { provider: Arc::new(provider), calls, sandbox: Some(sandbox), shown })
            }
            PaymentProvider::Stripe => {
                let account = settings.stripe.account()?;
                let key = settings.stripe.publishable_key.trim().to_owned();
                let test_mode = !key.starts_with("pk_live_");
                let shown = PaymentsConfig { provider, publishable_key: Some(key), test_mode };
                let stripe = stripe::Stripe::new(account, clock.clone())?;
                let provider = TracedProvider::new(Arc::new(stripe), calls.clone());
                Ok(Self { provider: Arc::new(provider), calls, sandbox: None, shown })
            }
        }
    }
}

impl Stripe {
    /// The account that these settings describe.
    ///
    /// # Errors
    /// When a setting is missing, or two settings contradict each other; the message names them.
    fn account(&self) -> Outcome<StripeAccount> {
        let (secret, public) = (self.secret_key.0.trim(), self.publishable_key.trim());
        let webhook = self.webhook_secret.0.trim();
        let rows = [
            ("secret_key", secret, &["sk_", "rk_"][..]),
            ("publishable_key", public, &["pk_"]),
            ("webhook_secret", webhook, &["whsec_"]),
            ("api_base", self.api_base.trim(), &["https://", "http://"]),
        ];
        for (name, value, starts) in rows {
            if !starts.iter().any(|start| value.starts_with(start)) {
                let starts = starts.join(" or ");
                return Err(format!("payments.stripe.{name} must be set and begin with {starts}").into());
            }
        }
        if secret.contains("_live_") != public.contains("_live_") {
            return Err("payments.stripe: one key is for tests, the other one for real money".into());
        }
        Ok(StripeAccount {
            secret_key: secret.to_owned(),
            webhook_secret: WebhookSecret::new(webhook),
            api_base: self.api_base.trim().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripe() -> Stripe {
        Stripe {
            secret_key: Secret("sk_test_1".to_owned()),
            publishable_key: "pk_test_1".to_owned(),
            webhook_secret: Secret("whsec_1".to_owned()),
            api_base: "https://api.stripe.com".to_owned(),
        }
    }

    #[track_caller]
    fn refused(change: impl FnOnce(&mut Stripe)) -> String {
        let mut stripe = stripe();
        change(&mut stripe);
        stripe.account().unwrap_err().to_string()
    }

    #[test]
    fn a_missing_stripe_setting_is_named() {
        assert!(stripe().account().is_ok());
        let empty = || Secret(String::new());
        for (text, name) in [
            (refused(|stripe| stripe.secret_key = empty()), "secret_key"),
            (refused(|stripe| stripe.publishable_key.clear()), "publishable_key"),
            (refused(|stripe| stripe.webhook_secret = empty()), "webhook_secret"),
            (refused(|stripe| stripe.api_base = "api.stripe.com".to_owned()), "api_base"),
            // The two keys are swapped: the secret one must never reach a browser.
            (refused(|stripe| stripe.publishable_key = "sk_test_1".to_owned()), "publishable_key"),
        ] {
            assert!(text.contains(&format!("payments.stripe.{name} ")), "{text}");
        }
        assert!(refused(|stripe| stripe.publishable_key = "pk_live_1".to_owned()).contains("real money"));
    }

    #[test]
    fn secrets_are_not_printed() {
        let shown = format!("{:?} {:?}", stripe(), stripe().account().unwrap().webhook_secret);
        assert!(!shown.contains("sk_test") && !shown.contains("whsec_1"), "{shown}");
    }
}
