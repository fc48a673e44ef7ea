-- What the engine keeps about views, and what query services may know of it. Safe to run again.

CREATE SCHEMA IF NOT EXISTS projections;
CREATE SCHEMA IF NOT EXISTS read;

-- One row per build of a view: its tables are in schema rm_<view>_v<generation>.
CREATE TABLE IF NOT EXISTS projections.generations (
    -- Also the key of the advisory lock that its one writer holds.
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
    -- Events applied in total; what is parked or skipped does not count.
    events       bigint NOT NULL DEFAULT 0,
    -- In the last second or more of writing.
    events_per_second    double precision NOT NULL DEFAULT 0,
    positions_per_second double precision NOT NULL DEFAULT 0,
    last_error   text,
    failed_at    timestamptz,
    -- The log was found to end before the checkpoint: it was put back, and the tables hold what it does not. Nobody
    -- writes the generation any more, or events at positions that are given again would be skipped; only a build helps.
    beyond_log   boolean NOT NULL DEFAULT false,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    -- Who asked for the build, and when, if somebody did whom no terminal waits for. It stays when the generation is
    -- retired: the row is the record of the request.
    asked_by     text,
    asked_at     timestamptz,
    -- It does not serve before an operator has looked at its differences and let it.
    held         boolean NOT NULL DEFAULT false,
    -- The differences, with personal data masked, and when they were written down; null: not yet.
    review       jsonb,
    reviewed_at  timestamptz,
    UNIQUE (view, generation)
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX IF NOT EXISTS one_serves ON projections.generations (view) WHERE state = 'serving';
CREATE UNIQUE INDEX IF NOT EXISTS one_is_built
    ON projections.generations (view, code_version) WHERE state = 'building';

-- Databases that an earlier version of the program has made.
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

-- What operators have said about a view as a whole. No row: nothing.
CREATE TABLE IF NOT EXISTS projections.views (
    view             text PRIMARY KEY,
    -- Its generations stand still.
    paused_at        timestamptz,
    -- An operator went back from this version of the code: nobody builds it, or an older one, until told to.
    rolled_back_from int
);

-- Streams with an event that a generation could not apply. It and the stream's later events up to the checkpoint are
-- not in the generation's tables. Written with the checkpoint, or with the rows of what was applied after all.
CREATE TABLE IF NOT EXISTS projections.parked (
    generation int NOT NULL REFERENCES projections.generations (id),
    stream     text NOT NULL,
    -- The first event that is not applied.
    version    bigint NOT NULL,
    position   bigint NOT NULL,
    event_type text NOT NULL,
    error      text NOT NULL,
    -- Trying again may help, without anybody doing anything.
    may_pass   boolean NOT NULL,
    parked_at  timestamptz NOT NULL,
    tried_at   timestamptz NOT NULL,
    attempts   int NOT NULL DEFAULT 1,
    -- Later events of the stream.
    waiting    bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (generation, stream)
);

-- Events that an operator has let a view pass. Builds by the same version of the code pass them, too.
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

-- What operators ask of the process that writes a generation, and its answer. They delete it when they have read it.
CREATE TABLE IF NOT EXISTS projections.requests (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    generation int NOT NULL REFERENCES projections.generations (id),
    stream     text NOT NULL,
    action     text NOT NULL CHECK (action IN ('retry', 'skip')),
    asked_at   timestamptz NOT NULL,
    -- Events that were applied; null: no answer yet.
    applied    bigint
);

CREATE OR REPLACE VIEW read.checkpoints AS
    SELECT view, generation, position FROM projections.generations WHERE state = 'serving';
