//! The cookie that identifies a known browser at the next log-in. It grants no access and names no account.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use uuid::Uuid;

use crate::{App, application::accounts::Device};

const COOKIE_NAME: &str = "greenstall-device";
/// A year, in seconds.
const MAX_AGE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// The device of a request, if it has the cookie.
pub(super) fn device(headers: &HeaderMap) -> Option<Device> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE_NAME).find_map(|(_, value)| Device::parse(value))
}

/// The cookie that makes the device known for the account with this e-mail address.
pub(super) fn remember(app: &App, device: Option<Device>, claim: Uuid) -> Option<(HeaderName, HeaderValue)> {
    let device = device.unwrap_or_else(|| Device::new(&*app.ids)).used_for(&app.tokens, claim);
    let secure = if app.public_url.starts_with("https://") { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE_NAME}={device}; Path=/api/auth; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict{secure}"
    );
    Some((header::SET_COOKIE, HeaderValue::try_from(cookie).ok()?))
}
