-- The news of one account: $1 the account, $2 after, $3 up to. An account has so few rows that all of them are
-- scanned.
SELECT position, account_id, kind, thing
FROM read.live_feed
WHERE account_id = $1 AND position > $2 AND position <= $3
ORDER BY number
