//! The life of an account: `account-<account id>`.

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

/// What happens to an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum AccountEvent {
    /// A person signed up, or an operator created an admin.
    AccountOpened {
        /// The account.
        account_id: AccountId,
        /// Its role.
        role: Role,
        /// The person's name.
        name: Personal<String>,
        /// The address as it was typed.
        email: Personal<String>,
        /// Required for merchants.
        phone: Option<Personal<String>>,
        /// Required for merchants: where customers collect. The first entry of the address book, and its home address;
        /// the entry's id is [`AddressId::first_of`] this account.
        address: Option<Personal<Address>>,
        /// Merchants only.
        business: Option<BusinessProfile>,
    },
    /// An admin let the merchant sell.
    MerchantApproved {
        /// The account.
        account_id: AccountId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin did not let the merchant sell. The merchant can still be approved later.
    MerchantRejected {
        /// The account.
        account_id: AccountId,
        /// The explanation for the merchant.
        reason: String,
    },
    /// The person has another name.
    NameChanged {
        /// The account.
        account_id: AccountId,
        /// The person's name from now on.
        name: Personal<String>,
    },
    /// The account has another e-mail address, which was claimed before. Since changes have to be verified, somebody used
    /// the link that was mailed to it.
    EmailChanged {
        /// The account.
        account_id: AccountId,
        /// The address as it was typed.
        email: Personal<String>,
    },
    /// A link was promised to the account's own e-mail address, which is unverified until the link is used. An account
    /// without this event counts as verified. The link's secret is not in the log; it is made from these ids and a key
    /// of this installation.
    EmailVerificationRequested {
        /// The account.
        account_id: AccountId,
        /// Identifies the request behind the link. A later request makes it void.
        request_id: VerificationId,
        /// When the link expires.
        expires_at: DateTime<Utc>,
    },
    /// The mailed link was used, which proves that the account's owner reads mail sent to its address.
    EmailVerified {
        /// The account.
        account_id: AccountId,
    },
    /// The owner, who knows the password, wants another e-mail address. A link was promised to it; the account has the
    /// old address until the link is used.
    EmailChangeRequested {
        /// The account.
        account_id: AccountId,
        /// Identifies the request behind the link. A later request makes it void.
        request_id: VerificationId,
        /// The wanted address as it was typed.
        email: Personal<String>,
        /// How often all sessions of the account had been ended by then. Ending them, as a new password does, makes the
        /// link void.
        generation: u32,
        /// When the link expires.
        expires_at: DateTime<Utc>,
    },
    /// The account keeps its e-mail address: the wanted one belongs to another account by now, or the password was
    /// changed.
    EmailChangeWithdrawn {
        /// The account.
        account_id: AccountId,
    },
    /// The account has another phone number, or none.
    PhoneChanged {
        /// The account.
        account_id: AccountId,
        /// The number from now on.
        phone: Option<Personal<String>>,
    },
    /// An entry of the address book is the home address from now on. The account shows it as its own, customers of a
    /// merchant collect there, and a checkout proposes it first. There is at most one.
    HomeAddressChanged {
        /// The account.
        account_id: AccountId,
        /// Which entry; a new one when the book does not have it.
        address_id: AddressId,
        /// The entry's postal address from now on.
        address: Personal<Address>,
    },
    /// The address book has another entry.
    AddressAdded {
        /// The account.
        account_id: AccountId,
        /// The entry.
        address_id: AddressId,
        /// Its content.
        address: Personal<SavedAddress>,
    },
    /// An entry of the address book has new content. The entry of the home address changes with a
    /// `HomeAddressChanged` behind this event.
    AddressChanged {
        /// The account.
        account_id: AccountId,
        /// The entry.
        address_id: AddressId,
        /// Its content from now on.
        address: Personal<SavedAddress>,
    },
    /// An entry left the address book. If it was the home address, there is none any more.
    AddressRemoved {
        /// The account.
        account_id: AccountId,
        /// The entry.
        address_id: AddressId,
    },
    /// A merchant changed the business profile. The photo in it stays as it was; it has events of its own.
    BusinessProfileChanged {
        /// The account.
        account_id: AccountId,
        /// The public profile from now on.
        business: BusinessProfile,
        /// The business's own page.
        website: Option<String>,
    },
    /// A merchant named the papers of the business, or took them back.
    BusinessPapersChanged {
        /// The account.
        account_id: AccountId,
        /// The number of the licence.
        license: Option<Personal<String>>,
        /// The number under which the business pays taxes.
        tax_id: Option<Personal<String>>,
    },
    /// A merchant chose a photo of the business.
    BusinessPhotoChosen {
        /// The account.
        account_id: AccountId,
        /// Path on this site.
        url: String,
        /// The name under which it was stored.
        filename: String,
    },
    /// A merchant took the photo of the business away.
    BusinessPhotoRemoved {
        /// The account.
        account_id: AccountId,
    },
    /// The person chose which e-mail to receive.
    EmailPreferencesChosen {
        /// The account.
        account_id: AccountId,
        /// By the type of notification. A type that is not named is wanted.
        wanted: BTreeMap<String, bool>,
    },
    /// An admin deactivated the account: no log-in, no token, no public product.
    AccountDeactivated {
        /// The account.
        account_id: AccountId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin reactivated the account. Its owner has to log in anew.
    AccountReactivated {
        /// The account.
        account_id: AccountId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// The person was erased: the key of all their personal data in the log is gone. Views drop what they still show.
    AccountErased {
        /// The account.
        account_id: AccountId,
    },
}

impl Event for AccountEvent {
    const CATEGORY: &'static str = "account";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
