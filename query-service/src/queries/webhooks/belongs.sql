SELECT EXISTS (SELECT FROM read.webhooks_webhooks WHERE webhook_id = $1 AND account_id = $2)
