INSERT INTO event_store.home (one, home)
SELECT true, CASE WHEN EXISTS (SELECT FROM event_store.events) THEN 'postgres' ELSE $1 END
ON CONFLICT DO NOTHING
