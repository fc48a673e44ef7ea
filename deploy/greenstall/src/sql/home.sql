-- Which log the database belongs to, and the id of the shop.
CREATE TABLE IF NOT EXISTS event_store.home (one boolean PRIMARY KEY CHECK (one), home text NOT NULL);
-- The fingerprint of token.key, which is not in the database itself.
CREATE TABLE IF NOT EXISTS event_store.token_key (one boolean PRIMARY KEY CHECK (one), fingerprint text NOT NULL);
ALTER TABLE event_store.home ADD COLUMN IF NOT EXISTS shop uuid NOT NULL DEFAULT gen_random_uuid();
