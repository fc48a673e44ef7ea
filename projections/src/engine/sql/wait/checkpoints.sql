SELECT view, state, code_version, position, last_error,
       EXISTS (SELECT FROM pg_locks
               WHERE locktype = 'advisory' AND objsubid = 2 AND granted
                 AND classid::bigint = $1 AND objid::bigint = id
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS running
FROM projections.generations
WHERE state IN ('serving', 'building') ORDER BY generation
