UPDATE deliveries
SET failure = 'The webhook is paused', retry_at = NULL, state = 'given-up'
WHERE delivery_id = ANY($1)
