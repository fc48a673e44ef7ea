SELECT round(100.0 * count(*) FILTER (WHERE answered) / nullif(count(*), 0))::bigint
FROM read.conversations_conversations
WHERE merchant_id = $1
