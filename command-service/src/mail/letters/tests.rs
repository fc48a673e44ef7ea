//! Snapshot tests of all letters, in `snapshots/`. `UPDATE_SNAPSHOTS=1` rewrites the files, which a browser shows.

use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use domain::checkout::MoneyBack;
use shared_events::{
    Cents,
    events::{OperatorAct, PaidBackBy},
    ids::{AccountId, OrderId, ProductId},
    shop::{Amounts, DeliveryMethod, Line, OrderStatus, Tracking},
};
use uuid::Uuid;

use super::{
    letter::{MAX_GREETED_NAME_LENGTH, MAX_SUBJECT_LENGTH},
    order_status::Change,
    password_changed::Programs,
    product_reviewed::Reviewed,
    *,
};

const PUBLIC_URL: &str = "https://shop.example";

fn order() -> OrderId {
    OrderId::new(Uuid::from_u128(6))
}

fn line(name: &str, price: i64, quantity: u32) -> Line {
    Line {
        product_id: ProductId::new(Uuid::nil()),
        merchant_id: AccountId::new(Uuid::nil()),
        merchant_name: "Green Hill Farm".to_owned(),
        name: name.to_owned(),
        unit: "pound".to_owned(),
        image_url: None,
        price: Cents(price),
        quantity,
    }
}

fn lines() -> Vec<Line> {
    vec![line("San Marzano Tomatoes", 3_50, 2), line("Beets <& chard>", 2_00, 1)]
}

fn amounts() -> Amounts {
    Amounts { subtotal: Cents(9_00), tax: Cents(72), delivery_fee: Cents(5_00), total: Cents(14_72) }
}

fn change(status: OrderStatus) -> Change<'static> {
    Change {
        order: order(),
        number: "GS-261121-7K2QF-1",
        merchant: "Green Hill Farm",
        status,
        note: Some("On the porch,\nbehind the <blue> pot."),
        tracking: Tracking {
            tracking_number: Some("1Z999".to_owned()),
            tracking_url: Some("https://carrier.example/1Z999".to_owned()),
        },
        money: MoneyBack::Refund,
        by_admin: false,
    }
}

fn by_admin(status: OrderStatus) -> Change<'static> {
    Change {
        note: Some("The farm has closed."),
        tracking: Tracking::default(),
        by_admin: true,
        ..change(status)
    }
}

