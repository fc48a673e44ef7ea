SELECT pid, coalesce(application_name, '') AS name, coalesce(host(client_addr), 'this machine') AS host,
       to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS since
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND objsubid = 1 AND granted
  AND (classid::bigint << 32) | objid::bigint = $1
  AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
