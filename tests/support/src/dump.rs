//! The locks of a dump.

/// A transaction that reads every table, as `pg_dump` does. It holds its locks until the session ends.
pub const LOCKS_OF_A_DUMP: &str = "BEGIN;
    DO $$
    DECLARE
        one regclass;
    BEGIN
        FOR one IN SELECT oid::regclass FROM pg_class
                   WHERE relkind IN ('r', 'p', 'v') AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        LOOP
            EXECUTE format('LOCK TABLE %s IN ACCESS SHARE MODE', one);
        END LOOP;
    END $$";
