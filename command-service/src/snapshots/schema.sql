-- States of long streams, so that commands need not read them from the first event. Every row may be deleted at any
-- time. Safe to run again: it never changes existing tables.

CREATE SCHEMA IF NOT EXISTS commands;

CREATE TABLE IF NOT EXISTS commands.snapshots (
    stream       text    PRIMARY KEY,
    fold_version integer NOT NULL, -- version of the code that folded it
    version      bigint  NOT NULL, -- version of the stream
    event_id     uuid    NOT NULL, -- the stream's last event at that version
    position     bigint  NOT NULL, -- position of that event in the log
    state        text    NOT NULL  -- JSON
);
