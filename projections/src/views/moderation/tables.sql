-- Merchants with what was decided about them. Personal columns are null when the person has been erased.
CREATE TABLE merchants (
    merchant_id     uuid PRIMARY KEY,
    name            text,
    email           text,
    phone           text,
    address         jsonb,
    business        jsonb NOT NULL,
    approval        text NOT NULL,
    approval_reason text,
    opened_at       timestamptz NOT NULL
);

-- Products with what was decided about them. The price is cents.
CREATE TABLE products (
    product_id  uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    details     jsonb NOT NULL,
    price       bigint NOT NULL,
    unit        text NOT NULL,
    fulfillment jsonb NOT NULL,
    approval    text NOT NULL,
    listed_at   timestamptz NOT NULL
);
