CREATE INDEX entries_newest ON entries (at DESC, position DESC);
CREATE INDEX entries_of_subject ON entries (subject_id, at DESC, position DESC);
CREATE INDEX entries_of_actor ON entries (actor_id, at DESC, position DESC);
CREATE INDEX entries_of_merchant ON entries (merchant_id, at DESC, position DESC);
CREATE INDEX entries_of_type ON entries (subject_type, at DESC, position DESC);
CREATE INDEX entries_by_action ON entries (action, at DESC, position DESC);
