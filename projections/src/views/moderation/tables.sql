-- Merchants with admins' decisions about them. Personal columns are null after the erasure of the person.
CREATE TABLE merchants (
    merchant_id     uuid PRIMARY KEY,
    name            text,
    email           text,
    phone           text,
    -- The address book entry that gives the address.
    home_address    uuid,
    address         jsonb,
    business        jsonb NOT NULL,
    approval        text NOT NULL,
    approval_reason text,
    opened_at       timestamptz NOT NULL,
    -- The business's name at the approval. Null while the merchant is not approved.
    approved_name   text,
    -- When an approved business changed its name. Null while it has the approved name.
    renamed_at      timestamptz,
    -- The text in which admins search for the merchant's products. Blanks replace characters that would join words.
    search          tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || (business->>'businessName'),
        '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- Products in their merchants' latest version, with admins' decisions about them. The price is in cents.
CREATE TABLE products (
    product_id  uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    details     jsonb NOT NULL,
    -- The number of the version that the merchant wrote last, from 1.
    revision    bigint NOT NULL,
    price       bigint NOT NULL,
    unit        text NOT NULL,
    fulfillment jsonb NOT NULL,
    approval    text NOT NULL,
    -- Null: the product needs no decision.
    waits_since timestamptz,
    -- Null: no certificate was submitted.
    certificate jsonb,
    -- Null: the certificate needs no decision.
    certificate_waits_since timestamptz,
    is_active   boolean NOT NULL,
    listed_at   timestamptz NOT NULL,
    -- The columns by which admins filter products.
    category    text NOT NULL GENERATED ALWAYS AS (details->>'category') STORED,
    is_organic  boolean NOT NULL GENERATED ALWAYS AS (details->'isOrganic' = 'true') STORED,
    search      tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        details->>'name', '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- The number of products of each kind. A kind without products has no row.
CREATE TABLE totals (
    category   text NOT NULL,
    is_active  boolean NOT NULL,
    is_organic boolean NOT NULL,
    approval   text NOT NULL,
    products   bigint NOT NULL,
    PRIMARY KEY (category, is_active, is_organic, approval)
);
