UPDATE automation.agenda SET due_at = least(due_at, $3)
WHERE manager = $1 AND subject = $2 AND parked_at IS NULL
