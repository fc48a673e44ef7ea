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
    -- building: being filled; serving: read by queries; previous: replaced, still followed; retired: schema dropped.
    state        text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'serving', 'previous', 'retired')),
    -- How far a build is. empty: no tables yet; filling: tables; indexed: secondary indexes, too.
    stage        text NOT NULL DEFAULT 'empty' CHECK (stage IN ('empty', 'filling', 'indexed')),
    -- The checkpoint: every event up to here that the view reads is in its tables.
    position     bigint NOT NULL DEFAULT 0,
    last_error   text,
    failed_at    timestamptz,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    UNIQUE (view, generation)
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX IF NOT EXISTS one_serves ON projections.generations (view) WHERE state = 'serving';
CREATE UNIQUE INDEX IF NOT EXISTS one_is_built
    ON projections.generations (view, code_version) WHERE state = 'building';

CREATE OR REPLACE VIEW read.checkpoints AS
    SELECT view, generation, position FROM projections.generations WHERE state = 'serving';
