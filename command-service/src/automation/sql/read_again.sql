UPDATE automation.agenda
SET parked_at = NULL, failures = 0, failing_since = NULL, due_at = '-infinity'
WHERE manager = $1 AND subject = $2
