SELECT coalesce((SELECT max(position) FROM event_store.events), 0) AS highest,
(SELECT system_identifier FROM pg_control_system()) AS system,
('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint AS timeline,
(SELECT min(((classid::bigint & 65535) << 32) | objid::bigint)
 FROM pg_locks
 WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = 18259
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS lowest
