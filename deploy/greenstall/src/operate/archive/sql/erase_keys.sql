INSERT INTO event_store.subject_keys AS k (subject, erased_at) SELECT *, now() FROM unnest($1::uuid[])
ON CONFLICT (subject) DO UPDATE SET key = NULL, erased_at = coalesce(k.erased_at, now())
