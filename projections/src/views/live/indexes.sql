CREATE INDEX feed_by_position ON feed (position);
CREATE INDEX endings_by_position ON endings (position);
