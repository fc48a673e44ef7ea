UPDATE webhooks
SET replay = 'stopped'
WHERE webhook_id = ANY($1) AND replay = 'running'
