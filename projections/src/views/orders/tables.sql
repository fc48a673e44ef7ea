-- One merchant's part of a paid checkout. Amounts are in cents. Personal columns are null after the person's erasure.
CREATE TABLE orders (
    order_id         uuid PRIMARY KEY,
    checkout_id      uuid NOT NULL,
    number           text NOT NULL,
    parent_number    text NOT NULL,
    customer_id      uuid NOT NULL,
    customer_name    text,
    customer_email   text,
    merchant_id      uuid NOT NULL,
    merchant_name    text NOT NULL,
    merchant_address jsonb,
    lines            jsonb NOT NULL,
    subtotal         bigint NOT NULL,
    tax              bigint NOT NULL,
    delivery_fee     bigint NOT NULL,
    total            bigint NOT NULL,
    delivery_method  text NOT NULL,
    shipping         jsonb,
    billing          jsonb,
    -- The day of a same-day delivery, in the merchant's time zone.
    promised_for     date,
    status           text NOT NULL,
    tracking         jsonb NOT NULL,
    refund_amount    bigint,
    refund_status    text,
    refund_reason    text,
    placed_at        timestamptz NOT NULL
);

-- The history of an order. The version is the event's number in the order's stream.
CREATE TABLE timeline (
    order_id uuid NOT NULL,
    version  bigint NOT NULL,
    status   text NOT NULL,
    at       timestamptz NOT NULL,
    note     text,
    actor    text NOT NULL,
    PRIMARY KEY (order_id, version)
);

-- One payment, for any number of orders.
CREATE TABLE checkouts (
    checkout_id  uuid PRIMARY KEY,
    customer_id  uuid NOT NULL,
    number       text NOT NULL,
    subtotal     bigint NOT NULL,
    tax          bigint NOT NULL,
    delivery_fee bigint NOT NULL,
    total        bigint NOT NULL,
    state        text NOT NULL,
    refunded     bigint NOT NULL,
    started_at   timestamptz NOT NULL,
    paid_at      timestamptz,
    -- The latest dispute: the disputed amount, the reason and the status. Null when there is none.
    dispute_id     text,
    dispute_amount bigint,
    dispute_reason text,
    dispute_status text
);
