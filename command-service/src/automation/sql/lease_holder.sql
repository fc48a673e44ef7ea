SELECT application_name, host(client_addr) AS address, greatest(began_at, backend_start) AS since
FROM pg_locks JOIN pg_stat_activity USING (pid) CROSS JOIN automation.lease
WHERE locktype = 'advisory' AND objsubid = 1 AND granted
  AND (classid::bigint << 32) | objid::bigint = hashtext('process managers')
  AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
