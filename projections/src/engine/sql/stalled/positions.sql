SELECT view, position,
       (SELECT min(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 2 AND granted
          AND classid::bigint = $1 AND objid::bigint = id
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS holder
FROM projections.generations
WHERE state = 'serving' AND NOT EXISTS (
    SELECT FROM projections.views WHERE views.view = generations.view AND paused_at IS NOT NULL)
