SELECT delivery_id, message_id, message_type, requested_at, number, attempts, attempted_at, status, failure, retry_at,
       state
FROM read.webhooks_deliveries
WHERE webhook_id = $1 AND ($2::bigint IS NULL OR number < $2)
ORDER BY number DESC
LIMIT 100
