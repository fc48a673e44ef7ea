//! Accounts, their address books and their sessions.

use shared_events::{
    Role,
    events::{AccountEvent, ApiKeyEvent, Browser, CredentialEvent, SessionEvent, System, UserAgent},
    ids::{AccountId, AddressId, ApiKeyId, ProductId, ResetId, SessionId, VerificationId},
    shop::{Address, BusinessProfile, SavedAddress},
};
use uuid::Uuid;

use super::{Market, account_id, acting, admin, at, pick, places};

/// Large enough for people who never meet, small enough for repeated meetings.
const MAX_PEOPLE: usize = 14;
const AGENTS: [UserAgent; 3] = [
    UserAgent { browser: Some(Browser::Chrome), system: Some(System::Android) },
    UserAgent { browser: Some(Browser::Safari), system: None },
    UserAgent { browser: None, system: None },
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Approval {
    Pending,
    Approved,
    Rejected,
}

pub(super) struct Person {
    pub(super) id: AccountId,
    pub(super) role: Role,
    pub(super) active: bool,
    pub(super) erased: bool,
    pub(super) approval: Approval,
    pub(super) liked: Vec<ProductId>,
    book: Vec<(AddressId, SavedAddress)>,
    home: Option<AddressId>,
    generation: u32,
    sessions: Vec<SessionId>,
    api_keys: Vec<ApiKeyId>,
}

impl Person {
    /// Whether the account may log in and act.
    pub(super) const fn acts(&self) -> bool {
        self.active && !self.erased
    }

    pub(super) fn is(&self, role: Role) -> bool {
        self.role == role && self.acts()
    }
}

impl Market {
    pub(super) fn sign_up(&mut self, how: u8) {
        if self.people.len() >= MAX_PEOPLE {
            return;
        }
        let number = self.people.len() as u128 + 1;
        let id = account_id(number);
        let role = match how % 8 {
            0..=3 => Role::Customer,
            4..=6 => Role::Merchant,
            _ => Role::Admin,
        };
        let sells = role == Role::Merchant;
        let place = address(how);
        let named = sells || how.is_multiple_of(3);
        let opened = AccountEvent::AccountOpened {
            account_id: id,
            role,
            name: self.personal(id, format!("Person {number}")),
            email: self.personal(id, format!("person{number}@example.org")),
            phone: named.then(|| self.personal(id, format!("555-010{number}"))),
            address: named.then(|| self.personal(id, place.clone())),
            business: sells.then(|| business(&format!("Farm {number}"), how)),
        };
        let hash = self.personal(id, "$argon2id$".to_owned());
        self.add(id.uuid(), acting(id, role), &CredentialEvent::PasswordSet { account_id: id, hash });
        self.add(id.uuid(), acting(id, role), &opened);
        let home = AddressId::first_of(id);
        let book = named.then(|| (home, SavedAddress { postal: place, ..SavedAddress::default() }));
        self.people.push(Person {
            id,
            role,
            active: true,
            erased: false,
            approval: Approval::Pending,
            liked: Vec::new(),
            book: book.into_iter().collect(),
            home: named.then_some(home),
            generation: 0,
            sessions: Vec::new(),
            api_keys: Vec::new(),
        });
    }

    pub(super) fn judge_merchant(&mut self, who: u8, how: u8) {
        let open = places(&self.people, |one| {
            one.role == Role::Merchant && !one.erased && one.approval != Approval::Approved
        });
        let Some(place) = pick(&open, who) else { return };
        let id = self.people[place].id;
        let approves = !how.is_multiple_of(4);
        if !approves && self.people[place].approval == Approval::Rejected {
            return;
        }
        let event = if approves {
            let reason = (how.is_multiple_of(2)).then(|| format!("Visited {how}"));
            AccountEvent::MerchantApproved { account_id: id, reason }
        } else {
            AccountEvent::MerchantRejected { account_id: id, reason: format!("No licence {how}") }
        };
        self.people[place].approval = if approves { Approval::Approved } else { Approval::Rejected };
        let notification = self.add(id.uuid(), admin(), &event);
        self.notified.push((id, notification));
    }

    pub(super) fn change_person(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.people, Person::acts), who) else { return };
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let sells = role == Role::Merchant;
        let request_id = VerificationId::new(Uuid::from_u128(0x8_0000 + self.fresh()));
        let event = match how % 13 {
            0 => AccountEvent::NameChanged {
                account_id,
                name: self.personal(account_id, format!("Renamed {how}")),
            },
            1 => AccountEvent::EmailChanged {
                account_id,
                email: self.personal(account_id, format!("new{how}@example.org")),
            },
            2 => AccountEvent::PhoneChanged {
                account_id,
                phone: (sells || how.is_multiple_of(2))
                    .then(|| self.personal(account_id, format!("555-02{how}"))),
            },
            3 => AccountEvent::EmailPreferencesChosen {
                account_id,
                wanted: [
                    ("message".to_owned(), how.is_multiple_of(2)),
                    ("order_status".to_owned(), how.is_multiple_of(3)),
                ]
                .into(),
            },
            4 | 5 if sells => AccountEvent::BusinessProfileChanged {
                account_id,
                business: business(&format!("Garden {how}"), how),
                website: (how.is_multiple_of(2)).then(|| format!("https://farm{how}.example.org/")),
            },
            6 if sells => AccountEvent::BusinessPapersChanged {
                account_id,
                license: (how.is_multiple_of(2)).then(|| self.personal(account_id, format!("L-{how}"))),
                tax_id: (how.is_multiple_of(3)).then(|| self.personal(account_id, format!("T-{how}"))),
            },
            7 if sells => AccountEvent::BusinessPhotoChosen {
                account_id,
                url: format!("/api/uploads/business-photos/{how}.webp"),
                filename: format!("{how}.webp"),
            },
            8 if sells => AccountEvent::BusinessPhotoRemoved { account_id },
            9 => AccountEvent::EmailVerificationRequested { account_id, request_id, expires_at: at(9_999) },
            10 => AccountEvent::EmailVerified { account_id },
            11 => AccountEvent::EmailChangeRequested {
                account_id,
                request_id,
                email: self.personal(account_id, format!("wanted{how}@example.org")),
                generation: self.people[place].generation,
                expires_at: at(9_999),
            },
            12 => AccountEvent::EmailChangeWithdrawn { account_id },
            _ => return,
        };
        self.add(account_id.uuid(), acting(account_id, role), &event);
    }

    pub(super) fn change_addresses(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.people, Person::acts), who) else { return };
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let entries: Vec<usize> = (0..self.people[place].book.len()).collect();
        let chosen = pick(&entries, how / 4).map(|entry| self.people[place].book[entry].clone());
        match (how % 4, chosen) {
            (0, _) | (_, None) => {
                let id = AddressId::new(Uuid::from_u128(0xE_0000 + self.fresh()));
                let entry = saved(how);
                self.save(place, id, entry.clone(), false);
                // The first entry of an address book is the home address.
                if self.people[place].home.is_none() {
                    self.move_home(place, id, entry.postal);
                }
            }
            (1, Some((id, _))) => {
                let entry = saved(how.wrapping_add(101));
                self.save(place, id, entry.clone(), true);
                if self.people[place].home == Some(id) {
                    self.move_home(place, id, entry.postal);
                }
            }
            (2, Some((id, entry))) if self.people[place].home != Some(id) => {
                self.move_home(place, id, entry.postal)
            }
            (2, Some((id, _))) => self.move_home(place, id, address(how)),
            (_, Some((id, _))) => {
                let was_home = self.people[place].home == Some(id);
                if was_home && role == Role::Merchant {
                    return;
                }
                let removed = AccountEvent::AddressRemoved { account_id, address_id: id };
                self.add(account_id.uuid(), acting(account_id, role), &removed);
                let person = &mut self.people[place];
                person.book.retain(|(one, _)| *one != id);
                if was_home {
                    person.home = None;
                    if let Some((next, entry)) = person.book.first().cloned() {
                        self.move_home(place, next, entry.postal);
                    }
                }
            }
        }
    }

    fn save(&mut self, place: usize, address_id: AddressId, entry: SavedAddress, there: bool) {
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let address = self.personal(account_id, entry.clone());
        let event = if there {
            AccountEvent::AddressChanged { account_id, address_id, address }
        } else {
            AccountEvent::AddressAdded { account_id, address_id, address }
        };
        self.add(account_id.uuid(), acting(account_id, role), &event);
        let book = &mut self.people[place].book;
        book.retain(|(one, _)| *one != address_id || there);
        match book.iter_mut().find(|(one, _)| *one == address_id) {
            Some((_, present)) => *present = entry,
            None => book.push((address_id, entry)),
        }
    }

    fn move_home(&mut self, place: usize, address_id: AddressId, postal: Address) {
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let address = self.personal(account_id, postal.clone());
        let moved = AccountEvent::HomeAddressChanged { account_id, address_id, address };
        self.add(account_id.uuid(), acting(account_id, role), &moved);
        let person = &mut self.people[place];
        person.home = Some(address_id);
        if let Some((_, entry)) = person.book.iter_mut().find(|(one, _)| *one == address_id) {
            entry.postal = postal;
        }
    }

    pub(super) fn shut_out_or_let_in(&mut self, who: u8, how: u8) {
        let some = places(&self.people, |one| !one.erased && one.role != Role::Admin);
        let Some(place) = pick(&some, who) else { return };
        let account_id = self.people[place].id;
        let reason = (how.is_multiple_of(2)).then(|| "A complaint".to_owned());
        let active = self.people[place].active;
        if active && how.is_multiple_of(3) {
            self.add(account_id.uuid(), admin(), &AccountEvent::AccountDeactivated { account_id, reason });
            self.people[place].active = false;
        } else if !active {
            // No earlier session survives a reactivation.
            self.end_all(place, None);
            self.add(account_id.uuid(), admin(), &AccountEvent::AccountReactivated { account_id, reason });
            self.people[place].active = true;
        }
    }

    pub(super) fn erase(&mut self, who: u8) {
        let Some(place) = pick(&places(&self.people, |one| one.acts() && one.role != Role::Admin), who)
        else {
            return;
        };
        let account_id = self.people[place].id;
        self.people[place].erased = true;
        self.erased.insert(account_id.uuid());
        self.notified.retain(|(one, _)| *one != account_id);
        self.system(account_id.uuid(), &AccountEvent::AccountErased { account_id });
    }

    pub(super) fn log_in(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.people, Person::acts), who) else { return };
        let person = &self.people[place];
        let (account_id, role) = (person.id, person.role);
        // The password may have been checked before all sessions were ended.
        let generation = person.generation.saturating_sub(u32::from(how.is_multiple_of(5)));
        let session_id = SessionId::new(Uuid::from_u128(0xF_0000 + self.fresh()));
        if how.is_multiple_of(16) {
            self.forget_password(account_id);
            return;
        }
        if how % 16 == 1 {
            // The first version's log-in event. It opens no session any more.
            let started = CredentialEvent::SessionStarted { account_id, session_id };
            self.add(account_id.uuid(), acting(account_id, role), &started);
            return;
        }
        if how % 8 == 2 {
            self.create_or_revoke_api_key(place, how);
            return;
        }
        let agent = AGENTS[usize::from(how) % AGENTS.len()];
        let opened = SessionEvent::SessionOpened { account_id, session_id, generation, agent };
        self.add(session_id.uuid(), acting(account_id, role), &opened);
        if generation == self.people[place].generation {
            self.people[place].sessions.push(session_id);
        }
    }

    /// Creates an API key, or revokes the oldest one.
    fn create_or_revoke_api_key(&mut self, place: usize, how: u8) {
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let event = if how < 128 || self.people[place].api_keys.is_empty() {
            let key_id = ApiKeyId::new(Uuid::from_u128(0x8_0000 + self.fresh()));
            self.people[place].api_keys.push(key_id);
            ApiKeyEvent::ApiKeyCreated {
                account_id,
                role,
                key_id,
                name: self.personal(account_id, "Till".to_owned()),
                scopes: vec!["orders:read".to_owned(), "products:write".to_owned()],
                hash: key_id.uuid().simple().to_string(),
            }
        } else {
            let key_id = self.people[place].api_keys.remove(0);
            ApiKeyEvent::ApiKeyRevoked { account_id, key_id }
        };
        self.add(account_id.uuid(), acting(account_id, role), &event);
    }

    fn forget_password(&mut self, account_id: AccountId) {
        let request_id = ResetId::new(Uuid::from_u128(0x9_0000 + self.fresh()));
        let requested =
            CredentialEvent::PasswordResetRequested { account_id, request_id, expires_at: at(9_999) };
        self.system(account_id.uuid(), &requested);
    }

    pub(super) fn end_sessions(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.people, Person::acts), who) else { return };
        let sessions: Vec<usize> = (0..self.people[place].sessions.len()).collect();
        let chosen = pick(&sessions, how / 3);
        if how.is_multiple_of(3) {
            self.end_all(place, chosen.map(|one| self.people[place].sessions[one]));
        } else if let Some(chosen) = chosen {
            let (account_id, role) = (self.people[place].id, self.people[place].role);
            let session_id = self.people[place].sessions.remove(chosen);
            let ended = SessionEvent::SessionEnded { account_id, session_id };
            self.add(session_id.uuid(), acting(account_id, role), &ended);
        }
    }

    fn end_all(&mut self, place: usize, except: Option<SessionId>) {
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let ended = CredentialEvent::AllSessionsEnded { account_id, except };
        self.add(account_id.uuid(), acting(account_id, role), &ended);
        let person = &mut self.people[place];
        person.generation += 1;
        person.sessions.retain(|one| Some(*one) == except);
    }
}

