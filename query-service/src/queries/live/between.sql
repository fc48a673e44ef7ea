-- The news of all accounts: $1 after, $2 up to, $3 the largest number of rows.
SELECT position, account_id, kind, thing
FROM (
    SELECT position, account_id, kind, thing, number
    FROM read.live_feed
    WHERE position > $1 AND position <= $2
    UNION ALL
    SELECT position, account_id, 'session', '', 0
    FROM read.live_endings
    WHERE position > $1 AND position <= $2
) AS news
ORDER BY position, account_id, number
LIMIT $3
