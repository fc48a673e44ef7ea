-- One row per decision, at the position of its event. It has only ids of people; queries look up their names.
CREATE TABLE entries (
    position     bigint PRIMARY KEY,
    event_id     uuid NOT NULL,
    at           timestamptz NOT NULL,
    -- Null: a part of the system did it.
    actor_id     uuid,
    -- The name of that part.
    actor_name   text,
    actor_role   text NOT NULL,
    action       text NOT NULL,
    subject_type text NOT NULL,
    subject_id   uuid NOT NULL,
    -- The subject's name at the time; null where it is a person's name.
    subject_name text,
    -- The merchant concerned, if there is one.
    merchant_id  uuid,
    reason       text,
    -- The person to whom the reason belongs and with whom it is erased; null when it belongs to no person.
    reason_of    uuid,
    -- Null: the subject did not exist.
    before       jsonb,
    after        jsonb
);

-- `apply` uses this index when a person is erased, so a rebuild needs it from the start.
CREATE INDEX entries_with_reason_of ON entries (reason_of) WHERE reason_of IS NOT NULL;

-- The current state of a subject, from which the next entry takes its state before.
CREATE TABLE things (
    id          uuid PRIMARY KEY,
    type        text NOT NULL,
    merchant_id uuid,
    name        text,
    state       jsonb NOT NULL,
    -- The fields of a product that admins review.
    details     jsonb
);

-- How many entries there are of each kind.
CREATE TABLE totals (
    subject_type text NOT NULL,
    action       text NOT NULL,
    entries      bigint NOT NULL,
    PRIMARY KEY (subject_type, action)
);
