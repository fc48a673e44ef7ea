WITH held AS (SELECT FROM automation.lease WHERE term = $3 FOR SHARE),
     due AS (UPDATE automation.agenda SET due_at = $2
             WHERE manager = $1 AND due_at > $2 AND parked_at IS NULL AND EXISTS (SELECT FROM held))
SELECT EXISTS (SELECT FROM held)
