-- Merchants as shown to the public. Coordinates are null when they are unknown.
CREATE TABLE merchants (
    merchant_id    uuid PRIMARY KEY,
    name           text,
    business       jsonb NOT NULL,
    -- The address book entry that gives the city and the coordinates.
    home_address   uuid,
    city           text NOT NULL,
    state          text NOT NULL,
    zip_code       text NOT NULL,
    latitude       double precision,
    longitude      double precision,
    approved       boolean NOT NULL,
    is_active      boolean NOT NULL,
    -- The merchant is approved and active.
    visible        boolean NOT NULL,
    -- The number of visible products of the merchant.
    product_count  bigint NOT NULL,
    -- The sum of the stars of all reviews. `rating_average` is rounded to two places.
    rating_stars   bigint NOT NULL DEFAULT 0,
    rating_average double precision NOT NULL DEFAULT 0,
    rating_count   bigint NOT NULL DEFAULT 0,
    opened_at      timestamptz NOT NULL,
    -- The words of the business's name.
    search         tsvector NOT NULL
);

-- All products except deleted ones. Visible: published, active, and of a visible merchant. Prices are in cents.
CREATE TABLE products (
    product_id          uuid PRIMARY KEY,
    merchant_id         uuid NOT NULL,
    -- The public version: the last approved one, or the first one while it waits for approval.
    name                text NOT NULL,
    description         text NOT NULL,
    category            text NOT NULL,
    subcategory         text NOT NULL,
    tags                jsonb NOT NULL,
    images              jsonb NOT NULL,
    price               bigint NOT NULL,
    unit                text NOT NULL,
    low_stock_threshold bigint NOT NULL,
    is_organic          boolean NOT NULL,
    is_locally_sourced  boolean NOT NULL,
    harvest_date        date,
    -- Null: nobody has reviewed the instructions, and those in `fulfillment` apply.
    pickup_instructions text,
    fulfillment         jsonb NOT NULL,
    can_pickup          boolean NOT NULL,
    can_deliver         boolean NOT NULL,
    -- At least one unit is on hand and not held by a checkout.
    in_stock            boolean NOT NULL,
    -- A version of the product is approved.
    published           boolean NOT NULL,
    -- The merchant's revision of an approved product, which no admin has approved yet.
    draft               jsonb,
    -- The number of the version that the merchant wrote last, from 1.
    revision            bigint NOT NULL,
    approval            text NOT NULL,
    rejection_reason    text,
    is_active           boolean NOT NULL,
    -- An admin has deactivated the product, so its merchant cannot activate it.
    deactivated_by_admin        boolean NOT NULL,
    featured            boolean NOT NULL,
    visible             boolean NOT NULL,
    -- Null: no certificate was uploaded.
    certificate         jsonb,
    -- An approved certificate proves the organic claim.
    certified           boolean NOT NULL,
    views               bigint NOT NULL DEFAULT 0,
    rating_stars        bigint NOT NULL DEFAULT 0,
    rating_average      double precision NOT NULL DEFAULT 0,
    rating_count        bigint NOT NULL DEFAULT 0,
    listed_at           timestamptz NOT NULL
);

-- `apply` uses this index when a merchant becomes visible, so a rebuild needs it from the start.
CREATE INDEX products_of_merchant ON products (merchant_id, listed_at DESC);

-- Admins' decisions about a product. The version is the event's number in the product's stream.
CREATE TABLE decisions (
    product_id  uuid NOT NULL,
    version     bigint NOT NULL,
    status      text NOT NULL,
    reason      text,
    notes       text,
    reviewed_at timestamptz NOT NULL,
    PRIMARY KEY (product_id, version)
);

-- Units on hand, and how many of them checkouts hold. Not columns of the products: sales change them often, and a
-- product's first count may come before or after its listing.
CREATE TABLE stock (
    product_id  uuid PRIMARY KEY,
    on_hand     bigint NOT NULL,
    held        bigint NOT NULL
) WITH (fillfactor = 80);

-- Held units, by product and checkout.
CREATE TABLE holds (
    product_id  uuid NOT NULL,
    checkout_id uuid NOT NULL,
    quantity    bigint NOT NULL,
    PRIMARY KEY (product_id, checkout_id)
);

-- The latest changes. Query services read them to learn which products and merchants to read again. Triggers write them once a build has filled the tables (`indexes.sql`). One process writes at a time,
-- so numbers rise in the order of commits. The functions write to the tables of their own build, whoever calls them.
CREATE TABLE changes (
    number      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    product_id  uuid,
    merchant_id uuid
);

CREATE FUNCTION record_products() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO changes (product_id) SELECT product_id FROM changed;
    RETURN NULL;
END $$;

CREATE FUNCTION record_merchants() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO changes (merchant_id) SELECT merchant_id FROM changed;
    RETURN NULL;
END $$;
