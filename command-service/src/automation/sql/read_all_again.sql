WITH held AS (SELECT FROM automation.lease WHERE term = $2 FOR SHARE),
     unread AS (UPDATE automation.agenda SET parked_at = NULL, due_at = '-infinity'
                WHERE manager = $1 AND unread_version IS NOT NULL AND parked_at IS NOT NULL
                  AND EXISTS (SELECT FROM held))
SELECT EXISTS (SELECT FROM held)
