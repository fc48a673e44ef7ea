DELETE FROM deliveries USING unnest($1::uuid[], $2::timestamptz[]) AS kept (webhook_id, listed_since)
WHERE deliveries.webhook_id = kept.webhook_id AND deliveries.requested_at < kept.listed_since
