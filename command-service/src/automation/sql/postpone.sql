-- The commit waits neither for the disk nor for a standby: after a crash or a failover the entry may be due earlier, not be
-- parked, or have fewer failures. Its step is then repeated, which changes nothing.
WITH held AS (SELECT set_config('synchronous_commit', 'off', true)
              FROM automation.lease WHERE term = $4 FOR SHARE),
     later AS (UPDATE automation.agenda
               SET due_at = CASE WHEN noted = $3 THEN $5 ELSE least($5, noted_due_at) END,
                   parked_at = CASE WHEN noted = $3 THEN $6 END,
                   last_failure = $7, failures = $8, failing_since = $9
               WHERE manager = $1 AND subject = $2 AND unread_version IS NULL
                 AND EXISTS (SELECT FROM held))
SELECT EXISTS (SELECT FROM held)
