//! The events of an account: `account-<account id>`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    envelope::Role,
    ids::{AccountId, AddressId, VerificationId},
    personal::Personal,
    shop::{Address, BusinessProfile, SavedAddress},
};

/// An event of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum AccountEvent {
    /// A person signed up, or an operator created an admin.
    AccountOpened {
        /// The account.
        account_id: AccountId,
        /// The account's role.
        role: Role,
        /// The person's name.
        name: Personal<String>,
        /// The e-mail address as the person typed it.
        email: Personal<String>,
        /// The phone number; required for merchants.
        phone: Option<Personal<String>>,
        /// Required for merchants, whose customers collect orders here. It becomes the first entry of the address book,
        /// with the id [`AddressId::first_of`] this account, and the home address.
        address: Option<Personal<Address>>,
        /// The business profile of a merchant.
        business: Option<BusinessProfile>,
    },
    /// An admin approved the merchant, who may now sell.
    MerchantApproved {
        /// The account.
        account_id: AccountId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin rejected the merchant, who can still be approved later.
    MerchantRejected {
        /// The account.
        account_id: AccountId,
        /// The explanation for the merchant.
        reason: String,
    },
    /// The person changed the name.
    NameChanged {
        /// The account.
        account_id: AccountId,
        /// The new name.
        name: Personal<String>,
    },
    /// The account's e-mail address changed to one that it had claimed before. Since changes have to be verified, this
    /// means that someone used the link that was mailed to the new address.
    EmailChanged {
        /// The account.
        account_id: AccountId,
        /// The new address as the person typed it.
        email: Personal<String>,
    },
    /// A verification link is to be mailed to the account's e-mail address, which is unverified until the link is used.
    /// An account without this event counts as verified. The log does not contain the link's secret, which is derived
    /// from these ids and a key of this installation.
    EmailVerificationRequested {
        /// The account.
        account_id: AccountId,
        /// The id of the request for the link. A later request makes the link invalid.
        request_id: VerificationId,
        /// When the link expires.
        expires_at: DateTime<Utc>,
    },
    /// Someone used the mailed link, which proves that the account's owner reads mail to its address.
    EmailVerified {
        /// The account.
        account_id: AccountId,
    },
    /// The owner, who knows the password, requested a change of the e-mail address. A link is to be mailed to the new
    /// address. The account keeps the old address until the link is used.
    EmailChangeRequested {
        /// The account.
        account_id: AccountId,
        /// The id of the request for the link. A later request makes the link invalid.
        request_id: VerificationId,
        /// The requested address as the person typed it.
        email: Personal<String>,
        /// How often all sessions of the account had been ended by then. Ending them again, as a new password does,
        /// makes the link invalid.
        generation: u32,
        /// When the link expires.
        expires_at: DateTime<Utc>,
    },
    /// The request to change the e-mail address was withdrawn, because the address belongs to another account by now,
    /// or because the password was changed.
    EmailChangeWithdrawn {
        /// The account.
        account_id: AccountId,
    },
    /// The account's phone number was changed or removed.
    PhoneChanged {
        /// The account.
        account_id: AccountId,
        /// The new number, if there is one.
        phone: Option<Personal<String>>,
    },
    /// An entry of the address book became the home address, of which there is at most one. The account shows it as its
    /// own address, customers of a merchant collect there, and a checkout proposes it first.
    HomeAddressChanged {
        /// The account.
        account_id: AccountId,
        /// The id of the entry; a new one if the address book does not have it.
        address_id: AddressId,
        /// The entry's new postal address.
        address: Personal<Address>,
    },
    /// An entry was added to the address book.
    AddressAdded {
        /// The account.
        account_id: AccountId,
        /// The entry.
        address_id: AddressId,
        /// The content of the entry.
        address: Personal<SavedAddress>,
    },
    /// An entry of the address book was changed. If it is the home address, a `HomeAddressChanged` follows.
    AddressChanged {
        /// The account.
        account_id: AccountId,
        /// The entry.
        address_id: AddressId,
        /// The new content of the entry.
        address: Personal<SavedAddress>,
    },
    /// An entry was removed from the address book. If it was the home address, there is none any more.
    AddressRemoved {
        /// The account.
        account_id: AccountId,
        /// The entry.
        address_id: AddressId,
    },
    /// A merchant changed the business profile. The photo in it is unchanged, because it has its own events.
    BusinessProfileChanged {
        /// The account.
        account_id: AccountId,
        /// The new public profile.
        business: BusinessProfile,
        /// The URL of the business's own website.
        website: Option<String>,
    },
    /// A merchant changed or removed the numbers of the business's license and tax registration.
    BusinessPapersChanged {
        /// The account.
        account_id: AccountId,
        /// The license number.
        license: Option<Personal<String>>,
        /// The tax number.
        tax_id: Option<Personal<String>>,
    },
    /// A merchant chose a photo of the business.
    BusinessPhotoChosen {
        /// The account.
        account_id: AccountId,
        /// The photo's path on this site.
        url: String,
        /// The file name under which the photo is stored.
        filename: String,
    },
    /// A merchant removed the photo of the business.
    BusinessPhotoRemoved {
        /// The account.
        account_id: AccountId,
    },
    /// The person chose which mail to receive.
    EmailPreferencesChosen {
        /// The account.
        account_id: AccountId,
        /// For each type of notification, whether mail is wanted. Types without an entry are wanted.
        wanted: BTreeMap<String, bool>,
    },
    /// An admin deactivated the account: it cannot log in, its tokens are invalid, and its products are not public.
    AccountDeactivated {
        /// The account.
        account_id: AccountId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin reactivated the account, whose owner has to log in again.
    AccountReactivated {
        /// The account.
        account_id: AccountId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// The person was erased: the key of all their personal data in the log is deleted. Views delete the data that they
    /// still show.
    AccountErased {
        /// The account.
        account_id: AccountId,
    },
}

impl AccountEvent {
    /// Whether it makes another revision of the settings: it changes something that the owner edits in the settings'
    /// forms. Each address and the e-mail preferences have revisions of their own.
    pub const fn revises_settings(&self) -> bool {
        match self {
            Self::AccountOpened { .. }
            | Self::NameChanged { .. }
            | Self::EmailChanged { .. }
            | Self::EmailChangeRequested { .. }
            | Self::EmailChangeWithdrawn { .. }
            | Self::PhoneChanged { .. }
            | Self::HomeAddressChanged { .. }
            | Self::AddressRemoved { .. }
            | Self::BusinessProfileChanged { .. }
            | Self::BusinessPapersChanged { .. } => true,
            Self::MerchantApproved { .. }
            | Self::MerchantRejected { .. }
            | Self::EmailVerificationRequested { .. }
            | Self::EmailVerified { .. }
            | Self::AddressAdded { .. }
            | Self::AddressChanged { .. }
            | Self::BusinessPhotoChosen { .. }
            | Self::BusinessPhotoRemoved { .. }
            | Self::EmailPreferencesChosen { .. }
            | Self::AccountDeactivated { .. }
            | Self::AccountReactivated { .. }
            | Self::AccountErased { .. } => false,
        }
    }
}

impl Event for AccountEvent {
    const CATEGORY: &'static str = "account";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
