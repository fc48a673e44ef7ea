-- The commit does not wait for the disk: if a crash of the database brings the entry back, its step is repeated.
WITH held AS (SELECT set_config('synchronous_commit', 'off', true)
              FROM automation.lease WHERE term = $4 FOR SHARE),
     gone AS (DELETE FROM automation.agenda
              WHERE manager = $1 AND subject = $2 AND noted = $3 AND unread_version IS NULL
                AND EXISTS (SELECT FROM held)
              RETURNING 1)
SELECT EXISTS (SELECT FROM held) AS held, EXISTS (SELECT FROM gone) AS gone
