CREATE SCHEMA IF NOT EXISTS operations;
CREATE TABLE IF NOT EXISTS operations.backups (
    created_at   timestamptz PRIMARY KEY,
    position     bigint NOT NULL,
    bytes        bigint NOT NULL,
    rehearsed_at timestamptz
);
