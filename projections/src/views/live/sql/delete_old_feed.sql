WITH gone AS (
    DELETE FROM feed USING unnest($1::uuid[], $2::bigint[]) AS reader (account_id, floor)
    WHERE feed.account_id = reader.account_id AND feed.number <= reader.floor
    RETURNING feed.account_id, feed.position
)
SELECT account_id, max(position) FROM gone GROUP BY account_id
