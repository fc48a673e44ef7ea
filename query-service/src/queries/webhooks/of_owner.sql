SELECT w.webhook_id, w.url, w.types, w.created_at, w.paused, w.paused_at, w.replay, w.replay_after,
       w.replay_messages,
       (SELECT count(*) FROM read.webhooks_deliveries d
        WHERE d.webhook_id = w.webhook_id AND d.state = 'waiting') AS waiting
FROM read.webhooks_webhooks w
WHERE w.account_id = $1
ORDER BY w.created_at DESC, w.webhook_id
