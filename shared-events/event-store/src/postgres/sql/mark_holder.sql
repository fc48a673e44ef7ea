-- The session that holds the high-water mark back.
SELECT pid, coalesce(usename, '') AS role, coalesce(application_name, '') AS name,
       coalesce(host(client_addr), 'this machine') AS host,
       to_char(coalesce(xact_start, backend_start) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS since
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = 18259
  AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND EXISTS (SELECT FROM pg_locks AS writing
              WHERE writing.pid = pg_locks.pid AND writing.relation = 'event_store.events'::regclass
                AND writing.mode = 'RowExclusiveLock')
ORDER BY ((classid::bigint & 65535) << 32) | objid::bigint LIMIT 1
