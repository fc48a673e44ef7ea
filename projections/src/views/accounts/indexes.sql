CREATE INDEX users_newest ON users (opened_at DESC, account_id);
CREATE INDEX users_by_role ON users (role);
