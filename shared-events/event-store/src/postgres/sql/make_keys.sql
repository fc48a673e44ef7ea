INSERT INTO event_store.subject_keys (subject, key)
SELECT * FROM unnest($1::uuid[], $2::bytea[])
ON CONFLICT (subject) DO NOTHING
