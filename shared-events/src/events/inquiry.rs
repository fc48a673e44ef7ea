//! An inquiry from the contact form: `inquiry-<inquiry id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::InquiryId, personal::Personal};

/// An event of an inquiry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum InquiryEvent {
    /// A person wrote to support. The subject of the personal data is the logged-in account, or else the inquiry.
    InquiryReceived {
        /// The inquiry.
        inquiry_id: InquiryId,
        /// The person's name.
        name: Personal<String>,
        /// The e-mail address for the answer.
        email: Personal<String>,
        /// `general`, `merchant`, `customer`, `technical` or `partnership`.
        kind: String,
        /// The subject line.
        subject: Personal<String>,
        /// The text.
        message: Personal<String>,
    },
}

impl Event for InquiryEvent {
    const CATEGORY: &'static str = "inquiry";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
