INSERT INTO automation.checkpoints (manager, position)
SELECT manager, $2 FROM unnest($1::text[]) AS manager
ON CONFLICT (manager) DO UPDATE SET position = excluded.position
