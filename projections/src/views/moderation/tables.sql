-- Merchants with the decisions about them. Personal columns are null when the person has been erased.
CREATE TABLE merchants (
    merchant_id     uuid PRIMARY KEY,
    name            text,
    email           text,
    phone           text,
    -- The address book entry from which the address is taken.
    home_address    uuid,
    address         jsonb,
    business        jsonb NOT NULL,
    approval        text NOT NULL,
    approval_reason text,
    opened_at       timestamptz NOT NULL,
    -- The business name at the approval; null unless approved.
    approved_name   text,
    -- When an approved business changed its name; null while it has the approved one.
    renamed_at      timestamptz,
    -- The text that admins search its products by. Characters that would join words are replaced by blanks.
    search          tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || (business->>'businessName'),
        '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- Products in their merchants' latest version, with the decisions about them. The price is in cents.
CREATE TABLE products (
    product_id  uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    details     jsonb NOT NULL,
    -- How often the merchant has written it, from 1.
    revision    bigint NOT NULL,
    price       bigint NOT NULL,
    unit        text NOT NULL,
    fulfillment jsonb NOT NULL,
    approval    text NOT NULL,
    -- Null: no decision is needed.
    waits_since timestamptz,
    -- Null: none was submitted.
    certificate jsonb,
    -- Null: no decision is needed.
    certificate_waits_since timestamptz,
    is_active   boolean NOT NULL,
    listed_at   timestamptz NOT NULL,
    -- The columns by which admins filter.
    category    text NOT NULL GENERATED ALWAYS AS (details->>'category') STORED,
    is_organic  boolean NOT NULL GENERATED ALWAYS AS (details->'isOrganic' = 'true') STORED,
    search      tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        details->>'name', '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- How many products there are of each kind; a kind without products has no row.
CREATE TABLE totals (
    category   text NOT NULL,
    is_active  boolean NOT NULL,
    is_organic boolean NOT NULL,
    approval   text NOT NULL,
    products   bigint NOT NULL,
    PRIMARY KEY (category, is_active, is_organic, approval)
);
