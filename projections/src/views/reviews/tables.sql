-- What buyers said and what counts; a review whose buyer has returned the product is not here. Texts are null when who wrote them has been erased, the reply also before there is one.
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
