CREATE TABLE IF NOT EXISTS event_store.home (one boolean PRIMARY KEY CHECK (one), home text NOT NULL);
