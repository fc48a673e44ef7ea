use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded, Role,
    events::{AccountEvent, FavouriteEvent},
    ids::{AccountId, AddressId, ProductId},
    shop::{BusinessProfile, SavedAddress},
};

use crate::model::{Answer, Model, answer, moment, read, readable, readable_option};

const USERS: &str = "SELECT account_id, role, name, email, email_verified, pending_email, phone, \
     business || jsonb_build_object('photoUrl', photo_url) AS business, website, business_license, tax_id, approval, \
     approval_reason, email_wanted, revision, email_wanted_revision, is_active, opened_at FROM read.accounts_users";
const BOOKS: &str = "SELECT account_id, \
     jsonb_agg(jsonb_build_object('id', address_id, 'entry', entry, 'home', is_home, \
     'revision', revision) ORDER BY added, address_id) AS book \
     FROM read.accounts_addresses GROUP BY account_id";
const FAVOURITES: &str = "SELECT account_id, jsonb_agg(product_id ORDER BY added) AS favourites \
     FROM read.accounts_favourites GROUP BY account_id";

struct User {
    role: Role,
    name: Option<String>,
    email: Option<String>,
    verified: bool,
    pending: Option<String>,
    phone: Option<String>,
    business: Option<BusinessProfile>,
    website: Option<String>,
    license: Option<String>,
    tax_id: Option<String>,
    approval: Option<&'static str>,
    approval_reason: Option<String>,
    wanted: BTreeMap<String, bool>,
    revision: u64,
    wanted_revision: u64,
    active: bool,
    opened_at: Value,
    book: Vec<(AddressId, SavedAddress, u64)>,
    home: Option<AddressId>,
    likes: Vec<ProductId>,
}

#[derive(Default)]
pub(crate) struct Accounts(BTreeMap<AccountId, User>);

impl Accounts {
    fn account(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        if let AccountEvent::AccountOpened { account_id, role, name, email, phone, address, business } = event
        {
            let home = address.as_ref().map(|_| AddressId::first_of(*account_id));
            let postal = readable_option(address).unwrap_or_default();
            let user = User {
                role: *role,
                name: readable(name),
                email: readable(email),
                verified: true,
                pending: None,
                phone: readable_option(phone),
                business: business.clone(),
                website: None,
                license: None,
                tax_id: None,
                approval: (*role == Role::Merchant).then_some("pending"),
                approval_reason: None,
                wanted: BTreeMap::new(),
                revision: recorded.version,
                wanted_revision: recorded.version,
                active: true,
                opened_at: moment(recorded.recorded_at),
                book: home
                    .map(|id| (id, SavedAddress { postal, ..SavedAddress::default() }, recorded.version))
                    .into_iter()
                    .collect(),
                home,
                likes: Vec::new(),
            };
            self.0.insert(*account_id, user);
            return;
        }
        let user = self.0.get_mut(&AccountId::new(recorded.stream.id)).expect("it was opened");
        user.change(event, recorded.version);
    }
}

