SELECT subject, coalesce(stream, subject) AS stream, cause, correlation, noted, failures,
       failing_since, unread_version IS NOT NULL AS unread
FROM automation.agenda
WHERE manager = $1 AND due_at <= $2 AND parked_at IS NULL ORDER BY due_at LIMIT $3
