CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at DESC);
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, number DESC);
CREATE INDEX deliveries_of_account ON deliveries (account_id);
CREATE INDEX deliveries_waiting ON deliveries (webhook_id) WHERE state = 'waiting';
