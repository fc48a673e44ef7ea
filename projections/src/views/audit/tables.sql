-- One row per decision, at the position of its event. It identifies people only by their ids; queries look up the
-- names.
CREATE TABLE entries (
    position     bigint PRIMARY KEY,
    event_id     uuid NOT NULL,
    at           timestamptz NOT NULL,
    -- Null when a part of the system decided.
    actor_id     uuid,
    -- The name of that part of the system.
    actor_name   text,
    actor_role   text NOT NULL,
    action       text NOT NULL,
    subject_type text NOT NULL,
    subject_id   uuid NOT NULL,
    -- The subject's name at the time. Null where it would be a person's name.
    subject_name text,
    -- The subject's merchant, if there is one.
    merchant_id  uuid,
    reason       text,
    -- The person to whom the reason belongs; the reason is erased with the person. Null: it belongs to no person.
    reason_of    uuid,
    -- Null: the subject did not exist before.
    before       jsonb,
    after        jsonb
);

-- `apply` uses this index when a person is erased, so a rebuild needs it from the start.
CREATE INDEX entries_with_reason_of ON entries (reason_of) WHERE reason_of IS NOT NULL;

-- The current state of each subject: the state before its next decision.
CREATE TABLE things (
    id          uuid PRIMARY KEY,
    type        text NOT NULL,
    merchant_id uuid,
    name        text,
    state       jsonb NOT NULL,
    -- The fields of a product that admins review.
    details     jsonb,
    -- The instructions for pickup of a product whose details have none.
    instructions text
);

-- The number of entries of each kind.
CREATE TABLE totals (
    subject_type text NOT NULL,
    action       text NOT NULL,
    entries      bigint NOT NULL,
    PRIMARY KEY (subject_type, action)
);
