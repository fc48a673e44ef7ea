-- The engine's own tables, and the schema `read` that query services use. Safe to run again.

CREATE SCHEMA IF NOT EXISTS projections;
CREATE SCHEMA IF NOT EXISTS read;

-- One row per build of a view: its tables are in schema rm_<view>_v<generation>.
CREATE TABLE IF NOT EXISTS projections.generations (
    -- Also the key of the advisory lock that its writer holds.
    id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    view         text NOT NULL,
    generation   int NOT NULL,
    -- The version of the code that fills it. No other version writes to it.
    code_version int NOT NULL,
    -- building: being filled; serving: read by queries; previous: replaced, still followed; verifying: built to be
    -- compared with what serves, then dropped; retired: schema dropped.
    state        text NOT NULL DEFAULT 'building'
        CONSTRAINT known_state CHECK (state IN ('building', 'serving', 'previous', 'verifying', 'retired')),
    -- How far a build is. empty: no tables yet; filling: tables; indexed: secondary indexes, too.
    stage        text NOT NULL DEFAULT 'empty' CHECK (stage IN ('empty', 'filling', 'indexed')),
    -- The checkpoint: every event up to here that the view reads is in its tables.
    position     bigint NOT NULL DEFAULT 0,
    -- Events applied in total, without parked and skipped ones.
    events       bigint NOT NULL DEFAULT 0,
    -- Events and positions per second, measured over the last second or more in which there was something to write.
    events_per_second    double precision NOT NULL DEFAULT 0,
    positions_per_second double precision NOT NULL DEFAULT 0,
    last_error   text,
    failed_at    timestamptz,
    -- The log was found to end before the checkpoint at some time: it was restored, and the tables hold events that it
    -- has lost. No process writes the generation any more, since it would miss new events at reused positions. An
    -- operator must rebuild the view.
    beyond_log   boolean NOT NULL DEFAULT false,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    -- Who requested the build, and when. Null when the program itself started it, or an operator builds it at a
    -- terminal. Kept after the generation is retired, as a record of the request.
    asked_by     text,
    asked_at     timestamptz,
    -- The build does not serve until an operator has seen its differences and released it.
    held         boolean NOT NULL DEFAULT false,
    -- The differences, with personal data masked, and when they were recorded; null: not yet.
    review       jsonb,
    reviewed_at  timestamptz,
    UNIQUE (view, generation)
) WITH (fillfactor = 50);

-- A few rows that change many times a second: they are vacuumed whenever autovacuum looks.
ALTER TABLE projections.generations
    SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);

CREATE UNIQUE INDEX IF NOT EXISTS one_serves ON projections.generations (view) WHERE state = 'serving';
CREATE UNIQUE INDEX IF NOT EXISTS one_is_built
    ON projections.generations (view, code_version) WHERE state = 'building';

-- Upgrades databases of earlier versions of the program.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'projections.generations'::regclass
                   AND attname = 'events') THEN
        ALTER TABLE projections.generations
            ADD COLUMN events bigint NOT NULL DEFAULT 0,
            ADD COLUMN events_per_second double precision NOT NULL DEFAULT 0,
            ADD COLUMN positions_per_second double precision NOT NULL DEFAULT 0,
            DROP CONSTRAINT generations_state_check,
            ADD CONSTRAINT known_state
                CHECK (state IN ('building', 'serving', 'previous', 'verifying', 'retired'));
    END IF;
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'projections.generations'::regclass
                   AND attname = 'asked_by') THEN
        ALTER TABLE projections.generations ADD COLUMN asked_by text, ADD COLUMN asked_at timestamptz;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'projections.generations'::regclass
                   AND attname = 'beyond_log') THEN
        ALTER TABLE projections.generations ADD COLUMN beyond_log boolean NOT NULL DEFAULT false;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'projections.generations'::regclass
                   AND attname = 'held') THEN
        ALTER TABLE projections.generations
            ADD COLUMN held boolean NOT NULL DEFAULT false, ADD COLUMN review jsonb, ADD COLUMN reviewed_at timestamptz;
    END IF;
END $$;

-- Builds that an operator has cancelled. A table of its own, because a build under way locks its generation's row.
CREATE TABLE IF NOT EXISTS projections.cancels (
    generation   int PRIMARY KEY,
    cancelled_at timestamptz NOT NULL
);

-- Operators' orders about a whole view. A view without a row has none.
CREATE TABLE IF NOT EXISTS projections.views (
    view             text PRIMARY KEY,
    -- While this is set, all generations of the view stand still.
    paused_at        timestamptz,
    -- An operator rolled back from this version of the code: no process builds it or an older one until an operator
    -- asks.
    rolled_back_from int
);

-- Streams with an event that a generation could not apply. That event and the stream's later ones up to the
-- checkpoint are not in the generation's tables. Written with the checkpoint, or with the rows of events that are
-- applied later.
CREATE TABLE IF NOT EXISTS projections.parked (
    generation int NOT NULL REFERENCES projections.generations (id),
    stream     text NOT NULL,
    -- The first event that is not applied.
    version    bigint NOT NULL,
    position   bigint NOT NULL,
    event_type text NOT NULL,
    error      text NOT NULL,
    -- An automatic retry may succeed.
    may_pass   boolean NOT NULL,
    parked_at  timestamptz NOT NULL,
    tried_at   timestamptz NOT NULL,
    attempts   int NOT NULL DEFAULT 1,
    -- How many later events of the stream wait.
    waiting    bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (generation, stream)
);

-- Events that an operator has told a view to skip. Builds by the same version of the code skip them, too.
CREATE TABLE IF NOT EXISTS projections.skipped (
    view         text NOT NULL,
    code_version int NOT NULL,
    stream       text NOT NULL,
    version      bigint NOT NULL,
    position     bigint NOT NULL,
    event_type   text NOT NULL,
    error        text NOT NULL,
    skipped_at   timestamptz NOT NULL,
    PRIMARY KEY (view, code_version, stream, version)
);

-- Operators' requests to the process that writes a generation, and its answers. The requester deletes the row after
-- reading the answer.
CREATE TABLE IF NOT EXISTS projections.requests (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    generation int NOT NULL REFERENCES projections.generations (id),
    stream     text NOT NULL,
    action     text NOT NULL CHECK (action IN ('retry', 'skip')),
    asked_at   timestamptz NOT NULL,
    -- How many events were applied; null: no answer yet.
    applied    bigint
);

CREATE OR REPLACE VIEW read.checkpoints AS
    SELECT view, generation, position FROM projections.generations WHERE state = 'serving';