pub(super) fn address(how: u8) -> Address {
    let known = !how.is_multiple_of(5);
    Address {
        street: format!("{how} Mill Road"),
        city: ["Burlington", "Winooski", "Essex"][usize::from(how) % 3].to_owned(),
        state: "VT".to_owned(),
        zip_code: format!("054{:02}", how % 100),
        country: "United States".to_owned(),
        latitude: known.then(|| 44.0 + f64::from(how) / 64.0),
        longitude: known.then(|| -73.5 + f64::from(how) / 64.0),
    }
}

fn saved(how: u8) -> SavedAddress {
    SavedAddress {
        name: format!("Place {how}"),
        first_name: "Ada".to_owned(),
        last_name: "Lane".to_owned(),
        apartment: if how.is_multiple_of(2) { String::new() } else { format!("{how}") },
        postal: address(how),
    }
}

fn business(name: &str, how: u8) -> BusinessProfile {
    BusinessProfile {
        business_name: name.to_owned(),
        business_type: "Farm".to_owned(),
        business_description: format!("Vegetables {how}"),
        offers_pickup: how.is_multiple_of(2),
        offers_delivery: how.is_multiple_of(3),
        same_day_delivery: false,
        delivery_radius: u32::from(how % 50) + 1,
        same_day_cutoff: "14:00".to_owned(),
        photo_url: None,
    }
}
