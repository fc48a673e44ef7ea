-- States of long streams, so that commands need not read them from their first event. Every row may be deleted at any
-- time. Safe to run again; it never changes what is there.

CREATE SCHEMA IF NOT EXISTS commands;

CREATE TABLE IF NOT EXISTS commands.snapshots (
    stream       text    PRIMARY KEY,
    fold_version integer NOT NULL, -- of the code that has folded it
    version      bigint  NOT NULL, -- of the stream
    event_id     uuid    NOT NULL, -- the stream's last event then
    position     bigint  NOT NULL, -- of that event
    state        text    NOT NULL  -- JSON
);
