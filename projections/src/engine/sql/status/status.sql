SELECT id, view, generation, code_version, state, stage, position, beyond_log, asked_by, held, reviewed_at, updated_at,
       created_at, events, events_per_second, positions_per_second, last_error, failed_at,
       -- A crash resets the statistics; the last VACUUM or ANALYZE has left its own count.
       (SELECT coalesce(sum(greatest(n_live_tup, reltuples, 0)), 0)::bigint
        FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid
        WHERE schemaname = 'rm_' || view || '_v' || generation) AS rows,
       EXISTS (SELECT FROM pg_locks
               WHERE locktype = 'advisory' AND objsubid = 2 AND granted
                 AND classid::bigint = $1 AND objid::bigint = id
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS running,
       (SELECT count(*) FROM projections.parked WHERE parked.generation = generations.id) AS parked,
       (SELECT count(*) FROM projections.skipped
        WHERE skipped.view = generations.view AND skipped.code_version = generations.code_version) AS skipped
FROM projections.generations WHERE state <> 'retired' ORDER BY generation