impl User {
    fn change(&mut self, event: &AccountEvent, version: u64) {
        if event.revises_settings() {
            self.revision = version;
        }
        match event {
            AccountEvent::AccountOpened { .. } => {}
            AccountEvent::MerchantApproved { reason, .. } => {
                self.approval = Some("approved");
                self.approval_reason.clone_from(reason);
            }
            AccountEvent::MerchantRejected { reason, .. } => {
                self.approval = Some("rejected");
                self.approval_reason = Some(reason.clone());
            }
            AccountEvent::NameChanged { name, .. } => self.name = readable(name),
            AccountEvent::EmailChanged { email, .. } => {
                (self.email, self.verified, self.pending) = (readable(email), true, None);
            }
            AccountEvent::EmailVerificationRequested { .. } => self.verified = false,
            AccountEvent::EmailVerified { .. } => self.verified = true,
            AccountEvent::EmailChangeRequested { email, .. } => self.pending = readable(email),
            AccountEvent::EmailChangeWithdrawn { .. } => self.pending = None,
            AccountEvent::PhoneChanged { phone, .. } => self.phone = readable_option(phone),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                let postal = readable(address).unwrap_or_default();
                self.home = Some(*address_id);
                let before =
                    self.book.iter().find(|(id, ..)| id == address_id).map(|(_, entry, _)| entry.clone());
                self.put(*address_id, SavedAddress { postal, ..before.unwrap_or_default() }, version);
            }
            AccountEvent::AddressAdded { address_id, address, .. }
            | AccountEvent::AddressChanged { address_id, address, .. } => {
                self.put(*address_id, readable(address).unwrap_or_default(), version);
            }
            AccountEvent::AddressRemoved { address_id, .. } => {
                self.book.retain(|(id, ..)| id != address_id);
                self.home = self.home.filter(|home| home != address_id);
            }
            AccountEvent::BusinessProfileChanged { business, website, .. } => {
                let photo_url = self.business.take().and_then(|before| before.photo_url);
                self.business = Some(BusinessProfile { photo_url, ..business.clone() });
                self.website.clone_from(website);
            }
            AccountEvent::BusinessPapersChanged { license, tax_id, .. } => {
                self.license = readable_option(license);
                self.tax_id = readable_option(tax_id);
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.photo(Some(url.clone())),
            AccountEvent::BusinessPhotoRemoved { .. } => self.photo(None),
            AccountEvent::EmailPreferencesChosen { wanted, .. } => {
                self.wanted.clone_from(wanted);
                self.wanted_revision = version;
            }
            AccountEvent::AccountDeactivated { .. } => (self.active, self.pending) = (false, None),
            AccountEvent::AccountReactivated { .. } => self.active = true,
            AccountEvent::AccountErased { .. } => {
                // After an erasure, only the existence of the account and a merchant's business remain.
                (self.name, self.email, self.phone, self.license, self.tax_id) =
                    (None, None, None, None, None);
                self.book.clear();
                self.likes.clear();
                self.pending = None;
                self.active = false;
            }
        }
    }

    fn put(&mut self, id: AddressId, entry: SavedAddress, version: u64) {
        match self.book.iter_mut().find(|(one, ..)| *one == id) {
            Some(present) => *present = (id, entry, version),
            None => self.book.push((id, entry, version)),
        }
    }

    fn photo(&mut self, url: Option<String>) {
        if let Some(business) = &mut self.business {
            business.photo_url = url;
        }
    }

    fn row(&self, id: AccountId) -> Value {
        json!({
            "account_id": id, "role": self.role, "name": self.name, "email": self.email, "email_verified": self.verified, "pending_email": self.pending,
            "phone": self.phone,
            "business": self.business, "website": self.website, "business_license": self.license,
            "tax_id": self.tax_id, "approval": self.approval, "approval_reason": self.approval_reason,
            "email_wanted": self.wanted,
            "revision": self.revision, "email_wanted_revision": self.wanted_revision, "is_active": self.active, "opened_at": self.opened_at,
        })
    }

    fn shown_book(&self) -> Vec<Value> {
        let shown = |(id, entry, revision): &(AddressId, SavedAddress, u64)| json!({ "id": id, "entry": entry, "home": self.home == Some(*id), "revision": revision });
        self.book.iter().map(shown).collect()
    }
}

impl Model for Accounts {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::accounts::Accounts)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        if let Some(event) = read::<AccountEvent>(recorded) {
            self.account(recorded, &event);
        }
        match read::<FavouriteEvent>(recorded) {
            Some(FavouriteEvent::FavouriteAdded { account_id, product_id }) => {
                self.0.get_mut(&account_id).expect("somebody").likes.push(product_id);
            }
            Some(FavouriteEvent::FavouriteRemoved { account_id, product_id }) => {
                self.0.get_mut(&account_id).expect("somebody").likes.retain(|one| *one != product_id);
            }
            None => {}
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let books = self.0.iter().filter(|(_, user)| !user.book.is_empty());
        let likes = self.0.iter().filter(|(_, user)| !user.likes.is_empty());
        vec![
            answer(USERS, self.0.iter().map(|(id, user)| user.row(*id))),
            answer(BOOKS, books.map(|(id, user)| json!({ "account_id": id, "book": user.shown_book() }))),
            answer(FAVOURITES, likes.map(|(id, user)| json!({ "account_id": id, "favourites": user.likes }))),
        ]
    }
}

#[test]
fn accounts_agree_with_their_model() {
    crate::folding::agrees::<Accounts>();
}
