-- One account's news: $1 whose, $2 after, $3 up to. So few rows of an account are kept that all of them are looked at.
SELECT position, account_id, kind, thing
FROM read.live_feed
WHERE account_id = $1 AND position > $2 AND position <= $3
ORDER BY number
