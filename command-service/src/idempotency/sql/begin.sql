
INSERT INTO commands.keys AS known (id, request, begun_at, holder, held_until)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET
    request = excluded.request, holder = excluded.holder, held_until = excluded.held_until, answer = NULL,
    begun_at = CASE WHEN known.begun_at <= $6 THEN excluded.begun_at ELSE known.begun_at END
WHERE known.begun_at <= $6
   OR (known.answer IS NULL AND known.request = excluded.request
       AND (known.held_until <= $3 OR known.holder = excluded.holder))
RETURNING begun_at, begun_at <> $3 AS again
