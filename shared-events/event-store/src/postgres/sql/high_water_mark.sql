SELECT coalesce((SELECT max(position) FROM event_store.events), 0) AS highest,
(SELECT system_identifier FROM pg_control_system()) AS system,
('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint AS timeline,
(SELECT min(lowest) FROM (
    SELECT min(((classid::bigint & 65535) << 32) | objid::bigint) FILTER (WHERE locktype = 'advisory') AS lowest
    FROM pg_locks
    WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = 18259
           OR relation = 'event_store.events'::regclass AND mode = 'RowExclusiveLock' AND granted)
    GROUP BY pid
    -- A session that does not write the log may hold any advisory lock.
    HAVING bool_or(locktype = 'relation')) AS writers) AS lowest