fn letters() -> Vec<(&'static str, Letter)> {
    let wrote = inquiry::Inquiry {
        name: "Anna Smith",
        email: "anna@example.com",
        kind: "technical",
        subject: "The map stays empty",
        message: "I see no map near Burlington.\n\n-- \nAnna",
    };
    let delivery = DeliveryMethod::StandardDelivery;
    vec![
        (
            "order_confirmation",
            order_confirmation::letter("GS-261121-7K2QF", &lines(), &amounts(), delivery, None),
        ),
        (
            "new_order",
            new_order::letter(
                order(),
                "GS-261121-7K2QF-1",
                &lines(),
                &amounts(),
                amounts().delivery_fee,
                DeliveryMethod::SameDayDelivery,
                NaiveDate::from_ymd_opt(2026, 11, 28),
            ),
        ),
        ("order_cancelled", new_order::cancelled(order(), "GS-261121-7K2QF-1", Some("Changed my mind."))),
        ("order_shipped", order_status::letter(&change(OrderStatus::Shipped)).unwrap()),
        ("refund_of_order", refund::of_order("GS-261121-7K2QF-1", Cents(14_72), None)),
        (
            "refund_of_order_by_bank",
            refund::of_order("GS-261121-7K2QF-1", Cents::ZERO, Some(PaidBackBy::Bank)),
        ),
        (
            "refund_of_order_in_part",
            refund::of_order("GS-261121-7K2QF-1", Cents(4_72), Some(PaidBackBy::Provider)),
        ),
        ("order_of_admin", order_status::letter(&by_admin(OrderStatus::Confirmed)).unwrap()),
        (
            "order_disputed",
            order_status::letter(&Change {
                money: MoneyBack::AfterDispute,
                note: None,
                tracking: Tracking::default(),
                ..change(OrderStatus::Returned)
            })
            .unwrap(),
        ),
        (
            "order_changed_by_admin",
            new_order::changed_by_admin(
                order(),
                "GS-261121-7K2QF-1",
                OrderStatus::Cancelled,
                Some("The farm has closed."),
            ),
        ),
        (
            "refund_of_checkout",
            refund::of_checkout("GS-261121-7K2QF", Cents(14_72), Some("Tomatoes are sold out.")),
        ),
        ("merchant_approved", merchant_reviewed::approved("Green Hill Farm", None)),
        ("merchant_rejected", merchant_reviewed::rejected("Green Hill Farm", "The licence has expired.")),
        ("product_approved", product_reviewed::approved(Reviewed::Product, "Kale", Some("Lovely."))),
        ("product_rejected", product_reviewed::rejected(Reviewed::Product, "Kale", "No picture.")),
        ("organic_approved", product_reviewed::approved(Reviewed::Certificate, "Kale", None)),
        ("organic_rejected", product_reviewed::rejected(Reviewed::Certificate, "Kale", "Out of date.")),
        ("message", message::letter("Ben & Söhne", "Kale", Some("Is it fresh?\nBest, Ben"))),
        ("message_digest", message::digest(&["Ben & Söhne", "Mia Hill"].map(str::to_owned), 3)),
        ("message_digest_of_many", message::digest(&["Ben"; 8].map(str::to_owned), 12)),
        ("password_reset", password_reset::letter("0123abcd")),
        ("email_verification", email_verification::of_a_new_account("0123abcd")),
        ("email_verification_of_change", email_verification::of_a_change("0123abcd")),
        ("email_change_requested", email_change::requested("anna@dale.example")),
        ("email_changed", email_change::done("anna@dale.example")),
        ("password_changed", password_changed::changed(Programs::default())),
        ("password_changed_with_programs", password_changed::changed(Programs { api_keys: 2, webhooks: 1 })),
        ("password_reset_done", password_changed::reset(true)),
        (
            "new_api_key",
            new_access::api_key("Till", &["orders:read".to_owned(), "products:write".to_owned()]),
        ),
        ("person_erased", person_acted_on::letter(OperatorAct::Erase, "0b7ea1c4", Some("ada@example.com"))),
        ("person_exported", person_acted_on::letter(OperatorAct::Export, "0b7ea1c4", None)),
        ("new_webhook", new_access::webhook(&["order.placed".to_owned()])),
        ("inquiry", inquiry::letter(&wrote)),
    ]
}

fn snapshot(name: &str, ending: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/mail/letters/snapshots/{name}.{ending}"))
}

#[test]
fn every_letter_matches_its_snapshot() {
    let mut different = Vec::new();
    for (name, letter) in letters() {
        let mail = letter.to("Anna Smith", "anna@example.com", PUBLIC_URL);
        let text = format!("Subject: {}\n\n{}", mail.subject, mail.text);
        for (ending, content) in [("txt", &text), ("html", &mail.html)] {
            let file = snapshot(name, ending);
            if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(&file, content).unwrap();
            }
            if std::fs::read_to_string(&file).ok().as_ref() != Some(content) {
                different.push(file);
            }
        }
    }
    assert!(different.is_empty(), "not as it was: {different:#?}; look at them and set UPDATE_SNAPSHOTS=1");
}

#[test]
fn a_merchants_letter_says_that_the_fee_is_a_share() {
    let amounts = Amounts { delivery_fee: Cents(2_50), ..amounts() };
    let delivery = DeliveryMethod::StandardDelivery;
    let letter =
        new_order::letter(order(), "GS-261121-7K2QF-1", &lines(), &amounts, Cents(5_00), delivery, None);
    let text = letter.to("Mia Hill", "mia@example.com", PUBLIC_URL).text;
    assert!(text.contains("$2.50 (your share of $5.00)"), "{text}");
}

