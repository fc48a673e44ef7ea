-- Tables of the process managers. They are separate from the read models, because a rebuild must not send money again.

CREATE SCHEMA IF NOT EXISTS automation;

CREATE TABLE IF NOT EXISTS automation.checkpoints (
    manager  text PRIMARY KEY,
    position bigint NOT NULL
);

-- A few rows that change many times a second: they are vacuumed whenever autovacuum looks.
ALTER TABLE automation.checkpoints
    SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);

-- The term of the process that runs the managers. Taking the lease begins a new term. Writes to checkpoints and
-- agenda lock the row of their term, and change nothing in an earlier one.
CREATE TABLE IF NOT EXISTS automation.lease (
    id       int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    term     uuid NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now()
);

-- The pending steps of each manager. Operators see here which steps fail, how often and why.
CREATE TABLE IF NOT EXISTS automation.agenda (
    manager        text NOT NULL,
    subject        uuid NOT NULL,
    due_at         timestamptz NOT NULL,
    -- The event that made the step necessary, and the request that led to that event.
    cause          uuid NOT NULL,
    correlation    uuid NOT NULL,
    failures       int NOT NULL DEFAULT 0,
    last_failure   text,
    PRIMARY KEY (manager, subject)
);
-- Time of the first failure since the last success.
ALTER TABLE automation.agenda ADD COLUMN IF NOT EXISTS failing_since timestamptz;
-- When the step was parked until an operator decides. Entries of other subjects are not affected.
ALTER TABLE automation.agenda ADD COLUMN IF NOT EXISTS parked_at timestamptz;
-- Version of the unreadable event in the subject's stream. An operator can request that the stream is read again from
-- its start; until then its events are not noted.
ALTER TABLE automation.agenda ADD COLUMN IF NOT EXISTS unread_version bigint;

-- The event's stream, for entries about single events; null: the subject's own.
ALTER TABLE automation.agenda ADD COLUMN IF NOT EXISTS stream uuid;

-- Changes whenever an event adds the entry again: a step that was already running must not finish the entry then.
ALTER TABLE automation.agenda ADD COLUMN IF NOT EXISTS noted uuid DEFAULT gen_random_uuid();
-- Due time that the latest event has set.
ALTER TABLE automation.agenda ADD COLUMN IF NOT EXISTS noted_due_at timestamptz;

CREATE INDEX IF NOT EXISTS agenda_by_due ON automation.agenda (manager, due_at);
CREATE INDEX IF NOT EXISTS agenda_parked ON automation.agenda (parked_at) WHERE parked_at IS NOT NULL;

-- Steps and events that operators have skipped: never changed, never deleted.
CREATE TABLE IF NOT EXISTS automation.skips (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    manager    text NOT NULL,
    subject    uuid NOT NULL,
    cause      uuid NOT NULL,
    -- The event that is skipped when its stream is read again. Null for a step.
    version    bigint,
    failures   int NOT NULL,
    failure    text,
    skipped_by text NOT NULL,
    skipped_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS skips_of_subject ON automation.skips (manager, subject);

-- Letters: claimed before they are sent, so that two processes never send the same one, and marked as sent
-- afterwards.
CREATE TABLE IF NOT EXISTS automation.sent_mail (
    id      uuid PRIMARY KEY,
    sent_at timestamptz
);
ALTER TABLE automation.sent_mail ALTER COLUMN sent_at DROP NOT NULL;
-- The attempt that may send the letter, and when it claimed the letter by the database's clock.
ALTER TABLE automation.sent_mail ADD COLUMN IF NOT EXISTS claimed_by uuid;
ALTER TABLE automation.sent_mail ADD COLUMN IF NOT EXISTS claimed_at timestamptz;
