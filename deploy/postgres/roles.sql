-- The database's roles, one for each kind of process. A superuser runs this once for a database, with psql:
--     psql -d greenstall -f deploy/postgres/roles.sql
-- and gives each role a password (ALTER ROLE … PASSWORD). Then `greenstall migrate --grants`, as greenstall_owner, makes
-- the tables and says what each role may do with them. Safe to run again.
-- See deploy/docs/handbook/database-roles.md.

DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['greenstall_owner', 'greenstall_command', 'greenstall_projections', 'greenstall_query'] LOOP
        IF to_regrole(wanted) IS NULL THEN
            EXECUTE format('CREATE ROLE %I LOGIN', wanted);
        END IF;
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), wanted);
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('ALTER DATABASE %I OWNER TO greenstall_owner', current_database());
    -- Each build of a view has a schema of its own.
    EXECUTE format('GRANT CREATE ON DATABASE %I TO greenstall_projections', current_database());
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Operators' commands run as the owner, and build views, too.
GRANT greenstall_projections TO greenstall_owner;

-- Admins roll views back and drop builds in the command service, for which it takes the role of the projections. It has to
-- ask for that (SET ROLE): no other statement of it can write a view.
ALTER ROLE greenstall_command NOINHERIT;
GRANT greenstall_projections TO greenstall_command;

-- The operations page says which process holds which lease. Statements of this program have no values in their text.
-- This one is not a member of anything that may write.
GRANT pg_read_all_stats TO greenstall_query;
