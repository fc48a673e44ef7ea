//! A merchant, or an admin for the shop, names an address that gets messages.

use std::collections::BTreeSet;

use shared_events::{
    Personal,
    events::WebhookEvent,
    ids::{AccountId, WebhookId},
};
use uuid::Uuid;

use super::{Webhooks, message_type::MessageType};
use crate::{
    Command,
    form::{Faults, FieldRefusal},
};

/// The most webhooks that an owner has at a time. Each event of the owner leads to as many messages.
pub const MAX_WEBHOOKS: usize = 10;
/// The longest address, in characters.
pub const MAX_URL_LENGTH: usize = 500;

/// What a person asks for, before it is checked.
#[derive(Clone, Debug, Default)]
pub struct WebhookForm {
    pub url: String,
    /// Names of types.
    pub types: Vec<String>,
    /// Whether `http` is allowed, for receivers on the machine of a developer.
    pub allows_http: bool,
}

/// A checked form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedWebhook {
    url: String,
    types: BTreeSet<MessageType>,
}

impl WebhookForm {
    /// Checks the form. Whether the address leads to a public host is checked whenever a message is sent.
    ///
    /// # Errors
    /// The faults of its fields.
    pub fn check(&self) -> Result<CheckedWebhook, Vec<FieldRefusal>> {
        let mut faults = Faults::default();
        let url = faults.required("url", "Address", self.url.trim().to_owned(), MAX_URL_LENGTH);
        // An empty one is noted already.
        if let Some(fault) = self.fault_of(&url).filter(|_| !url.is_empty()) {
            faults.note(FieldRefusal::new("url", fault));
        }
        let known: Option<BTreeSet<MessageType>> =
            self.types.iter().map(|name| MessageType::named(name)).collect();
        match &known {
            Some(types) if types.is_empty() => {
                faults.note(FieldRefusal::new("types", "Please choose at least one type of message"));
            }
            Some(_) => {}
            None => {
                let names: Vec<&str> = MessageType::ALL.iter().map(|one| one.name()).collect();
                faults.note(FieldRefusal::new("types", format!("A type is one of: {}", names.join(", "))));
            }
        }
        faults.into_result()?;
        Ok(CheckedWebhook { url, types: known.unwrap_or_default() })
    }
}

impl WebhookForm {
    /// What is wrong with an address.
    fn fault_of(&self, url: &str) -> Option<&'static str> {
        let (scheme, rest) = url.split_once("://").unwrap_or_default();
        let is_allowed = |allowed: &str| scheme.eq_ignore_ascii_case(allowed);
        let is_open = self.allows_http && is_allowed("http");
        if !(is_open || is_allowed("https")) {
            return Some("The address must begin with https://");
        }
        if !url.chars().all(|letter| letter.is_ascii_graphic() && letter != '\\') {
            return Some("The address has a character that addresses cannot have");
        }
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if host.contains('@') {
            return Some("The address must not have a user name or a password");
        }
        // Some readers of addresses skip further slashes, and decode a host.
        if host.is_empty() {
            return Some("The address must lead to a public host");
        }
        if host.contains('%') {
            return Some("The address has a character that addresses cannot have");
        }
        url.contains('#').then_some("The address must not have a part that begins with #")
    }
}

impl CheckedWebhook {
    /// The address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The names of its types.
    pub fn types(&self) -> Vec<&'static str> {
        self.types.iter().map(|one| one.name()).collect()
    }
}

/// Create a webhook.
#[derive(Clone, Debug)]
pub struct CreateWebhook {
    /// The merchant, or [`AccountId::SHOP`].
    pub owner: AccountId,
    pub webhook_id: WebhookId,
    pub webhook: CheckedWebhook,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The owner already has [`MAX_WEBHOOKS`].
    #[error("You can have at most {MAX_WEBHOOKS} webhooks. Please remove one that you no longer need.")]
    Full,
}

