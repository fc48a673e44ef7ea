CREATE INDEX sessions_of_account ON sessions (account_id, opened_at DESC);
