INSERT INTO automation.agenda (manager, subject, cause, correlation, due_at) VALUES ($1, $2, $2, $2, $3)
ON CONFLICT DO NOTHING
