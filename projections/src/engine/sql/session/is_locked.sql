SELECT EXISTS (SELECT FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 2 AND granted
  AND classid::bigint = $1 AND objid::bigint = $2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
