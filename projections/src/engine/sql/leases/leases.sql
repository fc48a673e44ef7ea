SELECT view, generation, generations.state, application_name, host(client_addr) AS address, backend_start
FROM pg_locks JOIN pg_stat_activity USING (pid)
              JOIN projections.generations ON generations.id = objid::bigint
WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint = $1
  AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY view, generation
