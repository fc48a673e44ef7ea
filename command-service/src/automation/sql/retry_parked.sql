UPDATE automation.agenda SET parked_at = NULL, failures = 0, failing_since = NULL, due_at = $3
WHERE manager = $1 AND subject = $2 AND parked_at IS NOT NULL
