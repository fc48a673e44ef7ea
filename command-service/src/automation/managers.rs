//! All process managers.

use super::{
    deliver_messages::DeliverMessages, forget_when_erased::ForgetWhenErased,
    mail_when_account_reviewed::MailWhenAccountReviewed, mail_when_checkout_ends::MailWhenCheckoutEnds,
    mail_when_email_changes::MailWhenEmailChanges, mail_when_inquiry_received::MailWhenInquiryReceived,
    mail_when_message_sent::MailWhenMessageSent, mail_when_order_changes::MailWhenOrderChanges,
    mail_when_password_changed::MailWhenPasswordChanged,
    mail_when_password_reset_requested::MailWhenPasswordResetRequested,
    mail_when_product_reviewed::MailWhenProductReviewed, make_good_when_cancelled::MakeGoodWhenCancelled,
    message_webhooks::MessageWebhooks, note_purchases_when_delivered::NotePurchasesWhenDelivered,
    process_manager::ProcessManager, refund_lost_payments::RefundLostPayments,
    replay_messages::ReplayMessages, settle_or_close_checkouts::SettleOrCloseCheckouts,
    withdraw_reviews_when_returned::WithdrawReviewsWhenReturned,
};

pub(super) const MANAGERS: &[&dyn ProcessManager] = &[
    &ForgetWhenErased,
    &MakeGoodWhenCancelled,
    &NotePurchasesWhenDelivered,
    &RefundLostPayments,
    &SettleOrCloseCheckouts,
    &WithdrawReviewsWhenReturned,
    &MailWhenAccountReviewed,
    &MailWhenCheckoutEnds,
    &MailWhenEmailChanges,
    &MailWhenInquiryReceived,
    &MailWhenMessageSent,
    &MailWhenOrderChanges,
    &MailWhenPasswordChanged,
    &MailWhenPasswordResetRequested,
    &MailWhenProductReviewed,
    &MessageWebhooks::ABOUT_ORDERS,
    &MessageWebhooks::ABOUT_PRODUCTS,
    &ReplayMessages,
    &DeliverMessages,
];
