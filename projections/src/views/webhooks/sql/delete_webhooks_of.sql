DELETE FROM webhooks WHERE account_id = ANY($1)
