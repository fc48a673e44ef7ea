WITH held AS (SELECT set_config('synchronous_commit', 'off', true)
              FROM automation.lease WHERE term = $4 FOR SHARE),
     moved AS (UPDATE automation.checkpoints SET position = $2
               WHERE manager = $1 AND position = $3 AND EXISTS (SELECT FROM held)
               RETURNING 1)
SELECT EXISTS (SELECT FROM held) AS held, EXISTS (SELECT FROM moved) AS moved
