DELETE FROM commands.keys WHERE id IN (
SELECT id FROM commands.keys WHERE begun_at <= $1
ORDER BY begun_at LIMIT $2 FOR UPDATE SKIP LOCKED)
