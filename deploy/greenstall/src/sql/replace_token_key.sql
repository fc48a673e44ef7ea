INSERT INTO event_store.token_key (one, fingerprint) VALUES (true, $1)
ON CONFLICT (one) DO UPDATE SET fingerprint = excluded.fingerprint
