//! What somebody asked by the contact form: `inquiry-<inquiry id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::InquiryId, personal::Personal};

/// What happens to an inquiry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum InquiryEvent {
    /// Somebody wrote to support. What is personal belongs to the account of whoever was logged in, else to the inquiry.
    InquiryReceived {
        /// Which inquiry.
        inquiry_id: InquiryId,
        /// The person's name.
        name: Personal<String>,
        /// Where the answer goes.
        email: Personal<String>,
        /// `general`, `merchant`, `customer`, `technical` or `partnership`.
        kind: String,
        /// What it is about.
        subject: Personal<String>,
        /// What the person wants to say.
        message: Personal<String>,
    },
}

impl Event for InquiryEvent {
    const CATEGORY: &'static str = "inquiry";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
