//! The texts by which an erased person is found in data beside the log, such as failure texts.

use std::{collections::BTreeSet, convert::Infallible};

use domain::email::EmailAddress;
use shared_events::{
    Event, Personal, StreamId, decode,
    events::AccountEvent,
    ids::AccountId,
    shop::{Address, SavedAddress},
};

use super::{
    super::{Failure, Writer},
    email_claim::holder_of,
};

/// Events read at a time.
const EVENTS_PER_READ: usize = 500;
/// Shorter texts would also match texts about other people.
const MIN_TEXT_LENGTH: usize = 4;

/// Texts that identify a person: full names, e-mail addresses, phone numbers, streets. Cities, countries and
/// names of address-book entries would also match texts about other people.
#[derive(Debug, Default)]
pub(super) struct Traces {
    pub(super) texts: BTreeSet<String>,
    /// All current and former e-mail addresses of the account, as typed.
    addresses: BTreeSet<String>,
}

impl Traces {
    /// Collects the texts from the account's history, while its key exists. Unreadable parts are skipped.
    pub(super) async fn of(writer: &Writer, account_id: AccountId) -> Result<Self, Failure<Infallible>> {
        let mut traces = Self::default();
        let stream = StreamId::new(AccountEvent::CATEGORY, account_id.uuid());
        let mut after = 0;
        loop {
            let page = writer.log.read_stream_sifted(&stream, after, EVENTS_PER_READ).await;
            let (events, unreadable) = page.map_err(|error| Failure::Unavailable(error.to_string()))?;
            let last = events.iter().map(|event| event.version);
            let last = last.chain(unreadable.iter().map(|event| event.version)).max();
            for event in events {
                if let Ok(event) = decode(event.event) {
                    traces.see(event);
                }
            }
            let Some(last) = last else { return Ok(traces) };
            after = last;
        }
    }

    fn see(&mut self, event: AccountEvent) {
        match event {
            AccountEvent::AccountOpened { name, email, phone, address, .. } => {
                self.name(name.get());
                self.email(email.get());
                self.keep(phone.as_ref().and_then(Personal::get));
                self.postal(address.as_ref().and_then(Personal::get));
            }
            AccountEvent::NameChanged { name, .. } => self.name(name.get()),
            AccountEvent::EmailChanged { email, .. } => self.email(email.get()),
            AccountEvent::EmailChangeRequested { email, .. } => self.keep(email.get()),
            AccountEvent::PhoneChanged { phone, .. } => self.keep(phone.as_ref().and_then(Personal::get)),
            AccountEvent::HomeAddressChanged { address, .. } => self.postal(address.get()),
            AccountEvent::AddressAdded { address, .. } | AccountEvent::AddressChanged { address, .. } => {
                let Some(SavedAddress { first_name, last_name, postal, .. }) = address.get() else { return };
                self.name(Some(&format!("{first_name} {last_name}")));
                self.postal(Some(postal));
            }
            _ => {}
        }
    }

    /// Full names only: a single word could be any word of a failure text.
    fn name(&mut self, name: Option<&String>) {
        let name = name.map(|name| name.trim().to_owned()).filter(|name| name.contains(char::is_whitespace));
        self.keep(name.as_ref());
    }

    fn email(&mut self, email: Option<&String>) {
        self.keep(email);
        self.addresses.extend(email.cloned());
    }

    fn postal(&mut self, address: Option<&Address>) {
        self.keep(address.map(|address| &address.street));
    }

    fn keep(&mut self, text: Option<&String>) {
        let text = text.map(|text| text.trim()).filter(|text| text.chars().count() >= MIN_TEXT_LENGTH);
        self.texts.extend(text.map(str::to_owned));
    }

    /// The account's e-mail addresses that do not belong to another account now.
    pub(super) async fn own_addresses(
        &self,
        writer: &Writer,
        account_id: AccountId,
    ) -> Result<Vec<EmailAddress>, Failure<Infallible>> {
        let mut own = Vec::new();
        for address in self.addresses.iter().filter_map(|text| EmailAddress::parse(text)) {
            if holder_of(writer, &address).await?.is_none_or(|holder| holder == account_id) {
                own.push(address);
            }
        }
        Ok(own)
    }
}
