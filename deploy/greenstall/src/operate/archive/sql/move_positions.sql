SELECT setval('event_store.positions', p)
FROM (SELECT greatest($1, max(position), (SELECT max(position) FROM automation.checkpoints)) AS p
      FROM event_store.events) AS highest
WHERE p > 0
