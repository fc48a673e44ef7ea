//! The cookie that identifies a known browser at the next log-in. It grants no access and names no account.

use axum::{
    extract::FromRef,
    http::{HeaderMap, HeaderName, HeaderValue, header},
};
use service_kit::{Ids, token::Tokens};
use uuid::Uuid;

use crate::{App, application::accounts::Device};

const COOKIE_NAME: &str = "greenstall-device";
/// A year, in seconds.
const MAX_AGE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// Makes the cookies.
#[derive(Clone)]
pub(crate) struct DeviceCookies {
    tokens: Tokens,
    /// Whether the shop is served over TLS.
    secure: bool,
}

impl FromRef<App> for DeviceCookies {
    fn from_ref(app: &App) -> Self {
        Self { tokens: app.tokens.clone(), secure: app.public_url.starts_with("https://") }
    }
}

impl DeviceCookies {
    /// The cookie that makes the device, or else a new one, known for the account with this e-mail address.
    pub(super) fn remember(
        &self,
        device: Option<Device>,
        ids: &dyn Ids,
        claim: Uuid,
    ) -> Option<(HeaderName, HeaderValue)> {
        let device = device.unwrap_or_else(|| Device::new(ids)).used_for(&self.tokens, claim);
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE_NAME}={device}; Path=/api/auth; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict{secure}"
        );
        Some((header::SET_COOKIE, HeaderValue::try_from(cookie).ok()?))
    }
}

/// The device of a request, if it has the cookie.
pub(super) fn device(headers: &HeaderMap) -> Option<Device> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE_NAME).find_map(|(_, value)| Device::parse(value))
}
