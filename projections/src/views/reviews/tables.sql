-- Reviews that count: one whose order was returned is deleted. Texts are null once their author is erased; the reply
-- is null until the merchant answers.
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
