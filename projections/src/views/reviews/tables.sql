-- The reviews that count: a review is deleted when its order is returned. Texts are null after the erasure of their
-- author. The reply is null until the merchant replies.
CREATE TABLE reviews (
    review_id   uuid PRIMARY KEY,
    product_id  uuid NOT NULL,
    merchant_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    rating      bigint NOT NULL,
    comment     text,
    reviewed_at timestamptz NOT NULL,
    reply       text,
    replied_at  timestamptz
);
