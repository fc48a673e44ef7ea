//! `POST /webhooks/stripe`: receives the payment provider's messages, which are authenticated by their
//! signature.

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{HeaderMap, StatusCode},
};
use serde::Serialize;
use shared_events::{Actor, Position};
use utoipa::ToSchema;

use crate::{
    application::{
        CommandAttempt,
        checkout::{self, CheckoutPorts},
    },
    http::{answer::Answer, refusal::refusals},
    payments::NoticeError,
};

/// The header with the signature.
pub(crate) const SIGNATURE: &str = "stripe-signature";

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Received {
    /// Always true.
    success: bool,
    /// Always true.
    received: bool,
}

/// A body that cannot be read.
#[derive(Debug, thiserror::Error)]
enum NotRead {
    #[error("The request is too large")]
    TooLarge,
    #[error("The body cannot be read")]
    Broken,
}

/// Receive a notice from the payment provider
///
/// Messages may come twice, late and in any order. A successful payment becomes orders; refunds that were made at the
/// provider directly, and disputes, are recorded. Events that the shop ignores are answered with 200, too. After any
/// other answer, the provider sends the message again later.
#[utoipa::path(
    post,
    path = "/webhooks/stripe",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "payments",
    params(("Stripe-Signature" = String, Header,
        description = "`t=<seconds>,v1=<HMAC-SHA256 of \"<seconds>.<body>\">`, not older than five minutes; one of several `v1` must fit")),
    request_body(content = serde_json::Value, content_type = "application/json", example = json!({
        "id": "evt_1", "object": "event", "type": "payment_intent.succeeded",
        "data": {"object": {"id": "pi_1", "metadata": {"checkout": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c"}}},
    })),
    responses(
        (status = 200, body = Received, headers(("Greenstall-Position" = u64)),
            description = "The message was heard", example = json!({"success": true, "received": true})),
    ),
)]
pub(crate) async fn stripe(
    State(ports): State<CheckoutPorts>,
    attempt: CommandAttempt,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Answer<Received>, Refused> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => NotRead::TooLarge,
        _ => NotRead::Broken,
    })?;
    let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let position = take(&ports, &attempt, signature, &body).await?;
    Ok(Answer::ok(position, Received { success: true, received: true }))
}

/// Handles a message, over HTTP or from the sandbox.
pub(crate) async fn take(
    ports: &CheckoutPorts,
    attempt: &CommandAttempt,
    signature: &str,
    body: &[u8],
) -> Result<Position, Refused> {
    let notice = ports.payments.notice(signature, body, attempt.clock.now())?;
    let provenance = attempt.by(Actor::system(ports.payments.name()));
    Ok(checkout::receive_notice(ports, &provenance, &notice).await?)
}

refusals! {
    Refused or ERASED, DECLINED from NotRead {
        NotRead::TooLarge => TooLarge when "Too large",
        NotRead::Broken => Malformed when "The body is no event",
    }
    from NoticeError {
        NoticeError::Signature(_) => Malformed when "The signature is missing, wrong or too old",
        NoticeError::Unreadable => Malformed when "The body is no event",
    }
}

#[cfg(test)]
mod tests {
    use axum::{
        body::Body,
        http::{Method, Request, StatusCode},
    };
    use chrono::TimeDelta;
    use futures_util::future::join_all;
    use serde_json::{Value, json};
    use service_kit::extract::BODY_LIMIT;
    use shared_events::{Cents, ids::CheckoutId};

    use super::SIGNATURE;
    use crate::{
        application::checkout::{make_good, send_again},
        http::{
            market::{Market, Payment, STOCK},
            testing::Reply,
        },
        payments::{IntentStatus, ProviderIntent, ProviderRefund, sandbox::Webhook},
    };

    const OK: StatusCode = StatusCode::OK;
    const BAD: StatusCode = StatusCode::BAD_REQUEST;

    fn request(signature: Option<&str>, body: Vec<u8>) -> Request<Body> {
        let mut request = Request::builder().method(Method::POST).uri("/webhooks/stripe");
        if let Some(signature) = signature {
            request = request.header(SIGNATURE, signature);
        }
        request.body(Body::from(body)).unwrap()
    }

    async fn send(market: &Market, message: &Webhook) -> Reply {
        market.shop.send(request(Some(&message.signature), message.body.clone())).await
    }

    fn message(market: &Market, kind: &str, object: &Value) -> Webhook {
        market.shop.app.sandbox.as_ref().unwrap().message(kind, object)
    }

    /// The message that a checkout is paid.
    async fn succeeded(market: &Market, payment: &Payment) -> Webhook {
        let intent: ProviderIntent = market.shop.app.payments.retrieve(&payment.id).await.unwrap().unwrap();
        market.shop.app.sandbox.as_ref().unwrap().succeeded(&intent)
    }

    async fn paid_silently(market: &Market) -> (Payment, CheckoutId) {
        let payment = market.intent(&market.anna, &market.cart()).await;
        market.pay_silently(&payment).await;
        let id = market.checkout_of(&payment).await;
        (payment, id)
    }

