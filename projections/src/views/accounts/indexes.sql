CREATE INDEX users_newest ON users (opened_at DESC, account_id);
CREATE INDEX users_by_role ON users (role, opened_at DESC, account_id);
CREATE INDEX users_by_approval ON users (approval, opened_at DESC, account_id) WHERE approval IS NOT NULL;
CREATE INDEX users_inactive ON users (opened_at DESC, account_id) WHERE NOT is_active;
CREATE INDEX users_by_email ON users (lower(email));
CREATE INDEX users_search ON users USING gin (search);
