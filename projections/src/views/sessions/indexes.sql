CREATE INDEX sessions_of_account ON sessions (account_id, opened_at DESC);
CREATE INDEX api_keys_by_hash ON api_keys (hash);
CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at DESC);
