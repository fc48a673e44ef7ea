WITH held AS (SELECT FROM automation.lease WHERE term = $1 FOR SHARE)
SELECT set_config('idle_in_transaction_session_timeout', '10s', true),
       CASE WHEN $2 THEN set_config('synchronous_commit', 'off', true) END
FROM held