    /// A checkout whose orders are placed because of the provider's message.
    async fn settled(market: &Market) -> (Payment, CheckoutId) {
        let (payment, id) = paid_silently(market).await;
        send(market, &succeeded(market, &payment).await).await.done(OK);
        (payment, id)
    }

    async fn history(market: &Market, id: CheckoutId) -> Vec<String> {
        market.shop.history("checkout", id.uuid()).await
    }

    #[tokio::test]
    async fn repeated_messages_about_a_payment_place_its_orders_once() {
        let market = Market::open().await;
        let (payment, id) = paid_silently(&market).await;
        let message = succeeded(&market, &payment).await;
        let reply = send(&market, &message).await;
        assert_eq!(reply.done(OK), &json!({"success": true, "received": true}));
        let once = history(&market, id).await;
        assert_eq!(once, ["CheckoutStarted", "PaymentRequested", "PaymentReceived", "CheckoutCompleted"]);
        for reply in join_all((0..5).map(|_| send(&market, &message))).await {
            reply.done(OK);
        }
        assert_eq!(history(&market, id).await, once);
        // The customer's browser comes later and gets the same orders.
        market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
        assert_eq!((market.orders().await.len(), history(&market, id).await), (2, once));
    }

    #[tokio::test]
    async fn a_message_that_is_not_the_providers_is_refused() {
        let market = Market::open().await;
        let (payment, _) = paid_silently(&market).await;
        let message = succeeded(&market, &payment).await;
        let other = Market::open().await;
        let foreign = succeeded(&other, &paid_silently(&other).await.0).await.signature;
        let rows = [
            (None, message.body.clone(), "The signature cannot be read"),
            (Some("nonsense"), message.body.clone(), "The signature cannot be read"),
            (Some(message.signature.as_str()), b"{}".to_vec(), "The signature does not fit"),
            (Some(&foreign), b"{}".to_vec(), "The signature does not fit"),
        ];
        for (signature, body, text) in rows {
            assert_eq!(market.shop.send(request(signature, body)).await.refused(BAD), text);
        }
        market.shop.clock.advance(TimeDelta::minutes(5) + TimeDelta::seconds(1));
        assert_eq!(
            send(&market, &message).await.refused(BAD),
            "The signature is too old, or from the future"
        );
        let long = market.shop.send(request(Some("t=1"), vec![b' '; BODY_LIMIT + 1])).await;
        long.refused(StatusCode::PAYLOAD_TOO_LARGE);
        assert!(market.orders().await.is_empty());
    }

    #[tokio::test]
    async fn irrelevant_messages_are_acknowledged() {
        let market = Market::open().await;
        let payment = market.intent(&market.anna, &market.cart()).await;
        let checkout = json!({"metadata": {"checkout": market.checkout_of(&payment).await}});
        let unknown = json!({"metadata": {"checkout": uuid::Uuid::from_u128(7)}});
        let dispute = json!({
            "id": "dp_1", "amount": 1, "reason": "general", "status": "lost", "payment_intent": "pi_unknown",
        });
        for (kind, object) in [
            ("a.new.kind", json!({})),
            ("payment_intent.payment_failed", checkout.clone()),
            // The message says that the payment is made, but the provider does not confirm it.
            ("payment_intent.succeeded", checkout),
            ("payment_intent.succeeded", unknown),
            ("charge.refunded", json!({"payment_intent": "pi_unknown"})),
            ("charge.dispute.closed", dispute),
        ] {
            let reply = send(&market, &message(&market, kind, &object)).await;
            assert_eq!((reply.status, &reply.body["received"]), (OK, &json!(true)), "{kind}");
        }
        assert!(market.orders().await.is_empty());
        let odd = message(&market, "charge.dispute.closed", &json!({"id": 7}));
        assert_eq!(send(&market, &odd).await.refused(BAD), "This is not an event of the payment provider");
    }

    #[tokio::test]
    async fn a_message_that_cannot_be_handled_now_is_to_be_sent_again() {
        let mut market = Market::open().await;
        let (payment, _) = paid_silently(&market).await;
        let message = succeeded(&market, &payment).await;
        let provider = market.shop.with_flaky_provider();
        *provider.down.lock().unwrap() = true;
        send(&market, &message).await.refused(StatusCode::SERVICE_UNAVAILABLE);
        *provider.down.lock().unwrap() = false;
        send(&market, &message).await.done(OK);
        assert_eq!(market.orders().await.len(), 2);
    }

    #[tokio::test]
    async fn a_dispute_is_recorded_once_in_any_order_of_messages() {
        let market = Market::open().await;
        let (payment, id) = settled(&market).await;
        let notice = |status: &str| {
            json!({
                "id": "dp_1", "amount": 1620, "reason": "fraudulent", "status": status, "payment_intent": payment.id,
            })
        };
        for (kind, status) in [
            ("charge.dispute.closed", "lost"),
            ("charge.dispute.created", "needs_response"),
            ("charge.dispute.closed", "lost"),
            ("charge.dispute.updated", "under_review"),
        ] {
            send(&market, &message(&market, kind, &notice(status))).await.done(OK);
        }
        assert_eq!(history(&market, id).await[4..], ["ChargeDisputed", "ChargeDisputeClosed"]);
        assert_eq!(market.checkout(id).await.refundable(), Cents::ZERO);
    }

