SELECT category, stream_id FROM (
    SELECT category, stream_id, position, lag(position) OVER (PARTITION BY category, stream_id ORDER BY version)
        AS before
    FROM event_store.events) AS e
WHERE before > position LIMIT 1