impl Command for CreateWebhook {
    type Aggregate = Webhooks;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, Refusal> {
        if webhooks.all.contains_key(&self.webhook_id) || webhooks.removed.contains(&self.webhook_id) {
            // The same command again changes nothing.
            return Ok(Vec::new());
        }
        if webhooks.all.len() >= MAX_WEBHOOKS {
            return Err(Refusal::Full);
        }
        Ok(vec![WebhookEvent::WebhookCreated {
            account_id: self.owner,
            webhook_id: self.webhook_id,
            url: Personal::new(self.owner.uuid(), self.webhook.url.clone()),
            types: self.webhook.types().into_iter().map(str::to_owned).collect(),
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, testing::given, webhook::testing::*};

    fn form(url: &str, types: &[&str]) -> WebhookForm {
        let types = types.iter().map(|name| (*name).to_owned()).collect();
        WebhookForm { url: url.to_owned(), types, allows_http: false }
    }

    fn create() -> CreateWebhook {
        let webhook = form(URL, &["order.cancelled", "order.placed", "order.placed"]).check().unwrap();
        CreateWebhook { owner: MERCHANT, webhook_id: TILL, webhook }
    }

    #[test]
    fn a_webhook_is_created_once() {
        given::<Webhooks>(&[]).when(&create()).then(&[created()]);
        given::<Webhooks>(&[created()]).when(&create()).then_nothing();
        given::<Webhooks>(&[created(), removed()]).when(&create()).then_nothing();
    }

    #[test]
    fn an_owner_has_at_most_ten() {
        let mut webhooks = Webhooks::default();
        for number in 0..MAX_WEBHOOKS {
            let webhook_id = WebhookId::new(Uuid::from_u128(0x100 + number as u128));
            let create = CreateWebhook { webhook_id, ..create() };
            webhooks = create.decide(&webhooks).unwrap().iter().fold(webhooks, Webhooks::evolve);
        }
        assert_eq!(create().decide(&webhooks), Err(Refusal::Full));
    }

    #[test]
    fn an_address_is_https_and_types_are_known() {
        let long = format!("https://{}", "x".repeat(MAX_URL_LENGTH));
        for (form, field, text) in [
            (form("", &["order.placed"]), "url", "Address is required"),
            (form("http://till.example/", &["order.placed"]), "url", "The address must begin with https://"),
            (form("ftp://till.example/", &["order.placed"]), "url", "The address must begin with https://"),
            (form(&long, &["order.placed"]), "url", "Address is too long: at most 500 characters"),
            (form(URL, &[]), "types", "Please choose at least one type of message"),
            (form(URL, &["order.placed", "weather"]), "types", "A type is one of: order.placed, "),
        ] {
            let faults = form.check().unwrap_err();
            assert_eq!((faults.len(), faults[0].field), (1, field), "{form:?}");
            assert!(faults[0].text.starts_with(text), "{}", faults[0].text);
        }
        for (url, text) in [
            ("https://till.example/ x", "The address has a character that addresses cannot have"),
            (
                "https://till.example\\@host.example/",
                "The address has a character that addresses cannot have",
            ),
            ("https://mia@till.example/", "The address must not have a user name or a password"),
            ("https://mia%40x@till.example/", "The address must not have a user name or a password"),
            ("https://", "The address must lead to a public host"),
            ("https:///till.example/", "The address must lead to a public host"),
            ("https://?till.example", "The address must lead to a public host"),
            ("https://%74ill.example/", "The address has a character that addresses cannot have"),
            ("https://till.example%2f", "The address has a character that addresses cannot have"),
            ("https://till.example/#x", "The address must not have a part that begins with #"),
        ] {
            assert_eq!(form(url, &["order.placed"]).check().unwrap_err()[0].text, text);
        }
        for url in ["HTTPS://till.example/?mail=mia@example.com", "https://till.example/a%20b?c=%25"] {
            assert!(form(url, &["order.placed"]).check().is_ok(), "{url}");
        }
        let local = WebhookForm { allows_http: true, ..form("http://127.0.0.1:9/", &["order.placed"]) };
        assert!(local.check().is_ok());
    }
}
