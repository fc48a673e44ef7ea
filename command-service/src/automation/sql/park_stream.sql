INSERT INTO automation.agenda AS a
    (manager, subject, cause, correlation, due_at, failures, last_failure, failing_since, parked_at,
     unread_version)
VALUES ($1, $2, $3, $4, $5, 1, $6, $5, $5, $7)
ON CONFLICT (manager, subject) DO UPDATE
SET parked_at = $5, unread_version = $7, last_failure = $6, failures = a.failures + 1,
    failing_since = coalesce(a.failing_since, $5)
WHERE a.unread_version IS NULL OR a.parked_at IS NULL
