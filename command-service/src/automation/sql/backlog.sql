SELECT manager, position, count(subject) AS entries,
       count(*) FILTER (WHERE parked_at IS NULL AND due_at <= $1) AS overdue,
       count(*) FILTER (WHERE parked_at IS NULL AND failures > 0) AS failing,
       count(parked_at) AS parked
FROM automation.checkpoints LEFT JOIN automation.agenda USING (manager)
GROUP BY manager, position ORDER BY manager
