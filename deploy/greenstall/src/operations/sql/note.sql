INSERT INTO operations.backups (created_at, position, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