#[test]
fn every_status_but_the_first_has_a_letter() {
    let all = [
        OrderStatus::Confirmed,
        OrderStatus::Preparing,
        OrderStatus::ReadyForPickup,
        OrderStatus::OutForDelivery,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
        OrderStatus::Cancelled,
        OrderStatus::Returned,
    ];
    let subjects: Vec<String> =
        all.map(|status| order_status::letter(&change(status)).unwrap().subject).into();
    for (at, subject) in subjects.iter().enumerate() {
        assert!(!subjects[..at].contains(subject), "{subject}");
    }
    assert_eq!(order_status::letter(&change(OrderStatus::Pending)), None);
}

/// Hostile text for every field that users fill in.
const HOSTILE_TEXT: &str =
    "</p><script>alert(1)</script>\r\nBcc: eve@example.com\n\n<img src=x onerror=\"x\">'&";

#[test]
fn user_text_never_becomes_markup_or_a_header() {
    let mut spoilt = line(HOSTILE_TEXT, 1, 1);
    spoilt.unit = HOSTILE_TEXT.to_owned();
    let wrote = inquiry::Inquiry {
        name: HOSTILE_TEXT,
        email: HOSTILE_TEXT,
        kind: HOSTILE_TEXT,
        subject: HOSTILE_TEXT,
        message: HOSTILE_TEXT,
    };
    let number = "GS-261121-7K2QF-1";
    let evil = [
        order_confirmation::letter(
            number,
            std::slice::from_ref(&spoilt),
            &amounts(),
            DeliveryMethod::Pickup,
            None,
        ),
        new_order::letter(
            order(),
            number,
            &[spoilt],
            &amounts(),
            amounts().delivery_fee,
            DeliveryMethod::Pickup,
            None,
        ),
        new_order::cancelled(order(), number, Some(HOSTILE_TEXT)),
        refund::of_checkout(number, Cents(1), Some(HOSTILE_TEXT)),
        order_status::letter(&Change {
            merchant: HOSTILE_TEXT,
            note: Some(HOSTILE_TEXT),
            ..change(OrderStatus::Shipped)
        })
        .unwrap(),
        merchant_reviewed::approved(HOSTILE_TEXT, Some(HOSTILE_TEXT)),
        merchant_reviewed::rejected(HOSTILE_TEXT, HOSTILE_TEXT),
        product_reviewed::approved(Reviewed::Product, HOSTILE_TEXT, Some(HOSTILE_TEXT)),
        product_reviewed::approved(Reviewed::Certificate, HOSTILE_TEXT, Some(HOSTILE_TEXT)),
        product_reviewed::rejected(Reviewed::Product, HOSTILE_TEXT, HOSTILE_TEXT),
        product_reviewed::rejected(Reviewed::Certificate, HOSTILE_TEXT, HOSTILE_TEXT),
        email_change::requested(HOSTILE_TEXT),
        email_change::done(HOSTILE_TEXT),
        message::letter(HOSTILE_TEXT, HOSTILE_TEXT, Some(HOSTILE_TEXT)),
        message::digest(&[HOSTILE_TEXT.to_owned()], 2),
        inquiry::letter(&wrote),
    ];
    for letter in evil {
        let mail = letter.to(HOSTILE_TEXT, "anna@example.com", PUBLIC_URL);
        for word in ["script", "Bcc", "eve@", "alert", "<", ">"] {
            assert!(!mail.subject.contains(word), "{:?}", mail.subject);
        }
        for markup in ["<script", "<img", "onerror=\"", "</p><script"] {
            assert!(!mail.html.contains(markup), "{markup} in {}", mail.html);
        }
        for line in mail.text.lines() {
            assert!(!line.starts_with("Bcc:"), "{}", mail.text);
        }
    }
}

#[test]
fn long_subjects_and_names_are_cut() {
    let letter = Letter::new("x".repeat(1_000), vec![paragraph("y")]);
    let mail = letter.to(&"z".repeat(1_000), "anna@example.com", PUBLIC_URL);
    assert_eq!(mail.subject.chars().count(), MAX_SUBJECT_LENGTH);
    assert!(mail.text.starts_with(&format!("Hello {},\n", "z".repeat(MAX_GREETED_NAME_LENGTH))));
    assert!(letter.to(" \u{7} ", "anna@example.com", PUBLIC_URL).text.starts_with("Hello,\n"));
}
