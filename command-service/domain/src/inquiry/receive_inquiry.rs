//! A person writes to support with the contact form.

use std::convert::Infallible;

use shared_events::{
    Personal,
    events::InquiryEvent,
    ids::{AccountId, InquiryId},
};
use uuid::Uuid;

use super::Inquiry;
use crate::{
    Command,
    email::EmailAddress,
    form::{Faults, FieldRefusal, first_text, one_line},
    name,
};

/// The kinds of inquiries. The first is the default.
pub const KINDS: [&str; 5] = ["general", "merchant", "customer", "technical", "partnership"];

const LONGEST_NAME: usize = 100;
const LONGEST_SUBJECT: usize = 150;
const LONGEST_MESSAGE: usize = 5_000;

/// The form as it was filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InquiryForm {
    /// The person's name.
    pub name: String,
    /// Address for the answer.
    pub email: String,
    /// One of [`KINDS`].
    pub kind: Option<String>,
    pub subject: String,
    pub message: String,
}

/// The form cannot be accepted: all its faults.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", first_text(.0))]
pub struct Refusal(pub Vec<FieldRefusal>);

/// An inquiry with a checked form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveInquiry {
    pub inquiry_id: InquiryId,
    /// The account that was logged in, if any.
    pub by: Option<AccountId>,
    form: InquiryForm,
}

impl ReceiveInquiry {
    /// Checks the form.
    ///
    /// # Errors
    /// All faults of the form.
    pub fn new(inquiry_id: InquiryId, by: Option<AccountId>, form: &InquiryForm) -> Result<Self, Refusal> {
        let mut faults = Faults::default();
        let name = faults.value_of(name::of_a_stranger("name", "Name", &form.name).map(Some));
        let name = name.map(|name| faults.required("name", "Name", name, LONGEST_NAME)).unwrap_or_default();
        let email = faults.value_of(match EmailAddress::parse(&form.email) {
            Some(email) => Ok(email.as_str().to_owned()),
            None if form.email.trim().is_empty() => Err(FieldRefusal::new("email", "Email is required")),
            None => Err(FieldRefusal::new("email", "Please enter a valid email address")),
        });
        let kind = form.kind.as_deref().map(str::trim).filter(|kind| !kind.is_empty()).unwrap_or(KINDS[0]);
        if !KINDS.contains(&kind) {
            faults.note(FieldRefusal::new("type", format!("Type must be one of {}", KINDS.join(", "))));
        }
        let subject = faults.required("subject", "Subject", one_line(&form.subject), LONGEST_SUBJECT);
        let message = faults.required("message", "Message", form.message.trim().to_owned(), LONGEST_MESSAGE);
        faults.into_result().map_err(Refusal)?;
        let form = InquiryForm { name, email, kind: Some(kind.to_owned()), subject, message };
        Ok(Self { inquiry_id, by, form })
    }
}

impl Command for ReceiveInquiry {
    type Aggregate = Inquiry;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.inquiry_id.uuid()
    }

    /// An inquiry is received once.
    fn decide(&self, inquiry: &Inquiry) -> Result<Vec<InquiryEvent>, Infallible> {
        if inquiry.received {
            return Ok(Vec::new());
        }
        let owner = self.by.map_or(self.inquiry_id.uuid(), AccountId::uuid);
        let personal = |text: &String| Personal::new(owner, text.clone());
        Ok(vec![InquiryEvent::InquiryReceived {
            inquiry_id: self.inquiry_id,
            name: personal(&self.form.name),
            email: personal(&self.form.email),
            kind: self.form.kind.clone().unwrap_or_default(),
            subject: personal(&self.form.subject),
            message: personal(&self.form.message),
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    fn id() -> InquiryId {
        InquiryId::new(Uuid::from_u128(7))
    }

    fn form() -> InquiryForm {
        InquiryForm {
            name: " Anna  Smith ".to_owned(),
            email: " anna@example.com ".to_owned(),
            kind: None,
            subject: "Hello\r\nBcc: eve@example.com".to_owned(),
            message: " Two\nlines ".to_owned(),
        }
    }

    fn received(owner: Uuid) -> InquiryEvent {
        let personal = |text: &str| Personal::new(owner, text.to_owned());
        InquiryEvent::InquiryReceived {
            inquiry_id: id(),
            name: personal("Anna Smith"),
            email: personal("anna@example.com"),
            kind: "general".to_owned(),
            subject: personal("Hello Bcc: eve@example.com"),
            message: personal("Two\nlines"),
        }
    }

    #[test]
    fn an_inquiry_is_received_once_and_belongs_to_its_author() {
        let of_visitor = ReceiveInquiry::new(id(), None, &form()).unwrap();
        let event = received(id().uuid());
        given::<Inquiry>(&[]).when(&of_visitor).then(std::slice::from_ref(&event));
        given::<Inquiry>(&[event]).when(&of_visitor).then_nothing();
        let anna = AccountId::new(Uuid::from_u128(1));
        let of_anna = ReceiveInquiry::new(id(), Some(anna), &form()).unwrap();
        given::<Inquiry>(&[]).when(&of_anna).then(&[received(anna.uuid())]);
    }

    #[test]
    fn all_faults_are_reported() {
        let texts = |form: &InquiryForm| -> Vec<String> {
            let Refusal(refusals) = ReceiveInquiry::new(id(), None, form).unwrap_err();
            refusals.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            texts(&InquiryForm::default()),
            ["Name is required", "Email is required", "Subject is required", "Message is required"]
        );
        let odd = InquiryForm { email: "anna".to_owned(), kind: Some("spam".to_owned()), ..form() };
        let kinds = "Type must be one of general, merchant, customer, technical, partnership";
        assert_eq!(texts(&odd), ["Please enter a valid email address", kinds]);
        let long = InquiryForm { message: "x".repeat(LONGEST_MESSAGE + 1), ..form() };
        assert_eq!(texts(&long), ["Message is too long: at most 5000 characters"]);
    }
}
