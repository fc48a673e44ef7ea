DELETE FROM webhooks WHERE webhook_id = ANY($1)
