//! People, and the events of their accounts and sessions.

use shared_events::{
    Actor, Personal, Role,
    events::{
        AccountEvent, ApiKeyEvent, CorrespondenceEvent, CredentialEvent, SessionEvent, UserAgent,
        WebhookEvent,
    },
    ids::{AccountId, ApiKeyId, SessionId, WebhookId},
    shop::{Address, BusinessProfile},
};
use uuid::Uuid;

/// A person with an account.
#[derive(Clone, Debug)]
pub struct Person {
    /// The id of the account.
    pub id: AccountId,
    /// The role of the account.
    pub role: Role,
    /// First and last name.
    pub name: String,
    /// The e-mail address.
    pub email: String,
    /// The phone number, if the person gave one.
    pub phone: Option<String>,
    /// The postal address, if the person gave one.
    pub address: Option<Address>,
    /// A merchant's public profile.
    pub business: Option<BusinessProfile>,
}

/// The account with this number.
pub fn account_id(number: u128) -> AccountId {
    AccountId::new(Uuid::from_u128(0xA000 + number))
}

/// The session with this number.
pub fn session_id(number: u128) -> SessionId {
    SessionId::new(Uuid::from_u128(0xE000 + number))
}

/// The API key with this number.
pub fn api_key_id(number: u128) -> ApiKeyId {
    ApiKeyId::new(Uuid::from_u128(0x6_E000 + number))
}

/// Customer `number`, who has given only a name and an e-mail address.
pub fn customer(number: u128) -> Person {
    Person {
        id: account_id(number),
        role: Role::Customer,
        name: format!("Customer {number}"),
        email: format!("customer{number}@example.org"),
        phone: None,
        address: None,
        business: None,
    }
}

/// Merchant `number`, who owns the farm with the same number.
pub fn merchant(number: u128) -> Person {
    Person {
        role: Role::Merchant,
        name: format!("Merchant {number}"),
        email: format!("merchant{number}@example.org"),
        phone: Some("555-0100".to_owned()),
        address: Some(address()),
        business: Some(business(&format!("Farm {number}"))),
        ..customer(number)
    }
}

/// The admin of the shop.
pub fn admin() -> Person {
    Person { role: Role::Admin, name: "Ada Admin".to_owned(), ..customer(0xAD) }
}

/// A postal address in Burlington, Vermont.
pub fn address() -> Address {
    Address {
        street: "1 Mill Road".to_owned(),
        city: "Burlington".to_owned(),
        state: "VT".to_owned(),
        zip_code: "05401".to_owned(),
        country: "United States".to_owned(),
        latitude: Some(44.484),
        longitude: Some(-73.2199),
    }
}

/// The public profile of a farm with this name.
pub fn business(name: &str) -> BusinessProfile {
    BusinessProfile {
        business_name: name.to_owned(),
        business_type: "Farm".to_owned(),
        business_description: "Vegetables".to_owned(),
        offers_pickup: true,
        offers_delivery: false,
        same_day_delivery: false,
        delivery_radius: 5,
        same_day_cutoff: "14:00".to_owned(),
        photo_url: None,
    }
}

impl Person {
    /// The person as the cause of an event.
    pub const fn actor(&self) -> Actor {
        Actor::Account { id: self.id, role: self.role }
    }

    /// Data that is erased with this person.
    pub const fn personal<T>(&self, value: T) -> Personal<T> {
        Personal::new(self.id.uuid(), value)
    }

    /// The name of a merchant's business; for all others the person's own name.
    pub fn business_name(&self) -> &str {
        self.business.as_ref().map_or(&self.name, |business| &business.business_name)
    }

    /// The account is opened.
    pub fn opened(&self) -> AccountEvent {
        AccountEvent::AccountOpened {
            account_id: self.id,
            role: self.role,
            name: self.personal(self.name.clone()),
            email: self.personal(self.email.clone()),
            phone: self.phone.clone().map(|phone| self.personal(phone)),
            address: self.address.clone().map(|address| self.personal(address)),
            business: self.business.clone(),
        }
    }

    /// An admin approves the merchant.
    pub const fn approved(&self) -> AccountEvent {
        AccountEvent::MerchantApproved { account_id: self.id, reason: None }
    }

    /// An admin rejects the merchant.
    pub fn rejected(&self) -> AccountEvent {
        self.rejected_for("No licence")
    }

    /// An admin rejects the merchant for this reason.
    pub fn rejected_for(&self, reason: &str) -> AccountEvent {
        AccountEvent::MerchantRejected { account_id: self.id, reason: reason.to_owned() }
    }

    /// The merchant renames the business.
    pub fn business_renamed(&self, name: &str) -> AccountEvent {
        let business = self.business.clone().expect("a merchant has a business");
        AccountEvent::BusinessProfileChanged {
            account_id: self.id,
            business: BusinessProfile { business_name: name.to_owned(), ..business },
            website: None,
        }
    }

    /// The person changes the e-mail address.
    pub fn email_changed(&self, email: &str) -> AccountEvent {
        AccountEvent::EmailChanged { account_id: self.id, email: self.personal(email.to_owned()) }
    }

    /// An admin deactivates the account.
    pub const fn deactivated(&self) -> AccountEvent {
        AccountEvent::AccountDeactivated { account_id: self.id, reason: None }
    }

    /// An admin deactivates the account for this reason.
    pub fn deactivated_for(&self, reason: &str) -> AccountEvent {
        AccountEvent::AccountDeactivated { account_id: self.id, reason: Some(reason.to_owned()) }
    }

    /// An admin activates the account again.
    pub const fn reactivated(&self) -> AccountEvent {
        AccountEvent::AccountReactivated { account_id: self.id, reason: None }
    }

    /// The account is erased.
    pub const fn erased(&self) -> AccountEvent {
        AccountEvent::AccountErased { account_id: self.id }
    }

    /// The person logs in with the browser and the system of the example.
    pub const fn logged_in(&self, session_id: SessionId, generation: u32, agent: UserAgent) -> SessionEvent {
        SessionEvent::SessionOpened { account_id: self.id, session_id, generation, agent }
    }

    /// The person logs out of this session.
    pub const fn logged_out(&self, session_id: SessionId) -> SessionEvent {
        SessionEvent::SessionEnded { account_id: self.id, session_id }
    }

    /// The person got this API key. Its hash is the key's id.
    pub fn api_key_created(&self, key_id: ApiKeyId, name: &str, scopes: &[&str]) -> ApiKeyEvent {
        ApiKeyEvent::ApiKeyCreated {
            account_id: self.id,
            role: self.role,
            key_id,
            name: self.personal(name.to_owned()),
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
            hash: key_id.uuid().simple().to_string(),
        }
    }

    /// The person got this webhook.
    pub fn webhook_created(&self, webhook_id: WebhookId, url: &str, types: &[&str]) -> WebhookEvent {
        WebhookEvent::WebhookCreated {
            account_id: self.id,
            webhook_id,
            url: self.personal(url.to_owned()),
            types: types.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// This API key of the person was revoked.
    pub const fn api_key_revoked(&self, key_id: ApiKeyId) -> ApiKeyEvent {
        ApiKeyEvent::ApiKeyRevoked { account_id: self.id, key_id }
    }

    /// All sessions of the account end, except this one.
    pub const fn all_sessions_ended(&self, except: Option<SessionId>) -> CredentialEvent {
        CredentialEvent::AllSessionsEnded { account_id: self.id, except }
    }

    /// The person has read all messages.
    pub const fn all_messages_read(&self) -> CorrespondenceEvent {
        CorrespondenceEvent::AllMessagesRead { account_id: self.id }
    }
}
