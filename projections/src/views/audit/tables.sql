-- One row a decision, at the place of its event. Who it was is looked up where people are: here are ids alone.
CREATE TABLE entries (
    position     bigint PRIMARY KEY,
    event_id     uuid NOT NULL,
    at           timestamptz NOT NULL,
    -- Null: nobody did it, but a part of the system.
    actor_id     uuid,
    -- That part's name.
    actor_name   text,
    actor_role   text NOT NULL,
    action       text NOT NULL,
    subject_type text NOT NULL,
    subject_id   uuid NOT NULL,
    -- As it was called then; null where it is a person's name.
    subject_name text,
    -- The merchant whom it concerns, if it is one.
    merchant_id  uuid,
    reason       text,
    -- Whose the reason is and goes with; null when it is nobody's.
    reason_of    uuid,
    -- Null: it was not there.
    before       jsonb,
    after        jsonb
);

-- Walked by apply itself when somebody is forgotten, so a rebuild needs it from the start.
CREATE INDEX entries_with_reason_of ON entries (reason_of) WHERE reason_of IS NOT NULL;

-- What must be known of a thing to tell what was before the next event.
CREATE TABLE things (
    id          uuid PRIMARY KEY,
    type        text NOT NULL,
    merchant_id uuid,
    name        text,
    state       jsonb NOT NULL,
    -- What admins review of a product.
    details     jsonb
);

-- How many entries there are of each kind.
CREATE TABLE totals (
    subject_type text NOT NULL,
    action       text NOT NULL,
    entries      bigint NOT NULL,
    PRIMARY KEY (subject_type, action)
);
