SELECT manager, subject, coalesce(stream, subject) AS stream, unread_version, cause,
       greatest(due_at, 'epoch') AS due_at, failures, failing_since, parked_at, last_failure
FROM automation.agenda
