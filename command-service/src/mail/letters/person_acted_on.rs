//! Letter to the admins about an export or an erasure of a person's data. It names nobody but the admin: the person may
//! have asked to be forgotten.

use shared_events::events::OperatorAct;

use super::{Letter, facts, link, paragraph};

/// `by`: the admin's address; none when an operator has acted on the machine.
pub fn letter(act: OperatorAct, account: &str, by: Option<&str>) -> Letter {
    let (subject, what) = match act {
        OperatorAct::Erase => ("A person was erased", "An admin erases a person. It cannot be undone."),
        _ => (
            "A person's data was exported",
            "An admin exports everything that Greenstall knows about a person.",
        ),
    };
    let blocks = vec![
        paragraph(what),
        facts([
            ("Account", account.to_owned()),
            ("By", by.unwrap_or("an operator on the machine").to_owned()),
        ]),
        paragraph("If nobody knows why, that admin needs another password at once."),
        link("Open the audit", "/admin/audit"),
    ];
    Letter::new(subject.to_owned(), blocks)
}
