SELECT pid, coalesce(usename, '') AS role, coalesce(application_name, '') AS name,
       coalesce(host(client_addr), 'this machine') AS host,
       to_char(xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS since
FROM pg_stat_activity
WHERE backend_xmin IS NOT NULL AND xact_start < now() - interval '5 minutes' AND pid <> pg_backend_pid()
  AND datname = current_database() AND backend_type = 'client backend'
ORDER BY xact_start
