UPDATE webhooks
SET replay = new.replay, replay_after = new.replay_after, replay_messages = new.replay_messages
FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::integer[]) AS new (webhook_id, replay, replay_after, replay_messages)
WHERE webhooks.webhook_id = new.webhook_id
