INSERT INTO commands.snapshots (stream, fold_version, version, event_id, position, state)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (stream) DO UPDATE SET fold_version = excluded.fold_version,
    version = excluded.version, event_id = excluded.event_id, position = excluded.position,
    state = excluded.state
