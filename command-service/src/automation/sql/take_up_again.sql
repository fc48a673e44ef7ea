WITH held AS (SELECT FROM automation.lease WHERE term = $4 FOR SHARE),
     again AS (UPDATE automation.agenda
               SET due_at = noted_due_at, last_failure = NULL, failures = 0, failing_since = NULL
               WHERE manager = $1 AND subject = $2 AND noted <> $3 AND unread_version IS NULL
                 AND EXISTS (SELECT FROM held))
SELECT EXISTS (SELECT FROM held)
