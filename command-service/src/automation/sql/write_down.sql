INSERT INTO automation.skips (manager, subject, cause, version, failures, failure, skipped_by, skipped_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
