-- A copy by logical replication, as in upgrades between versions of Postgres, leaves sequences below the positions in
-- the log, which every append would then reuse. A transaction that takes a position holds a lock on the table until
-- it ends, so with the lock taken here no position is taken between the check and the change.
DO $$
BEGIN
    IF (SELECT (SELECT max(e.position) FROM event_store.events e) > s.last_value - (NOT s.is_called)::int
        FROM event_store.positions s)
    THEN
        LOCK TABLE event_store.events IN SHARE ROW EXCLUSIVE MODE;
        PERFORM setval('event_store.positions', h.highest)
        FROM (SELECT max(e.position) AS highest FROM event_store.events e) h, event_store.positions s
        WHERE h.highest > s.last_value - (NOT s.is_called)::int;
    END IF;
END
$$;
