//! The life of an account: `account-<account id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    envelope::Role,
    ids::AccountId,
    personal::Personal,
    shop::{Address, BusinessProfile},
};

/// What happens to an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum AccountEvent {
    /// Somebody signed up, or an operator made an admin.
    AccountOpened {
        /// Whose account.
        account_id: AccountId,
        /// What it may do.
        role: Role,
        /// The person's name.
        name: Personal<String>,
        /// The address as it was typed.
        email: Personal<String>,
        /// Required for merchants.
        phone: Option<Personal<String>>,
        /// Required for merchants: where customers collect.
        address: Option<Personal<Address>>,
        /// Merchants only.
        business: Option<BusinessProfile>,
    },
    /// An admin let the merchant sell.
    MerchantApproved {
        /// Whose account.
        account_id: AccountId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin did not let the merchant sell. The merchant can still be approved later.
    MerchantRejected {
        /// Whose account.
        account_id: AccountId,
        /// What the merchant is told.
        reason: String,
    },
    /// The person was forgotten: the key of everything personal in the log is gone. Views drop what they still show.
    AccountErased {
        /// Whose account.
        account_id: AccountId,
    },
}

impl Event for AccountEvent {
    const CATEGORY: &'static str = "account";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