    #[tokio::test]
    async fn only_refunds_made_elsewhere_are_recorded_and_once() {
        let mut market = Market::open().await;
        let (payment, id) = settled(&market).await;
        let provider = market.shop.with_flaky_provider();
        let elsewhere =
            |id: &str, amount| ProviderRefund { id: id.to_owned(), amount, key: None, failure: None };
        *provider.elsewhere.lock().unwrap() =
            vec![elsewhere("re_a", Cents(3_00)), elsewhere("re_b", Cents(99_00))];
        market.shop.app.payments.refund(&payment.id, Cents(1_00), "ours").await.unwrap();
        let notice = message(&market, "charge.refunded", &json!({"payment_intent": payment.id}));
        for _ in 0..2 {
            send(&market, &notice).await.done(OK);
        }
        let last = ["CheckoutCompleted", "RefundedElsewhere", "RefundedElsewhere"];
        assert_eq!(history(&market, id).await[3..], last);
        let checkout = market.checkout(id).await;
        let amounts: Vec<Cents> = checkout.elsewhere.iter().map(|refund| refund.amount).collect();
        assert_eq!((amounts, checkout.refundable()), (vec![Cents(3_00), Cents(13_20)], Cents::ZERO));
        // Cancelling an order then refunds nothing again, and completes.
        let (order, _) = market.orders().await[0];
        let cancel = format!("/orders/{order}/cancel");
        market.shop.put(&cancel, Some(&market.anna), &json!({})).await.done(OK);
        make_good(&market.shop.app.checkout_ports(), &market.command(), order).await.unwrap();
        assert_eq!(market.shop.history("order", order.uuid()).await.last().unwrap(), "OrderRefunded");
        assert_eq!(market.checkout(id).await.refunds, []);
    }

    #[tokio::test]
    async fn nothing_is_ordered_when_the_refund_message_arrives_first() {
        let market = Market::open().await;
        let (payment, id) = paid_silently(&market).await;
        market.shop.app.payments.refund(&payment.id, Cents(16_20), "elsewhere").await.unwrap();
        let notice = message(&market, "charge.refunded", &json!({"payment_intent": payment.id}));
        for _ in 0..2 {
            send(&market, &notice).await.done(OK);
        }
        let last = ["PaymentReceived", "RefundedElsewhere", "CheckoutUnfulfillable"];
        assert_eq!(history(&market, id).await[2..], last);
        assert!(market.orders().await.is_empty());
        assert_eq!(market.shelves().await, [(STOCK, 0); 3]);
    }

    #[tokio::test]
    async fn a_failed_refund_is_recorded_once_and_submitted_again() {
        let mut market = Market::open().await;
        let (payment, id) = settled(&market).await;
        let provider = market.shop.with_flaky_provider();
        let (order, _) = market.orders().await[0];
        let cancel = format!("/orders/{order}/cancel");
        market.shop.put(&cancel, Some(&market.anna), &json!({})).await.done(OK);
        make_good(&market.shop.app.checkout_ports(), &market.command(), order).await.unwrap();
        let sent = market.shop.app.payments.refunds(&payment.id).await.unwrap().remove(0);
        let failure = Some("expired_or_canceled_card".to_owned());
        *provider.elsewhere.lock().unwrap() = vec![ProviderRefund { failure, ..sent.clone() }];
        let notice = message(&market, "refund.failed", &json!({"id": sent.id, "payment_intent": payment.id}));
        for _ in 0..2 {
            send(&market, &notice).await.done(OK);
        }
        assert_eq!(history(&market, id).await[4..], ["RefundDecided", "RefundIssued", "RefundFailed"]);
        let refunds = market.checkout(id).await.refunds;
        assert_eq!((refunds[0].failed(), refunds[0].amount), (true, sent.amount));
        for _ in 0..2 {
            send_again(&market.shop.app.checkout_ports(), &market.command(), id).await.unwrap();
        }
        assert_eq!(history(&market, id).await[7..], ["RefundIssued"]);
        // The sandbox makes one refund per key, which the message is about. A real provider would have made another
        // one.
        for _ in 0..2 {
            send(&market, &notice).await.done(OK);
            send_again(&market.shop.app.checkout_ports(), &market.command(), id).await.unwrap();
        }
        assert_eq!(history(&market, id).await[8..], ["RefundFailed", "RefundIssued", "RefundFailed"]);
        assert!(market.checkout(id).await.refunds[0].given_up());
        assert_eq!(
            market.shop.app.payments.refunds(&payment.id).await.unwrap().len(),
            2,
            "nothing went out twice"
        );
    }

    #[tokio::test]
    async fn a_cancelled_payment_is_not_settled_by_a_message() {
        let mut market = Market::open().await;
        let (payment, _) = paid_silently(&market).await;
        let message = succeeded(&market, &payment).await;
        *market.shop.with_flaky_provider().stands.lock().unwrap() = Some(IntentStatus::Canceled);
        assert_eq!(send(&market, &message).await.status, OK);
        assert!(market.orders().await.is_empty());
    }
}
