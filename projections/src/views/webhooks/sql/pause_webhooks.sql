UPDATE webhooks
SET paused = new.paused, paused_at = new.paused_at
FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS new (webhook_id, paused, paused_at)
WHERE webhooks.webhook_id = new.webhook_id
