WITH held AS (SELECT FROM automation.lease WHERE term = $4 FOR SHARE),
     gone AS (DELETE FROM automation.agenda
              WHERE manager = $1 AND subject = $2 AND noted = $3 AND unread_version IS NULL
                AND EXISTS (SELECT FROM held)
              RETURNING 1)
SELECT EXISTS (SELECT FROM held) AS held, EXISTS (SELECT FROM gone) AS gone
