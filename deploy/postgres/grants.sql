-- What each role may do: `greenstall migrate --grants` runs this as the tables' owner, in one transaction, after every
-- upgrade. Safe to run again. roles.sql makes the roles; deploy/docs/handbook/database-roles.md explains the rights.

-- The log: appended to by the command service alone, and changed by nobody.
REVOKE ALL ON ALL TABLES IN SCHEMA event_store FROM greenstall_command, greenstall_projections, greenstall_query;
GRANT USAGE ON SCHEMA event_store TO greenstall_command, greenstall_projections, greenstall_query;
GRANT SELECT ON event_store.events, event_store.home, event_store.positions, event_store.token_key
    TO greenstall_command, greenstall_projections, greenstall_query;
GRANT INSERT ON event_store.events, event_store.token_key TO greenstall_command;
GRANT USAGE ON SEQUENCE event_store.positions TO greenstall_command;

-- The keys of personal data. A key is deleted by an update, so that its person never gets another one.
GRANT SELECT, INSERT, UPDATE ON event_store.subject_keys TO greenstall_command;
GRANT SELECT ON event_store.subject_keys TO greenstall_projections, greenstall_query;

-- What the command service keeps for itself.
GRANT USAGE ON SCHEMA automation, commands, sandbox TO greenstall_command;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA automation, commands, sandbox TO greenstall_command;
REVOKE ALL ON ALL TABLES IN SCHEMA automation FROM greenstall_query;
GRANT USAGE ON SCHEMA automation TO greenstall_query;
GRANT SELECT ON ALL TABLES IN SCHEMA automation TO greenstall_query;

-- The engine's own tables. Admins steer views in the command service.
GRANT USAGE ON SCHEMA projections TO greenstall_command, greenstall_projections, greenstall_query;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA projections TO greenstall_command, greenstall_projections;
REVOKE ALL ON ALL TABLES IN SCHEMA projections FROM greenstall_query;
GRANT SELECT ON ALL TABLES IN SCHEMA projections TO greenstall_query;

GRANT USAGE ON SCHEMA operations TO greenstall_command, greenstall_query;
GRANT SELECT ON ALL TABLES IN SCHEMA operations TO greenstall_command, greenstall_query;

-- Views belong to the role that builds them; queries read them through the schema `read`.
ALTER SCHEMA read OWNER TO greenstall_projections;
GRANT USAGE ON SCHEMA read TO greenstall_query;
ALTER DEFAULT PRIVILEGES FOR ROLE greenstall_projections IN SCHEMA read GRANT SELECT ON TABLES TO greenstall_query;
DO $$
DECLARE
    built record;
BEGIN
    FOR built IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^rm_.*_v[0-9]+$' LOOP
        EXECUTE format('ALTER SCHEMA %I OWNER TO greenstall_projections', built.nspname);
    END LOOP;
    FOR built IN
        SELECT oid::regclass AS name, CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
        FROM pg_class
        WHERE relkind IN ('r', 'p', 'v', 'S') AND relowner <> 'greenstall_projections'::regrole
          AND (relnamespace = 'read'::regnamespace AND relname <> 'checkpoints'
               OR relnamespace::regnamespace::text ~ '^rm_.*_v[0-9]+$')
          -- The sequence of a column follows its table.
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND relkind = 'S' AND deptype IN ('a', 'i'))
    LOOP
        EXECUTE format('ALTER %s %s OWNER TO greenstall_projections', built.kind, built.name);
    END LOOP;
    FOR built IN
        SELECT oid::regprocedure AS name FROM pg_proc
        WHERE proowner <> 'greenstall_projections'::regrole AND pronamespace::regnamespace::text ~ '^rm_.*_v[0-9]+$'
    LOOP
        EXECUTE format('ALTER ROUTINE %s OWNER TO greenstall_projections', built.name);
    END LOOP;
END
$$;
GRANT SELECT ON ALL TABLES IN SCHEMA read TO greenstall_query;
