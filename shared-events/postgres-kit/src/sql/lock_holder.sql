-- The session with the oldest transaction among those that hold a lock on a table or view of these schemas.
SELECT pid, coalesce(usename, '') AS role, coalesce(application_name, '') AS name,
       coalesce(host(client_addr), 'this machine') AS host,
       to_char(coalesce(xact_start, backend_start) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS since
FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND pid IN (
    SELECT pid FROM pg_locks
    WHERE locktype = 'relation' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND relation IN (SELECT oid FROM pg_class WHERE relnamespace::regnamespace::text = ANY($1)))
ORDER BY xact_start LIMIT 1
