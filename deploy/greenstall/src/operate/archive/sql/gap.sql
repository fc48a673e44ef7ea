SELECT category, stream_id, count(*) AS events, max(version) AS last_version FROM event_store.events
GROUP BY category, stream_id HAVING count(*) <> max(version) OR min(version) <> 1 LIMIT 1
